import type { Entry } from '../../src/model/entry.ts'
import { type GanSetup, payloads } from '../../src/workflows/gan/events.ts'
import type { Violation } from './world.ts'

type Place =
  | 'nowhere'
  | 'proposing'
  | 'reviewing'
  | 'resolving'
  | 'building'
  | 'evaluating'
  | 'again'
  | 'judged'
  | 'asking'
  | 'answered'
  /** A person decided obligations; the question may stay open under another name. */
  | 'decided'
  | 'ended'

/** Where each event may stand, and where it leads. */
const table: Readonly<Record<string, readonly Place[]>> = {
  run_started: ['nowhere'],
  contract_proposed: ['proposing'],
  contract_reviewed: ['reviewing', 'resolving'],
  contract_signed: ['reviewing', 'resolving'],
  site_built: ['building'],
  site_edited: ['evaluating', 'asking', 'decided'],
  evaluated: ['evaluating'],
  evaluated_again: ['again'],
  iteration_advanced: ['judged', 'answered', 'decided'],
  gate_opened: ['judged', 'proposing', 'reviewing', 'resolving', 'building', 'evaluating', 'again'],
  gate_answered: ['asking', 'decided'],
  phase_error: ['proposing', 'reviewing', 'resolving', 'building', 'evaluating', 'again'],
}

const mostTries = 3

type Walk = {
  readonly at: Place
  readonly held: Place
  readonly judged: number
  readonly rounds: number
  readonly tries: number
}

/** The events come in an order that the loop knows: no phase is skipped, none is done twice. */
export function tableHolds(entries: readonly Entry[], setup: GanSetup): readonly Violation[] {
  let walk: Walk = { at: 'nowhere', held: 'nowhere', judged: 0, rounds: 0, tries: 0 }
  for (const entry of entries) {
    const problem = problemAt(walk, entry, setup)
    if (problem !== null) return [{ law: 'law-table', what: problem }]
    walk = onwards(walk, entry, setup)
  }
  return walk.at === 'ended' ? [] : [{ law: 'law-table', what: `it rests ${walk.at}` }]
}

function problemAt({ at, tries, rounds }: Walk, entry: Entry, setup: GanSetup): string | null {
  const { event, payload } = entry
  if (event === 'ended') return at === 'nowhere' || at === 'ended' ? `an end while ${at}` : null
  if (!table[event]?.includes(at)) return `${event} while ${at}`
  if (event === 'phase_error' && tries >= mostTries) return `a phase was tried ${tries + 1} times`
  if (event === 'gate_opened') {
    const failed = payloads.gate_opened.parse(payload).reasons.includes('agent_failure')
    return failed === (at !== 'judged') ? null : `a question about an agent while ${at}`
  }
  if (event === 'contract_reviewed' && (setup.contract === 'none' || rounds > mostRounds(setup)))
    return `${rounds} rounds of a negotiation`
  return null
}

const mostRounds = ({ maxNegotiationRounds }: GanSetup) => maxNegotiationRounds * 2

const answeredAt = (option: string, held: Place): Place =>
  option === 'retry' ? held : option === 'met' || option === 'unmet' ? 'decided' : 'answered'

function onwards(walk: Walk, { event, payload }: Entry, setup: GanSetup): Walk {
  const { at } = walk
  const to = (next: Place): Walk => ({ ...walk, at: next, tries: 0 })
  switch (event) {
    case 'phase_error':
      return { ...walk, tries: walk.tries + 1 }
    case 'run_started':
    case 'iteration_advanced':
      return { ...to('proposing'), rounds: 0 }
    case 'contract_proposed':
      return to('reviewing')
    case 'contract_reviewed': {
      const { by } = payloads.contract_reviewed.parse(payload).negotiation
      return { ...to(by === 'builder' ? 'resolving' : 'reviewing'), rounds: walk.rounds + 1 }
    }
    case 'contract_signed':
      return to('building')
    case 'site_built':
    case 'site_edited':
      return to('evaluating')
    case 'evaluated': {
      // every fifth project is judged twice, the first time it is judged
      const twice = walk.judged === 0 && setup.projectNumber % 5 === 0
      return { ...to(twice ? 'again' : 'judged'), judged: walk.judged + 1 }
    }
    case 'evaluated_again':
      return to('judged')
    case 'gate_opened':
      return { ...to('asking'), held: at }
    case 'gate_answered':
      return to(answeredAt(payloads.gate_answered.parse(payload).answer.option, walk.held))
    default:
      return to('ended')
  }
}
