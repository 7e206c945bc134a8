import type { Entry } from '../../src/model/entry.ts'
import { payloads } from '../../src/workflows/gan/events.ts'
import type { GanLive } from '../../src/workflows/gan/state.ts'
import type { Violation } from './world.ts'

const broken = (what: string): readonly Violation[] => [{ law: 'law-6', what }]

/** What each answer must lead to, by the words of the question. */
const leads: Readonly<Record<string, string>> = {
  continue: 'iteration_advanced',
  adjust: 'iteration_advanced',
  switch: 'iteration_advanced',
  restart: 'iteration_advanced',
  'force-pass': 'accepted_by_user',
  abort: 'accepted_by_user',
  stop: 'stopped',
}

const onlyAfter: Readonly<Record<string, readonly string[]>> = {
  max_iterations: ['force-pass', 'adjust', 'switch', 'restart', 'abort'],
  agent_failure: ['retry', 'stop'],
  stagnation: ['continue', 'adjust', 'force-pass', 'abort'],
  escalation: ['continue', 'adjust', 'force-pass', 'abort'],
  undecided: ['met', 'unmet', 'adjust', 'abort'],
}

/** Law 6: people answer the question that is open, about what they were shown, and it does what they chose. */
export function gatesLead(entries: readonly Entry[], state: GanLive): readonly Violation[] {
  let asked = 0
  let report = ''
  let reasons: readonly string[] = []
  const violations = entries.flatMap((entry, index): readonly Violation[] => {
    const { event, payload } = entry
    if (event === 'evaluated') ({ report } = payloads.evaluated.parse(payload))
    if (event === 'gate_opened') {
      asked += 1
      ;({ reasons } = payloads.gate_opened.parse(payload))
    }
    if (event === 'ended') return acceptedByPeople(entries, index)
    if (event !== 'gate_answered') return []
    const { gate, option, shown } = payloads.gate_answered.parse(payload).answer
    const open = asked
    // what is left stays open under another name
    if (option === 'met' || option === 'unmet') asked += 1
    if (gate !== `escalation-${open}`)
      return broken(`${gate} was answered while escalation-${open} was open`)
    if (shown !== report) return broken(`${gate} was answered about another report`)
    const [first = ''] = ['agent_failure', 'max_iterations', ...reasons].filter((each) =>
      reasons.includes(each),
    )
    if (!onlyAfter[first]?.includes(option)) return broken(`${option} was not offered at ${gate}`)
    // no iteration is left for what a person finds unmet: what becomes of it is asked instead
    if (option === 'unmet') reasons = ['max_iterations']
    return leadsOn(entries[index + 1], option)
  })
  return [...violations, ...wordsAreKept(entries, state)]
}

function leadsOn(next: Entry | undefined, option: string): readonly Violation[] {
  const wanted = leads[option]
  if (wanted === undefined) return []
  const found =
    next?.event === 'ended'
      ? payloads.ended.parse(next.payload).outcome
      : (next?.event ?? 'nothing')
  return found === wanted ? [] : broken(`${option} led to ${found}, expected ${wanted}`)
}

/** Nothing is accepted by a user who did not say so. */
function acceptedByPeople(entries: readonly Entry[], index: number): readonly Violation[] {
  const { outcome } = payloads.ended.parse(entries[index]?.payload)
  const before = entries[index - 1]
  const answered =
    before?.event === 'gate_answered'
      ? payloads.gate_answered.parse(before.payload).answer.option
      : null
  const accepts = answered === 'force-pass' || answered === 'abort'
  return accepts === (outcome === 'accepted_by_user')
    ? []
    : broken(`it ended ${outcome} after ${answered ?? 'no answer'}`)
}

/** What people said at gates is what the builder will be told. */
function wordsAreKept(entries: readonly Entry[], { guidance }: GanLive): readonly Violation[] {
  const said = entries.flatMap(({ event, payload }) => {
    if (event !== 'gate_answered') return []
    const { feedback = '' } = payloads.gate_answered.parse(payload).answer
    return feedback.trim() === '' ? [] : [feedback.trim()]
  })
  return said.join('|') === guidance.join('|') ? [] : broken('words of people were lost')
}
