import type { ChangedFile, Mutant, MutantSample } from './mutant.ts'
import { parseFile } from '../code/syntax.ts'

/** Where the probes write which places were run. */
export const reachedFile = '.loopwright-reached'

const placeId = ({ path, site }: Pick<Mutant, 'path' | 'site'>): string =>
  `${path}:${site.start}${site.end === null ? '' : `-${site.end}`}`

/** Says that a file was loaded at all: only then does silence of its other places mean something. */
const loadedId = ({ path }: Pick<Mutant, 'path'>): string => `${path}:loaded`

/** A file that notes which of the mutated places its tests run; null where the notes do not fit in. */
export async function probed(
  file: ChangedFile,
  mutants: readonly Mutant[],
  root: string,
): Promise<string | null> {
  const inserts = new Map<string, { at: number; text: string; closes: boolean }>()
  for (const mutant of mutants.filter(({ path }) => path === file.path)) {
    const { start, end } = mutant.site
    const note = noteOf(placeId(mutant), `${root}/${reachedFile}`)
    const opening = end === null ? `;${note};` : `(${note},(`
    inserts.set(`${start}-${end ?? ''}`, { at: start, text: opening, closes: false })
    if (end !== null) inserts.set(`${start}-${end})`, { at: end, text: '))', closes: true })
  }
  // from the back; at the same place what closes stands before what opens
  const order = [...inserts.values()].toSorted(
    (one, other) => other.at - one.at || Number(one.closes) - Number(other.closes),
  )
  const text = order.reduce(
    (before, { at, text: piece }) => before.slice(0, at) + piece + before.slice(at),
    file.text,
  )
  const whole = `${text}\n;${noteOf(loadedId(file), `${root}/${reachedFile}`)};\n`
  return (await parseFile(file.path, whole)).errors.length === 0 ? whole : null
}

export function noteOf(id: string, path: string): string {
  const observed = 'globalThis.__placesReached'
  const place = JSON.stringify(id)
  const line = JSON.stringify(`${id}\n`)
  const append = `process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(path)}, ${line})`
  return `((${observed} ??= new Set()).has(${place}) || (${observed}.add(${place}), ${append}))`
}

const placesIn = (notes: string | null): ReadonlySet<string> => new Set((notes ?? '').split('\n'))

export const wasLoaded = (file: Pick<Mutant, 'path'>, notes: string | null): boolean =>
  placesIn(notes).has(loadedId(file))

/** The mutants whose place no test ran. Nothing is said of files that left no note at all. */
export function unreached(sample: MutantSample, notes: string | null): ReadonlySet<string> {
  const places = placesIn(notes)
  const idle = sample.mutants.filter(
    (mutant) => places.has(loadedId(mutant)) && !places.has(placeId(mutant)),
  )
  return new Set(idle.map(({ id }) => id))
}
