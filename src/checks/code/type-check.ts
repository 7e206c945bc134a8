import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import type { Code } from './code.ts'
import { isScript, isTyped, type CodeUnit } from './code-units.ts'
import { compilerAt, findCompiler, noCompiler } from './compiler.ts'
import { importsOf, layOut, resolveUnit } from './layout.ts'
import { parseUnit } from './syntax.ts'

export type Diagnostic = {
  readonly unit: CodeUnit
  readonly line: number
  readonly code: number
  readonly message: string
}

export type TypeCheck =
  | { readonly ok: true; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly reason: string }

const known = new WeakMap<readonly CodeUnit[], Promise<TypeCheck>>()

/** Asks the TypeScript compiler about all JavaScript and TypeScript units together, once. */
export function typeCheck(code: Code): Promise<TypeCheck> {
  const checked = known.get(code.units) ?? compile(code)
  known.set(code.units, checked)
  return checked
}

/** The compiler of the project around the code, or our own. */
export const compilerOf = ({ subject }: Pick<Code, 'subject'>) =>
  findCompiler(...(subject.project.root === undefined ? [] : [subject.project.root]))

async function compile({ units, tools, subject }: Code): Promise<TypeCheck> {
  const parsed = await Promise.all(units.filter(isScript).map(parseUnit))
  const broken = new Set(parsed.filter(({ errors }) => errors.length > 0).map(({ unit }) => unit))
  const files = new Map([...(await layOut(units))].filter(([, unit]) => !broken.has(unit)))
  if (files.size === 0) return { ok: true, diagnostics: [] }
  const compiler = compilerOf({ subject })
  if (compiler === null) return { ok: false, reason: noCompiler }
  const contents = Object.fromEntries([...files].map(([path, unit]) => [path, unit.content]))
  const world = await ambientWorld([...files.values()])
  const ran = await tools.sandbox.run(
    {
      argv: [join(compilerAt, 'tsc'), ...options(units), ...files.keys(), 'loopwright-world.d.ts'],
      files: { ...contents, 'loopwright-world.d.ts': world },
      show: [{ from: compiler.folder, at: compilerAt }],
      limits: { wallMs: 30_000, memoryMb: 2048 },
    },
    tools.signal,
  )
  if (!ran.ok) return { ok: false, reason: `${ran.error.reason}; ${ran.error.remedy}` }
  const run = ran.value
  if (run.type === 'stopped') return { ok: false, reason: `the compiler was stopped: ${run.limit}` }
  if (run.code > 2) return { ok: false, reason: `the compiler broke: ${run.stderr.slice(0, 200)}` }
  const loose = await looseUnits(files)
  const refused = /^error TS\d+: .*/m.exec(run.stdout)
  if (refused !== null) return { ok: false, reason: `the compiler refused: ${refused[0]}` }
  const diagnostics = readDiagnostics(run.stdout, files)
  return { ok: true, diagnostics: diagnostics.filter((one) => !loose.has(one.unit) || isSure(one)) }
}

function options(units: readonly CodeUnit[]): readonly string[] {
  const usesBrowser = units.some((unit) =>
    /\b(?:document|window|localStorage|navigator|HTML\w*Element)\b/.test(unit.content),
  )
  const lib = usesBrowser ? 'es2024,dom,dom.iterable' : 'es2024'
  // what an untyped package hands to a callback has no type, and a caught error is often just shown
  const lenient = ['--noImplicitAny', 'false', '--useUnknownInCatchVariables', 'false']
  return [
    '--noEmit',
    '--pretty',
    'false',
    '--strict',
    ...lenient,
    '--lib',
    lib,
    '--target',
    'es2024',
    '--module',
    'preserve',
    '--moduleResolution',
    'bundler',
    '--moduleDetection',
    'force',
    '--types',
    '',
    '--allowImportingTsExtensions',
    '--allowJs',
    '--checkJs',
    '--jsx',
    'preserve',
    '--experimentalDecorators',
    '--skipLibCheck',
    '--ignoreConfig',
  ]
}

/** Declares what the platform and packages offer, as far as code can know it without installing them. */
async function ambientWorld(units: readonly CodeUnit[]): Promise<string> {
  const specifiers = new Set<string>()
  for (const unit of units)
    for (const { specifier } of importsOf(await parseUnit(unit)))
      if (!/^\.{0,2}\//.test(specifier) && specifier !== '.') specifiers.add(specifier)
  const packages = [...specifiers].map((name) => `declare module ${JSON.stringify(name)};`)
  const usesBrowser = options(units).some((option) => option.includes('dom'))
  const missing = usesBrowser ? serverNames : [...serverNames, ...webNames]
  const values = missing.map((name) => `declare var ${name}: any;`)
  const serverTypes = ['type Buffer = any;']
  const types = usesBrowser
    ? []
    : [...webNames, 'RequestInit', 'HeadersInit', 'BodyInit']
        .filter((name) => /^[A-Z]/.test(name))
        .map((name) => `type ${name} = any;`)
  return [...packages, ...values, ...serverTypes, ...types, ...sharedTypes].join('\n')
}

const serverNames =
  'process Buffer require module exports __dirname __filename global describe it test expect beforeEach afterEach beforeAll afterAll before after vi jest setImmediate clearImmediate Bun Deno'.split(
    ' ',
  )
const webNames =
  'console fetch setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone URL URLSearchParams AbortController AbortSignal TextEncoder TextDecoder Headers Request Response FormData Blob File ReadableStream WritableStream TransformStream Event EventTarget crypto performance btoa atob WebSocket'.split(
    ' ',
  )
const sharedTypes = [
  'declare namespace NodeJS { type Timeout = any; type ProcessEnv = any; type ErrnoException = Error & { code?: string; errno?: number; path?: string; syscall?: string }; type Signals = any; type ReadableStream = any; type WritableStream = any; type Timer = any }',
  'declare namespace JSX { interface IntrinsicElements { [name: string]: any } type Element = any; interface ElementChildrenAttribute { children: {} } }',
  'type BufferEncoding = string;',
  'interface ImportMeta { url: string; dirname: string; filename: string; main: boolean; env: any }',
]

// cannot find name, module or member; a name declared twice; an assignment to a constant
const javaScriptCodes = new Set([2304, 2305, 2307, 2448, 2451, 2552, 2588, 2614, 2724])
// a package without types used as a type; hints to install types; messages about the settings
const ignoredCodes = new Set([
  2709, 2503, 2580, 2582, 2584, 2591, 2592, 2593, 2686, 2875, 2883, 6196, 7016, 7026, 1479, 5097,
  2732, 1208, 2354, 2669, 2694,
])

function readDiagnostics(
  output: string,
  files: ReadonlyMap<string, CodeUnit>,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  for (const line of output.split('\n')) {
    const match = /^(.+?)\((\d+),\d+\): error TS(\d+): (.*)$/.exec(line)
    const [, path = '', row = '', code = '', message = ''] = match ?? []
    const unit = files.get(path)
    if (match === null || unit === undefined) continue
    const number = Number(code)
    if (ignoredCodes.has(number) || (!isTyped(unit) && !javaScriptCodes.has(number))) continue
    diagnostics.push({ unit, line: Number(row), code: number, message })
  }
  return diagnostics
}

/** Units that lean on packages or files nobody can see here: much of what they hold has no known type. */
async function looseUnits(files: ReadonlyMap<string, CodeUnit>): Promise<ReadonlySet<CodeUnit>> {
  const loose = new Set<CodeUnit>()
  const imports = await Promise.all(
    [...files].map(async ([path, unit]) => ({
      path,
      unit,
      specifiers: importsOf(await parseUnit(unit)).map(({ specifier }) => specifier),
    })),
  )
  for (let grew = true; grew;) {
    const before = loose.size
    for (const { path, unit, specifiers } of imports)
      if (specifiers.some((specifier) => isLoose(specifier, path))) loose.add(unit)
    grew = loose.size > before
  }
  return loose

  function isLoose(specifier: string, from: string): boolean {
    if (!specifier.startsWith('.')) return !specifier.startsWith('node:') && !isBuiltin(specifier)
    const target = resolveUnit(specifier, from, files)
    return target === null || loose.has(target)
  }
}

/** What holds whatever the missing types are: names, members, counts of arguments, and plain types that differ. */
function isSure({ code, message }: Diagnostic): boolean {
  if (javaScriptCodes.has(code) || code < 2000 || code === 2554) return true
  const plain = String.raw`'(?:string|number|boolean|null|undefined|void|bigint)(?:\[\])?'`
  return (
    new RegExp(
      `^(?:Type|Argument of type) ${plain} is not assignable to (?:type|parameter of type) ${plain}`,
    ).test(message) ||
    /^Property '\w+' does not exist on type '(?:string|number|boolean)(?:\[\])?'/.test(message)
  )
}
