import type { Attribute, AttributeType } from './intent.ts'
import { oneOf } from './design-model.ts'

/** What a name promises: the types it allows, and the one it was meant to have. */
type Promise = { readonly allowed: ReadonlySet<AttributeType>; readonly meant: AttributeType }

const promise = (meant: AttributeType, ...also: readonly AttributeType[]): Promise => ({
  meant,
  allowed: new Set([meant, ...also]),
})

const truth = promise('boolean')
const moment = promise('date')
const clock = promise('date', 'string', 'number', 'object', 'list', 'enum', 'reference')
const amount = promise('number')
const money = promise('number', 'object')
const measure = promise('number', 'enum', 'object', 'string', 'list')
const words = promise('string', 'enum', 'object', 'reference')
const exactText = promise('string', 'object')
const condition = promise('enum', 'string', 'reference', 'object', 'boolean', 'list')
const identity = promise('string', 'number', 'reference', 'enum')
const countable = promise('number', 'string', 'enum', 'list', 'object', 'reference')
const verdict = promise('boolean', 'date', 'enum', 'number')
const saying = promise('string', 'enum', 'object', 'list', 'reference', 'number')
const many = promise('list', 'string', 'object', 'number', 'enum', 'reference')

const happened = oneOf(
  'created updated modified changed deleted removed archived published posted started starts begins began ended ends finished completed expires expired sent received paid closed opened opens closes due submitted approved rejected cancelled canceled scheduled booked reserved ordered shipped delivered joined registered returned issued born borrowed lent resolved assigned confirmed activated deactivated verified arrived departed arrives departs logged recorded measured collected uploaded signed accepted declined invited enrolled graduated hired checked moved edited renewed refunded charged invoiced reported reviewed released listed sold viewed read seen answered asked',
)
const placed = oneOf(
  'located based stationed seated parked housed held played used employed related',
)
const hasHappened = (part: string): boolean =>
  happened.has(part) || (part.endsWith('ed') && part.length > 4 && !placed.has(part))
const asksTruth = oneOf('is has can was should needs allows accepts requires')
const amounts = oneOf(
  'count quantity qty capacity percentage percent age latitude longitude stock headcount',
)
const moneys = oneOf('price amount total subtotal cost fee balance salary fare deposit budget')
const measures = oneOf(
  'weight height width rating score distance temperature duration length depth',
)
const exactTexts = oneOf('email phone url description firstname lastname surname website')
const texts = oneOf(
  'title description firstname lastname surname city street label nickname website',
)
const countables = oneOf(
  'seconds minutes hours days weeks months years ms bpm kg grams metres meters km litres percent euros eur usd cents celsius degrees watts kwh volts amps mm cm miles lbs ounces mb gb bytes hz rpm mph kmh litre liters gram metre meter hour minute second euro dollar dollars pounds points stars seats nights copies pages stops floor level rank position year index size',
)
const verdicts = oneOf(
  'enabled disabled active inactive visible hidden archived verified available public locked favourite favorite',
)
const sayings = oneOf(
  'address postcode zip comment note notes message remark remarks reason subject country language colour color username password iban isbn barcode sku summary caption category kind role type currency gender priority',
)
const identifying = oneOf('number no uuid serial slug code isbn sku barcode iban reference')
const dates = oneOf('date birthday birthdate dob deadline timestamp datetime')
const lists = oneOf(
  'tags photos images items lines attachments comments ingredients steps members participants guests answers options',
)

/** The parts of a name: createdAt, created_at and created-at read alike. */
const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')

function promised(name: string): Promise | null {
  const parts = partsOf(name)
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (parts.length > 1 && asksTruth.has(first) && !/^(?:of|a|an|the|at)$/.test(parts[1] ?? ''))
    return truth
  if (parts.length > 1 && (last === 'at' || last === 'on') && parts.some(hasHappened)) return moment
  if (dates.has(last)) return moment
  if (last === 'time' && parts.length > 1) return clock
  if (amounts.has(last)) return amount
  if (moneys.has(last)) return money
  if (measures.has(last)) return measure
  if (exactTexts.has(last)) return exactText
  if (texts.has(last) || (last === 'name' && !parts.includes('is'))) return words
  if (last === 'status' || last === 'state') return condition
  if (last === 'id' || identifying.has(last)) return identity
  if (verdicts.has(last)) return verdict
  if (sayings.has(last)) return saying
  if (countables.has(last)) return countable
  return lists.has(last) ? many : null
}

/** The type that the name of an attribute promises, where it has another. */
export function promisedType({ name, type }: Attribute): AttributeType | null {
  const found = promised(name)
  return found === null || found.allowed.has(type) ? null : found.meant
}

/** Whether the promise allows one type only, so that a machine may correct it. */
export const isCertainType = (name: string): boolean => {
  const found = promised(name)
  return found === truth || found === moment || found === amount || found === money
}

export const namePartsOf = partsOf
