import { type DesignRule, type Seen, intentRule } from './rule.ts'
import { namePartsOf as allPartsOf } from './attribute-types.ts'
import { type DesignModel, oneOf } from './design-model.ts'
import type { Attribute } from './intent.ts'

// no name that these rules know is longer, and taking very long ones apart takes time
const longestName = 40
const namePartsOf = (name: string): readonly string[] =>
  name.length > longestName ? [] : allPartsOf(name)

type Look = (attribute: Attribute) => string | null

/** Looks at each attribute by itself. */
const eachAttribute =
  (look: Look, key?: 'type' | 'name' | 'required' | 'description') =>
  ({ intent }: DesignModel): readonly Seen[] =>
    intent.dataModel.entities.flatMap(({ attributes }, entity) =>
      attributes.flatMap((attribute, index) => {
        const message = look(attribute)
        const path = `/dataModel/entities/${entity}/attributes/${index}`
        return message === null ? [] : [{ path: key ? `${path}/${key}` : path, message }]
      }),
    )

const secrets =
  /^(?:(?:\w+ )?(?:password|passwd|passphrase|cvv|cvc)|(?:\w+ )?pin code|pin|(?:credit|debit) card number|secret answer|security answer|private key)$/

/** Secrets are checked, not shown; a design that keeps them as they are invites a leak. */
const secret: Look = ({ name, type, description }) =>
  (type === 'string' || type === 'number') &&
  secrets.test(namePartsOf(name).join(' ')) &&
  !/\b(?:hash|hashed|encrypted|masked|last|token)\b/i.test(description ?? '')
    ? `"${name}" keeps a secret as it is; keep what is needed to check it`
    : null

/** The values an enum lists, where it lists them in so many words. */
const valuesOf = (description: string): readonly string[] =>
  description
    .replace(/^[^:]{0,40}:/, '')
    .replace(/^(?:one of|either|any of)\s+/i, '')
    .toLowerCase()
    .split(/\s*[,;|/]\s*|\s+or\s+|\s+and\s+/)
    .map((value) => value.replace(/[.\s"“”'`]+$|^["“'`\s]+/g, ''))
    .filter((value) => value !== '')

const flags = [
  ['yes', 'no'],
  ['true', 'false'],
  ['on', 'off'],
  ['0', '1'],
  ['ja', 'nein'],
]

const yesOrNo: Look = ({ name, type, description }) => {
  if (type !== 'enum' || description === undefined) return null
  const values = valuesOf(description)
  return values.length === 2 && flags.some((pair) => pair.every((value) => values.includes(value)))
    ? `"${name}" has two values, ${values.join(' and ')}: it is a boolean`
    : null
}

const uneven: Look = ({ name, type, description }) => {
  if (type !== 'enum' || description === undefined || description.length > 200) return null
  const values = valuesOf(description)
  const twice = values.find((value, index) => values.indexOf(value) !== index)
  if (twice !== undefined && values.every((value) => value.split(' ').length < 4))
    return `"${name}" lists the value "${twice}" twice`
  const lone = /^(?:only|always)\b|^[\p{L}\p{N}-]+\.?$/iu.test(description.trim())
  return values.length === 1 && lone ? `"${name}" has one value only, so it says nothing` : null
}

const optionalWords =
  /^optional\b|\b(?:may|can) be (?:left empty|left out|omitted|empty|blank)\b|\bnot (?:mandatory|required|compulsory)\b|\bif (?:there is one|known|given)\b/i

const bothWays: Look = ({ name, required, description }) =>
  required === true && optionalWords.test(description ?? '')
    ? `"${name}" is required, but its description lets it be left out`
    : null

const toldDate =
  /\b(?:yyyy|dd[./-]mm|mm[./-]dd|iso[ -]?8601|time ?stamp|date and time|date of|date as|date when)\b|^(?:the )?(?:date|day) (?:in|on|of|as)\b/i
const toldNumber =
  /\b(?:amount|weight|length|height|width|depth|distance|duration|number|sum|price|size|area|volume|share) (?:in|of) (?:\w+ )?(?:euros?|dollars?|pounds|cents?|kilograms?|grams?|metres?|meters?|centimetres?|kilometres?|litres?|minutes?|seconds?|hours?|percent|degrees)\b|\b(?:whole )?number (?:between|from) \d|\bwhole number\b/i

/** What the words on an attribute promise of its type. */
const against: Look = ({ name, type, description }) => {
  if (type !== 'string' || description === undefined) return null
  if (toldDate.test(description)) return `"${name}" is described as a date, but its type is string`
  return toldNumber.test(description)
    ? `"${name}" is described as a number, but its type is string`
    : null
}

const measured = oneOf(
  'duration distance temperature height width depth length volume weight pressure speed humidity',
)

/** Everybody takes a bare length for something else. */
const bare: Look = ({ name, type, description }) =>
  type === 'number' && description === undefined && measured.has(name.toLowerCase())
    ? `"${name}" is a measure without a unit`
    : null

const sentence = /^(?:the|a|an|please|who|where|when|what|which|how|is|does|has|are) .+ .+|\?$/i

const spokenName: Look = ({ name }) =>
  /\s/.test(name) && (sentence.test(name) || name.split(/\s+/).length > 4)
    ? `"${name.slice(0, 40)}" is a sentence, not the name of an attribute`
    : null

const opposites = new Map(
  'active inactive|visible hidden|open closed|enabled disabled|public private|locked unlocked|read unread|valid invalid|online offline|available unavailable|paid unpaid|present absent'
    .split('|')
    .map((pair) => pair.split(' '))
    .flatMap(([one = '', other = '']) => [[one, other] as const, [other, one] as const]),
)
const flagOf = (name: string): string =>
  namePartsOf(name)
    .join(' ')
    .replace(/^(?:is|was) /, '')

/** Attributes of one entity that say the same, or what the others say already. */
function overlaps({ intent }: DesignModel): readonly Seen[] {
  return intent.dataModel.entities.flatMap(({ attributes }, entity) => {
    const before = new Map<string, string>()
    const birth = attributes.find(
      ({ name, type }) => type === 'date' && /birth|^dob$|^born/i.test(name),
    )
    return attributes.flatMap(({ name, type }, index): readonly Seen[] => {
      const path = `/dataModel/entities/${entity}/attributes/${index}`
      if (
        birth !== undefined &&
        type === 'number' &&
        /^age(?: in years)?$/.test(namePartsOf(name).join(' '))
      )
        return [{ path, message: `"${name}" follows from "${birth.name}" and will not stay true` }]
      if (type !== 'boolean') return []
      const flag = flagOf(name)
      const known = before.get(opposites.get(flag) ?? '')
      before.set(flag, name)
      return known === undefined
        ? []
        : [{ path, message: `"${name}" is the opposite of "${known}"; the two can contradict` }]
    })
  })
}

/** "phone1", "phone2": a list that was laid out by hand. */
function numbered({ intent }: DesignModel): readonly Seen[] {
  return intent.dataModel.entities.flatMap(({ attributes }, entity) => {
    const first = new Map<string, string>()
    return attributes.flatMap(({ name }, index) => {
      const match = name.length > longestName ? null : /^(\p{L}{2,}.*?)[_-]?([1-9])$/u.exec(name)
      if (match === null) return []
      const stem = (match[1] ?? '').toLowerCase()
      const known = first.get(stem)
      first.set(stem, known ?? name)
      return known === undefined
        ? []
        : [
            {
              path: `/dataModel/entities/${entity}/attributes/${index}`,
              message: `"${name}" goes on where "${known}" ends: make it a list or an entity`,
            },
          ]
    })
  })
}

export const shapeRules: readonly DesignRule[] = [
  intentRule('data/secret', eachAttribute(secret)),
  intentRule('data/flag-as-enum', eachAttribute(yesOrNo)),
  intentRule('data/enum-values', eachAttribute(uneven, 'description')),
  intentRule('data/required-yet-optional', eachAttribute(bothWays)),
  intentRule('data/type-against-description', eachAttribute(against)),
  intentRule('data/missing-unit', eachAttribute(bare)),
  intentRule('data/sentence-as-name', eachAttribute(spokenName)),
  intentRule('data/overlapping-attributes', overlaps),
  intentRule('data/numbered-attributes', numbered),
]
