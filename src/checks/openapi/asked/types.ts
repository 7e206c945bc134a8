import { takenBack, undecided, unmet } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { listOf, mapOf, stringsOf, textOf } from '../json.ts'
import type { JsonMap } from '../json.ts'
import type { Fields } from './schemas.ts'

const jsonTypes: readonly (readonly [RegExp, readonly string[], RegExp?])[] = [
  [/^(?:integer|int)s?$/, ['integer']],
  [/^(?:number|float|decimal|double)s?$/, ['number', 'integer']],
  [/^bool(?:ean)?s?$/, ['boolean']],
  [/^(?:array|list)s?\b/, ['array']],
  [/^objects?$/, ['object']],
  [/^uuids?$/, ['string'], /^uuid$/],
  [/^dates?$/, ['string'], /^date$/],
  [/^(?:date-?time|timestamp)s?$/, ['string'], /^date-time$/],
  [/^e-?mails?$/, ['string'], /email$/],
  [/^ur[il]s?$/, ['string'], /^(?:ur[il]|iri)/],
  [/^(?:string|text)s?$/, ['string']],
]

/** Why none of the schemas is of the type, format or values that were asked for; null where one is. */
export function typeProblem(
  { name, type }: Fields['fields'][number],
  schemas: readonly JsonMap[],
): Answer | null {
  if (type === undefined) return null
  if (type.startsWith('one of ')) {
    const wanted = type.slice(7).split(', ')
    const lists = schemas.flatMap((schema) =>
      Array.isArray(schema['enum'])
        ? [schema['enum'].filter((one) => one !== null).map(String)]
        : [],
    )
    const items = schemas.flatMap((schema) => listOf(mapOf(schema['items'])['enum']).map(String))
    const own = [...lists, ...(items.length > 0 ? [items] : [])]
    const [first] = own
    if (first === undefined) return unmet(`${name} is no enumeration of ${wanted.join(', ')}`)
    const isSame = (values: readonly string[]) =>
      values.length === wanted.length &&
      wanted.every((one) => values.some((value) => value.toLowerCase() === one.toLowerCase()))
    return own.some(isSame)
      ? null
      : unmet(`${name} is one of ${first.join(', ')}, not ${wanted.join(', ')}`)
  }
  const [, fits, format] = jsonTypes.find(([word]) => word.test(type)) ?? []
  const known = schemas.flatMap((schema) =>
    typeof schema['type'] === 'string' ? [schema['type']] : stringsOf(schema['type']),
  )
  const real = known.filter((one) => one !== 'null')
  if (fits === undefined || real.length === 0) return null
  if (!real.some((one) => fits.includes(one)))
    return unmet(`${name} is ${[...new Set(real)].join(' or ')}, not ${type}`)
  const others = schemas
    .map((schema) => stringsOf(schema['type']).filter((one) => one !== 'null'))
    .find(
      (types) =>
        types.some((one) => fits.includes(one)) && types.some((one) => !fits.includes(one)),
    )
  if (others !== undefined)
    return takenBack(`${name} may be ${others.join(' or ')}, not only ${type}`)
  const formats = schemas.flatMap((schema) => textOf(schema['format']) || [])
  if (format === undefined || formats.some((one) => format.test(one))) return null
  return formats.length === 0
    ? undecided(`${name} is a string of no format, not ${type}`)
    : unmet(`${name} has the format ${formats.join(', ')}, not ${type}`)
}
