import type { Obligation } from '../../model/obligation.ts'
import type { DemandCheck } from '../../obligations/demand.ts'
import { bare } from './exam-sentence.ts'
import { isDoneBySubject, isTakenBack, withoutRefusals } from './exam-order.ts'
import { covers, isNegative, type Part, sentenceWith, wordsOf } from './exam-words.ts'
import type { DesignIntent } from './intent.ts'

type Design = { readonly parts: readonly Part[]; readonly intent: DesignIntent }

/** What one part shows and another denies is not decided. */
export function withContrary(
  obligation: Obligation,
  check: DemandCheck | null,
  design: Design,
): Obligation {
  const said = saidBy(check) ?? (check === null ? bare(obligation.source.text) : null)
  if (obligation.status !== 'met' || said === null) return obligation
  const result = contraryPart(design, said)
  if (result === null) return obligation
  const { part, why } = result
  return {
    ...obligation,
    status: 'undecided',
    decided_by: 'judge',
    reason: `${obligation.reason}, but ${part.path} ${why}: "${part.text.trim().slice(0, 120)}"`,
    evidence: [],
  }
}

/** A statement in plain words; null for what is no deed. */
function saidBy(check: DemandCheck | null): string | null {
  if (check?.type !== 'name') return null
  const [subject = '', rest = ''] = check.name.split(' | ')
  if (check.role === 'cannot') return `${subject} cannot ${rest}`
  return /^(?:can|when|system|fact)$/.test(check.role ?? '') ? `${subject} ${rest}` : null
}

/** A part that says of the same people and things that it is otherwise, and why it is; null where none does. */
function contraryPart(
  { parts, intent }: Design,
  requirement: string,
): { readonly part: Part; readonly why: string } | null {
  const asked = wordsOf(requirement)
  if (asked.length < 2) return null
  const actors = [...new Set(parts.flatMap(({ actor }) => actor ?? []))]
  for (const part of parts) {
    const { kind, actor = '', text } = part
    if (kind === 'goal' || kind === 'flow' || kind === 'data') continue
    const own = sentenceWith(text, asked)
    const more = withoutRefusals(wordsOf(own)).filter((word) => !asked.includes(word))
    if (!covers(`${own} ${actor}`, asked) || more.length > 1) continue
    if (!isDoneBySubject(part, requirement, actors)) continue
    if (isNegative(own) !== isNegative(requirement) || isTakenBack(part, requirement))
      return { part, why: 'says otherwise' }
    const missed = kind === 'step' ? missedEntity(intent, part, requirement) : null
    if (missed !== null) return { part, why: `does not touch the entity ${missed}` }
  }
  return null
}

/** The entity that a requirement and its step name, and that the step does not use though it uses others. */
function missedEntity(intent: DesignIntent, { path, text, actor = '' }: Part, requirement: string) {
  const [, flow = '', step = ''] = /^\/userFlows\/(\d+)\/steps\/(\d+)$/.exec(path) ?? []
  const used = intent.userFlows[Number(flow)]?.steps[Number(step)]?.entityIds ?? []
  const named = intent.dataModel.entities.filter(
    ({ name }) =>
      [text, requirement].every((each) => covers(each, wordsOf(name))) &&
      !covers(actor, wordsOf(name)),
  )
  if (used.length === 0 || named.some(({ id }) => used.includes(id))) return null
  return named[0]?.name ?? null
}
