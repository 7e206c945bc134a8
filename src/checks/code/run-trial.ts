import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Code } from './code.ts'
import { pythonJob } from './python-job.ts'
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
