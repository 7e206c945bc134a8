import { isBuiltin } from 'node:module'
import { resolveModule } from '../integrity/modules.ts'
import { literalOf } from '../integrity/names.ts'
import { all } from '../integrity/source.ts'
import type { TrackCode } from './track-code.ts'

/** One import that is there when the program runs; those of types alone are not. */
export type Import = {
  readonly request: string
  /** The file of the project that it names; null for packages. */
  readonly target: string | null
  readonly start: number
  /** It is loaded when a function runs, so that it closes no circle. */
  readonly isLazy: boolean
}

const known = new WeakMap<TrackCode, Map<string, readonly Import[]>>()

export function importsOf(code: TrackCode, path: string): readonly Import[] {
  const imports = known.get(code) ?? new Map<string, readonly Import[]>()
  known.set(code, imports)
  const observed = imports.get(path)
  if (observed !== undefined) return observed
  const loaded = read(code, path)
  imports.set(path, loaded)
  return loaded
}

function read(code: TrackCode, path: string): readonly Import[] {
  const source = code.read(path)
  if (source === null) return []
  const { staticImports, staticExports, dynamicImports } = source.module
  const made = (request: string, start: number, isLazy = false): Import => ({
    request,
    target: resolveModule(code.facts.files, path, request),
    start,
    isLazy,
  })
  const required = source.text.includes('require(')
    ? all(source, 'CallExpression').flatMap((call) => {
        const request =
          call.callee.type === 'Identifier' && call.callee.name === 'require'
            ? literalOf(call.arguments[0])
            : null
        return request === null ? [] : [made(request, call.start)]
      })
    : []
  return [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest, start }) => made(moduleRequest.value, start)),
    ...staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null || isType ? [] : [made(moduleRequest.value, start)],
      ),
    ),
    ...dynamicImports.flatMap(({ moduleRequest, start }) => {
      const text = source.text.slice(moduleRequest.start, moduleRequest.end)
      return /^(['"`])[^'"`$]+\1$/.test(text) ? [made(text.slice(1, -1), start, true)] : []
    }),
    ...required,
  ]
}

/** The package that a request names; null for files and for what Node brings along. */
export const packageOf = (request: string): string | null =>
  /^[./~#]|^@\//.test(request) || isBuiltin(request)
    ? null
    : request
        .split('/')
        .slice(0, request.startsWith('@') ? 2 : 1)
        .join('/')
