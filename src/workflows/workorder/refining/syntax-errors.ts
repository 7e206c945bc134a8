import type { CodeUnit } from '../../../checks/code/code-units.ts'
import { parseUnit, type Parsed } from '../../../checks/code/syntax.ts'
import { loadParser } from '../../../checks/integrity/source.ts'
import { applyEdits } from '../sanitizer/correction.ts'
import { scan } from '../sanitizer/scan.ts'
import type { CompilerError } from './records.ts'
import { languageOf } from './script-path.ts'

/**
 * What a fast parser says of one text, without other files or types. It stops at the first thing it
 * cannot read; so none means none, but some means at least so many.
 */
export async function syntaxErrors(path: string, code: string): Promise<readonly CompilerError[]> {
  const { text, fences } = withoutFences(code)
  const { errors } = await parseScript(path, text)
  return [...errors, ...fences].map(({ message, offset }) => {
    const before = code.slice(0, offset).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    return {
      code: message === fenceMessage ? 'FENCE' : 'SYNTAX',
      message,
      path,
      line: before.length,
      column,
    }
  })
}

const fenceMessage = 'a fence stands in the code'

/**
 * Two fences make one template of all that is between them, and compilers are content with it. So each
 * fence is an error of its own, and the code is judged with blanks in their place.
 */
export function withoutFences(code: string): {
  readonly text: string
  readonly fences: Parsed['errors']
} {
  const tokens = scan(code).filter(({ kind }) => kind === 'fence')
  return {
    text: applyEdits(
      code,
      tokens.map(({ start, end }) => ({ start, end, text: ' '.repeat(end - start) })),
    ),
    fences: tokens.map(({ start }) => ({ message: fenceMessage, offset: start })),
  }
}

/** The syntax tree of a text, and what could not be read of it. */
export async function parseScript(path: string, code: string): Promise<Parsed> {
  const language = languageOf(path)
  const unit: CodeUnit = {
    language: language === 'dts' ? 'ts' : language,
    name: path,
    content: code,
    kind: 'source',
    start: 0,
    line: 1,
    label: '',
  }
  const parsed = await parseUnit(unit)
  if (language !== 'dts' || parsed.errors.length === 0 || parsed.program.end === 0) return parsed
  const source = (await loadParser())(path, code, { isStrict: true })
  return source === null ? parsed : { ...source, unit }
}
