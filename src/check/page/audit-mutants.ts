import { finished, openDraft } from '../../checks/page/audit/draft.ts'
import { operators } from '../../checks/page/audit/mutants-of.ts'
import {
  mutantClasses,
  type Operator,
  type Place,
  type Site,
} from '../../checks/page/audit/operator.ts'
import { hashOf, randomFrom, shuffled } from '../../checks/page/audit/random.ts'
import { contentTypeOf } from '../../checks/page/read-site.ts'
import type { SiteFile } from '../../ports/browser.ts'

export type PlantedMutant = {
  readonly operator: Operator
  readonly place: Place
  readonly files: ReadonlyMap<string, SiteFile>
}

const textual = /\.(?:x?html?|css|m?js|json|md|svg|txt)$/i

/** The site as the operators take it: texts as text. */
export function auditSite(files: ReadonlyMap<string, SiteFile>, entry: string): Site {
  const decoder = new TextDecoder()
  return {
    entry,
    files: Object.fromEntries(
      [...files].map(([path, { bytes }]) => [
        path,
        textual.test(path) ? decoder.decode(bytes) : bytes,
      ]),
    ),
  }
}

export function siteFiles({ files }: Site): ReadonlyMap<string, SiteFile> {
  const encoder = new TextEncoder()
  return new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      {
        bytes: typeof content === 'string' ? encoder.encode(content) : content,
        contentType: contentTypeOf(path),
      },
    ]),
  )
}

/** The page as it would be written out without any defect: what the mutants are compared with. */
export function cleanTwin(site: Site): Site {
  const draft = openDraft(site)
  return draft === null ? site : finished(draft)
}

const mostRounds = 6

/** So many different mutants, the classes in turn, always the same for a seed. */
export function chooseMutants(site: Site, seed: number, count: number): readonly PlantedMutant[] {
  const queues = mutantClasses.map((name) => {
    const own = operators.filter((operator) => operator.class === name)
    return shuffled(own, randomFrom(seed ^ hashOf(name)))
  })
  const chosen: PlantedMutant[] = []
  const known = new Set<string>()
  for (let round = 0; round < mostRounds && chosen.length < count; round += 1)
    for (const operator of inTurn(queues)) {
      if (chosen.length >= count) break
      const random = randomFrom((seed * 7919 + round) ^ hashOf(operator.id))
      const planted = operator.plant(site, random)
      if (planted === null) continue
      const print = `${operator.id} ${JSON.stringify(planted.place)}`
      if (known.has(print)) continue
      known.add(print)
      chosen.push({ operator, place: planted.place, files: siteFiles(planted.site) })
    }
  return chosen
}

/** The first of each queue, then the second, and so on. */
function inTurn<Item>(queues: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...queues.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
    queues.flatMap((queue) => queue[at] ?? []),
  )
}
