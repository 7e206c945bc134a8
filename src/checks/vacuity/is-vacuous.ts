import type {
  CheckOutcome,
  ContentCheck,
  ExecutableCheck,
  PreparedCheck,
} from '../../model/check.ts'
import { cacheKey } from '../cache.ts'
import type { CheckCache } from '../../ports/check-cache.ts'
import type { Subject, Tools } from '../check.ts'
import { runCommandCheck } from '../command/run-command-check.ts'
import { boundsOf, runContentCheck } from '../content/run-content-check.ts'
import { damagedVariants } from './damage.ts'
import { samplesOf } from './sample.ts'

type VacuityTools = Tools & { readonly cache?: CheckCache }
type Tried = Pick<Subject, 'artifact' | 'task'>

/** Whether nothing that ought to fail the check makes it fail. A check that breaks is not vacuous. */
export async function isVacuous(
  check: PreparedCheck,
  subject: Tried,
  tools: VacuityTools,
): Promise<boolean> {
  // once seen to fail, a check can fail, whatever artifact it meets next
  const failedBefore = cacheKey(['can-fail', check, tools.sandbox.kind])
  const neverFailed = cacheKey([
    'vacuous',
    check,
    subject.artifact,
    subject.task,
    tools.sandbox.kind,
  ])
  if (await tools.cache?.get(failedBefore)) return false
  if (await tools.cache?.get(neverFailed)) return true

  const vacuous =
    check.type === 'content'
      ? !(await contentCanFail(check, subject.artifact))
      : !(await commandCanFail(check, subject, tools))
  // what was cut short proves nothing
  if (!tools.signal.aborted)
    await tools.cache?.set(vacuous ? neverFailed : failedBefore, remembered)
  return vacuous
}

const remembered: CheckOutcome = { verdict: 'pass', details: 'tried on artifacts', findings: [] }

async function contentCanFail(check: ContentCheck, artifact: string): Promise<boolean> {
  const fails = (text: string) => runContentCheck(check, text).verdict !== 'pass'
  if (fails('')) return true

  const { max } = boundsOf(check.expected)
  if (max === Infinity) return false
  for (const sample of await samplesOf(check.search)) {
    const planted = `${sample}\n`.repeat(Math.min(max, 10_000) + 1)
    if ([`${artifact}\n${planted}`, `${planted}${artifact}`, planted, sample].some(fails))
      return true
  }
  return false
}

async function commandCanFail(
  check: ExecutableCheck,
  subject: Tried,
  tools: Tools,
): Promise<boolean> {
  for await (const artifact of damagedVariants(check.command, subject)) {
    if ((await runCommandCheck(check, { artifact }, tools)).verdict !== 'pass') return true
  }
  return false
}
