import { loadParser, type Read } from '../integrity/source.ts'
import { type CodeUnit, isScript } from './code-units.ts'

/** A piece of JavaScript or TypeScript with its tree, and what cannot be read of it. */
export type Parsed = Read & { readonly unit: CodeUnit }

const known = new WeakMap<CodeUnit, Promise<Parsed>>()

/** Parses a unit; a unit is parsed once. */
export function parseUnit(unit: CodeUnit): Promise<Parsed> {
  const parsed = known.get(unit) ?? parse(unit)
  known.set(unit, parsed)
  return parsed
}

async function parse(unit: CodeUnit): Promise<Parsed> {
  const parser = await loadParser()
  const path = `unit.${isScript(unit) ? unit.language : 'js'}`
  const source = parser(path, unit.content, { isStrict: true })
  if (source !== null) return { ...source, unit }
  const empty = parser(path, '')
  if (empty === null) throw new Error('an empty text is not nested')
  return { ...empty, unit, errors: [{ message: 'nested too deeply to be read', offset: 0 }] }
}

export function parseFile(path: string, content: string): Promise<Parsed> {
  const ending = /\.[cm]?([jt]sx?)$/.exec(path)?.[1]
  const language = ending === 'js' || ending === 'jsx' || ending === 'tsx' ? ending : 'ts'
  return parseUnit({ language, name: path, content, kind: 'source', start: 0, line: 1, label: '' })
}
