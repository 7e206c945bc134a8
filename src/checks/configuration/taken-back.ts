import type { Decided } from '../../obligations/examine.ts'
import { takenBack } from '../../obligations/examine.ts'
import type { FileKind } from './configuration.ts'
import { type Fact, factsAt } from './facts.ts'
import { placeOf, textOf } from './look.ts'
import { unreached } from './references.ts'

/** Settings that take others back: what they are, and whom they silence. A task that speaks of them means it so. */
type Cause = {
  readonly fact: Fact
  readonly why: string
  readonly spoken: RegExp
  readonly silences: (other: Fact) => boolean
}

/** What a setting says, and another one beside it takes back, is for a person. */
export function withoutTakenBack(
  facts: readonly Fact[],
  kind: FileKind | null,
  task: string,
): (decided: readonly Decided[]) => readonly Decided[] {
  const causes = [
    ...(kind === null ? [] : (causesIn[kind]?.(facts) ?? [])),
    ...exclusions(facts),
    ...overrides(facts),
  ].filter(({ spoken }) => !spoken.test(task))
  const at = new Map(facts.map((fact) => [placeOf(fact), fact]))
  return (decided) =>
    decided.map((each) => {
      const { obligation, negated } = each
      const results = obligation.evidence.flatMap(({ where = '' }) => at.get(where) ?? [])
      const cause = causes.find(({ fact, silences }) =>
        results.some((one) => one !== fact && silences(one)),
      )
      if (cause === undefined || negated || obligation.status !== 'met') return each
      const { status, reason, evidence } = takenBack(
        `${obligation.reason}, but ${cause.why} (${placeOf(cause.fact)})`,
      )
      return { ...each, obligation: { ...obligation, status, reason, evidence: [...evidence] } }
    })
}

const never = /$^/

const under =
  (path: readonly string[], document: number) =>
  (other: Fact): boolean =>
    other.document === document && path.every((key, at) => other.path[at] === key)

const isNone = (fact: Fact): boolean => textOf(fact) === '0'

const causesIn: Partial<Record<FileKind, (facts: readonly Fact[]) => readonly Cause[]>> = {
  compose: (facts) =>
    factsAt(facts, 'services.*.profiles|services.*.scale|services.*.deploy.replicas')
      .filter((fact) => fact.path.at(-1) === 'profiles' || isNone(fact))
      .map((fact) => ({
        fact,
        why: `the service ${fact.path[1]} does not start by itself`,
        spoken: fact.path.at(-1) === 'profiles' ? /\bprofiles?\b/i : /\breplicas|scale/i,
        silences: under(fact.path.slice(0, 2), fact.document),
      })),
  nginx: (facts) => blockers(facts),
  kubernetes: (facts) => [
    ...unreached(facts).map((one) => ({
      ...one,
      spoken: never,
      silences: under([], one.fact.document),
    })),
    ...factsAt(facts, '**.initContainers').map((fact) => ({
      fact,
      why: 'that container only prepares the pod',
      spoken: /\binit\b|\binitContainers\b/i,
      silences: under(fact.path, fact.document),
    })),
    ...factsAt(facts, 'spec.replicas|spec.suspend|spec.paused')
      .filter((fact) => isNone(fact) || fact.value === true)
      .map((fact) => ({
        fact,
        why: `nothing of it runs`,
        spoken: /\b0 replicas|replicas:? 0|\bsuspend|\bpaused?\b/i,
        silences: under([], fact.document),
      })),
  ],
  dependabot: (facts) =>
    factsAt(facts, 'updates.*.open-pull-requests-limit|updates.*.ignore.*.dependency-name')
      .filter((fact) => isNone(fact) || textOf(fact) === '*')
      .map((fact) => ({
        fact,
        why: `nothing is updated`,
        spoken: /\bignor|\b0 open|\bno (?:version )?updates/i,
        silences: under(fact.path.slice(0, 2), fact.document),
      })),
  tsconfig: (facts) =>
    factsAt(facts, `compilerOptions.*`)
      .filter((fact) => ofStrict.test(fact.path[1] ?? '') && fact.value === false)
      .map((fact) => ({
        fact,
        why: `${fact.path[1]} is switched off`,
        spoken: new RegExp(fact.path[1] ?? '', 'i'),
        silences: ({ path }) => path.join('.') === 'compilerOptions.strict',
      })),
}

const ofStrict =
  /^(?:alwaysStrict|noImplicitAny|noImplicitThis|strict\w+|useUnknownInCatchVariables)$/

const handlers =
  /^(?:root|alias|try_files|index|\w+_pass|autoindex|expires|proxy_\w+|fastcgi_\w+|client_max_body_size)$/

/** A block of nginx that answers each request by itself, or none at all, never comes to what else stands in it. */
function blockers(facts: readonly Fact[]): readonly Cause[] {
  return factsAt(facts, '**.return|**.deny').flatMap((fact): readonly Cause[] => {
    const { blocks = [], path } = fact
    const home = blocks.join(' ')
    const isIn = (other: Fact) => `${other.blocks?.join(' ')} `.startsWith(`${home} `)
    const isBeside = (other: Fact) => other.blocks?.join(' ') === home
    const isDeny = path.at(-1) === 'deny'
    const isOpened = facts.some((other) => isBeside(other) && other.path.at(-1) === 'allow')
    if (blocks.length === 0 || /^if\b/.test(path.at(-2) ?? '')) return []
    if (isDeny && (textOf(fact) !== 'all' || isOpened)) return []
    return [
      {
        fact,
        why: isDeny ? 'nobody may come there' : `each request is answered with ${textOf(fact)}`,
        spoken: isDeny ? /\bden(?:y|ied)\b|\bforbid/i : /\breturns?\b|\bredirect|\banswers?\b/i,
        silences: (other) =>
          isIn(other) && (!isBeside(other) || handlers.test(other.path.at(-1) ?? '')),
      },
    ]
  })
}

const bare = (fact: Fact): string =>
  textOf(fact)
    .replace(/^\.\//, '')
    .replace(/\/(?:\*\*?(?:\/\*)?)?$/, '')

/** `include` and `exclude`, `branches` and `branches-ignore`: the same value on both sides. */
function exclusions(facts: readonly Fact[]): readonly Cause[] {
  return facts.flatMap((fact): readonly Cause[] => {
    const parent = fact.path.at(-2) ?? ''
    const stored = parent === 'exclude' ? 'include' : /^(\w+)-ignore$/.exec(parent)?.[1]
    const beside = [...fact.path.slice(0, -2), stored]
    if (stored === undefined || fact.value === undefined) return []
    const silences = (other: Fact) =>
      other.document === fact.document &&
      other.path.length === beside.length + 1 &&
      beside.every((key, at) => other.path[at] === key) &&
      (bare(other) === bare(fact) || other.path.at(-1) === bare(fact))
    return [{ fact, why: `it is left out again`, spoken: never, silences }]
  })
}

/** A key that `overrides` set to something else. */
const overrides = (facts: readonly Fact[]): readonly Cause[] =>
  facts
    .filter(({ path, value }) => path.includes('overrides') && value !== undefined)
    .map((fact) => ({
      fact,
      why: 'an override says otherwise',
      spoken: /\boverrid/i,
      silences: (other) =>
        !other.path.includes('overrides') &&
        other.path.at(-1) === fact.path.at(-1) &&
        textOf(other) !== textOf(fact),
    }))
