import type { Issue } from './issue.ts'
import { children, child, isMap, textOf } from './json.ts'
import { schemasOf } from './schema-walk.ts'
import type { Spec } from './spec.ts'

const fewest = 12
const mostMissing = 2

/** The one or two properties without description where all others have one. */
export function propertyTexts(spec: Spec): readonly Issue[] {
  const properties = schemasOf(spec)
    .flatMap((schema) => children(child(schema, 'properties')))
    .filter(({ value }) => isMap(value) && value['$ref'] === undefined)
  const isDescribed = ({ value }: (typeof properties)[number]) =>
    isMap(value) && ['description', 'title', '$comment'].some((key) => textOf(value[key]) !== '')
  const missing = properties.filter((property) => !isDescribed(property))
  if (missing.length > mostMissing || properties.length - missing.length < fewest) return []
  // a composed property is described by its parts, an id by its name
  return missing
    .filter(({ value, key }) => isMap(value) && value['allOf'] === undefined && key !== 'id')
    .map(({ key, pointer }) => ({
      pointer,
      message: `The property "${key}" has no description, all others have one`,
    }))
}
