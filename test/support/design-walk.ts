import * as fc from 'fast-check'
import type { Entry } from '../../src/model/entry.ts'
import { FaultCode } from '../../src/workflows/design/events.ts'
import { stateFile } from '../../src/workflows/design/kept-state.ts'
import type { DesignCommand, DesignState, Live } from '../../src/workflows/design/state.ts'
import { DesignStateName } from '../../src/workflows/design/transitions.ts'
import { type DesignMachine, hashOf, intentOf, live, type Order, orders, take } from './design.ts'

/** Words that intents are made of: few, so that the same design comes again. */
const words = Array.from({ length: 9 }, (_, index) => `word ${index}`)
const wordOf = new Map(words.map((word) => [hashOf(word), word]))
/** What each of them scores: below, at and above every threshold there is. */
const scores = [60, 70, 70.01, 72.5, 79.99, 80, 85, 95, 100]
const scoreOf = (word: string): number => scores[words.indexOf(word)] ?? 0

const kinds = [
  'start',
  'generate',
  'breach',
  'fail',
  'evaluate',
  'revise',
  'edit',
  'approve',
  'reject',
  'abort',
  'freeze',
  'fault',
  'stop',
  'reset',
  'unfreeze',
  'attempt',
  'write',
  'move',
] as const

type Kind = (typeof kinds)[number]

/** What somebody wants, before it is known where the feature is. */
export type Wish = {
  readonly kind: 'due' | Kind
  readonly pick: number
  /** Something about it is wrong: a hash, a gate, a name, a score. */
  readonly odd: boolean
}

export const wishes = fc.array(
  fc.record<Wish>({
    kind: fc.oneof(
      { weight: 5, arbitrary: fc.constant('due' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...kinds) },
    ),
    pick: fc.nat(1_000),
    odd: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  }),
  { minLength: 20, maxLength: 300, size: 'max' },
)

const of = <Value>(values: readonly Value[], pick: number): Value => values[pick % values.length]!

/** What leads on from where the feature is. */
function due(state: Live, pick: number): Kind {
  switch (state.at) {
    case 'IDLE':
      return 'start'
    case 'GENERATING':
      return of(['generate', 'generate', 'generate', 'breach'], pick)
    case 'EVALUATING':
      return 'evaluate'
    case 'CANDIDATE':
      return of(['approve', 'approve', 'reject', 'reject', 'abort', 'edit'], pick)
    case 'REVISING':
      return 'revise'
    case 'FROZEN':
      return state.seal === null ? 'freeze' : 'unfreeze'
    case 'FAILED':
      return 'reset'
  }
}

/** The command a wish becomes; null for a move to another machine, which is none. */
export function commandOf(state: Live, wish: Wish, runs: number): DesignCommand | null {
  const { pick, odd } = wish
  const kind = wish.kind === 'due' ? due(state, pick) : wish.kind
  const word = of(words, pick)
  const said = odd ? ' ' : 'because'
  const cost = { ms: pick, tokens: pick % 50 }
  const order = (): Order | null => {
    switch (kind) {
      case 'move':
        return null
      case 'start':
        return orders.start(setupBy(pick), {
          runId: odd ? state.runId : `run-${runs + 1}`,
          ...(pick % 5 === 0 ? { given: intentOf(word) } : {}),
          ...(pick % 10 === 0 ? { feedback: 'add the price' } : {}),
        })
      case 'generate':
        return {
          ...orders.generate(word),
          cost,
          notes: pick % 4 === 0 ? ['no table was found'] : [],
          ...(pick % 3 === 0 ? { model: 'writer-1' } : {}),
        } as DesignCommand
      case 'breach':
        return { ...orders.breach(), cost } as DesignCommand
      case 'fail':
        return orders.fail(of(['agent_timeout', 'agent_error', 'cap_reached'] as const, pick))
      case 'evaluate': {
        const waiting = wordOf.get(state.intent?.hash ?? '') ?? word
        const wrong = odd && pick % 2 === 0
        const drift = odd && !wrong ? 1.5 : 0
        const judged = wrong ? word : waiting
        return {
          ...orders.evaluate(judged, scoreOf(judged) - drift, { cost }),
          ...(pick % 3 === 0 ? { model: 'reader-1' } : {}),
        }
      }
      case 'revise':
        return orders.revise
      case 'edit':
        return orders.edit(word)
      case 'approve':
        return orders.answer('approve', undefined, odd ? { shown: hashOf('other') } : {})
      case 'reject':
        return orders.answer('reject', said, odd && pick % 2 === 0 ? { by: '' } : {})
      case 'abort':
        return orders.answer('abort', said, pick % 7 === 0 ? { gate: 'approval-1' } : {})
      case 'freeze':
        return odd
          ? {
              type: 'record-freeze',
              seal: { checksumSHA256: hashOf(word), marker: hashOf('m'), preview: hashOf('p') },
            }
          : orders.freeze
      case 'fault':
        return orders.fault(of(FaultCode.options, pick))
      case 'stop':
        return orders.stop
      case 'reset':
      case 'unfreeze': {
        const wanted = kind === 'reset' ? orders.reset : orders.unfreeze
        const command = typeof wanted === 'function' ? wanted(state) : wanted
        return odd ? ({ ...command, by: '' } as DesignCommand) : command
      }
      case 'attempt':
        return orders.attempt(of(DesignStateName.options, pick))
      case 'write':
        return { type: 'refuse-write', path: 'design/final/intent.json', by: 'eve' }
    }
  }
  const made = order()
  return typeof made === 'function' ? made(state) : made
}

const setupBy = (pick: number) => ({
  threshold: of([70, 80, 82.5, 95], pick),
  maxIterations: of([1, 2, 4, 10], pick),
  stagnationCount: of([1, 3], pick),
  strictTermination: pick % 3 === 0,
  contractRetries: pick % 2,
  caps: { iterations: 10, wall_time_s: 3_600, tokens: of([60, 1_000_000], pick), cost_usd: 20 },
})

/** One thing that happened on a walk. */
export type Footstep = {
  readonly before: Live
  readonly after: Live
  readonly entries: readonly Entry[]
}

export type Walk = {
  readonly steps: readonly Footstep[]
  readonly state: DesignState
  /** The journal on the machine where the walk ended. */
  readonly journal: readonly Entry[]
}

/** Lets wishes come true, or not, one after the other. */
export function walk(machine: DesignMachine, wanted: readonly Wish[]): Walk {
  let told = take(
    { state: machine.initial, entries: [], refused: null },
    orders.start(setupBy(wanted[0]?.pick ?? 0)),
    machine,
  )
  let runs = 1
  const steps: Footstep[] = [
    { before: live(told.state), after: live(told.state), entries: told.entries },
  ]
  for (const wish of wanted) {
    const before = live(told.state)
    const command = commandOf(before, wish, runs)
    const known = command === null ? 0 : told.entries.length
    told = command === null ? moved(machine, before) : take(told, command, machine)
    const after = live(told.state)
    if (after.runId !== before.runId) runs += 1
    steps.push({ before, after, entries: told.entries.slice(known) })
  }
  return { steps, state: told.state, journal: told.entries }
}

/** The feature goes on where only its state.json and its intent are known. */
function moved(machine: DesignMachine, state: Live) {
  const file = JSON.parse(JSON.stringify(stateFile(state))) as Record<string, unknown>
  return take(
    { state: machine.initial, entries: [], refused: null },
    { type: 'adopt', state: file, intent: state.intent },
    machine,
  )
}
