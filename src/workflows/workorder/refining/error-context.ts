import type { ContractViolation, ErrorContext } from './records.ts'

const mostTests = 50
const longest = 4_000

/** What is known of a failure, read from its message and trace. */
export function errorContext(failure: {
  readonly message: string
  readonly original?: string | null
  readonly violations?: readonly ContractViolation[]
}): ErrorContext {
  const { message, original = null, violations = [] } = failure
  const place = placeIn(message)
  return {
    error_message: firstLine(message),
    error_type:
      /\b([A-Z]\w*(?:Error|Exception))\b/.exec(message)?.[1] ??
      /\bTS\d{4,5}\b/.exec(message)?.[0] ??
      null,
    stack_trace: traceIn(message),
    failed_file: place?.path ?? null,
    failed_line: place?.line ?? null,
    failed_tests: failedTests(message),
    contract_violations: [...violations],
    original_error: original === null ? null : original.slice(0, longest),
  }
}

const firstLine = (message: string): string =>
  (message.split('\n').find((line) => line.trim() !== '') ?? '').trim().slice(0, longest)

function traceIn(message: string): string | null {
  const lines = message.split('\n').filter((line) => /^\s+at \S/.test(line))
  return lines.length === 0 ? null : lines.join('\n').slice(0, longest)
}

/** `file.ts(3,5)`, `file.ts:3:5` or `file.ts:3`; packages are not where a failure comes from. */
function placeIn(message: string): { readonly path: string; readonly line: number } | null {
  const places = message.matchAll(
    /((?:[\w@.-]*\/)*[\w@.-]+\.[cm]?[jt]sx?)(?:\((\d+),\d+\)|:(\d+)(?::\d+)?)/g,
  )
  for (const [, path = '', row, other] of places) {
    const line = Number(row ?? other)
    if (line > 0 && !path.includes('node_modules/')) return { path, line }
  }
  return null
}

const marks = [
  /^\s*(?:✗|✕|×|❯|●)\s+(.+?)(?:\s+\(?\d+(?:\.\d+)?\s?m?s\)?)?$/,
  /^\s*FAIL\s+(.+?)$/,
  /^\s*not ok \d+\s*-?\s*(.+?)$/,
]

function failedTests(message: string): string[] {
  const names = message
    .split('\n')
    .flatMap((line) => marks.flatMap((mark) => mark.exec(line)?.[1]?.trim() ?? []))
  return [...new Set(names)].slice(0, mostTests)
}
