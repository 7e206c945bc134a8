import { createHash } from 'node:crypto'
import type { Gate } from '../../model/gate.ts'
import type { Trigger } from './events.ts'
import { stepOf, type TrackState } from './state.ts'
import { tasksInQuestion } from './tasks-in-question.ts'
import { openObligations } from './verdict.ts'

export type Asking = Extract<TrackState, { at: 'asking' }>

const effects = {
  met: 'what is undecided holds, or only what you name with --only ID,ID',
  unmet: 'it does not hold; the fixer is told so, and your words with --feedback',
  another_fix: 'one more fix cycle, told your words with --feedback',
  by_hand:
    'you do the work in the worktree first (git worktree list); it is taken and evaluated as it is then',
  revise_plan: 'the planner writes another version of the plan, told your words',
  evaluate_again: 'the plan is evaluated again, with whatever you changed in plan.md',
  approve: 'you approve the plan; it is executed',
  go_on: 'the loop goes on for as many steps again',
  retry: 'the same step is done again, told your words with --feedback',
  defer: 'the task stays open, with your words as the reason why it is deferred',
  reply: 'your words go to the agent that asks',
  keep: 'you, or something of yours, did that; the work is kept',
  abort: 'the track ends as failed; its branch and its files stay as they are',
} as const
export type GateOption = keyof typeof effects

/** What a person must say something about, or nothing would change. */
export const needsWords: ReadonlySet<string> = new Set<GateOption>(['defer', 'reply'])

function optionsOf({ trigger, task, held }: Asking): readonly GateOption[] {
  switch (trigger) {
    case 'fix_limit':
      return ['another_fix', 'by_hand', 'revise_plan', 'abort']
    case 'plan_limit':
      return ['revise_plan', 'evaluate_again', 'abort']
    case 'board_rejected':
      return ['approve', 'revise_plan', 'abort']
    case 'max_iterations':
      return ['go_on', 'abort']
    case 'undecided':
      return ['met', 'unmet', 'abort']
    case 'question':
      return ['reply', 'abort']
    case 'checkout_touched':
      return ['keep', 'retry', 'abort']
    case 'blocked':
      return [
        'retry',
        ...(task === undefined ? [] : (['defer'] as const)),
        ...(isWork(held) ? (['by_hand'] as const) : []),
        ...(held === 'planning' || held === 'basing' ? [] : (['revise_plan'] as const)),
        'abort',
      ]
  }
}

/** Steps whose work a person can do in the worktree. */
const isWork = (at: Asking['held']): boolean =>
  at === 'executing' || at === 'fixing' || at === 'syncing'

const reasons: Readonly<Record<Trigger, string>> = {
  fix_limit: 'the evaluation failed again after all fix cycles',
  plan_limit: 'the plan failed its evaluation after all revisions',
  board_rejected: 'the board did not approve the plan',
  max_iterations: 'the loop took as many steps as are allowed',
  undecided: 'no check and no judge could decide this',
  question: 'an agent asks something that only you can decide',
  checkout_touched: 'your checkout changed while an agent worked',
  blocked: 'something is in the way',
}

export const reasonOf = ({ trigger }: Pick<Asking, 'trigger'>): string => reasons[trigger]

/** The question of an escalation: track, step, reason, context, options. */
export function gateFor(state: Asking): Gate {
  const { setup, trigger, detail, held, evaluated } = state
  const open =
    trigger === 'undecided' && evaluated !== null
      ? openObligations({ ...state, evaluated })
          .map(({ id, statement }) => `\n  ${id}: ${statement}`)
          .join('')
      : ''
  const tasks = tasksInQuestion(state).map(({ id, title }) => `${id} "${title}"`)
  const about =
    tasks.length === 0 ? '' : `, ${tasks.length === 1 ? 'task' : 'tasks'} ${tasks.join(', ')}`
  return {
    id: `${trigger.replaceAll('_', '-')}-${state.asked}`,
    question: `${setup.trackId}, ${stepOf[held]}${about}: ${reasons[trigger]}${detail === '' ? '' : ` (${detail})`}.${open}${open === '' ? ' ' : '\n'}${trigger === 'undecided' ? 'Does it hold?' : 'What now?'}`,
    options: optionsOf(state).map((name) => ({ name, effect: effects[name] })),
    shown: shownOf(state),
  }
}

/** What a person looks at when they answer: the commit, the plan and the spec. */
const shownOf = ({ head, plan, spec, evaluated }: Asking): string =>
  createHash('sha256')
    .update(JSON.stringify([head, plan, spec, evaluated?.report ?? null]))
    .digest('hex')
