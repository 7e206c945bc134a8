import { type Json, objectOf } from './dialect.ts'

/** Whether a provider that takes only strict schemas takes this one: every object closed, every field required. */
export function isStrictSchema(schema: Json): boolean {
  if (
    ['anyOf', 'oneOf', 'allOf', 'not', '$ref', '$defs', 'propertyNames'].some(
      (key) => key in schema,
    )
  )
    return false
  if (schema['type'] === 'array') return isStrictSchema(objectOf(schema['items']))
  if (schema['type'] !== 'object') return typeof schema['type'] === 'string'
  const properties = objectOf(schema['properties'])
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return (
    schema['additionalProperties'] === false &&
    Object.keys(properties).every((name) => required.includes(name)) &&
    Object.values(properties).every((each) => isStrictSchema(objectOf(each)))
  )
}
