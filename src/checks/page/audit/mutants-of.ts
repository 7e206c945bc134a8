import { contrastOperators } from './contrast.ts'
import { copyOperators } from './copy.ts'
import { deadOperators } from './dead.ts'
import { keyboardOperators } from './keyboard.ts'
import { mobileOperators } from './mobile.ts'
import { motionOperators } from './motion.ts'
import { nameOperators } from './names.ts'
import type { MutantClass, Operator, Place, Site } from './operator.ts'
import { hashOf, randomFrom } from './random.ts'
import { slopOperators } from './slop.ts'
import { structureOperators } from './structure.ts'
import { tokenOperators } from './tokens.ts'

/** Every way to spoil a page, one defect each. */
export const operators: readonly Operator[] = [
  ...contrastOperators,
  ...nameOperators,
  ...structureOperators,
  ...mobileOperators,
  ...deadOperators,
  ...copyOperators,
  ...tokenOperators,
  ...slopOperators,
  ...keyboardOperators,
  ...motionOperators,
]

export type Mutant = {
  readonly operator: string
  readonly class: MutantClass
  readonly dimension: Operator['dimension']
  readonly place: Place
  readonly site: Site
}

/** One mutant of the page for each operator that finds a place in it, always the same for a seed. */
export function mutantsOf(site: Site, seed: number): readonly Mutant[] {
  return operators.flatMap((operator) => {
    const planted = operator.plant(site, randomFrom(seed ^ hashOf(operator.id)))
    if (planted === null) return []
    return [
      { operator: operator.id, class: operator.class, dimension: operator.dimension, ...planted },
    ]
  })
}
