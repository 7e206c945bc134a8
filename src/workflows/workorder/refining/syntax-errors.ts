import type { CompilerError } from './records.ts'
import { languageOf } from './script-path.ts'

/**
 * What a fast parser says of one text, without other files or types. It stops at the first thing it
 * cannot read; so none means none, but some means at least so many.
 */
export async function syntaxErrors(path: string, code: string): Promise<readonly CompilerError[]> {
  if (nestsTooDeep(code)) return [syntaxError(path, code, 'nested too deeply to be read', 0)]
  const { parseSync } = await import('oxc-parser')
  const { errors } = parseSync(path, code, {
    lang: languageOf(path),
    sourceType: 'unambiguous',
    showSemanticErrors: true,
  })
  return errors
    .filter(({ severity }) => severity === 'Error')
    .map(({ message, labels }) => syntaxError(path, code, message, labels[0]?.start ?? 0))
}

function syntaxError(path: string, code: string, message: string, offset: number): CompilerError {
  const before = code.slice(0, offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return { code: 'SYNTAX', message, path, line: before.length, column }
}

// a parser that runs out of stack ends the whole process
const deepest = 1_000

function nestsTooDeep(code: string): boolean {
  let depth = 0
  for (const letter of code) {
    if (letter === '(' || letter === '[' || letter === '{') depth += 1
    else if (letter === ')' || letter === ']' || letter === '}') depth = Math.max(0, depth - 1)
    if (depth > deepest) return true
  }
  return false
}
