import { readFile } from 'node:fs/promises'
import { type AsyncResult, err } from '../../model/result.ts'
import { parseScript, type ScriptEntry } from './script.ts'

export type BadScript = {
  readonly type: 'bad-script'
  readonly path: string
  readonly issues: readonly string[]
}

export async function loadScript(
  path: string,
): AsyncResult<{ readonly answers: readonly ScriptEntry[] }, BadScript> {
  const refuse = (issues: readonly string[]) => err<BadScript>({ type: 'bad-script', path, issues })
  const text = await readFile(path, 'utf8').catch((error: unknown) => ({ error }))
  if (typeof text !== 'string') return refuse([`cannot be read: ${messageOf(text.error)}`])

  // JSON is YAML, so one parser reads both
  const { parse } = await import('yaml')
  try {
    const script = parseScript(parse(text, { logLevel: 'error' }))
    return script.ok ? script : refuse(script.error)
  } catch (error) {
    return refuse([messageOf(error)])
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
