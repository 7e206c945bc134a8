import type { Diagnostic } from './measurement.ts'

export type Places = {
  /** The absolute path at which commands saw the project. */
  readonly root: string
  /** Paths of the project, to tell its files from those of tools. */
  readonly files: ReadonlySet<string>
}

/** The path from the project's root, or null for what is no file of the project. */
export function pathOf(places: Places, written: string): string | null {
  const bare = written
    .trim()
    .replace(/^file:\/\//, '')
    .replace(/^\(|\)$/g, '')
  const path = bare.startsWith(`${places.root}/`) ? bare.slice(places.root.length + 1) : bare
  const tidy = path.replace(/^(?:\.\/)+/, '').replaceAll('\\', '/')
  return places.files.has(tidy) ? tidy : null
}

const most = 500

/** Errors in the output of compilers and bundlers: TypeScript, esbuild, and `file:line:column: error`. */
export function readDiagnostics(output: string, places: Places): readonly Diagnostic[] {
  const result = new Map<string, Diagnostic>()
  const lines = output.split('\n')
  for (const [index, line] of lines.entries()) {
    if (result.size >= most) break
    const one = typeScript(line, places) ?? esbuild(lines, index, places) ?? plain(line, places)
    if (one === null) continue
    result.set(`${one.path}:${one.line}:${one.column} ${one.code} ${one.message}`, one)
  }
  return [...result.values()]
}

type Parts = {
  readonly path: string
  readonly line: string
  readonly column: string
  readonly severity: string
  readonly code: string | null
  readonly message: string
}

const diagnostic = (places: Places, parts: Parts): Diagnostic => ({
  path: pathOf(places, parts.path),
  line: positive(parts.line),
  column: positive(parts.column),
  severity: parts.severity === 'warning' ? 'warning' : 'error',
  code: parts.code,
  message: parts.message.trim().slice(0, 500),
})

function positive(text: string): number | null {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : null
}

function typeScript(line: string, places: Places): Diagnostic | null {
  const placed =
    /^(.+?)\((\d+),(\d+)\): (error|warning) (TS\d+): (.*)$/.exec(line) ??
    /^(.+?):(\d+):(\d+) - (error|warning) (TS\d+): (.*)$/.exec(line)
  if (placed !== null) {
    const [, path = '', row = '', column = '', severity = '', code = '', message = ''] = placed
    return diagnostic(places, { path, line: row, column, severity, code, message })
  }
  // about the settings, without a place
  const [, code, message = ''] = /^error (TS\d+): (.*)$/.exec(line) ?? []
  if (code === undefined) return null
  return diagnostic(places, { path: '', line: '', column: '', severity: 'error', code, message })
}

function esbuild(lines: readonly string[], index: number, places: Places): Diagnostic | null {
  const [, severity, message = ''] =
    /^\s*(?:✘|▲|X)\s*\[(ERROR|WARNING)\]\s*(.*)$/.exec(lines[index] ?? '') ?? []
  if (severity === undefined) return null
  const near = lines.slice(index + 1, index + 5).find((line) => /^\s+\S+:\d+:\d+:/.test(line)) ?? ''
  const [, path = '', line = '', column = ''] = /^\s+(\S+):(\d+):(\d+):/.exec(near) ?? []
  return diagnostic(places, {
    path,
    line,
    column,
    severity: severity.toLowerCase(),
    code: null,
    message,
  })
}

/** Only a file of the project counts: many lines of a log look like a place. */
function plain(line: string, places: Places): Diagnostic | null {
  const [, path = '', row = '', column = '', rest = ''] =
    /^\s*(?:ERROR in |error: |at )?\[?([^\s:()[\]]+\.\w+):(\d+)(?::(\d+))?\]?[:\s-]+(.*)$/.exec(
      line,
    ) ?? []
  if (path === '' || pathOf(places, path) === null) return null
  const said = /^(error|warning|fatal)\b[:\s]*(.*)$/i.exec(rest)
  if (said === null) return null
  const severity = (said[1] ?? '').toLowerCase() === 'warning' ? 'warning' : 'error'
  return diagnostic(places, {
    path,
    line: row,
    column,
    severity,
    code: null,
    message: said[2] ?? '',
  })
}
