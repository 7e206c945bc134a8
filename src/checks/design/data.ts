import { namePartsOf, promisedType } from './attribute-types.ts'
import { type DesignModel, oneOf } from './design-model.ts'
import { folded } from './near-name.ts'
import { type DesignRule, intentRule, nodeRule, replacing, type Seen } from './rule.ts'

const wrongTypes = ({ nodes }: DesignModel): readonly Seen[] =>
  nodes.attribute.flatMap(({ path, value }): readonly Seen[] => {
    const promised = promisedType(value)
    if (promised === null) return []
    const { meant, isCertain } = promised
    const place = `${path}/type`
    const message = `"${value.name}" reads like a ${meant}, but its type is ${value.type}`
    const fix = replacing(`make "${value.name}" a ${meant}`, place, meant)
    return [{ path: place, message, ...(isCertain && { fix }) }]
  })

/** Relationships do not count as a use: they say how things hang together, not what they are for. */
function unused({ nodes, entityAt }: DesignModel): readonly Seen[] {
  const bound = nodes.component.flatMap(({ value }) => value.binds ?? [])
  const used = new Set([
    ...nodes.step.flatMap(({ value }) => value.entityIds ?? []),
    ...bound.map((bind) => bind.slice(0, Math.max(bind.lastIndexOf('.'), 0))),
    ...bound.map((bind) => bind.slice(0, Math.max(bind.indexOf('.'), 0))),
  ])
  const actors = new Set(nodes.flow.map(({ value }) => folded(value.actor ?? '')))
  return nodes.entity
    .filter(
      ({ value: { id, name } }) => !(entityAt.has(id) && used.has(id)) && !actors.has(folded(name)),
    )
    .map(({ path, value }) => ({
      path,
      message: `no step and no binding uses the entity "${value.id}"`,
    }))
}

const unrelated = ({ intent }: DesignModel): readonly Seen[] => {
  const { entities, relationships } = intent.dataModel
  const message = `${entities.length} entities, but nothing says how they are related`
  return entities.length > 1 && relationships.length === 0
    ? [{ path: '/dataModel/relationships', message }]
    : []
}

const secrets =
  /^(?:(?:\w+ )?(?:password|passwd|passphrase|cvv|cvc)|(?:\w+ )?pin code|pin|(?:credit|debit) card number|secret answer|security answer|private key)$/
const isKeptSafe = /\b(?:hash|hashed|encrypted|masked|last|token)\b/i

/** The values an enum lists, where it lists them in so many words. */
const valuesOf = (description: string): readonly string[] =>
  description
    .replace(/^[^:]{0,40}:/, '')
    .replace(/^(?:one of|either|any of)\s+/i, '')
    .toLowerCase()
    .split(/\s*[,;|/]\s*|\s+or\s+|\s+and\s+/)
    .map((value) => value.replace(/[.\s"“”'`]+$|^["“'`\s]+/g, ''))
    .filter((value) => value !== '')

const yesOrNo = /^(?:yes no|no yes|true false|false true|on off|off on|0 1|1 0)$/

function valueProblem(name: string, description: string): string | null {
  const values = valuesOf(description)
  const twice = values.find((value, at) => values.indexOf(value) !== at)
  if (twice !== undefined && values.every((value) => value.split(' ').length < 4))
    return `"${name}" lists the value "${twice}" twice`
  const isLone = /^(?:only|always)\b|^[\p{L}\p{N}-]+\.?$/iu.test(description.trim())
  return values.length === 1 && isLone ? `"${name}" has one value only, so it says nothing` : null
}

const optionalWords =
  /^optional\b|\b(?:may|can) be (?:left empty|left out|omitted|empty|blank)\b|\bnot (?:mandatory|required|compulsory)\b|\bif (?:there is one|known|given)\b/i
const toldDate =
  /\b(?:yyyy|dd[./-]mm|mm[./-]dd|iso[ -]?8601|time ?stamp|date and time|date of|date as|date when)\b|^(?:the )?(?:date|day) (?:in|on|of|as)\b/i
const toldNumber =
  /\b(?:amount|weight|length|height|width|depth|distance|duration|number|sum|price|size|area|volume|share) (?:in|of) (?:\w+ )?(?:euros?|dollars?|pounds|cents?|kilograms?|grams?|metres?|meters?|centimetres?|kilometres?|litres?|minutes?|seconds?|hours?|percent|degrees)\b|\bwhole number\b|\bnumber (?:between|from) \d/i
const measured = oneOf(
  'duration distance temperature height width depth length volume weight pressure speed humidity',
)
const sentence = /^(?:the|a|an|please|who|where|when|what|which|how|is|does|has|are) .+ .+|\?$/i
// no name of a secret is longer, and taking very long ones apart takes time
const longestName = 40

const saysMany = /\b(?:has|have|holds|owns|contains) (?:many|several|a number of)\b/i
const saysOne = /\b(?:exactly|only) one\b/i
const bothSides = /\bmany\b.*\b(?:and|but)\b|\b(?:and|but) (?:each|every|a|an|one)\b/i

export const dataRules: readonly DesignRule[] = [
  intentRule('data/type-against-name', wrongTypes),
  intentRule('data/unused-entity', unused),
  intentRule('data/no-relationships', unrelated),
  nodeRule('data/enum-without-values', ['attribute'], ({ name, type, description }) =>
    type === 'enum' && description === undefined
      ? `"${name}" is of type enum without a word on what it holds`
      : null,
  ),
  nodeRule('data/secret', ['attribute'], ({ name, type, description = '' }) =>
    (type === 'string' || type === 'number') &&
    name.length <= longestName &&
    secrets.test(namePartsOf(name).join(' ')) &&
    !isKeptSafe.test(description)
      ? `"${name}" keeps a secret as it is; keep what is needed to check it`
      : null,
  ),
  nodeRule('data/flag-as-enum', ['attribute'], ({ name, type, description = '' }) =>
    type === 'enum' && yesOrNo.test(valuesOf(description).join(' '))
      ? `"${name}" has two values, ${valuesOf(description).join(' and ')}: it is a boolean`
      : null,
  ),
  nodeRule('data/enum-values', ['attribute', 'description'], ({ name, type, description = '' }) =>
    type === 'enum' && description.length < 200 ? valueProblem(name, description) : null,
  ),
  nodeRule('data/required-yet-optional', ['attribute'], ({ name, required, description = '' }) =>
    required === true && optionalWords.test(description)
      ? `"${name}" is required, but its description lets it be left out`
      : null,
  ),
  nodeRule('data/type-against-description', ['attribute'], ({ name, type, description = '' }) => {
    const message = toldDate.test(description)
      ? 'date'
      : toldNumber.test(description)
        ? 'number'
        : null
    return type === 'string' && message !== null
      ? `"${name}" is described as a ${message}, but its type is string`
      : null
  }),
  nodeRule('data/missing-unit', ['attribute'], ({ name, type, description }) =>
    type === 'number' && description === undefined && measured.has(name.toLowerCase())
      ? `"${name}" is a measure without a unit`
      : null,
  ),
  nodeRule('data/sentence-as-name', ['attribute'], ({ name }) =>
    /\s/.test(name) && (sentence.test(name) || name.split(/\s+/).length > 4)
      ? `"${name.slice(0, 40)}" is a sentence, not the name of an attribute`
      : null,
  ),
  nodeRule(
    'data/cardinality-against-note',
    ['relationship', 'cardinality'],
    ({ cardinality, description = '' }) => {
      const note = description.slice(0, 300)
      if (cardinality === 'one-to-one' && saysMany.test(note) && !/\bat a time\b/i.test(note))
        return 'is one-to-one, but its description speaks of several'
      return cardinality === 'many-to-many' && saysOne.test(note) && !bothSides.test(note)
        ? 'is many-to-many, but its description speaks of exactly one'
        : null
    },
  ),
]
