/** What the reader of a kind of file refuses, as JSON Schema. What is not said here is not claimed. */
export type Schema = Readonly<Record<string, unknown>>

export const words = (text: string): readonly string[] => text.trim().split(/\s+/)
const anything = {}
export const text = { type: 'string' }
export const texts = { type: 'array', items: text }

/** A rule for those that fit a condition. */
export const when = (condition: Schema, rule: Schema): Schema =>
  Object.fromEntries(['if', 'then'].map((key, index) => [key, index === 0 ? condition : rule]))

/** An object that knows no other keys than these; some of them have a shape. */
export const closed = (
  keys: string,
  shapes: Readonly<Record<string, Schema>> = {},
  more: Schema = {},
): Schema => ({
  type: 'object',
  properties: { ...Object.fromEntries(words(keys).map((key) => [key, anything])), ...shapes },
  additionalProperties: false,
  ...more,
})
export const needsOne = (...keys: readonly string[]): Schema => ({
  anyOf: keys.map((key) => ({ required: [key] })),
})
export const mapOf = (schema: Schema): Schema => ({ type: 'object', additionalProperties: schema })
export const list = { type: ['array', 'null'] }
export const extensions = { patternProperties: { '^x-': anything } }
