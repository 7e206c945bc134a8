import type { Operator, Place, Site } from '../../src/checks/page/audit/operator.ts'
import { hashOf, randomFrom } from '../../src/checks/page/audit/random.ts'
import { type Benign, benign } from './benign.ts'
import { habits } from './habits.ts'
import type { Base } from './pages.ts'

export type Case = {
  readonly operator: Operator
  readonly base: Base
  readonly site: Site
  readonly place: Place
}

export type Variant = { readonly id: string; readonly base: Base; readonly site: Site }

/** So many different mutants of one operator, the pages in turn. */
export function* candidates(
  operator: Operator,
  bases: readonly Base[],
  seed: number,
): Generator<Case> {
  const known = new Set<string>()
  const start = hashOf(operator.id) % bases.length
  for (let round = 0; round < bases.length * 6; round += 1) {
    const base = bases[(start + round) % bases.length]
    if (base === undefined) continue
    const planted = operator.plant(
      base.site,
      randomFrom((seed * 7919 + round) ^ hashOf(operator.id)),
    )
    if (planted === null) continue
    const print = changedFiles(base.site, planted.site)
    if (known.has(print)) continue
    known.add(print)
    yield { operator, base, ...planted }
  }
}

const changedFiles = (before: Site, after: Site): string =>
  Object.entries(after.files)
    .filter(([path, content]) => before.files[path] !== content)
    .map(([path, content]) => `${path}\n${String(content)}`)
    .join('\n')

/** Each harmless change on as many pages as asked for. */
export const variants = (bases: readonly Base[], seed: number, each: number): readonly Variant[] =>
  [...benign, ...habits].flatMap((one) => variantsOf(one, bases, seed).slice(0, each))

const variantsOf = (one: Benign, bases: readonly Base[], seed: number): readonly Variant[] => {
  const start = hashOf(one.id) % bases.length
  return [...bases.slice(start), ...bases.slice(0, start)].flatMap((base) => {
    const site = one.vary(base.site, randomFrom(seed ^ hashOf(one.id)))
    return site === null ? [] : [{ id: one.id, base, site }]
  })
}
