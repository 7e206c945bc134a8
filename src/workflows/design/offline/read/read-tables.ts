import type { Block } from '../markdown/blocks.ts'
import type { Section } from '../markdown/sections.ts'
import { bare } from '../text/plain-text.ts'
import { sentences } from '../text/sentences.ts'
import { entitiesInTable } from './entity-tables.ts'
import type { Facts } from './facts.ts'
import { readSentence } from './read-requirements.ts'
import { relationshipsInTable } from './relationships.ts'
import { screensInTable } from './screens.ts'
import { actorName, storiesInTable } from './stories.ts'

type Table = Extract<Block, { type: 'table' }>

/** Reads a table by what its header speaks of; `name` is what a heading or a line above it called it. */
export function readTable(
  facts: Facts,
  section: Section,
  table: Table,
  name = section.title,
): void {
  const { header, rows } = table
  if (
    section.kind === 'actors' &&
    storiesInTable(header, rows).every(({ benefit }) => benefit === '')
  )
    return readActorTable(facts, table)
  const relationships = relationshipsInTable(header, rows)
  if (relationships !== null) return void facts.relationships.push(...relationships)
  const entities = entitiesInTable(header, rows, section.kind === 'data' ? name : '')
  if (entities !== null) return void facts.entities.push(...entities)
  const stories = storiesInTable(header, rows)
  if (stories.length > 0) return void facts.stories.push(...stories)
  const screens = section.kind === 'data' ? null : screensInTable(header, rows)
  if (screens !== null) return void facts.screens.push(...screens)
  readRequirementTable(facts, section, table)
}

function readActorTable(facts: Facts, { rows }: Table): void {
  for (const row of rows) {
    const name = actorName(row[0] ?? '')
    if (name !== '') facts.actors.push(name)
  }
}

const told =
  /^(?:requirement|description|statement|rule|text|what|feature|function|behaviou?r|shall|criteri(?:on|a)|goal|objective|acceptance criteria)s?$/i

function readRequirementTable(facts: Facts, section: Section, { header, rows }: Table): void {
  const column = header.findIndex((cell) => told.test(bare(cell)))
  if (column === -1) {
    if (rows.length > 0 && header.some((cell) => cell !== ''))
      facts.notes.push(`Could not place the table "${header.join(' | ')}".`)
    return
  }
  for (const row of rows) {
    if (section.kind === 'goals') facts.goals.push(row[column] ?? '')
    else for (const sentence of sentences(row[column] ?? '')) readSentence(facts, section, sentence)
  }
}
