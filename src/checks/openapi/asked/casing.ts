import { met, undecided, unmet } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { operationsOf, segmentsOf } from '../operations.ts'
import type { Spec } from '../spec.ts'
import { casingOf, isPlural } from '../words.ts'
import { namesOf } from './names.ts'

const partKinds: Readonly<Record<string, readonly string[]>> = {
  paths: ['path'],
  parameters: ['parameter'],
  schemas: ['schema'],
  fields: ['field'],
  names: ['path', 'parameter', 'field'],
}

/** Every name of a part of the description is written in one way. */
export function casingAnswer(spec: Spec, part: string, casing: string): Answer {
  const fixed = operationsOf(spec).flatMap(({ path, pointer }) =>
    segmentsOf(path).flatMap(({ text, param }) =>
      param === null ? [{ name: text, kind: 'path', pointer }] : [],
    ),
  )
  const named = [...namesOf(spec).filter(({ kind }) => kind !== 'path'), ...fixed]
  const asked = named.filter(({ kind }) => partKinds[part]?.includes(kind))
  if (casing === 'plural')
    return fixed.some(({ name }) => isPlural(name))
      ? oneSingular(spec)
      : unmet('No path has a plural noun', '/paths')
  const wrong = asked.find(({ name }) => !['plain', casing].includes(casingOf(name)))
  if (asked.length === 0) return undecided(`there are no ${part}`)
  return wrong === undefined
    ? met(`${asked.length} ${part} are in ${casing} case`, asked[0]?.pointer)
    : unmet(`${wrong.name} is not in ${casing} case`, wrong.pointer)
}

/** A part of a path before a parameter is a collection, and goes by a plural. */
function oneSingular(spec: Spec): Answer {
  const operation = operationsOf(spec).find(({ path }) =>
    segmentsOf(path).some(
      ({ text, param }, index, all) =>
        param === null && all[index + 1]?.param != null && !isPlural(text),
    ),
  )
  return operation === undefined
    ? met('collections go by a plural', '/paths')
    : unmet(`${operation.path} has a collection in the singular`, operation.pointer)
}
