import { limits } from '../limits.ts'
import type { Item } from '../markdown/blocks.ts'
import { bare } from '../text/plain-text.ts'
import { enumerated } from '../text/sentences.ts'
import { attributeIn, attributesIn } from './attributes.ts'
import type { AttributeFact, EntityFact } from './facts.ts'

const holds =
  /^(?:for\s+)?(?:an?|each|every|the|one)\s+([\p{L}][\p{L}\d _-]{1,40}?)(?:\s+(?:entity|record|object))?,?\s+(?:has|have|holds|contains|consists of|is made (?:up )?of|includes|stores|keeps|records|carries|is described by|we (?:store|keep|record|track|need|hold))\s*:?\s+(.+)$/iu

/** An entity told in one line: "Order: number, total (number)", "Order (number, total)", "An order has a number and a total". */
export function entityIn(text: string): EntityFact | null {
  const said = bare(text).slice(0, 1_500)
  const sentence = holds.exec(said)
  if (sentence) return listed(sentence[1] ?? '', sentence[2] ?? '')
  const bracket = /^([^:(,–—]{2,50})\((.{3,})\)$/.exec(said)
  if (bracket && enumerated(bracket[2] ?? '').length > 1)
    return listed(bracket[1] ?? '', bracket[2] ?? '')
  const mark = /\s*:\s+|\s+[–—-]\s+|\s*[–—]\s*/.exec(said)
  return mark === null
    ? null
    : listed(said.slice(0, mark.index), said.slice(mark.index + mark[0].length))
}

function listed(head: string, list: string): EntityFact | null {
  const name = entityName(head)
  const parts = enumerated(list)
  const attributes = attributesIn(list)
  // most parts must read as names: "Tool: something that members borrow, at a fee" is a sentence
  const isList = parts.length > 1 || (parts[0] ?? '').split(' ').length <= 3
  return name === '' || !isList || attributes.length < parts.length / 2
    ? null
    : { name, attributes }
}

/** The name of a thing without article, "entity" or "table"; empty where it is no name. */
export function entityName(text: string): string {
  const name = bare(text.replace(/\([^()]{0,80}\)/g, ' '))
    .replace(/^(?:an?|the|each|every)\s+/i, '')
    .replace(/\s+(?:entity|table|object|record|model|fields|attributes|data|properties)$/i, '')
    .replace(/^(?:entity|table|model)[\s:]+/i, '')
    .replace(/["'“”`]/g, '')
  const words = name.split(' ')
  return name.length <= 60 && words.length <= 4 && /^\p{L}/u.test(name) ? name : ''
}

/** An entity of a list item: its line names it, what is nested under it are its attributes. */
export function entityOfItem(item: Item): EntityFact | null {
  const told = entityIn(item.text)
  const below = attributesOfItems(item.children)
  if (told !== null) return { name: told.name, attributes: [...told.attributes, ...below] }
  const head = /^([^:–—(]{2,50}?)(?:\s*[:–—(]|\s-\s|$)/.exec(item.text)?.[1] ?? ''
  const name = entityName(head)
  if (name === '' || /\b(?:must|shall|should|can|may|is|are|will)\b/i.test(head)) return null
  return below.length > 0 || name.split(' ').length <= 3 ? { name, attributes: below } : null
}

export const attributesOfItems = (items: readonly Item[]): readonly AttributeFact[] =>
  items.slice(0, limits.attributes).flatMap((item) => {
    const listedIn = /^(?:attributes|fields|properties)\s*:\s*(.+)$/i.exec(item.text)?.[1]
    if (listedIn !== undefined) return attributesIn(listedIn)
    if (/^(?:attributes|fields|properties)\s*:?$/i.test(item.text))
      return attributesOfItems(item.children)
    return attributeIn(item.text) ?? []
  })
