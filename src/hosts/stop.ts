import type { GateResult } from './gate.ts'
import type { HookWord } from './host.ts'
import type { Session } from './session.ts'

/** What becomes of an agent that says it is done. */
export type StopDecision = {
  readonly verdict: NonNullable<Session['last']>['verdict']
  readonly word: HookWord
  readonly session: Session
}

type Stop = {
  readonly session: Session
  readonly at: string
  readonly hash: string
  readonly result: GateResult
  /** How often it may be sent back. */
  readonly most: number
  /** No check is about what changed. */
  readonly isIdle?: boolean
}

export function decideStop(stop: Stop): StopDecision {
  const { session, at, hash, result } = stop
  const message = answerTo(stop)
  const last = { ...message, at, hash, gate: result.verdict, lines: [...result.lines] }
  const more = message.verdict === 'sent-back' ? 1 : 0
  const blocks = result.verdict === 'accepted' ? 0 : session.blocks + more
  return { ...message, session: { ...session, blocks, last } }
}

function answerTo(stop: Stop): Omit<StopDecision, 'session'> {
  const { session, hash, result, most, isIdle = false } = stop
  const { verdict, lines } = result
  if (verdict === 'accepted')
    return { verdict: isIdle ? 'nothing-to-check' : verdict, word: { say: 'nothing' } }
  if (verdict === 'undecided') {
    const text = `Loopwright could not decide everything, so this is not accepted; a person must look:\n${listed(lines)}`
    return { verdict, word: { say: 'note', text } }
  }
  const isSame = session.last?.hash === hash
  if (session.blocks >= most) {
    const text = `Loopwright: this is NOT done. The agent was sent back ${session.blocks} times, and these remain:\n${listed(lines)}`
    return { verdict: 'given-up', word: { say: 'note', text } }
  }
  const text = [
    isSame
      ? 'Loopwright: not done. No file changed since the last check, so the same is still wrong:'
      : 'Loopwright: not done. These checks fail:',
    listed(lines),
    `Correct them, then finish again (${session.blocks + 1} of ${most}). Do not change loopwright.yaml, its rules, the hooks or the tests to get past this.`,
  ].join('\n')
  return { verdict: 'sent-back', word: { say: 'go-on', text } }
}

const listed = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')
