import type { Obligation } from '../../model/obligation.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import { type Answer, met, unmet } from '../../obligations/examine.ts'
import { blockOf, isSaid, layOver, wordsOfStretch } from './copy/compare-copy.ts'
import type { PageContract } from './page-rule.ts'
import { quote } from './score/define-rule.ts'

const sectionOf = (pointer: string): string => /^\/sections\/([^/]+)/.exec(pointer)?.[1] ?? 'copy'

/** One obligation a section of the copy: all its texts stand on the page word for word, now and later. */
export function copyObligations(
  facts: PageFacts,
  contract: PageContract,
  subject: string,
): readonly Obligation[] {
  const names = [...new Set((contract.copy ?? []).map(({ pointer }) => sectionOf(pointer)))]
  const later =
    facts.later == null
      ? null
      : { ...facts, views: [facts.later.view], opened: [], dark: null, links: facts.later.links }
  return names.map((name) => {
    const now = answerFor(facts, contract, name)
    const then = later === null || now.status !== 'met' ? now : answerFor(later, contract, name)
    const isLater = then !== now && then.status !== 'met'
    const { status, reason, evidence } = isLater ? then : now
    return {
      id: `copy.${name}`,
      statement: `the texts of ${name} stand on the page word for word`,
      source: { kind: 'copy' as const, text: textsOf(contract, name).slice(0, 500) },
      weight: 'must' as const,
      decided_by: 'check' as const,
      status,
      reason: isLater ? `${facts.later?.after ?? ''} later: ${reason}` : reason,
      evidence: [...evidence],
      subject,
    }
  })
}

const textsOf = ({ copy }: PageContract, name: string): string =>
  (copy ?? [])
    .filter(({ pointer }) => sectionOf(pointer) === name)
    .map(({ text }) => text)
    .join(' | ')

function answerFor(facts: PageFacts, contract: PageContract, name: string): Answer {
  const laid = layOver(facts, contract)
  if (laid === null) return unmet('there is no copy')
  let place: string | undefined
  for (const [index, item] of laid.items.entries()) {
    if (sectionOf(item.pointer) !== name) continue
    const at = laid.match.placed[index]
    const changed = laid.match.changed.get(index)
    if (changed !== undefined)
      return unmet(
        `${item.pointer} reads ${quote(wordsOfStretch(laid, changed))}, not ${quote(item.text)}`,
        blockOf(laid, changed)?.selector,
      )
    if (at == null && !isSaid(laid, item)) return unmet(`${quote(item.text)} is not on the page`)
    if (at != null) place ??= blockOf(laid, at)?.selector
  }
  return met(`every text of ${name} stands there`, place ?? 'body')
}
