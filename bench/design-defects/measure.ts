import { criticise } from '../../src/checks/design/criticise.ts'
import type { Criticism } from '../../src/checks/design/critique.ts'
import type { DesignIntent } from '../../src/checks/design/intent.ts'
import type { Base } from './bases.ts'
import { casesOf, variantsOf } from './cases.ts'
import type { Case } from './cases.ts'
import { randomFrom, shuffled, valueAt } from './plant.ts'
import type { CaseSet } from './sets.ts'
import { flaws } from './sound.ts'

export type Outcome = 'noticed' | 'elsewhere' | 'missed'
export type Trial = {
  readonly defect: string
  readonly dimension: string
  readonly base: string
  readonly outcome: Outcome
  /** Whether a finding at the right place is of the dimension the defect was planted in. */
  readonly sameDimension: boolean
  readonly scoreFell: boolean
  readonly expected: readonly string[]
  readonly planted: unknown
  readonly seen: readonly string[]
}
export type FalseAlarm = {
  readonly on: string
  readonly base: string
  readonly finding: string
  readonly text: unknown
}
export type Report = {
  readonly set: CaseSet['name']
  readonly seed: number
  readonly trials: readonly Trial[]
  readonly harmless: number
  readonly falseAlarms: readonly FalseAlarm[]
  readonly unstable: readonly string[]
}

type Judged = { readonly score: number; readonly findings: readonly Criticism[] }

const saidOf = ({ ruleId, severity, path, message }: Criticism): string =>
  `${severity} ${ruleId} ${path} ${message}`

/** What the critic says that a person has to act on. */
function judge(intent: DesignIntent): Judged {
  const { scorecard, criticisms } = criticise(intent)
  return {
    score: scorecard.overallScore,
    findings: criticisms.filter(({ severity }) => severity !== 'info'),
  }
}

export function measure(set: CaseSet, seed: number, count: number): Report {
  for (const { name, intent } of set.bases)
    if (flaws(intent).length > 0) throw new Error(`${name}: ${flaws(intent).join(', ')}`)
  const clean = new Map(set.bases.map(({ name, intent }) => [name, judge(intent)]))
  const each = Math.ceil(count / set.defects.length)
  const cases = set.defects.flatMap((defect) => casesOf(defect, set.bases, { seed, count: each }))
  const variants = set.benign.flatMap((one) => variantsOf(one, set.bases, { seed, count: 4 }))
  const harmless = [
    ...set.bases.map((base) => ({ on: 'clean', base, intent: base.intent })),
    ...variants.map(({ benign, base, intent }) => ({ on: benign.id, base, intent })),
  ]
  return {
    set: set.name,
    seed,
    trials: cases.map((planted) => trialOf(planted, clean.get(planted.base.name)!)),
    harmless: harmless.length,
    falseAlarms: harmless.flatMap((one) => alarmsOf(one)),
    unstable: [...harmless, ...cases.map((one) => ({ ...one, on: one.defect.id }))].flatMap((one) =>
      changesOf(one),
    ),
  }
}

function trialOf({ defect, base, intent, pointers }: Case, clean: Judged): Trial {
  const known = new Set(clean.findings.map(saidOf))
  const now = judge(intent)
  const fresh = now.findings.filter((finding) => !known.has(saidOf(finding)))
  const right = fresh.filter(({ path }) => pointers.includes(path))
  const scoreFell = now.score < clean.score
  return {
    defect: defect.id,
    dimension: defect.dimension,
    base: base.name,
    outcome: right.length > 0 && scoreFell ? 'noticed' : fresh.length > 0 ? 'elsewhere' : 'missed',
    sameDimension: right.some(({ dimension }) => dimension === defect.dimension),
    scoreFell,
    expected: pointers,
    planted: valueAt(intent, pointers[0] ?? ''),
    seen: fresh.map(saidOf),
  }
}

type Subject = { readonly on: string; readonly base: Base; readonly intent: DesignIntent }

const alarmsOf = ({ on, base, intent }: Subject): readonly FalseAlarm[] =>
  judge(intent).findings.map((finding) => ({
    on,
    base: base.name,
    finding: saidOf(finding),
    text: valueAt(intent, finding.path),
  }))

/** A second look, and a look at the same intent with its keys in another order, say the same. */
function changesOf({ on, base, intent }: Subject): readonly string[] {
  const before = JSON.stringify(intent)
  const first = JSON.stringify(criticise(intent))
  const name = `${on} in ${base.name}`
  return [
    ...(JSON.stringify(intent) === before ? [] : [`${name}: the critic changed the intent`]),
    ...(JSON.stringify(criticise(structuredClone(intent))) === first
      ? []
      : [`${name}: a second look`]),
    ...(JSON.stringify(criticise(stirred(intent))) === first
      ? []
      : [`${name}: keys in other order`]),
  ]
}

function stirred(intent: DesignIntent): DesignIntent {
  const random = randomFrom(intent.components.length)
  const stir = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(stir)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            shuffled(Object.entries(value), random).map(([key, inner]) => [key, stir(inner)]),
          )
        : value
  return stir(intent) as DesignIntent
}
