import { availableParallelism } from 'node:os'
import type { CheckOutcome, PreparedCheck } from '../model/check.ts'
import { builtinId, findBuiltIn } from './builtin.ts'
import { cacheKey, projectFingerprint } from './cache.ts'
import type { CheckCache } from '../ports/check-cache.ts'
import { type CheckDone, checkDone } from '../ports/telemetry.ts'
import type { BuiltInCheck, Subject, Tools } from './check.ts'
import { runCommandCheck } from './command/run-command-check.ts'
import { runContentCheck } from './content/run-content-check.ts'
import { isVacuous } from './vacuity/is-vacuous.ts'

/** One check with what came of it. A pass of a vacuous check proves nothing. */
export type CheckRun = {
  readonly check: PreparedCheck
  readonly outcome: CheckOutcome
  readonly vacuous: boolean
  readonly cached: boolean
  readonly ms: number
}

export type CheckProgress =
  | { readonly type: 'started'; readonly index: number; readonly check: PreparedCheck }
  | { readonly type: 'finished'; readonly index: number; readonly run: CheckRun }

export type RunTools = Tools & {
  readonly cache: CheckCache
  /** How many run at once; as many as there are cores by default. */
  readonly concurrency?: number
  readonly onProgress?: (progress: CheckProgress) => void
}

/** Runs all checks, several at once, and answers in the order they were given. */
export async function runChecks(
  checks: readonly PreparedCheck[],
  subject: Subject,
  tools: RunTools,
): Promise<readonly CheckRun[]> {
  const runs: CheckRun[] = []
  const waiting = [...checks.entries()].toReversed()
  const fingerprint = once(() => projectFingerprint(subject.project))
  const about = cacheKey([subject.artifact, subject.task])
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [index, check] = next
      tools.onProgress?.({ type: 'started', index, check })
      const run = await runOne(check, subject, tools, { subject: about, project: fingerprint })
      runs[index] = run
      if (checkDone.hasSubscribers) checkDone.publish(doneOf(run))
      tools.onProgress?.({ type: 'finished', index, run })
    }
  }
  const workers = Math.max(1, Math.min(tools.concurrency ?? availableParallelism(), checks.length))
  await Promise.all(Array.from({ length: workers }, work))
  return runs
}

const doneOf = ({ check, outcome, cached, ms }: CheckRun): CheckDone => ({
  rule: check.rule_id,
  verdict: outcome.verdict,
  cached,
  ms,
})

async function runOne(
  check: PreparedCheck,
  subject: Subject,
  tools: RunTools,
  hash: { readonly subject: string; readonly project: () => Promise<string> },
): Promise<CheckRun> {
  const begun = performance.now()
  try {
    const builtIn = await builtInOf(check)
    const project = builtIn !== null && builtIn.readsProject ? await hash.project() : null
    const key = cacheKey(['outcome', check, hash.subject, project, tools.sandbox.kind])
    const known = await tools.cache.get(key)
    const outcome = known ?? (await judge(check, builtIn, subject, tools))
    if (known === null && outcome.verdict !== 'error') await tools.cache.set(key, outcome)
    // only a pass needs the proof that the check can fail; our own checks prove it in their tests
    const proven = outcome.verdict !== 'pass' || builtIn !== null
    const vacuous = !proven && (await isVacuous(check, subject, tools))
    return { check, outcome, vacuous, cached: known !== null, ms: performance.now() - begun }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const outcome = broken(`the check for ${check.rule_id} broke: ${reason}`)
    return { check, outcome, vacuous: false, cached: false, ms: performance.now() - begun }
  }
}

async function builtInOf(check: PreparedCheck): Promise<BuiltInCheck | null> {
  const id = check.type === 'executable' ? builtinId(check.command) : null
  if (id === null) return null
  const builtInCheck = await findBuiltIn(id)
  if (builtInCheck === null) throw new Error(`there is no built-in check ${id}`)
  return builtInCheck
}

function judge(
  check: PreparedCheck,
  builtIn: BuiltInCheck | null,
  subject: Subject,
  tools: Tools,
): Promise<CheckOutcome> | CheckOutcome {
  if (tools.signal.aborted) return broken('cancelled before it ran')
  if (builtIn !== null) return builtIn.run(subject, tools)
  return check.type === 'content'
    ? runContentCheck(check, subject.artifact)
    : runCommandCheck(check, subject, tools)
}

const broken = (details: string): CheckOutcome => ({ verdict: 'error', details, findings: [] })

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () => (made ??= make())
}
