import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, mapOf, stringsOf } from './json.ts'
import { schemasOf } from './schema-walk.ts'

// one lower-case word fits two conventions
const conventions: readonly RegExp[] = [
  /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/,
  /^[a-z][a-zA-Z0-9]*$/,
  /^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*$/,
  /^[A-Z][a-z0-9][a-zA-Z0-9]*$/,
]

/** The one value of an enumeration that is not cased like all the others. */
export function enumCasing(spec: Spec): readonly Issue[] {
  return schemasOf(spec).flatMap((schema) => {
    const values = stringsOf(mapOf(schema.value)['enum']).filter((value) =>
      /^[A-Za-z][\w-]*$/.test(value),
    )
    const misfits = conventions.map((fits) => values.filter((value) => !fits.test(value)))
    if (values.length < 3 || misfits.some((odd) => odd.length === 0)) return []
    const lone = new Set(misfits.filter((odd) => odd.length === 1).flat())
    const [value] = lone
    const place = children(child(schema, 'enum')).find((node) => node.value === value)
    if (lone.size !== 1 || place === undefined) return []
    return [
      issue(place.pointer, `The value "${value}" is cased unlike the others of its enumeration`),
    ]
  })
}
