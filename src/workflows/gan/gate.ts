import type { Gate } from '../../model/gate.ts'
import type { GanState } from './state.ts'

type Asking = Extract<GanState, { at: 'asking' }>

const because = {
  max_iterations: 'no iteration is left',
  stagnation: 'the score does not move any more',
  escalation: 'it has not passed after several iterations',
} as const

const options = {
  continue: 'another iteration, aimed at another dimension',
  adjust: 'your words change what is asked for; earlier scores are not compared any more',
  'force-pass': 'the page is accepted by you, not passed',
  restart: 'builds anew, by another approach, with your words',
  abort: 'the run ends without a page',
} as const

const offered = (terminal: boolean): readonly (keyof typeof options)[] =>
  terminal
    ? ['force-pass', 'adjust', 'restart', 'abort']
    : ['continue', 'adjust', 'force-pass', 'abort']

/** The question of an escalation: one gate, all its reasons. */
export function gateFor(state: Asking): Gate {
  const terminal = state.reasons.includes('max_iterations')
  const score = state.evaluation?.overall.toFixed(2) ?? 'none'
  return {
    id: `escalation-${state.asked}`,
    question: `${state.setup.projectId} scores ${score} of ${state.setup.loop.passThreshold}: ${state.reasons.map((reason) => because[reason]).join(', and ')}. What now?`,
    options: offered(terminal).map((name) => ({ name, effect: options[name] })),
    shown: state.evaluation?.report ?? '',
  }
}
