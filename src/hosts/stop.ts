import type { GateResult } from './gate.ts'
import type { HookWord } from './host.ts'
import type { Session } from './session.ts'

/** What becomes of an agent that says it is done. */
export type StopDecision = {
  readonly verdict: 'accepted' | 'sent-back' | 'undecided' | 'given-up'
  readonly word: HookWord
  readonly session: Session
}

type Stop = {
  readonly session: Session
  readonly hash: string
  readonly result: Pick<GateResult, 'verdict' | 'lines'>
  /** How often it may be sent back. */
  readonly most: number
}

export function decideStop({ session, hash, result, most }: Stop): StopDecision {
  const { verdict, lines } = result
  const last = { hash, verdict, lines: [...lines] }
  if (verdict === 'accepted')
    return {
      verdict: 'accepted',
      word: { say: 'nothing' },
      session: { ...session, blocks: 0, last },
    }
  if (verdict === 'undecided') {
    const text = `Loopwright could not decide everything, so this is not accepted; a person must look:\n${listed(lines)}`
    return { verdict, word: { say: 'note', text }, session: { ...session, last } }
  }
  const isSame = session.last?.hash === hash
  if (session.blocks >= most) {
    const text = `Loopwright: this is NOT done. The agent was sent back ${session.blocks} times, and these remain:\n${listed(lines)}`
    return { verdict: 'given-up', word: { say: 'note', text }, session: { ...session, last } }
  }
  const text = [
    isSame
      ? 'Loopwright: not done. No file changed since the last check, so the same is still wrong:'
      : 'Loopwright: not done. These checks fail:',
    listed(lines),
    `Correct them, then finish again (${session.blocks + 1} of ${most}). Do not change loopwright.yaml, its rules, the hooks or the tests to get past this.`,
  ].join('\n')
  return {
    verdict: 'sent-back',
    word: { say: 'go-on', text },
    session: { ...session, blocks: session.blocks + 1, last },
  }
}

const mostLines = 20

function listed(lines: readonly string[]): string {
  const shown = lines.slice(0, mostLines).map((line) => `- ${line.slice(0, 400)}`)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}
