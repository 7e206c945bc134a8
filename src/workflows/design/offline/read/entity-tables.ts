import { bare } from '../text/plain-text.ts'
import { attributeName } from '../text/names.ts'
import { givenType } from './attribute-types.ts'
import { attribute, attributesIn } from './attributes.ts'
import { entityName } from './entities.ts'
import type { AttributeFact, EntityFact } from './facts.ts'

const columns = {
  entity:
    /^(?:entity|entities|object|table|model|resource|class|record|thing|data object|concept)$/i,
  attributes:
    /^(?:attributes|fields|properties|columns|key (?:attributes|fields)|main (?:attributes|fields)|contains|data)$/i,
  attribute:
    /^(?:attribute|field|property|column|field name|attribute name|column name|name|data item|item|key)(?: name)?$/i,
  type: /^(?:type|data ?type|format|kind|sql type|db type|value type)$/i,
  required: /^(?:required\??|mandatory\??|req\.?|must|not null|obligatory|needed\??)$/i,
  optional: /^(?:optional\??|nullable\??|null\??)$/i,
  description:
    /^(?:description|notes?|comments?|meaning|details|remarks|purpose|explanation|constraints?|example|values?|allowed values)$/i,
} as const

type Columns = Readonly<Record<keyof typeof columns, number>>

/** The entities of a table, or null where its header speaks of other things. */
export function entitiesInTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  heading: string,
): readonly EntityFact[] | null {
  const at = columnsOf(header)
  const knowsType = at.type !== -1 || at.required !== -1 || at.optional !== -1
  if (at.entity !== -1 && at.attributes !== -1) return fromLists(at, rows)
  if (at.attribute !== -1 && at.attributes !== -1)
    return fromLists({ ...at, entity: at.attribute }, rows)
  if (at.entity !== -1 && at.attribute !== -1) return fromRows(at, rows)
  if (at.attribute !== -1 && knowsType && entityName(heading) !== '')
    return [{ name: entityName(heading), attributes: rows.flatMap((row) => attributeOf(at, row)) }]
  return at.entity !== -1 && at.description !== -1 ? fromLists(at, rows) : null
}

function columnsOf(header: readonly string[]): Columns {
  const at = (pattern: RegExp) => header.findIndex((cell) => pattern.test(bare(cell)))
  return {
    entity: at(columns.entity),
    attributes: at(columns.attributes),
    attribute: at(columns.attribute),
    type: at(columns.type),
    required: at(columns.required),
    optional: at(columns.optional),
    description: at(columns.description),
  }
}

function fromLists(at: Columns, rows: readonly (readonly string[])[]): readonly EntityFact[] {
  return rows.flatMap((row) => {
    const name = entityName(row[at.entity] ?? '')
    return name === '' ? [] : [{ name, attributes: attributesIn(row[at.attributes] ?? '') }]
  })
}

// an empty entity cell means the entity of the row above
function fromRows(at: Columns, rows: readonly (readonly string[])[]): readonly EntityFact[] {
  const found: { name: string; attributes: AttributeFact[] }[] = []
  for (const row of rows) {
    const name = entityName(row[at.entity] ?? '')
    const known = name === '' ? found.at(-1) : found.find((entity) => entity.name === name)
    const attributes = attributeOf(at, row)
    if (known) known.attributes.push(...attributes)
    else if (name !== '') found.push({ name, attributes: [...attributes] })
  }
  return found
}

function attributeOf(at: Columns, row: readonly string[]): readonly AttributeFact[] {
  const name = attributeName((row[at.attribute] ?? '').replace(/\*$/, ''))
  if (name === '') return []
  const description = bare(row[at.description] ?? '')
  const type = givenType(row[at.type] ?? '')
  const asChoice =
    type?.type === 'enum' && description !== '' ? `enum: ${description}` : description
  const choices = type === null || type.type === 'enum' ? givenType(asChoice) : null
  const found = choices?.type === 'enum' ? choices : type
  const isSaid = choices?.type === 'enum' && type?.description === ''
  return [
    attribute(name, {
      required: requiredIn(at, row),
      found,
      rest: isSaid || description === '' ? [] : [description],
    }),
  ]
}

function requiredIn(at: Columns, row: readonly string[]): boolean | undefined {
  if ((row[at.attribute] ?? '').trim().endsWith('*')) return true
  const said = answer(row[at.required] ?? '')
  const inverse = answer(row[at.optional] ?? '')
  return said ?? (inverse === undefined ? undefined : !inverse)
}

function answer(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase()
  if (/^(?:y|yes|true|x|✓|✔|✅|required|mandatory|must|1|always|●)$/.test(word)) return true
  return /^(?:n|no|false|✗|✘|❌|optional|0|never|[-–—])$/.test(word) ? false : undefined
}
