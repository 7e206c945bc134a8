import { type Attribute, AttributeType } from './intent.ts'

/** What the last word of a name promises: the type that is meant, and others that it allows. */
const promises: readonly (readonly [types: string, words: string])[] = [
  ['date', 'date birthday birthdate dob deadline timestamp datetime'],
  [
    'number',
    'count quantity qty capacity percentage percent age latitude longitude stock headcount',
  ],
  ['number object', 'price amount total subtotal cost fee balance salary fare deposit budget'],
  [
    'number enum object string list',
    'weight height width rating score distance temperature duration length depth',
  ],
  ['string object', 'email phone url description firstname lastname surname website'],
  ['string enum object reference', 'title name city street label nickname'],
  ['enum string reference object boolean list', 'status state'],
  [
    'string number reference enum',
    'id number no uuid serial slug code isbn sku barcode iban reference',
  ],
  [
    'boolean date enum number',
    'enabled disabled active inactive visible hidden archived verified available public locked favourite favorite',
  ],
  [
    'string enum object list reference number',
    'address postcode zip comment note notes message remark remarks reason subject country language colour color username password summary caption category kind role type currency gender priority',
  ],
  [
    'number string enum list object reference',
    'seconds minutes hours days weeks months years ms bpm kg grams metres meters km litres percent euros cents celsius degrees watts kwh volts mm cm miles bytes hour minute second euro dollar dollars points stars seats nights copies pages stops floor level rank position year index size',
  ],
  [
    'list string object number enum reference',
    'tags photos images items lines attachments comments ingredients steps members participants guests answers options',
  ],
]
const promised: ReadonlyMap<string, readonly string[]> = new Map(
  promises.flatMap(([types, words]) =>
    words.split(' ').map((word) => [word, types.split(' ')] as const),
  ),
)

/** The parts of a name: createdAt, created_at and created-at read alike. */
export const namePartsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')

// participles on "-ed" that tell of a place, and those without it that tell of a time
const placed =
  /^(?:located|based|stationed|seated|parked|housed|held|played|used|employed|related)$/
const happened =
  /^(?:\w{3,}ed|starts?|begins|began|ends|sent|paid|opens?|closes|due|born|lent|arrives|departs|sold|read|seen|issued)$/

function typesFor(name: string): readonly string[] | undefined {
  const parts = namePartsOf(name)
  const [first = '', second = '', ...rest] = parts
  const last = parts.at(-1) ?? ''
  if (
    /^(?:is|has|can|was|should|needs|allows|accepts|requires)$/.test(first) &&
    /^(?!(?:of|an?|the|at)$)\w/.test(second)
  )
    return ['boolean']
  const isMoment = parts.some((part) => happened.test(part) && !placed.test(part))
  if (/^(?:at|on)$/.test(last) && second + rest.join('') !== '' && isMoment) return ['date']
  if (last === 'time' && second !== '') return undefined
  return promised.get(last)
}

/** The type that the name of an attribute promises, where it has another; and whether it allows that one only. */
export function promisedType({
  name,
  type,
}: Attribute): { readonly meant: AttributeType; readonly isCertain: boolean } | null {
  const types = typesFor(name)
  if (types === undefined || types.includes(type)) return null
  const isCertain = types.length === 1 || types.join(' ') === 'number object'
  return { meant: AttributeType.parse(types[0]), isCertain }
}
