import { createHash } from 'node:crypto'
import { treesOf, type Change, type Defect } from './cases.ts'
import { problemsOf } from './confirm.ts'
import { integrityOf, metricsOf, mutantsOf, type Found } from './layers.ts'
import { isOfFamily, pointsAt } from './places.ts'
import { sets } from './sets.ts'
import { keptIn, type Kept } from './stage.ts'

export const layers = ['metrics', 'integrity', 'mutants', 'all'] as const
export type Layer = (typeof layers)[number]

/** What one layer says of a defect. `null` where it was not asked. */
export type Seen = {
  readonly any: boolean
  readonly placed: boolean
  readonly family: boolean
  readonly found: readonly Found[]
}

export type Trial = {
  readonly defect: Defect
  readonly seen: Readonly<Record<Layer, Seen | null>>
  readonly ms: Readonly<Record<'metrics' | 'integrity' | 'mutants', number | null>>
}

export type Alarm = {
  readonly change: Change
  readonly layer: Layer
  readonly found: readonly Found[]
}

export type CheatsReport = {
  readonly set: 'seen' | 'held'
  readonly trials: readonly Trial[]
  readonly honest: number
  readonly alarms: readonly Alarm[]
  readonly equivalent: readonly { readonly id: string; readonly problems: readonly string[] }[]
  readonly ms: Readonly<Record<'metrics' | 'integrity' | 'mutants', readonly number[]>>
}

export type CheatsOptions = {
  readonly set?: 'seen' | 'held'
  /** How many defects, and half as many honest changes, drawn by the seed; all unless told. */
  readonly limit?: number
  readonly seed?: string
  /** Without `slow` only the layer that runs nothing is asked. */
  readonly slow?: boolean
  /** Ask for mutants even where another layer has noticed the defect. */
  readonly allMutants?: boolean
  readonly cache?: string | null
  readonly log?: (text: string) => void
}

/** Plants defects in clean projects and counts what the gates notice, and what they say of honest changes. */
export async function runCheats(options: CheatsOptions = {}): Promise<CheatsReport> {
  const { set = 'seen', limit = Infinity, seed = '1', slow = true, log = () => {} } = options
  const kept = keptIn(options.cache ?? null)
  const trials: Trial[] = []
  const alarms: Alarm[] = []
  const equivalent: CheatsReport['equivalent'][number][] = []
  const times = { metrics: [] as number[], integrity: [] as number[], mutants: [] as number[] }
  for (const defect of drawn(sets[set].defects, limit, seed)) {
    const problems = await problemsOf(defect)
    if (problems.length > 0) {
      equivalent.push({ id: defect.id, problems })
      continue
    }
    const trial = await tryDefect(defect, { slow, kept, allMutants: options.allMutants ?? false })
    for (const layer of ['metrics', 'integrity', 'mutants'] as const)
      if (trial.ms[layer] !== null) times[layer].push(trial.ms[layer])
    trials.push(trial)
    log(`${trial.seen.all?.any === true ? 'noticed' : 'missed '} ${defect.family}: ${defect.id}`)
  }
  const honest = drawn(sets[set].honest, Math.ceil(limit / 2), seed)
  for (const change of honest) {
    const found = await alarmsOf(change, slow, kept)
    alarms.push(...found)
    log(`${found.length === 0 ? 'quiet  ' : 'ALARM  '} ${change.id}`)
  }
  return { set, trials, honest: honest.length, alarms, equivalent, ms: times }
}

type Way = { readonly slow: boolean; readonly kept: Kept; readonly allMutants: boolean }

async function tryDefect(defect: Defect, { slow, kept, allMutants }: Way): Promise<Trial> {
  const integrity = await integrityOf(defect)
  const metrics = slow ? await metricsOf(defect, kept) : null
  const decided = integrity.found.length > 0 || (metrics !== null && metrics.found.length > 0)
  const mutants = slow && (allMutants || !decided) ? await mutantsOf(defect, kept) : null
  const all = [...integrity.found, ...(metrics?.found ?? []), ...(mutants?.found ?? [])]
  return {
    defect,
    seen: {
      metrics: metrics === null ? null : await seenIn(defect, metrics.found),
      integrity: await seenIn(defect, integrity.found),
      mutants: mutants === null ? null : await seenIn(defect, mutants.found),
      all: await seenIn(defect, all),
    },
    ms: { metrics: metrics?.ms ?? null, integrity: integrity.ms, mutants: mutants?.ms ?? null },
  }
}

async function seenIn(defect: Defect, found: readonly Found[]): Promise<Seen> {
  const trees = treesOf(defect)
  const places = await Promise.all(found.map((each) => pointsAt(defect, trees, each)))
  return {
    any: found.length > 0,
    placed: places.includes(true),
    family: found.some(
      ({ rule }, index) => places[index] === true && isOfFamily(defect.family, rule),
    ),
    found,
  }
}

async function alarmsOf(change: Change, slow: boolean, kept: Kept): Promise<readonly Alarm[]> {
  const said: [Layer, readonly Found[]][] = [['integrity', (await integrityOf(change)).found]]
  if (slow) {
    said.push(['metrics', (await metricsOf(change, kept)).found])
    said.push(['mutants', (await mutantsOf(change, kept)).found])
  }
  return said.flatMap(([layer, found]) => (found.length > 0 ? [{ change, layer, found }] : []))
}

/** The same cases for the same seed, in an order that the seed decides. */
function drawn<Item extends { readonly id: string }>(
  items: readonly Item[],
  limit: number,
  seed: string,
): readonly Item[] {
  if (limit >= items.length) return items
  const rank = ({ id }: Item) => createHash('sha256').update(`${seed}\n${id}`).digest('hex')
  return items.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, limit)
}
