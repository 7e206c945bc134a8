import { type Draft, finished, openDraft, placeOf } from './draft.ts'
import type { Dimension, MutantClass, Operator, Place, Planted, Site } from './operator.ts'
import { type Random, shuffled } from './random.ts'
import { type Element, isElement } from './tree.ts'

/** What a change gives back: the places where it can be seen, or null when it did not fit. */
export type Change = Element | readonly Element[] | Place | null

type About = {
  readonly id: string
  readonly class: MutantClass
  readonly dimension: Dimension
  readonly alsoIn?: readonly Dimension[]
}

/** An operator that changes the whole draft. */
export const onPage = (
  about: About,
  change: (draft: Draft, random: Random) => Change,
): Operator => ({
  ...about,
  plant(site, random) {
    const draft = openDraft(site)
    if (draft === null) return null
    const changed = change(draft, random)
    return changed === null ? null : plantedFrom(draft, site, changed)
  },
})

/** An operator that changes one of several elements: the first that takes the change. */
export const onElement = (
  about: About,
  candidates: (draft: Draft) => readonly Element[],
  change: (element: Element, draft: Draft, random: Random) => Change,
): Operator =>
  onPage(about, (draft, random) => {
    for (const element of shuffled(candidates(draft), random)) {
      const changed = change(element, draft, random)
      if (changed !== null) return changed
    }
    return null
  })

function plantedFrom(draft: Draft, before: Site, changed: Exclude<Change, null>): Planted | null {
  const place = placed(changed)
  const site = finished(draft)
  const untouched = openDraft(before)
  return untouched !== null && sameFiles(finished(untouched), site) ? null : { site, place }
}

function placed(changed: Exclude<Change, null>): Place {
  if ('selectors' in changed) return changed
  if (isList(changed)) return placeOf(...changed)
  return isElement(changed) ? placeOf(changed) : { selectors: [], files: [] }
}

const isList = (value: Element | readonly Element[]): value is readonly Element[] =>
  Array.isArray(value)

const sameFiles = (one: Site, other: Site): boolean =>
  Object.keys(one.files).length === Object.keys(other.files).length &&
  Object.entries(one.files).every(([path, content]) => other.files[path] === content)
