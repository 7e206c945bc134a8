import type { Entry } from '../../src/model/entry.ts'
import { type Evaluation, payloads } from '../../src/workflows/gan/events.ts'
import type { SprintContract } from '../../src/workflows/gan/contract.ts'
import type { Violation } from './world.ts'

const broken = (what: string): Violation => ({ law: 'law-contract', what })

/** What holds in every contract, whoever proposes it. */
const always = Array.from({ length: 9 }, (_, index) => `AC-${90 + index}`)

/**
 * Nothing that was agreed on is dropped but by a person, nothing implicit is ever; and what is looked at
 * for regressions only is what passed the last time.
 */
export function contractsHold(entries: readonly Entry[]): readonly Violation[] {
  let agreed: SprintContract | null = null
  let judged: Evaluation | null = null
  const waived = new Set<string>()
  return entries.flatMap(({ event, payload, iteration }): readonly Violation[] => {
    if (event === 'evaluated') judged = payloads.evaluated.parse(payload)
    if (event === 'gate_answered') {
      const { option, feedback = '' } = payloads.gate_answered.parse(payload).answer
      if (option === 'restart') [agreed, judged] = [null, null]
      if (option === 'adjust')
        for (const [id] of feedback.matchAll(/AC-\d\d/g)) if (id < 'AC-90') waived.add(id)
    }
    if (event !== 'contract_signed') return []
    const { contract } = payloads.contract_signed.parse(payload)
    const violations = [
      ...(contract.iteration === iteration ? [] : [broken('a contract of another sprint')]),
      ...dropped(contract, agreed, waived),
      ...carried(contract, judged, waived),
    ]
    agreed = contract
    waived.clear()
    return violations
  })
}

function dropped(
  { acceptance_checklist: items }: SprintContract,
  agreed: SprintContract | null,
  waived: ReadonlySet<string>,
): readonly Violation[] {
  const ids = new Set(items.map(({ id }) => id))
  const owed = [...always, ...(agreed?.acceptance_checklist ?? []).map(({ id }) => id)]
  return owed
    .filter((id) => !ids.has(id) && !waived.has(id))
    .map((id) => broken(`${id} was agreed on and is gone`))
}

/** An item that was waived and proposed anew is new, whatever it was before. */
function carried(
  { acceptance_checklist: items }: SprintContract,
  judged: Evaluation | null,
  waived: ReadonlySet<string>,
): readonly Violation[] {
  return items.flatMap(({ id, carry_forward: carry }) => {
    const passed =
      !waived.has(id) &&
      (judged?.verdicts.some((verdict) => verdict.id === id && verdict.passed) ?? false)
    return carry === passed ? [] : [broken(`${id} ${passed ? 'passed' : 'did not pass'} before`)]
  })
}
