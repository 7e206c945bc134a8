import { limits } from '../limits.ts'
import { flattened } from '../markdown/read-list.ts'
import { readBlocks } from '../markdown/read-blocks.ts'
import { isGeneric } from '../markdown/section-kinds.ts'
import { sectionsOf, type Section } from '../markdown/sections.ts'
import { textOf, type Block, type Item } from '../markdown/blocks.ts'
import { asSentence, bare, cut, readable } from '../text/plain-text.ts'
import { title } from '../text/names.ts'
import { sentences } from '../text/sentences.ts'
import { noFacts, type Facts } from './facts.ts'
import { readData } from './read-data.ts'
import { readFlowSection } from './read-flow-section.ts'
import {
  readCode,
  readParagraph,
  readRequirementList,
  takeStories,
  takeStory,
} from './read-requirements.ts'
import { readScreens } from './read-screens.ts'
import { readTable } from './read-tables.ts'
import { actorName } from './stories.ts'

/** Reads a requirements document from top to bottom and gathers what it says, section by section. */
export function readFacts(requirements: string): Facts {
  const facts = noFacts()
  if (requirements.length > limits.characters)
    facts.notes.push(
      `Read only the first ${limits.characters} characters of ${requirements.length}.`,
    )
  const sections = sectionsOf(readBlocks(readable(requirements)))
  facts.title = documentTitle(sections)
  // without any heading nothing tells background from requirements, so everything counts
  const isPlain = sections.every(({ heading }) => heading === '')
  for (const section of sections)
    readSection(facts, isPlain ? { ...section, kind: 'other' } : section)
  return facts
}

function documentTitle(sections: readonly Section[]): string {
  const first = sections[0]?.blocks[0]
  const isLabel =
    first?.type === 'paragraph' &&
    first.lines.length === 1 &&
    /^.{3,60}[^.!?:;,]$/.test(first.lines[0] ?? '')
  if (sections[0]?.heading === '' && isLabel) return cleanTitle(first.lines[0] ?? '')
  const top = sections.find(({ level, heading }) => level > 0 && level <= 2 && heading !== '')
  if (top === undefined) return ''
  return top.level === 1 || top.kind === 'other' || top.kind === 'background'
    ? cleanTitle(top.heading)
    : ''
}

/** "PRD: Team expenses" and "Team expenses – requirements" are both "Team expenses"; "Requirements" alone is nothing. */
function cleanTitle(heading: string): string {
  const kind =
    '(?:(?:product |software |functional |business )?requirements?|prd|srs|specification|spec|feature(?: request)?|user stories|brief)(?: document| specification)?'
  const name = bare(heading)
    .replace(new RegExp(`^${kind}\\s*[:–—-]\\s*`, 'i'), '')
    .replace(new RegExp(`\\s*[:–—-]\\s*${kind}$`, 'i'), '')
  return isGeneric(name) ? '' : title(name, 120)
}

function readSection(facts: Facts, section: Section): void {
  switch (section.kind) {
    case 'excluded':
      return noteTexts(facts, section, 'Left out, as the document says')
    case 'questions':
      return noteTexts(facts, section, 'Open question')
    case 'aside':
      if (section.blocks.length > 0)
        facts.notes.push(`Not part of a design: section "${section.title}".`)
      return
    case 'screens':
      return readScreens(facts, section)
    case 'data':
      return readData(facts, section)
    case 'flows':
      return readFlowSection(facts, section)
    case 'goals':
    case 'actors':
    case 'stories':
    case 'requirements':
    case 'rules':
    case 'criteria':
    case 'background':
    case 'other':
      return section.blocks.forEach((block, index) => readBlock(facts, section, block, index))
  }
}

function readBlock(facts: Facts, section: Section, block: Block, index: number): void {
  switch (block.type) {
    case 'heading':
      return
    case 'code':
      return readCode(facts, section, block)
    case 'table':
      return readTable(facts, section, block)
    case 'paragraph':
      if (section.kind === 'goals' && section.blocks.length <= 4)
        return readGoals(facts, sentences(textOf(block.lines)))
      return readParagraph(facts, section, block.lines)
    case 'list':
      return readList(facts, section, block.items, leadOf(section.blocks[index - 1]))
  }
}

function readList(facts: Facts, section: Section, items: readonly Item[], lead: string): void {
  if (section.kind === 'goals')
    return readGoals(
      facts,
      takeStories(facts, section, items).map(({ text }) => text),
    )
  if (section.kind === 'actors') return readActors(facts, items)
  // what is listed is meant as a requirement, even where no heading says so
  const kind = section.kind === 'background' ? 'requirements' : section.kind
  readRequirementList(facts, { ...section, kind }, items, lead)
}

/** The paragraph that leads into a list: one that ends with a colon. */
const leadOf = (block: Block | undefined): string =>
  block?.type === 'paragraph' && textOf(block.lines).endsWith(':') ? textOf(block.lines) : ''

function readGoals(facts: Facts, texts: readonly string[]): void {
  for (const text of texts) {
    const goal = text.replace(/^[A-Z]{1,4}-?\d{1,3}\s*[:.)–—-]\s+/, '')
    if (goal.endsWith(':') || bare(goal) === '' || takeStory(facts, goal, '')) continue
    facts.goals.push(asSentence(goal))
    facts.prose.push({ text, kind: 'goals', placed: true })
  }
}

function readActors(facts: Facts, items: readonly Item[]): void {
  for (const { text } of items) {
    const head =
      /^(.{2,60}?)(?:\s*[:(]|\s[–—-]\s|\s*[–—]|\s(?:who|that|which|can|may|is|are|must|should|will|wants?|needs?)\b|[,.;]|$)/i.exec(
        text,
      )?.[1] ?? ''
    const name = actorName(head)
    if (name !== '' && name.split(' ').length <= 4) facts.actors.push(name)
    facts.prose.push({ text, kind: 'actors', placed: true })
  }
}

function noteTexts(facts: Facts, section: Section, label: string): void {
  for (const text of section.blocks.flatMap(textsOf)) {
    if (text.endsWith(':')) continue
    facts.notes.push(`${label}: ${cut(asSentence(text), 160)}`)
  }
}

function textsOf(block: Block): readonly string[] {
  switch (block.type) {
    case 'heading':
    case 'code':
      return []
    case 'paragraph':
      return [textOf(block.lines)]
    case 'list':
      return flattened(block.items).map(({ text }) => text)
    case 'table':
      return block.rows.map((row) => row.filter((cell) => cell !== '').join(', '))
  }
}
