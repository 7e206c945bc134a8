import type { DemandCheck } from '../../obligations/demand.ts'
import { type Answer, type Decided, takenBack } from '../../obligations/examine.ts'
import type { Fact } from './facts.ts'
import { type Home, homesIn, identity } from './homes.ts'
import { placeOf, textOf } from './look.ts'

type Ask = (check: DemandCheck, facts: readonly Fact[]) => Answer
type Located = { readonly decided: Decided; readonly check: DemandCheck; readonly fact: Fact }

/**
 * What is asked of one thing must hold for that thing: the values of a sentence, and of a whole list where it
 * names but one, belong together; and a value that one of several like things has, another not, is for a person.
 */
export function keptToHome(
  facts: readonly Fact[],
  decided: readonly Decided[],
  ask: Ask,
): readonly Decided[] {
  const homes = homesIn(facts)
  if (homes.length === 0) return decided
  const at = new Map(facts.map((fact) => [placeOf(fact), fact]))
  const located = decided.flatMap((each): readonly Located[] => {
    const { check, negated, obligation } = each
    const fact = at.get(obligation.evidence[0]?.where ?? '')
    const isOpen = check === null || negated || obligation.status !== 'met' || fact === undefined
    return isOpen ? [] : [{ decided: each, check, fact }]
  })
  const sentences = Map.groupBy(located, ({ decided: { obligation } }) =>
    [obligation.source.line, obligation.source.text].join(' '),
  )
  const reasons = new Map<Decided, string>()
  const doubt = ({ decided: one }: Located, reason: string | null) => {
    if (reason !== null && !reasons.has(one)) reasons.set(one, reason)
  }
  for (const group of [...sentences.values(), located])
    for (const home of namedIn(group, homes))
      for (const one of group) doubt(one, strayOf(one, home, { homes, facts, ask }))
  for (const one of located) doubt(one, otherValueOf(one, located, { homes, facts, ask }))
  return decided.map((each) => {
    const reason = reasons.get(each)
    if (reason === undefined) return each
    const { status, evidence } = takenBack(reason)
    return { ...each, obligation: { ...each.obligation, status, reason, evidence: [...evidence] } }
  })
}

/** What each of several like things has for itself. */
const ownKeys =
  /^(?:name|id|host|hostname|server_name|title|image|listen|port|path|key|value|command|url)$/

const holds = ({ own }: Home, fact: Fact): boolean => own.some((each) => each.fact === fact)
const titleOf = (home: Home): string => {
  const [first] = home.own
  const name = home.own.find(({ key }) => identity.test(key))?.fact ?? first?.fact
  return name === undefined ? 'it' : `${name.path.at(-1)} ${textOf(name)} (line ${name.line})`
}

/** The homes that demands name by what identifies them, where of each kind it is but one. */
function namedIn(group: readonly Located[], homes: readonly Home[]): readonly Home[] {
  const identities = group.flatMap(({ check, fact }) =>
    check.type === 'value' && identity.test(fact.path.at(-1) ?? '') ? [textOf(fact)] : [],
  )
  const named = homes.filter(({ own }) =>
    own.some(({ key, fact }) => identity.test(key) && identities.includes(textOf(fact))),
  )
  return named.filter(({ kind }) => named.filter((other) => other.kind === kind).length === 1)
}

type Around = {
  readonly homes: readonly Home[]
  readonly facts: readonly Fact[]
  readonly ask: Ask
}

/** Met in another home than the one that is named, and not in that one, nor around both. */
function strayOf(
  { check, fact }: Located,
  home: Home,
  { homes, facts, ask }: Around,
): string | null {
  const others = homes.filter((one) => one.kind === home.kind && one.id !== home.id)
  const other = others.find((one) => holds(one, fact))
  if (other === undefined || holds(home, fact)) return null
  const within = facts.filter((each) => !others.some((one) => holds(one, each)))
  return ask(check, within).status === 'met'
    ? null
    : `it holds for ${titleOf(other)}, not for ${titleOf(home)}, which is asked for beside it`
}

/** Another of the like things has another value under the same key, which nobody asked for. */
function otherValueOf(
  { check, fact }: Located,
  located: readonly Located[],
  { homes, ask }: Around,
): string | null {
  const key = check.type === 'value' ? check.name.replaceAll('`', '') : ''
  const last = fact.path.at(-1) ?? ''
  if (key.toLowerCase() !== last.toLowerCase() || ownKeys.test(last)) return null
  const own = homes.findLast((home) => holds(home, fact))
  const within = own?.own.find((each) => each.fact === fact)?.key
  const other = homes
    .filter(({ kind, id }) => kind === own?.kind && id !== own.id)
    .flatMap((home) => home.own)
    .find(
      (each) =>
        each.key === within &&
        ask(check, [each.fact]).status === 'unmet' &&
        ask(check, [each.fact]).evidence[0]?.where === placeOf(each.fact) &&
        !located.some((one) => one.fact === each.fact),
    )
  return other === undefined
    ? null
    : `${key} is ${textOf(fact)} in line ${fact.line} and ${textOf(other.fact)} in line ${other.fact.line}; which is meant is not said`
}
