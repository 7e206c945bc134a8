import type { CompilerError } from './records.ts'

const colours = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g')
// file(line,col): error TS1005: …, and the form for terminals, file:line:col - error TS1005: …
const plain = /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/
const pretty = /^(.+?):(\d+):(\d+) - error (TS\d+): (.*)$/
const global = /^error (TS\d+): (.*)$/

/** Reads what `tsc` printed. Lines that continue a message join it; anything else is passed over. */
export function readCompilerErrors(output: string): readonly CompilerError[] {
  const errors: CompilerError[] = []
  let open = false
  for (const raw of output.replace(colours, '').split('\n')) {
    const line = raw.trimEnd()
    const error = readLine(line)
    const last = errors.at(-1)
    if (error !== null) errors.push(error)
    else if (open && last !== undefined && /^ {2,}\S/.test(line))
      errors[errors.length - 1] = { ...last, message: `${last.message} ${line.trim()}` }
    open = error !== null || (open && /^ {2,}\S/.test(line))
  }
  return errors
}

function readLine(line: string): CompilerError | null {
  const placed = plain.exec(line) ?? pretty.exec(line)
  if (placed !== null) {
    const [, path = '', row = '', column = '', code = '', message = ''] = placed
    return {
      code,
      message,
      path: path.replaceAll('\\', '/').replace(/^\.\//, ''),
      line: Math.max(1, Number(row)),
      column: Math.max(1, Number(column)),
    }
  }
  const [, code, message = ''] = global.exec(line.trimStart()) ?? []
  return code === undefined ? null : { code, message, path: null, line: null, column: null }
}

/** A complaint about how the code is written down; no type is needed to see it. */
export const isSyntactic = ({ code }: Pick<CompilerError, 'code'>): boolean =>
  /^(?:TS1\d{3}|SYNTAX|FENCE|TS8\d{3}|TS17\d{3})$/.test(code)

/**
 * Whether a change helped: fewer errors, or fewer of syntax. While one of those is left the compiler looks
 * no further, so errors that were hidden by them come to light when they go.
 */
export function hasFewerErrors(
  before: readonly Pick<CompilerError, 'code'>[],
  after: readonly Pick<CompilerError, 'code'>[],
): boolean {
  const syntax = (errors: readonly Pick<CompilerError, 'code'>[]) =>
    errors.filter(isSyntactic).length
  return after.length < before.length || syntax(after) < syntax(before)
}

const mostSamples = 5

export type ErrorSample = Pick<CompilerError, 'code' | 'message' | 'line' | 'column'>

/** The first five, as they are recorded. */
export const errorSamples = (errors: readonly CompilerError[]): readonly ErrorSample[] =>
  errors
    .slice(0, mostSamples)
    .map(({ code, message, line, column }) => ({ code, message, line, column }))

/** The different codes, sorted. */
export const errorCodes = (errors: readonly Pick<CompilerError, 'code'>[]): readonly string[] =>
  [...new Set(errors.map(({ code }) => code))].toSorted()
