import type { Machine } from '../loop/machine.ts'
import type { Choice } from '../model/choice.ts'
import type { GateAnswer } from '../model/gate.ts'
import type { Workspace } from '../ports/workspace.ts'
import { keptPlace } from './kept-runs.ts'
import { type Begun, type RunState, stopAfter } from './workflow.ts'

type Ended = { readonly at: 'ended'; readonly outcome: string }

/** What the definitions of workflows with stages have in common: their runs are in the private folder and end with an outcome. */
export const stagedWorkflow = <State extends RunState, Command, Step>(
  machine: Machine<State, Command, Step>,
  { noun, begin }: { readonly noun: string; readonly begin: string },
) => ({
  machine,
  noun,
  begin,
  place: (workspace: Pick<Workspace, 'privateFolder'>, name: string) =>
    keptPlace(workspace, machine, name),
  isOver: (state: Begun<State>) => hasEnded(state),
  standing: (state: Begun<State>): string => (hasEnded(state) ? state.outcome : state.at),
  bound: () => null,
  stop: stopAfter,
  answer: (answer: GateAnswer) => ({ type: 'answer-gate' as const, answer }),
})

const hasEnded = (state: RunState): state is Ended => state.at === 'ended' && 'outcome' in state

/** What to do about an answer that the rules refuse; some options need words. */
export const sayHow =
  (needsWords: ReadonlySet<string>) =>
  ({ name }: { readonly name: string }, { option }: Pick<Choice, 'option'>): string =>
    needsWords.has(option)
      ? `say it: loopwright answer ${name} ${option} --feedback "…"`
      : `see what each does: loopwright status ${name}`
