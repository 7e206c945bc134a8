import { child, children } from './json.ts'
import { operationsOf } from './operations.ts'
import { schemasOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'
import { casingOf, casings } from './words.ts'
import type { Convention } from './words.ts'

/** A name and every place where it is written. */
export type Named = { readonly name: string; readonly pointer: string }

export const propertyNames = (spec: Spec): readonly Named[] =>
  schemasOf(spec).flatMap((schema) =>
    children(child(schema, 'properties')).map(({ key, pointer }) => ({ name: key, pointer })),
  )

export const parameterNames = (spec: Spec): readonly Named[] => {
  const seen = new Map<string, Named>()
  for (const { parameters } of operationsOf(spec))
    for (const { name, in: where, pointer } of parameters)
      if (where !== 'header') seen.set(pointer, { name, pointer: `${pointer}/name` })
  return [...seen.values()]
}

/** The convention most names of several words follow, or null where none leads. */
export function leading(names: readonly Named[]): Convention | null {
  const cased = names.map(({ name }) => casingOf(name))
  const count = (casing: string) => cased.filter((one) => one === casing).length
  // single lower-case words speak against capitals and for nothing else
  const votes = casings
    .filter((casing) => casing !== 'pascal' || count('pascal') > count('plain'))
    .map((casing) => ({ casing, count: count(casing) }))
  const [first, second] = votes.sort((one, other) => other.count - one.count)
  return first === undefined || first.count === 0 || first.count === second?.count
    ? null
    : first.casing
}
