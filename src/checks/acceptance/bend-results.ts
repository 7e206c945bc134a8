import type { Workbench } from '../../ports/workbench.ts'
import { plainValue } from '../integrity/names.ts'
import { functionsOf } from '../integrity/functions.ts'
import {
  is,
  lineAt,
  ownBelow,
  type FunctionNode,
  type Node,
  type ParseSource,
  type Source,
} from '../integrity/source.ts'
import type { ChangedFile } from '../mutation-sample/mutant.ts'
import { noteOf, reachedFile } from '../mutation-sample/probes.ts'
import { measureTestsAgain, type MeasureOptions } from './measure.ts'
import type { TestMeasure } from './measurement.ts'

/**
 * Runs the tests while every function of the lines gives another result of the same type, and one that
 * gives none does nothing. A test that still passes shows nothing of what they do. Null where there is
 * nothing to bend, or no test loads it.
 */
export async function testBentResults(
  bench: Workbench,
  files: readonly ChangedFile[],
  {
    parse,
    options,
    signal,
  }: {
    readonly parse: ParseSource
    readonly options: MeasureOptions
    readonly signal: AbortSignal
  },
): Promise<TestMeasure | null> {
  const note = (path: string) => noteOf(`${path}:loaded`, `${bench.root}/${reachedFile}`)
  const bent = files.flatMap(({ path, text, lines }) => {
    const source = parse(path, text)
    const other = source === null || source.broken ? null : bentText(source, lines, note(path))
    return other === null || parse(path, other)?.broken !== false ? [] : [{ path, text, other }]
  })
  if (bent.length === 0) return null
  try {
    for (const { path, other } of bent) await bench.write(path, other)
    const ran = await measureTestsAgain(
      bench,
      { ...options, seconds: { test: 30 }, retrySeconds: [] },
      signal,
    )
    return ran.ok && (await bench.read(reachedFile)) !== null ? ran.value : null
  } finally {
    for (const { path, text } of bent) await bench.write(path, text)
    await bench.write(reachedFile, null)
  }
}

type Insert = { readonly at: number; readonly text: string }

function bentText(source: Source, lines: ReadonlySet<number>, note: string): string | null {
  const { text } = source
  const isTouched = ({ start, end }: Node): boolean => {
    const last = lineAt(text, end)
    for (let line = lineAt(text, start); line <= last; line++) if (lines.has(line)) return true
    return false
  }
  const inserts = [
    ...functionsOf(source)
      .filter(({ node, declared }) => isTouched(declared) && !isConstructor(source, node))
      .flatMap(({ node }) => bentFunction(node)),
    ...constantsOf(source)
      .filter(isTouched)
      .flatMap((node) => bentValue(node, false)),
  ].toSorted((one, other) => other.at - one.at)
  if (inserts.length === 0) return null
  const bent = inserts.reduce(
    (now, { at, text: piece }) => now.slice(0, at) + piece + now.slice(at),
    text,
  )
  const [shebang = ''] = /^#!.*\n/.exec(bent) ?? []
  const isTyped = /\.[cm]?tsx?$/.test(source.path)
  return `${shebang}${isTyped ? '// @ts-nocheck\n' : ''}${bender};${bent.slice(shebang.length)}\n;${note};\n`
}

const isConstructor = (source: Source, node: Node): boolean => {
  const up = source.parentOf.get(node)
  return up?.type === 'MethodDefinition' && up.kind === 'constructor'
}

const opening = 'globalThis.__bentResult('

function bentFunction({ body, async, generator }: FunctionNode): readonly Insert[] {
  if (body === null) return []
  if (body.type !== 'BlockStatement') return bentValue(body, async)
  const gives = [...ownBelow(body)].some(
    (node) => node.type === 'ReturnStatement' && node.argument !== null,
  )
  if (generator || !gives) return [{ at: body.start + 1, text: 'return;' }]
  return [
    { at: body.start + 1, text: `return ${opening}${async ? 'async ' : ''}() => {` },
    { at: body.end - 1, text: '\n})' },
  ]
}

const bentValue = ({ start, end }: Node, async: boolean): readonly Insert[] => [
  { at: start, text: `${opening}${async ? 'async ' : ''}() => (` },
  { at: end, text: '))' },
]

/** What a file exports that is written out: numbers, texts, lists. */
const constantsOf = ({ program }: Source): readonly Node[] =>
  program.body
    .flatMap((statement) =>
      is('ExportNamedDeclaration')(statement) && is('VariableDeclaration')(statement.declaration)
        ? statement.declaration.declarations
        : [],
    )
    .flatMap(({ init }) => (init !== null && isWritten(init) ? [init] : []))

const isWritten = (node: Node): boolean =>
  is('ArrayExpression', 'ObjectExpression')(node) || plainValue(node) !== undefined

/** Only what the tests are given is bent: a result inside a result could bend it back. */
const bender = `globalThis.__bentResult ??= (() => {
  const inside = new (process.getBuiltinModule('node:async_hooks').AsyncLocalStorage)()
  const bent = (value, deep = 0) => {
    if (typeof value === 'number') return Number.isNaN(value) ? 0 : -2 * Math.abs(value) - 1
    if (typeof value === 'bigint') return -value - 1n
    if (typeof value === 'boolean') return !value
    if (typeof value === 'string') return '~' + value.length
    if (typeof value === 'function')
      return function (...given) { return result(() => value.apply(this, given)) }
    if (value === null || value === undefined) return '~'
    if (typeof value !== 'object' || deep > 3) return value
    if (typeof value.then === 'function') return value.then((each) => bent(each), () => '~')
    if (value instanceof Date) return new Date(86400000 - value.getTime())
    if (value instanceof Map || value instanceof Set) return new value.constructor()
    const own = !Object.isFrozen(value) ? value : Array.isArray(value) ? [...value] : { ...value }
    if (Array.isArray(own)) own.length === 0 ? own.push('~') : own.splice(0)
    else for (const key of Object.keys(own)) try { own[key] = bent(own[key], deep + 1) } catch {}
    return own
  }
  const result = (run) => {
    if (inside.getStore()) return run()
    try { return bent(inside.run(true, run)) } catch { return '~' }
  }
  return result
})()`
