import type { DemandCheck } from '../../obligations/demand.ts'
import { asAsked } from '../../obligations/exam.ts'
import { type Answer, type Decided, met, undecided } from '../../obligations/examine.ts'
import type { Fact } from './facts.ts'
import { placeOf, textOf } from './look.ts'
import { settingsNamed } from './open-configuration.ts'

type Ask = (check: DemandCheck, facts: readonly Fact[]) => Answer

/** What a row of a table says is true of the one entry that its first cell names, not of any other. */
export function keptToRow(
  facts: readonly Fact[],
  decided: readonly Decided[],
  ask: Ask,
): readonly Decided[] {
  return decided.map((each) => {
    const subject = subjectOf(each.obligation.source.text)
    const { check } = each
    if (subject === null || (check?.type !== 'value' && check?.type !== 'limit')) return each
    const own = entryNamed(facts, subject)
    if (own.length === 0 && same(check.name.replaceAll('`', ''), subject)) return each
    const { status, reason, evidence } = asAsked(answerIn(own, subject, check, ask), each)
    return { ...each, obligation: { ...each.obligation, status, reason, evidence: [...evidence] } }
  })
}

/** The first cell of a row, as rows are written in an exam. */
const subjectOf = (text: string): string | null =>
  /^`([^`]+)`: /.exec(text)?.[1] ?? /^`?([^|`]+?)`? \| /.exec(text)?.[1] ?? null

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** All settings below the name, or of the entries of a list that have it as one of their values. */
function entryNamed(facts: readonly Fact[], name: string): readonly Fact[] {
  const entries = facts.flatMap((fact) => {
    const { path, document } = fact
    const at = path.slice(0, -1).findIndex((key) => same(key, name))
    const isItem = /^\d+$/.test(path.at(-2) ?? '') && same(textOf(fact), name)
    return at === -1 && !isItem ? [] : [{ document, path: path.slice(0, at === -1 ? -1 : at + 1) }]
  })
  return facts.filter((fact) =>
    entries.some(
      ({ path, document }) =>
        fact.document === document && path.every((key, at) => fact.path[at] === key),
    ),
  )
}

function answerIn(
  own: readonly Fact[],
  subject: string,
  check: Extract<DemandCheck, { type: 'value' | 'limit' }>,
  ask: Ask,
): Answer {
  if (own.length === 0) return undecided(`no entry is named ${subject}`)
  const key = check.name.replaceAll('`', '')
  if (!same(key, subject)) {
    const answer = ask(check, own)
    return answer.status === 'unmet' && settingsNamed(own, key).length === 0
      ? undecided(`the entry of ${subject} has no ${key}`)
      : answer
  }
  // "alto | 8": which setting has the value is not said
  const value = check.type === 'value' ? String(check.value) : null
  const fact = own.find((each) => value !== null && same(textOf(each), value))
  return fact === undefined
    ? undecided(`the entry of ${subject} has no value ${String(check.value)}`)
    : met(`the entry of ${subject} has ${textOf(fact)}`, placeOf(fact))
}
