/** Runs inside the sandbox: loads the artifact's files, tries the examples, runs the tests, prints a report. */
export const scriptHarness = String.raw`
import { readFileSync, existsSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isDeepStrictEqual, inspect } from 'node:util'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const input = JSON.parse(readFileSync(0, 'utf8'))
const write = process.stdout.write.bind(process.stdout)
const exit = process.exit.bind(process)
// taken before the code under test can replace them
const { is } = Object
const { abs } = Math
const { stringify } = JSON
const report = { loads: [], scenarios: [], tests: [] }
const endings = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js']
const runners = new Set(['vitest', 'node:test', '@jest/globals', 'jest'])
const shim = pathToFileURL(join(process.cwd(), 'loopwright-test-shim.mjs')).href
registerHooks({
  resolve(specifier, context, next) {
    if (runners.has(specifier)) return { url: shim, shortCircuit: true }
    if (!/^\.{1,2}\//.test(specifier) || context.parentURL === undefined) return next(specifier, context)
    const path = join(dirname(fileURLToPath(context.parentURL)), specifier)
    const bases = [path, path.replace(/\.[cm]?[jt]sx?$/, ''), join(process.cwd(), specifier.replace(/^(?:\.{1,2}\/)+/, '')), join(process.cwd(), specifier.replace(/^(?:\.{1,2}\/)+/, '').replace(/\.[cm]?[jt]sx?$/, ''))]
    for (const base of bases)
      for (const ending of endings)
        if (existsSync(base + ending) && statSync(base + ending).isFile()) return next(pathToFileURL(base + ending).href, context)
    return next(specifier, context)
  },
})

const decode = (value) => {
  if (Array.isArray(value)) return value.map(decode)
  if (value === null || typeof value !== 'object') return value
  if ('$' in value) return { undefined, NaN, Infinity }[value.$]
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]))
}
const plain = (value) => {
  if (value instanceof Map) return plain(Object.fromEntries(value))
  if (value instanceof Set) return plain([...value])
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}
const same = (actual, wanted) => {
  if (typeof actual === 'number' && typeof wanted === 'number' && Number.isFinite(wanted) && !Number.isInteger(wanted)) return abs(actual - wanted) < 1e-9
  if (typeof actual === 'bigint' && typeof wanted === 'number') return actual === BigInt(wanted)
  return is(actual, wanted) || (actual === 0 && wanted === 0) || (wanted !== null && typeof wanted === 'object' && isDeepStrictEqual(plain(actual), wanted))
}
const show = (value) => { try { return inspect(value, { depth: 3, breakLength: Infinity }).slice(0, 120) } catch { return 'a value' } }
const within = (promise, ms) => Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error('took too long')), ms))])

const scope = {}
for (const file of input.files) {
  try {
    const loaded = await within(import(pathToFileURL(join(process.cwd(), file)).href), 5000)
    Object.assign(scope, loaded.default !== null && typeof loaded.default === 'object' ? loaded.default : {}, loaded)
  } catch (error) {
    report.loads.push({ file, name: String(error?.name), code: String(error?.code ?? ''), message: String(error?.message ?? error).slice(0, 300) })
  }
}
Object.assign(scope, globalThis.__loopwrightScope ?? {})
delete scope['module.exports']
const names = Object.keys(scope).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default' && name !== '__esModule')

for (const scenario of input.scenarios) {
  const result = { ok: false, got: '' }
  const known = names.includes(scenario.name) ? names : [...names, scenario.name]
  const values = known.map((name) => (name in scope ? scope[name] : scope.default))
  try {
    const run = new Function(...known, 'return (' + scenario.expression.replace(/^await\s+/, '') + ')')
    const value = await within((async () => run(...values))(), 3000)
    result.got = 'returns ' + show(value)
    result.ok = scenario.expect.type === 'value' && same(value, decode(scenario.expect.value))
  } catch (error) {
    result.got = 'throws ' + show(error instanceof Error ? error.name + ': ' + error.message : error)
    const wanted = scenario.expect.type === 'throws' ? scenario.expect.error : undefined
    const kinds = []
    for (let type = error?.constructor; type && type.name; type = Object.getPrototypeOf(type)) kinds.push(type.name)
    const isMissing = error instanceof ReferenceError || (error instanceof TypeError && /is not a (?:function|constructor)$/.test(error.message))
    result.ok = wanted !== undefined && !isMissing && (wanted === null || kinds.includes(wanted) || error?.name === wanted)
  }
  report.scenarios.push(result)
}

if (input.tests.length > 0) {
  const runner = await import(shim)
  Object.assign(globalThis, runner.globals)
  for (const file of input.tests) {
    try { await within(import(pathToFileURL(join(process.cwd(), file)).href), 5000) }
    catch (error) { report.tests.push({ file, name: '', ok: false, unsupported: String(error?.code) === 'ERR_MODULE_NOT_FOUND' || error?.unsupported === true, message: String(error?.message ?? error).slice(0, 300) }) }
    for (const result of await runner.runAll()) report.tests.push({ file, ...result })
  }
}
write('\n' + input.nonce + stringify(report) + '\n', () => exit(0))
`

/** A small stand-in for the test runners that tests in an artifact import. */
export const testShim = String.raw`
import { isDeepStrictEqual, inspect } from 'node:util'
const root = { name: '', tests: [], groups: [], before: [], after: [], beforeEach: [], afterEach: [] }
let group = root
let asserted = 0
class Unsupported extends Error { unsupported = true }
const make = () => ({ name: '', tests: [], groups: [], before: [], after: [], beforeEach: [], afterEach: [], parent: group })
const pick = (args) => [args.find((a) => typeof a === 'function')]
export const describe = (name, ...rest) => {
  const inner = { ...make(), name: String(name) }
  group.groups.push(inner)
  const held = group
  group = inner
  try { pick(rest)[0]?.() } finally { group = held }
}
export const test = (name, ...rest) => {
  const [run] = typeof name === 'function' ? [name] : pick(rest)
  if (run) group.tests.push({ name: typeof name === 'function' ? name.name : String(name), run })
}
const each = (register) => (rows, ...values) => (name, run) => {
  const table = rows.raw ? null : rows
  if (table === null) throw new Unsupported('test.each with a template')
  for (const row of table) {
    const args = Array.isArray(row) ? row : [row]
    let index = 0
    register(String(name).replace(/%[sdifjop]/g, () => String(args[index++])), () => run(...args))
  }
}
for (const register of [describe, test]) {
  register.each = each(register)
  register.skip = register.todo = () => {}
  register.only = register
  register.concurrent = register
}
export const it = test
export const suite = describe
export const before = (run) => group.before.push(run)
export const after = (run) => group.after.push(run)
export const beforeAll = before
export const afterAll = after
export const beforeEach = (run) => group.beforeEach.push(run)
export const afterEach = (run) => group.afterEach.push(run)

const show = (value) => inspect(value, { depth: 3, breakLength: Infinity }).slice(0, 120)
const loose = (a, b) => isDeepStrictEqual(strip(a), strip(b))
const strip = (value) => {
  if (value?.__any) return value
  if (Array.isArray(value)) return value.map(strip)
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined).map(([key, item]) => [key, strip(item)]))
}
const subset = (actual, wanted) => {
  if (wanted?.__any) return wanted.__any(actual)
  if (wanted === null || typeof wanted !== 'object') return Object.is(actual, wanted)
  if (Array.isArray(wanted)) return Array.isArray(actual) && actual.length === wanted.length && wanted.every((item, index) => subset(actual[index], item))
  return actual !== null && typeof actual === 'object' && Object.entries(wanted).every(([key, item]) => subset(actual[key], item))
}
const thrown = (run) => { if (typeof run !== 'function') return run; try { run() } catch (error) { return { error } } return null }
const fits = (caught, wanted) => {
  if (caught === null || caught === undefined) return false
  const error = caught && typeof caught === 'object' && 'error' in caught ? caught.error : caught
  if (wanted === undefined) return true
  const message = error?.message ?? String(error)
  if (typeof wanted === 'string') return message.includes(wanted)
  if (wanted instanceof RegExp) return wanted.test(message)
  if (typeof wanted === 'function') return error instanceof wanted
  return message === wanted?.message
}
const path = (object, key) => (Array.isArray(key) ? key : String(key).split('.')).reduce((at, part) => (at === null || at === undefined ? undefined : at[part]), object)
const matchers = {
  toBe: (a, b) => Object.is(a, b), toEqual: (a, b) => loose(a, b) || (b !== null && typeof b === 'object' && JSON.stringify(b) !== undefined && hasAny(b) && subset(a, b)),
  toStrictEqual: (a, b) => isDeepStrictEqual(a, b), toBeNull: (a) => a === null, toBeUndefined: (a) => a === undefined, toBeDefined: (a) => a !== undefined,
  toBeTruthy: (a) => Boolean(a), toBeFalsy: (a) => !a, toBeNaN: (a) => Number.isNaN(a), toContain: (a, b) => a.includes ? a.includes(b) : [...a].includes(b),
  toContainEqual: (a, b) => [...a].some((item) => loose(item, b)), toHaveLength: (a, b) => a.length === b, toMatch: (a, b) => (b instanceof RegExp ? b.test(a) : String(a).includes(b)),
  toBeGreaterThan: (a, b) => a > b, toBeGreaterThanOrEqual: (a, b) => a >= b, toBeLessThan: (a, b) => a < b, toBeLessThanOrEqual: (a, b) => a <= b,
  toBeCloseTo: (a, b, digits = 2) => Math.abs(a - b) < 10 ** -digits / 2, toBeInstanceOf: (a, b) => a instanceof b, toBeTypeOf: (a, b) => typeof a === b,
  toMatchObject: (a, b) => subset(a, b), toHaveProperty: (a, key, ...value) => path(a, key) !== undefined && (value.length === 0 || loose(path(a, key), value[0])),
  toThrow: (a, b) => fits(thrown(a), b), toThrowError: (a, b) => fits(thrown(a), b),
  toHaveBeenCalled: (a) => a.mock.calls.length > 0, toHaveBeenCalledTimes: (a, n) => a.mock.calls.length === n, toHaveBeenCalledOnce: (a) => a.mock.calls.length === 1,
  toHaveBeenCalledWith: (a, ...args) => a.mock.calls.some((call) => loose(call, args) || subset(call, args)),
}
const hasAny = (value) => value?.__any !== undefined || (value !== null && typeof value === 'object' && Object.values(value).some(hasAny))
const judge = (name, actual, args, negated) => {
  asserted += 1
  if (!matchers[name](actual, ...args) !== negated) throw new Error('expected ' + show(actual) + (negated ? ' not ' : ' ') + name + ' ' + args.map(show).join(', '))
}
const chain = (actual, negated, wait) => new Proxy({}, { get: (_, name) => {
  if (name === 'not') return chain(actual, !negated, wait)
  if (name === 'resolves') return chain(actual, negated, 'resolves')
  if (name === 'rejects') return chain(actual, negated, 'rejects')
  if (name === 'then') return undefined
  if (!Object.hasOwn(matchers, name)) throw new Unsupported('expect().' + String(name))
  if (wait === 'resolves') return async (...args) => judge(name, await actual, args, negated)
  if (wait === 'rejects') return async (...args) => {
    let caught = null
    try { await (typeof actual === 'function' ? actual() : actual) } catch (error) { caught = { error } }
    if (caught === null) { asserted += 1; throw new Error('expected a rejection') }
    judge(name, name.startsWith('toThrow') ? caught : caught.error, args, negated)
  }
  return (...args) => judge(name, actual, args, negated)
} })
export const expect = (actual) => chain(actual, false, null)
const any = (test) => ({ __any: test })
Object.assign(expect, { anything: () => any((v) => v !== null && v !== undefined), any: (type) => any((v) => v instanceof type || typeof v === type.name.toLowerCase()),
  stringContaining: (text) => any((v) => String(v).includes(text)), stringMatching: (re) => any((v) => new RegExp(re).test(v)), objectContaining: (o) => any((v) => subset(v, o)), arrayContaining: (list) => any((v) => list.every((item) => v.some((other) => loose(other, item)))), assertions: () => {}, hasAssertions: () => {} })
const fn = (body = () => undefined) => {
  let run = body
  const once = []
  const spy = function (...args) { spy.mock.calls.push(args); const value = (once.shift() ?? run).apply(this, args); spy.mock.results.push({ type: 'return', value }); return value }
  spy.mock = { calls: [], results: [] }
  spy.mockImplementation = (next) => ((run = next), spy)
  spy.mockImplementationOnce = (next) => (once.push(next), spy)
  spy.mockReturnValue = (value) => ((run = () => value), spy)
  spy.mockReturnValueOnce = (value) => (once.push(() => value), spy)
  spy.mockResolvedValue = (value) => ((run = async () => value), spy)
  spy.mockResolvedValueOnce = (value) => (once.push(async () => value), spy)
  spy.mockRejectedValue = (error) => ((run = async () => { throw error }), spy)
  spy.mockClear = spy.mockReset = () => ((spy.mock.calls = []), spy)
  return spy
}
const spyOn = (object, key) => { const held = object[key]; const spy = fn(held.bind(object)); object[key] = spy; spy.mockRestore = () => { object[key] = held }; return spy }
const tools = new Proxy({ fn, spyOn, restoreAllMocks() {}, clearAllMocks() {}, resetAllMocks() {} }, { get: (all, name) => all[name] ?? (() => { throw new Unsupported('vi.' + String(name)) }) })
export const vi = tools
export const jest = tools
export const mock = { fn, method: spyOn, reset() {}, restoreAll() {} }
export default test
export const globals = { describe, it, test, expect, beforeAll, afterAll, beforeEach, afterEach, before, after, vi, jest, suite }

const within = (promise, ms) => Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error('took too long')), ms))])
const context = () => ({ test: async (name, ...rest) => pick(rest)[0]?.(context()), after: () => {}, diagnostic: () => {}, mock, assert: globalThis.assert })
export const runAll = async () => {
  const results = []
  const run = async (at, each) => {
    for (const hook of at.before) await hook()
    const around = [...each, at]
    for (const one of at.tests) {
      try {
        for (const outer of around) for (const hook of outer.beforeEach) await hook()
        await within((async () => one.run(context()))(), 5000)
        for (const outer of around) for (const hook of outer.afterEach) await hook()
        results.push({ name: one.name, ok: true, unsupported: false, message: '' })
      } catch (error) {
        results.push({ name: one.name, ok: false, unsupported: error?.unsupported === true, message: String(error?.message ?? error).slice(0, 300) })
      }
    }
    for (const inner of at.groups) await run(inner, around)
    for (const hook of at.after) await hook()
  }
  await run(root, [])
  root.tests = []; root.groups = []; root.before = []; root.after = []; root.beforeEach = []; root.afterEach = []
  return results
}
`
