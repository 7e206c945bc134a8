import { textOf, type Block, type Item } from '../markdown/blocks.ts'
import type { Section } from '../markdown/sections.ts'
import { bare } from '../text/plain-text.ts'
import { sentences } from '../text/sentences.ts'
import { attributesOfItems, entityIn, entityName, entityOfItem } from './entities.ts'
import type { Facts } from './facts.ts'
import { readCode } from './read-requirements.ts'
import { readTable } from './read-tables.ts'
import { looksRelated } from './relationships.ts'

/** Entities under headings of their own, in lists, tables, diagrams or sentences. */
export function readData(facts: Facts, section: Section): void {
  const own = section.named ? '' : entityName(section.title)
  if (own !== '') facts.entities.push({ name: own, attributes: [] })
  let lead = own
  for (const block of section.blocks) {
    readBlock(facts, section, block, lead)
    lead = own || nameIn(block)
  }
}

function readBlock(facts: Facts, section: Section, block: Block, name: string): void {
  switch (block.type) {
    case 'heading':
      return
    case 'code':
      return readCode(facts, section, block)
    case 'table':
      return readTable(facts, section, block, name)
    case 'paragraph':
      if (nameIn(block) === '')
        for (const sentence of proseOf(block.lines)) readDataSentence(facts, sentence)
      return
    case 'list':
      return readDataList(facts, block.items, name)
  }
}

/** A line that only names the entity of what follows: "**Order**", "Order fields:". */
function nameIn(block: Block): string {
  if (block.type !== 'paragraph') return ''
  const text = textOf(block.lines)
  const isLabel = text.split(' ').length <= 5 && !/[.,;]|:\s/.test(text) && !looksRelated(text)
  const name = isLabel ? entityName(text) : ''
  return /^(?:entities|tables|relationships?|relations|fields|attributes|the|we|following)\b/i.test(
    name,
  )
    ? ''
    : name
}

function readDataList(facts: Facts, items: readonly Item[], name: string): void {
  const related = items.filter(({ text, children }) => looksRelated(text) && children.length === 0)
  for (const { text } of related) readDataSentence(facts, text)
  const rest = items.filter((item) => !related.includes(item))
  if (name !== '') return void facts.entities.push({ name, attributes: attributesOfItems(rest) })
  for (const item of rest) {
    const inner = item.children.filter(({ text }) => looksRelated(text))
    for (const { text } of inner)
      facts.prose.push({ text: bare(text), kind: 'data', placed: false })
    const entity = entityOfItem({
      ...item,
      children: item.children.filter((child) => !inner.includes(child)),
    })
    if (entity !== null) facts.entities.push(entity)
    else readDataSentence(facts, item.text)
  }
}

function readDataSentence(facts: Facts, sentence: string): void {
  const entity = looksRelated(sentence) ? null : entityIn(sentence)
  if (entity !== null) facts.entities.push(entity)
  facts.prose.push({ text: bare(sentence), kind: 'data', placed: entity !== null })
}

// lines such as "Room 1—n Booking" are each complete
const proseOf = (lines: readonly string[]): readonly string[] =>
  lines.length > 1 && lines.every((line) => looksRelated(line)) ? lines : sentences(textOf(lines))
