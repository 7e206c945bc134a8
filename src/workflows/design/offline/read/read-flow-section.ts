import { textOf, type Item } from '../markdown/blocks.ts'
import type { Section } from '../markdown/sections.ts'
import { isGeneric } from '../markdown/section-kinds.ts'
import { bare } from '../text/plain-text.ts'
import { sentences } from '../text/sentences.ts'
import type { Facts } from './facts.ts'
import { chain, flowFrom, stepsOf } from './flows.ts'
import {
  readCode,
  readParagraph,
  readRequirementList,
  readSentence,
  takeScenarios,
  takeStories,
  topicOf,
} from './read-requirements.ts'
import { readTable } from './read-tables.ts'
import { isScenario } from './scenarios.ts'
import { storiesIn } from './stories.ts'
import { title } from '../text/names.ts'

/** Flows told as lists under a flow-like heading. */
export function readFlowSection(facts: Facts, section: Section): void {
  const paragraphs = section.blocks.flatMap((block) =>
    block.type === 'paragraph' ? [textOf(block.lines)] : [],
  )
  let lead = ''
  for (const block of section.blocks) {
    if (block.type === 'code') readCode(facts, section, block)
    if (block.type === 'table') readTable(facts, section, block)
    if (block.type === 'paragraph') readFlowParagraph(facts, section, block.lines)
    if (block.type === 'list') readFlowList(facts, section, block.items, { lead, paragraphs })
    lead = block.type === 'paragraph' ? textOf(block.lines) : ''
  }
}

function readFlowParagraph(facts: Facts, section: Section, lines: readonly string[]): void {
  if (isScenario(lines) || storiesIn(textOf(lines)).length > 0)
    return readParagraph(facts, section, lines)
  const text = textOf(lines)
  const steps = chain({ text, ordered: false, children: [] })
  if (steps !== null)
    return void facts.flows.push({
      name: flowName(facts, section, /^([^:→]{3,60}):/.exec(text)?.[1] ?? ''),
      actor: '',
      goal: '',
      steps,
    })
  for (const sentence of sentences(text)) readSentence(facts, section, sentence)
}

function readFlowList(
  facts: Facts,
  section: Section,
  items: readonly Item[],
  around: { readonly lead: string; readonly paragraphs: readonly string[] },
): void {
  const lines = items.map(({ text }) => text)
  if (isScenario(lines)) return takeScenarios(facts, lines, topicOf(facts, section))
  const rest = takeStories(facts, section, items)
  if (rest.length === 0) return
  if (rest.every((item) => isRequirement(item.text)))
    return readRequirementList(facts, section, rest, around.lead)
  const chains = rest.map(chain)
  if (chains.every((steps) => steps !== null))
    return chains.forEach((steps, index) => {
      const label = /^([^:→]{3,60}):\s/.exec(rest[index]?.text ?? '')?.[1]
      facts.flows.push({ name: title(label ?? steps[0]?.action ?? ''), actor: '', goal: '', steps })
    })
  const nests = rest.filter(({ children }) => children.length > 1)
  if (section.named && nests.length > 0 && nests.length >= rest.length / 2)
    return readNested(facts, section, rest)
  const flow = flowFrom(flowName(facts, section, around.lead), rest, around.paragraphs)
  if (flow !== null) facts.flows.push(flow)
}

function readNested(facts: Facts, section: Section, items: readonly Item[]): void {
  for (const item of items) {
    const name = bare(item.text.replace(/[:.]$/, ''))
    const inner = item.children.map(({ text }) => text)
    if (isScenario(inner)) takeScenarios(facts, inner, name)
    else if (item.children.length === 0) readSentence(facts, section, item.text)
    else {
      const flow = flowFrom(name, item.children, []) ?? {
        name: title(name),
        actor: '',
        goal: '',
        steps: stepsOf(item.children),
      }
      facts.flows.push(flow)
    }
  }
}

const isRequirement = (text: string): boolean => /\bshall\b/i.test(text)

/** The name a flow goes by: its own heading, the line above its list, or the nearest heading that says more than "Flows". */
function flowName(facts: Facts, section: Section, lead: string): string {
  if (!section.named && section.title !== '') return section.title
  const label = bare(lead)
  if (lead.endsWith(':') && label.split(' ').length <= 10 && !isGeneric(label)) return label
  const parent = section.parents.findLast((name) => name !== '' && !isGeneric(name))
  const inner = parent !== undefined && section.parents.length > 1 ? parent : ''
  const suffix = /alternative|exception|error/i.test(section.title)
    ? `: ${section.title.toLowerCase()}`
    : ''
  return inner === '' ? facts.title || section.title : `${inner}${suffix}`
}
