import { decidedByPerson } from '../../obligations/verdict.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import { wrongAnswer } from '../../loop/stages.ts'
import type { Fact } from '../../model/entry.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { ok, type Result } from '../../model/result.ts'
import { ended, fact } from './facts.ts'
import { gateFor, type GateOption } from './gate.ts'
import { otherDimension } from './loop-decision.ts'
import { openCounts, undecidedOf } from './owed.ts'
import type { GanCommand, GanLive } from './state.ts'

/** What a person must say something about, or nothing would change. */
const needsWords: ReadonlySet<string> = new Set<GateOption>(['adjust'])

/** What a person decides at an escalation. */
export function answer(
  state: GanLive,
  { answer: given, only }: Extract<GanCommand, { type: 'answer-gate' }>,
): Result<readonly Fact[], Refusal> {
  if (state.at !== 'asking') return refuse('no question is open')
  const wrong = wrongAnswer(gateFor(state), given, needsWords)
  if (wrong !== null) return refuse(wrong)
  if (given.option === 'met' || given.option === 'unmet') return decided(state, given, only)
  const event = fact(state, 'gate_answered', { answer: given })
  return ok([event, ...following(state, given)])
}

/** What a person decides of what nobody else could, for this page only. */
function decided(
  state: Extract<GanLive, { at: 'asking' }>,
  given: GateAnswer,
  only: readonly string[] | undefined,
): Result<readonly Fact[], Refusal> {
  const { evaluation } = state
  if (evaluation === null) return refuse('nothing has been judged yet')
  const open = undecidedOf(evaluation).map(({ id }) => id)
  const unknown = only?.find((id) => !open.includes(id))
  if (unknown !== undefined)
    return refuse(`${unknown} is not undecided; undecided: ${open.join(', ')}`)
  const chosen = new Set(only ?? open)
  const isMet = given.option === 'met'
  const obligations = (evaluation.obligations ?? []).map((each) =>
    chosen.has(each.id) ? decidedByPerson(each, { ...given, isMet }) : each,
  )
  const event = fact(state, 'gate_answered', { answer: given, obligations })
  const { unmet, undecided } = openCounts({ ...evaluation, obligations })
  if (unmet > 0) return ok([event, ...again(state)])
  // the question stays open for the rest
  if (undecided > 0) return ok([event])
  const score = (state.comparable.at(-1) ?? evaluation.overall).toFixed(2)
  return ok([event, ended(state, 'passed', `score ${score}; decided by ${given.by}`)])
}

/** No iteration is left of those that people granted. */
export const isLastIteration = ({ iteration, cycleStart, setup }: GanLive): boolean =>
  iteration - cycleStart + 1 >= setup.loop.maxIterations

/** Another iteration if one is left; else the question stays, and a person says what becomes of it. */
const again = (state: GanLive): readonly Fact[] =>
  isLastIteration(state)
    ? []
    : [fact(state, 'iteration_advanced', { to: state.iteration + 1, priority: state.priority })]

function following(state: GanLive, { option, feedback }: GateAnswer): readonly Fact[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only offered options come here
  switch (option as GateOption) {
    case 'force-pass':
    case 'abort':
      return [ended(state, 'accepted_by_user', feedback ?? `taken as it is (${option})`)]
    case 'stop':
      return [ended(state, 'stopped', feedback ?? 'stopped at the question')]
    case 'retry':
    case 'met':
    case 'unmet':
      return []
    case 'continue':
    case 'adjust':
    case 'switch':
    case 'restart': {
      const scores = state.evaluation?.scores
      const priority = scores ? otherDimension(scores, state.priority) : state.priority
      return [fact(state, 'iteration_advanced', { to: state.iteration + 1, priority })]
    }
  }
}

/** Items that a person waives by name; what is implicit stays. */
export const waivedIn = (words: string): ReadonlySet<string> =>
  new Set(
    [...words.matchAll(/\bwaive\b((?:[\s,]|and|AC-\d{2,3})+)/gi)].flatMap(
      ([, list]) => (list ?? '').toUpperCase().match(/AC-\d{2,3}/g) ?? [],
    ),
  )
