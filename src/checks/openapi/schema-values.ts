import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, listOf, stringsOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import type { Schema } from './schema-walk.ts'
import { shown, typeOf, violations } from './validate-value.ts'

/** What is wrong with one schema, given its keywords. */
export type SchemaRule = (spec: Spec, schema: Schema, keywords: JsonMap) => readonly Issue[]

export const enumeration: SchemaRule = (spec, schema, keywords) => {
  if (!('enum' in keywords)) return []
  const values = listOf(keywords['enum'])
  if (values.length === 0)
    return [issue(`${schema.pointer}/enum`, 'The enumeration is empty: no value is allowed')]
  const seen = new Set<string>()
  const { type, nullable } = keywords
  const types = typeof type === 'string' ? [type] : stringsOf(type)
  return values.flatMap((value, index) => {
    const key = JSON.stringify(value)
    const pointer = `${schema.pointer}/enum/${index}`
    const twice = seen.has(key)
    seen.add(key)
    if (twice) return [issue(pointer, `${shown(value)} stands twice in the enumeration`)]
    const actual = typeOf(value)
    const fits =
      types.length === 0 ||
      types.includes(actual) ||
      (actual === 'integer' && types.includes('number')) ||
      (value === null && nullable === true)
    const message = `The value ${shown(value)} of the enumeration is ${actual} where ${types.join(' or ')} is declared`
    return fits ? [] : [issue(pointer, message)]
  })
}

export const ownValues: SchemaRule = (spec, schema, keywords) => {
  const without = { ...keywords, default: undefined, example: undefined, examples: undefined }
  const target: Node = { value: without, pointer: schema.pointer }
  const failing = (
    key: string,
    value: unknown,
    pointer: string,
    strict: boolean,
  ): readonly Issue[] => {
    const [wrong] = violations(spec, target, value, { strict })
    if (!wrong) return []
    const where = wrong.path === '' ? '' : ` at ${wrong.path}`
    return [
      issue(
        `${pointer}${wrong.path}`,
        `The ${key} does not satisfy its schema${where}: ${wrong.message}`,
      ),
    ]
  }
  const examples = child(schema, 'examples')
  return [
    ...('default' in keywords && keywords['default'] !== null
      ? failing('default', keywords['default'], child(schema, 'default').pointer, false)
      : []),
    ...('example' in keywords
      ? failing('example', keywords['example'], child(schema, 'example').pointer, true)
      : []),
    ...(Array.isArray(examples.value)
      ? children(examples).flatMap((node) => failing('example', node.value, node.pointer, true))
      : []),
  ]
}
