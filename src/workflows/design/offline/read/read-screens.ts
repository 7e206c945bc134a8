import { textOf } from '../markdown/blocks.ts'
import type { Section } from '../markdown/sections.ts'
import { sentences } from '../text/sentences.ts'
import type { Facts } from './facts.ts'
import { readCode, readRequirementList, readSentence, takeStory } from './read-requirements.ts'
import { readTable } from './read-tables.ts'
import { screen, screenOfItem } from './screens.ts'

/** Screens under a heading of their own, in a list, in a table or in sentences. */
export function readScreens(facts: Facts, section: Section): void {
  if (section.named || section.title === '') return readScreenList(facts, section)
  const told: string[] = []
  for (const block of section.blocks) {
    if (block.type === 'paragraph') told.push(textOf(block.lines))
    else if (block.type === 'table') readTable(facts, section, block)
    else if (block.type === 'code') readCode(facts, section, block)
  }
  const items = section.blocks.flatMap((block) => (block.type === 'list' ? block.items : []))
  const behaviour = items.filter(({ text }) => isBehaviour(text))
  const parts = items.filter(({ text }) => !isBehaviour(text))
  facts.screens.push(
    screen(section.title, told.filter((text) => !text.endsWith(':')).join(' '), parts),
  )
  readRequirementList(facts, section, behaviour, '')
  for (const sentence of told.flatMap(sentences))
    if (isBehaviour(sentence)) readSentence(facts, section, sentence)
}

const isBehaviour = (text: string): boolean =>
  /\b(?:shall|must|should)\b/i.test(text) ||
  /^(?:when(?:ever)?|if|while|once|after|given|as an?)\b/i.test(text) ||
  takesStory(text)

const takesStory = (text: string): boolean => /\bas an?\b.{2,60}\bI (?:want|need|can)\b/i.test(text)

function readScreenList(facts: Facts, section: Section): void {
  for (const block of section.blocks) {
    if (block.type === 'table') readTable(facts, section, block)
    if (block.type === 'code') readCode(facts, section, block)
    if (block.type === 'paragraph')
      for (const sentence of sentences(textOf(block.lines)))
        readScreenSentence(facts, section, sentence)
    if (block.type !== 'list') continue
    for (const item of block.items) {
      if (takeStory(facts, item.text, '')) continue
      const found = isBehaviour(item.text) ? null : screenOfItem(item)
      if (found !== null) facts.screens.push(found)
      else readRequirementList(facts, section, [item], '')
    }
  }
}

/** "The room overview shows a floor plan": where screens are told of, what shows something is one. */
function readScreenSentence(facts: Facts, section: Section, sentence: string): void {
  const name =
    /^(?:the|an?|on the)\s+([\p{L}][\p{L} -]{1,40}?)\s+(?:shows?|displays?|has|have|contains?|lists|offers|holds)\s/iu.exec(
      sentence,
    )?.[1]
  if (name === undefined || isBehaviour(sentence)) return readSentence(facts, section, sentence)
  facts.screens.push(screen(name, sentence, []))
}
