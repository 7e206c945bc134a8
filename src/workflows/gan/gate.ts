import type { Gate } from '../../model/gate.ts'
import { undecidedOf, unmetOf } from './owed.ts'
import type { GanState } from './state.ts'

type Asking = Extract<GanState, { at: 'asking' }>

const because = {
  max_iterations: 'no iteration is left',
  stagnation: 'the score does not move any more',
  escalation: 'it has not passed after several iterations',
  agent_failure: 'an agent does not answer as it must',
  undecided: 'something was asked that no check could decide',
} as const

const effects = {
  continue: 'another iteration, aimed at another dimension',
  adjust:
    'your words change what is asked for ("waive AC-03" drops an item); scores before are not compared',
  'force-pass': 'the page is taken as it is: accepted by you, not passed',
  switch: 'starts again with another approach and your words; iterations are counted from 1 again',
  restart: 'starts again with only the brief and your words',
  abort: 'the loop ends and its output is taken as it is: accepted by you, never passed',
  met: 'you looked: what is undecided is met (with --only ID,ID only these); recorded with your name, for this page only',
  unmet:
    'it is not met (with --only ID,ID only these): the builder is told, in another iteration if one is left',
  retry: 'the same work is asked for again',
  stop: 'the run ends, nothing is accepted',
} as const
export type GateOption = keyof typeof effects

function offered({ reasons, site }: Asking): readonly GateOption[] {
  if (reasons.includes('agent_failure')) return ['retry', 'stop']
  if (reasons.includes('undecided')) return ['met', 'unmet', 'adjust', 'abort']
  const output: readonly GateOption[] = site === null ? [] : ['force-pass']
  return reasons.includes('max_iterations')
    ? [...output, 'adjust', 'switch', 'restart', 'abort']
    : ['continue', 'adjust', ...output, 'abort']
}

const mostNamed = 3
const listed = (list: readonly string[]): string => {
  const named = list.slice(0, mostNamed).map((text) => text.replace(/[.\s]+$/, ''))
  return list.length > mostNamed
    ? `${named.join('; ')}; and ${list.length - mostNamed} more`
    : named.join('; ')
}

/** What stands in the way, in the words of what was asked. */
function openText({ evaluation }: Asking): string {
  if (evaluation === null) return ''
  const { mustPassFailures } = evaluation
  const [unmet, undecided] = [unmetOf(evaluation), undecidedOf(evaluation)]
  return [
    ...(mustPassFailures.length > 0
      ? [`Must pass and does not: ${listed(mustPassFailures)}. `]
      : []),
    ...(unmet.length > 0
      ? [`Asked and not there: ${listed(unmet.map((each) => each.statement))}. `]
      : []),
    ...(undecided.length > 0
      ? [`Undecided: ${listed(undecided.map(({ id, statement }) => `${id} ${statement}`))}. `]
      : []),
  ].join('')
}

/** The question of an escalation: one gate, all its reasons. */
export function gateFor(state: Asking): Gate {
  const { setup, evaluation, comparable, reasons, detail } = state
  const why = reasons.map((reason) => because[reason]).join(', and ')
  const standing =
    evaluation === null
      ? `${setup.projectId} has no score yet`
      : `${setup.projectId} scores ${(comparable.at(-1) ?? evaluation.overall).toFixed(2)}, and ${setup.loop.passThreshold} is asked`
  return {
    id: `escalation-${state.asked}`,
    question: `${standing}: ${why}${detail === '' ? '' : ` (${detail})`}. ${openText(state)}What now?`,
    options: offered(state).map((name) => ({ name, effect: effects[name] })),
    // the report, and with it the site, that they are asked about
    shown: evaluation?.report ?? '',
  }
}
