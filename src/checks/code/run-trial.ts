import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CodeUnit } from './code-units.ts'
import type { Code } from './code.ts'
import type { PythonFacts } from './python-facts.ts'
import { pythonHarness } from './python-harness.ts'
import { scriptJob } from './script-job.ts'
import type { Scenario, Trial } from './trial.ts'

const Report = z.object({
  loads: z.array(
    z.object({ file: z.string(), name: z.string(), code: z.string(), message: z.string() }),
  ),
  scenarios: z.array(z.object({ ok: z.boolean(), got: z.string() })),
  tests: z.array(
    z.object({
      file: z.string(),
      name: z.string(),
      ok: z.boolean(),
      unsupported: z.boolean(),
      message: z.string(),
    }),
  ),
})
export type Report = z.infer<typeof Report>

type Ran =
  | { readonly type: 'report'; readonly report: Report }
  /** The code never came to its end. */
  | { readonly type: 'stuck'; readonly reason: string }
  /** It could not be run here; that says nothing about the code. */
  | { readonly type: 'broken'; readonly reason: string }

/** How code of this language is tried, or null where none of it can be run. */
export const trialOf = async (code: Code, scenarios: readonly Scenario[]): Promise<Trial | null> =>
  (await scriptJob(code, scenarios)) ?? (await pythonJob(code, scenarios))

/** Runs it for real in the sandbox. The code under test cannot write the report. */
export async function runTrial(
  trial: Trial,
  scenarios: readonly Scenario[],
  { tools }: Code,
): Promise<Ran> {
  const nonce = randomUUID()
  const input = { nonce, files: trial.files, scenarios, tests: [...trial.tests.keys()] }
  const ran = await tools.sandbox.run(trial.job(input), tools.signal)
  if (!ran.ok) return { type: 'broken', reason: `${ran.error.reason}; ${ran.error.remedy}` }
  const run = ran.value
  const line = run.stdout.split('\n').findLast((text) => text.startsWith(nonce))
  const report = line === undefined ? null : Report.safeParse(JSON.parse(line.slice(nonce.length)))
  if (report?.success) return { type: 'report', report: report.data }
  if (run.type === 'stopped')
    return run.limit === 'cancelled'
      ? { type: 'broken', reason: 'it was cancelled' }
      : { type: 'stuck', reason: `it was stopped: ${run.limit}` }
  return { type: 'stuck', reason: `it ended with exit ${run.code} before it was done` }
}

/** Why the code could not be loaded, and whether that is the code's own fault. */
export function loadProblem({ loads }: Report): { reason: string; isOwn: boolean } | null {
  const foreign = loads.find(({ code }) => code === 'ERR_MODULE_NOT_FOUND')
  if (foreign !== undefined)
    return { reason: `it cannot be run here: ${foreign.message.split('\n')[0]}`, isOwn: false }
  const broken = loads.find(({ name }) =>
    /^(?:SyntaxError|TypeError|ReferenceError|NameError|AttributeError|IndentationError)$/.test(
      name,
    ),
  )
  const known = /require is not defined|module is not defined|Unsupported|cannot use import/i
  if (broken !== undefined && !known.test(broken.message))
    return { reason: `the code breaks when it is loaded: ${broken.message}`, isOwn: true }
  const [first] = loads
  return first === undefined
    ? null
    : { reason: `the code does not load here: ${first.message}`, isOwn: false }
}

/** How to try Python, or null where the artifact holds none or none can be run. */
async function pythonJob(code: Code, scenarios: readonly Scenario[]): Promise<Trial | null> {
  const facts = (await code.python())?.filter(({ unit }) => unit.kind !== 'demo') ?? []
  if (facts.length === 0) return null
  const paths = new Map(
    facts.map(({ unit }, index) => [
      unit,
      unit.name ?? importedAs(unit, facts) ?? `block_${index + 1}.py`,
    ]),
  )
  const places = new Map<string, { readonly unit: CodeUnit; readonly offset: number }>()
  for (const { unit, functions, classes } of facts)
    for (const item of [...functions.filter(({ owner }) => owner === null), ...classes])
      places.set(item.name, { unit, offset: offsetOfLine(unit.content, item.line) })
  const tests = facts
    .filter(({ unit }) => unit.kind === 'test')
    .map(({ unit }) => [paths.get(unit) ?? '', unit] as const)
  return {
    files: [...new Set(scenarios.flatMap(({ name }) => places.get(name)?.unit ?? []))].map(
      (unit) => paths.get(unit) ?? '',
    ),
    tests: new Map(tests),
    placeOf: (name) => places.get(name) ?? null,
    job: (input) => ({
      argv: ['python3', '-I', 'loopwright_run.py'],
      files: {
        ...Object.fromEntries([...paths].map(([unit, path]) => [path, unit.content])),
        'loopwright_run.py': pythonHarness,
      },
      stdin: JSON.stringify(input),
      env: { PYTHONDONTWRITEBYTECODE: '1' },
      limits: { wallMs: 10_000 },
    }),
  }
}

/** The module name by which another block imports what this one declares. */
function importedAs(unit: CodeUnit, facts: readonly PythonFacts[]): string | null {
  const own = facts.find((one) => one.unit === unit)
  const names = [...(own?.functions ?? []), ...(own?.classes ?? [])].map(({ name }) => name)
  for (const other of facts) {
    const match =
      other.unit === unit
        ? null
        : /^\s*from\s+(\w+)\s+import\s+\(?([\w, ]+)/m.exec(other.unit.content)
    if (match?.[2]?.split(',').some((name) => names.includes(name.trim()))) return `${match[1]}.py`
  }
  return null
}

const offsetOfLine = (text: string, line: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, part) => sum + part.length + 1, 0)
