import type { Attribute } from '../../../../checks/design/intent.ts'
import { limits } from '../limits.ts'
import { typeFromName } from '../read/attribute-types.ts'
import { entityIn } from '../read/entities.ts'
import type { AttributeFact, EntityFact, Facts } from '../read/facts.ts'
import { looksRelated, lookupIn, relationshipsIn, type Lookup } from '../read/relationships.ts'
import { asSentence, capitalised, cut } from '../text/plain-text.ts'
import { idsFor, kebab, spoken, title } from '../text/names.ts'
import { everyWord, singular } from '../text/words.ts'
import type { DraftEntity, DraftRelationship } from './draft.ts'
import { guessedEntities } from './guess-entities.ts'

export type DataModel = {
  readonly entities: readonly DraftEntity[]
  readonly relationships: readonly DraftRelationship[]
}

/** Everything the document says of its data, each thing once. */
export function buildData(facts: Facts): DataModel {
  const told = merged([...facts.entities, ...ends(facts)])
  const found = told.length > 0 ? told : guessedEntities(facts)
  const entities = withProse(found, facts)
  const lookup = lookupIn(entities.map(({ name }) => name))
  const drafts = drafted(entities, lookup, facts)
  return { entities: drafts, relationships: related(facts, drafts, lookup) }
}

// a table or a diagram may relate things that nothing else describes
const ends = (facts: Facts): readonly EntityFact[] => [
  ...facts.relationships.flatMap(({ from, to }) =>
    [from, to].map((name) => ({ name, attributes: [] })),
  ),
  ...facts.prose
    .filter(({ kind, text }) => kind === 'data' && looksRelated(text))
    .flatMap(({ text }) => namesIn(text)),
]

/** The two names of a plain sentence in the data section: "A clinic has many rooms". */
function namesIn(text: string): readonly EntityFact[] {
  const match =
    /^(?:an?|each|every|one)\s+([\p{L}-]+(?: (?!can|may|must)[\p{L}-]+)?)\s+(?:can have|may have|must have|has|have|belongs to|contains|owns|holds)\s+(?:many|multiple|several|one or more|zero or more|exactly one|one|an?|any number of|at least one)\s+([\p{L}-]+)$/iu.exec(
      text,
    )
  return match === null
    ? []
    : [match[1], match[2]].map((name) => ({ name: singular(name ?? ''), attributes: [] }))
}

function merged(facts: readonly EntityFact[]): readonly EntityFact[] {
  const byId = new Map<string, { name: string; attributes: AttributeFact[] }>()
  for (const { name, attributes } of facts) {
    const key = kebab(singular(name)) || name
    const known = byId.get(key)
    if (known) known.attributes.push(...attributes)
    else if (byId.size < limits.entities)
      byId.set(key, { name: title(singular(name), 60), attributes: [...attributes] })
  }
  return [...byId.values()]
}

// "Each tool has a name and a daily fee", wherever it stands, once the tool is known as a thing
function withProse(entities: readonly EntityFact[], facts: Facts): readonly EntityFact[] {
  const lookup = lookupIn(entities.map(({ name }) => name))
  const more = facts.prose.flatMap((entry) => {
    if (entry.kind === 'data' || looksRelated(entry.text)) return []
    if (!/^(?:an?|each|every|for (?:each|every))\s/i.test(entry.text)) return []
    const entity = entityIn(entry.text)
    const known = entity === null ? null : lookup(entity.name)
    if (
      entity === null ||
      known === null ||
      known.toLowerCase() !== singular(entity.name).toLowerCase()
    )
      return []
    entry.placed = true
    return [
      {
        name: known,
        attributes: entity.attributes.filter(({ name }) => lookup(spoken(name)) === null),
      },
    ]
  })
  return merged([...entities, ...more])
}

function drafted(
  entities: readonly EntityFact[],
  lookup: Lookup,
  facts: Facts,
): readonly DraftEntity[] {
  const id = idsFor('entity')
  return entities.map(({ name, attributes }) => {
    const own: Attribute[] = []
    for (const fact of attributes) {
      if (
        own.length >= limits.attributes ||
        own.some((known) => known.name.toLowerCase() === fact.name.toLowerCase())
      )
        continue
      own.push(attributeOf(fact, name, lookup))
    }
    if (own.length === 0) {
      facts.notes.push(`The document gives no attributes of ${name}; it has only an id.`)
      own.push({ name: 'id', type: 'string', required: true })
    }
    return { id: id(singular(name)), name, attributes: own, words: everyWord(singular(name)) }
  })
}

function attributeOf(fact: AttributeFact, owner: string, lookup: Lookup): Attribute {
  const target = lookup(spoken(fact.name).replace(/ (?:ids?|ref|reference|key)$/, ''))
  const points =
    target !== null && target !== owner && (fact.type === null || /id$/i.test(fact.name))
  const guessed = fact.type ?? typeFromName(fact.name)
  const type = points ? (guessed === 'list' ? 'list' : 'reference') : guessed
  const said =
    fact.description === '' && points ? `Refers to the ${spoken(target)}.` : fact.description
  return {
    name: fact.name,
    type,
    ...(fact.required === undefined ? {} : { required: fact.required }),
    ...(said === '' ? {} : { description: cut(asSentence(said)) }),
  }
}

function related(
  facts: Facts,
  entities: readonly DraftEntity[],
  lookup: Lookup,
): readonly DraftRelationship[] {
  const idOf = new Map(entities.map(({ id, name }) => [name, id]))
  const found = new Map<string, DraftRelationship>()
  const add = (
    one: string | null,
    other: string | null,
    rest: Pick<DraftRelationship, 'cardinality' | 'description'>,
  ) => {
    const [from, to] = [idOf.get(one ?? ''), idOf.get(other ?? '')]
    if (from === undefined || to === undefined || found.size >= limits.relationships) return
    const known = found.get(`${from} ${to}`) ?? found.get(`${to} ${from}`)
    if (known === undefined) found.set(`${from} ${to}`, { from, to, ...rest })
    else settleTwice(found, known, { from, to, ...rest })
  }
  for (const { from, to, cardinality, description } of facts.relationships)
    add(lookup(from), lookup(to), { cardinality, description })
  for (const entry of facts.prose) {
    if (entry.kind !== 'data' && !looksRelated(entry.text)) continue
    const seen = entry.text
      .replace(/^(?:relationships?|relations)\s*:\s*/i, '')
      .split(/\s*;\s*/)
      .flatMap((text) => relationshipsIn(text, lookup, entry.kind === 'data'))
    if (seen.length > 0 && entry.kind === 'data') entry.placed = true
    for (const { from, to, cardinality, description } of seen)
      add(from, to, { cardinality, description: capitalised(description) })
  }
  return [...found.values()]
}

// "a tool has many tags" and "a tag has many tools", told apart, are one many-to-many
function settleTwice(
  found: Map<string, DraftRelationship>,
  known: DraftRelationship,
  again: DraftRelationship,
): void {
  const opposite = known.from === again.to && known.to === again.from
  if (!opposite || known.cardinality !== 'one-to-many' || again.cardinality !== 'one-to-many')
    return
  found.set(`${known.from} ${known.to}`, {
    ...known,
    cardinality: 'many-to-many',
    description: cut(`${known.description} ${again.description}`),
  })
}
