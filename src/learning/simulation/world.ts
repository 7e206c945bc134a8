import { type Chance, chanceFrom } from '../chance.ts'

export const worldKinds = ['main', 'null', 'no-bloat', 'small-team'] as const
export type WorldKind = (typeof worldKinds)[number]

export type LessonClass = 'strong' | 'modest' | 'null' | 'harmful' | 'goodhart'

/** A lesson as it truly is, which no method is told. */
export type TrueLesson = {
  readonly kind: LessonClass
  /** Log-odds of its error without it, in the middle of the world. */
  readonly base: number
  /** What it does to its error, and to the acceptance of the whole, in log-odds. */
  readonly target: number
  readonly overall: number
  /** For which of the four types of output it is eligible. */
  readonly types: readonly boolean[]
  readonly tokens: number
}

/** A world with everything that will happen in it, so that all methods meet the same. */
export type World = {
  readonly kind: WorldKind
  readonly seed: number
  readonly orders: number
  readonly lessons: readonly TrueLesson[]
  readonly band: Uint8Array
  readonly proposer: Uint8Array
  readonly outputType: Uint8Array
  /** How much harder than the middle each work order is, in log-odds. */
  readonly difficulty: Float64Array
  /** Uniform numbers: one for the acceptance of each work order, one for each error in it. */
  readonly acceptanceLuck: Float64Array
  readonly errorLuck: Float64Array
  readonly bloat: number
  readonly upgradeAt: number
}

const effects: Readonly<Record<LessonClass, { target: number; overall?: number }>> = {
  strong: { target: -1 },
  modest: { target: -0.5 },
  null: { target: 0 },
  harmful: { target: 0.5 },
  goodhart: { target: -0.8, overall: 0.35 },
}

/** How many lessons of each class a world has. */
export const crowds: Readonly<Record<WorldKind, Readonly<Record<LessonClass, number>>>> = {
  main: { strong: 8, modest: 8, null: 14, harmful: 6, goodhart: 4 },
  'no-bloat': { strong: 8, modest: 8, null: 14, harmful: 6, goodhart: 4 },
  null: { strong: 0, modest: 0, null: 40, harmful: 0, goodhart: 0 },
  'small-team': { strong: 3, modest: 3, null: 4, harmful: 2, goodhart: 1 },
}

const baseRates = [0.06, 0.12, 0.2, 0.3] as const

/** An error is one of several reasons why a work order is not accepted: this much of its log-odds. */
const shareOfAcceptance = 0.21

/** Acceptance in the middle of the world; it makes 35.7 % of all work orders fail without any lesson. */
export const acceptanceBase = -0.397

/** A prompt with more lessons than this gets worse with each. */
export const freeLessons = 5

export function makeWorld(kind: WorldKind, seed: number, orders: number): World {
  const chance = chanceFrom('world', kind, seed)
  const lessons = makeLessons(kind, chance)
  const band = new Uint8Array(orders)
  const proposer = new Uint8Array(orders)
  const outputType = new Uint8Array(orders)
  const difficulty = new Float64Array(orders)
  const upgradeAt = Math.floor(orders / 2)
  let patch = chance.normal() * patchDeviation
  for (let order = 0; order < orders; order += 1) {
    const level = Math.floor(chance.uniform() * 5)
    const strong = chance.uniform() < (routing[level] ?? 0.5)
    patch = 0.9 * patch + chance.normal() * patchDeviation * Math.sqrt(1 - 0.9 ** 2)
    band[order] = level
    proposer[order] = strong ? 1 : 0
    outputType[order] = Math.floor(chance.uniform() * 4)
    difficulty[order] =
      (level - 2) * 0.35 + (strong ? -0.3 : 0.2) + patch + (order >= upgradeAt ? -0.4 : 0)
  }
  const lucks = (count: number) => Float64Array.from({ length: count }, chance.uniform)
  return {
    kind,
    seed,
    orders,
    lessons,
    band,
    proposer,
    outputType,
    difficulty,
    acceptanceLuck: lucks(orders),
    errorLuck: lucks(orders * lessons.length),
    bloat: kind === 'no-bloat' ? 0 : 0.06,
    upgradeAt,
  }
}

const patchDeviation = 0.5
/** The chance of the strong proposer by complexity band: easy work goes to the cheap one. */
const routing = [0.1, 0.25, 0.5, 0.75, 0.9] as const

function makeLessons(kind: WorldKind, chance: Chance): readonly TrueLesson[] {
  const classes: readonly LessonClass[] = ['strong', 'modest', 'null', 'harmful', 'goodhart']
  return classes.flatMap((each) =>
    Array.from({ length: crowds[kind][each] }, (_, index): TrueLesson => {
      const rate = baseRates[index % baseRates.length] ?? 0.2
      const { target, overall = target * shareOfAcceptance } = effects[each]
      return {
        kind: each,
        base: Math.log(rate / (1 - rate)),
        target,
        overall,
        types: twoOfFour(chance),
        tokens: 40 + Math.floor(chance.uniform() * 121),
      }
    }),
  )
}

function twoOfFour(chance: Chance): readonly boolean[] {
  const first = Math.floor(chance.uniform() * 4)
  const second = (first + 1 + Math.floor(chance.uniform() * 3)) % 4
  return [0, 1, 2, 3].map((type) => type === first || type === second)
}

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x))
