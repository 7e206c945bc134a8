import type { DemandCheck } from '../../../obligations/demand.ts'
import { met, undecided, unmet } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { child, listOf, mapOf } from '../json.ts'
import { componentsOf, operationsOf } from '../operations.ts'
import { schemasOf } from '../schema-walk.ts'
import type { Spec } from '../spec.ts'
import { boundProblem } from './members.ts'
import { alike, membersOf, plainOf } from './schemas.ts'

type Limit = Extract<DemandCheck, { type: 'limit' }>

/** A bound of a member or parameter: exactly this bound must be written in its schema. */
export function limitAnswer(spec: Spec, { name, bound, value, unit }: Limit): Answer {
  const counted = countOf(spec, name)
  if (bound === 'exactly' && counted !== null)
    return counted === value
      ? met(`There are ${counted} ${name}`)
      : unmet(`There are ${counted} ${name}, not ${value}`)
  const sizes = /^(?:items?|entries|results?|records)(?: per page)?$/i.test(name)
    ? /^(?:limit|page_?size|per_?page|size|count|max_?results|top)$/i
    : null
  const members = schemasOf(spec)
    .flatMap((schema) => membersOf(spec, schema))
    .filter((one) => sizes === null && alike(one.name, name))
    .map(({ node }) => node)
  const parameters = operationsOf(spec).flatMap(({ parameters: own }) =>
    own
      .filter((one) => (sizes ? sizes.test(one.name) : alike(one.name, name)))
      .map((one) => child({ value: one.value, pointer: one.pointer }, 'schema')),
  )
  const schemas = [...members, ...parameters].flatMap((node) => plainOf(spec, node))
  if (schemas.length === 0) return undecided(`nothing in the description is called ${name}`)
  const wrong = boundProblem(name, schemas, { bound, value, unit })
  return wrong === null ? met(`${name} has the bound ${value}`) : unmet(wrong)
}

function countOf(spec: Spec, name: string): number | null {
  if (/^(?:endpoints?|operations?)$/i.test(name)) return operationsOf(spec).length
  if (/^(?:paths?|routes?)$/i.test(name)) return Object.keys(mapOf(spec.root['paths'])).length
  if (/^(?:schemas?)$/i.test(name)) return componentsOf(spec, 'schemas').length
  return /^tags?$/i.test(name) ? listOf(spec.root['tags']).length : null
}
