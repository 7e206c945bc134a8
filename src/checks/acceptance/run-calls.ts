import { jsonOf } from '../../kit/parse.ts'
import { z } from 'zod'
import type { Workbench } from '../../ports/workbench.ts'
import { transformTypes } from '../code/script-job.ts'
import { reportFolder } from './instrument.ts'

/** A call as the task writes it, and where the names in it come from. */
export type CallToRun = {
  readonly call: string
  /** What it must give, as an expression; absent where it must throw. */
  readonly result?: string
  /** The module of each name that the call uses. */
  readonly names: Readonly<Record<string, string>>
}

const Ran = z.discriminatedUnion('type', [
  z.object({ type: z.literal('same'), shown: z.string() }),
  z.object({ type: z.literal('other'), shown: z.string() }),
  z.object({
    type: z.literal('threw'),
    message: z.string(),
    /** The classes that it belongs to, and the name it gives itself. */
    classes: z.array(z.string()),
  }),
  /** The code could not be loaded, so that nothing is known of the call. */
  z.object({ type: z.literal('unloaded'), message: z.string() }),
])
export type Ran = z.infer<typeof Ran>

const program = String.raw`
import { readFileSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isDeepStrictEqual, inspect } from 'node:util'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const { stringify } = JSON
const write = writeFileSync
const exit = process.exit.bind(process)
const { root, at, call, result, names } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const end = (said) => { write(at, stringify(said)); exit(0) }
const text = (error) => String(error?.message ?? error).slice(0, 300)
process.on('uncaughtException', (error) => end({ type: 'unloaded', message: text(error) }))
const classesOf = (error) => {
  const names = [String(error?.name ?? '')]
  for (let each = Object(error); each !== null; each = Object.getPrototypeOf(each)) names.push(String(each.constructor?.name ?? ''))
  return [...new Set(names)].filter((name) => name !== '' && name !== 'Object').slice(0, 10)
}
const endings = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']
registerHooks({
  resolve(specifier, context, next) {
    if (!/^\.{1,2}(?:\/|$)/.test(specifier) || context.parentURL === undefined) return next(specifier, context)
    const path = join(dirname(fileURLToPath(context.parentURL)), specifier)
    for (const base of [path, path.replace(/\.[cm]?jsx?$/, '')])
      for (const ending of endings)
        if (existsSync(base + ending) && statSync(base + ending).isFile())
          return next(pathToFileURL(base + ending).href, context)
    return next(specifier, context)
  },
})
const plain = (value) => {
  if (value instanceof Map) return plain(Object.fromEntries(value))
  if (value instanceof Set) return plain([...value])
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined).map(([key, item]) => [key, plain(item)]))
}
const same = (actual, wanted) =>
  Object.is(actual, wanted) || (actual === 0 && wanted === 0) ||
  (typeof actual === 'number' && typeof wanted === 'number' && !Number.isInteger(wanted) && Math.abs(actual - wanted) < 1e-9) ||
  (wanted !== null && typeof wanted === 'object' && isDeepStrictEqual(plain(actual), plain(wanted)))
const show = (value) => inspect(value, { depth: 3, breakLength: Infinity }).slice(0, 160)

const scope = {}
try {
  for (const [name, file] of Object.entries(names)) {
    const loaded = await import(pathToFileURL(join(root, file)).href)
    const own = loaded[name] ?? loaded.default?.[name] ?? loaded.default ?? loaded['module.exports']
    if (own === undefined) throw new Error(name + ' is not exported by ' + file)
    scope[name] = own
  }
} catch (error) {
  end({ type: 'unloaded', message: text(error) })
}
const evaluate = (expression) => new Function(...Object.keys(scope), 'return (' + expression + ')')(...Object.values(scope))
let wanted
// names alone, as in { add, next }, tell which parts there must be
const parts = /^\{\s*[A-Za-z_$][\w$]*(?:\s*,\s*[A-Za-z_$][\w$]*)*\s*,?\s*\}$/.test(result ?? '') ? result.match(/[A-Za-z_$][\w$]*/g) : null
try {
  if (result !== undefined && parts === null) wanted = evaluate(result)
} catch (error) {
  end({ type: 'unloaded', message: text(error) })
}
try {
  const given = await evaluate(call)
  if (parts !== null && given !== null && typeof given === 'object' && parts.every((name) => given[name] !== undefined))
    end({ type: 'same', shown: '{ ' + Object.keys(given).join(', ') + ' }' })
  end(result !== undefined && parts === null && same(given, wanted) ? { type: 'same', shown: show(given) } : { type: 'other', shown: show(given) })
} catch (error) {
  end(error instanceof ReferenceError ? { type: 'unloaded', message: text(error) } : { type: 'threw', message: text(error), classes: classesOf(error) })
}
`

/** Runs a call against the project's own code in the sandbox. */
export async function runCall(
  bench: Workbench,
  call: CallToRun,
  signal: AbortSignal,
): Promise<Ran> {
  // tests that run beside it clear their own folder
  const at = (name: string) => `${reportFolder}-calls/${name}`
  await bench.write(at('call.mjs'), program)
  await bench.write(
    at('call.json'),
    JSON.stringify({ ...call, root: bench.root, at: at('said.json') }),
  )
  await bench.write(at('said.json'), null)
  const ran = await bench.run(
    {
      argv: ['node', '--no-warnings', ...transformTypes, at('call.mjs'), at('call.json')],
      limits: { wallMs: 20_000, memoryMb: 1024 },
    },
    signal,
  )
  const unloaded = (message: string): Ran => ({ type: 'unloaded', message })
  if (!ran.ok) return unloaded(ran.error.reason)
  if (ran.value.type === 'stopped') return unloaded('it did not end in time')
  const said = Ran.safeParse(jsonOf((await bench.read(at('said.json'))) ?? ''))
  return said.success
    ? said.data
    : unloaded(ran.value.stderr.trim().slice(-300) || 'it said nothing')
}
