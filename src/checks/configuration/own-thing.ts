import type { DemandCheck } from '../../obligations/demand.ts'
import { asAsked } from '../../obligations/exam.ts'
import { type Answer, type Decided, undecided } from '../../obligations/examine.ts'
import type { Fact } from './facts.ts'
import { kindsOfHomes, namesOf } from './homes.ts'
import { escaped } from './open-configuration.ts'

type Ask = (check: DemandCheck, facts: readonly Fact[]) => Answer

/** The things of one kind that a sentence names, and the settings of all others of that kind. */
type Named = {
  readonly names: readonly string[]
  readonly own: readonly Fact[]
  readonly others: readonly Fact[]
  /** The sentence begins with the name and names no other. */
  readonly isSubject: boolean
}

/** What a sentence asks of a service, a server block or a job that it names is not met by another one. */
export function keptToThing(
  facts: readonly Fact[],
  decided: readonly Decided[],
  ask: Ask,
): readonly Decided[] {
  const namedBy = readerOf(facts)
  return decided.map((each) => {
    const { check, negated, obligation } = each
    if (check === null || negated || obligation.status !== 'met') return each
    for (const named of namedBy(obligation.source.text)) {
      const own = ask(check, named.own)
      if (own.status === 'met' || ask(check, named.others).status !== 'met') continue
      const names = named.names.join(' and ')
      const isPlain = named.isSubject && own.status === 'unmet' && own.evidence.length > 0
      const answer = asAsked(
        isPlain
          ? { ...own, reason: `of ${names}: ${own.reason}` }
          : undecided(`it holds for another than ${names}, of which it is asked`),
        each,
      )
      return { ...each, obligation: { ...obligation, ...answer, evidence: [...answer.evidence] } }
    }
    return each
  })
}

/** All settings but those of things that are like the ones that a sentence names. */
export function withoutOthers(facts: readonly Fact[]): (sentence: string) => readonly Fact[] {
  const namedBy = readerOf(facts)
  return (sentence) => {
    const others = new Set(namedBy(sentence).flatMap((named) => named.others))
    return others.size === 0 ? facts : facts.filter((fact) => !others.has(fact))
  }
}

function readerOf(facts: readonly Fact[]): (sentence: string) => readonly Named[] {
  const kinds = kindsOfHomes(facts).map((homes) =>
    homes.map((home) => ({ home, names: namesOf(home) })),
  )
  return (sentence) => {
    const all = kinds.flatMap((homes): readonly Named[] => {
      const named = homes.map(({ home, names }) => ({
        home,
        name: names.find((each) => mentionOf(each).test(sentence)),
      }))
      const names = [...new Set(named.flatMap(({ name }) => name ?? []))]
      const own = new Set(
        named.flatMap(({ home, name }) => (name === undefined ? [] : home.own)).map(factOf),
      )
      const others = named
        .flatMap(({ home }) => home.own)
        .map(factOf)
        .filter((fact) => !own.has(fact))
      if (names.length === 0 || others.length === 0) return []
      const isSubject = names.length === 1 && beginsWith(names[0]!).test(sentence)
      return [{ names, own: [...own], others, isSubject }]
    })
    // a part of a thing that is called as the thing itself is not what is meant
    const isPartOf = (one: Named, whole: Named) =>
      one.names.every((name) => whole.names.includes(name)) &&
      [...one.own, ...one.others].every((fact) => whole.own.includes(fact))
    return all.filter((one) => !all.some((whole) => whole !== one && isPartOf(one, whole)))
  }
}

const factOf = ({ fact }: { readonly fact: Fact }): Fact => fact

const kindWords =
  '(?:services?|servers?|containers?|jobs?|cron ?jobs?|deployments?|stateful ?sets?|daemon ?sets?|hosts?|blocks?|locations?|upstreams?|alerts?|rules?|steps?|tasks?|entry|entries)'

const mentionOf = (name: string): RegExp =>
  new RegExp(
    `[\`"]${escaped(name)}[\`"]|\\b(?i:${kindWords}) ${escaped(name)}(?![\\w.-])|(?:^|[,;] |\\band )${escaped(name)}:`,
  )

const beginsWith = (name: string): RegExp =>
  new RegExp(`^(?i:(?:(?:an?|the) )?(?:${kindWords} )?)[\`"]?${escaped(name)}(?![\\w.-])`)
