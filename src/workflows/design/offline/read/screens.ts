import { limits } from '../limits.ts'
import type { Item } from '../markdown/blocks.ts'
import { asSentence, bare } from '../text/plain-text.ts'
import { title } from '../text/names.ts'
import { theirs } from '../text/person.ts'
import { enumerated, sentences } from '../text/sentences.ts'
import type { PartFact, ScreenFact } from './facts.ts'
import { mentionedParts, partIn, partType } from './parts.ts'

/** A screen of a list item: "Booking page – shows …" with its parts nested below. */
export function screenOfItem(item: Item): ScreenFact | null {
  const said = bare(item.text)
  const mark = /\s*:\s|\s[–—-]\s|\s*[–—]\s|:$/.exec(`${said} `)
  const head = mark === null ? said : said.slice(0, mark.index)
  if (isName(head))
    return screen(head, mark === null ? '' : said.slice(mark.index + mark[0].length), item.children)
  const view = mentionedParts(said).find(({ type }) => type === 'view')
  return view === undefined ? null : screen(view.name, said, item.children)
}

const isName = (head: string): boolean =>
  bare(head) !== '' &&
  head.split(' ').length <= 6 &&
  head.length <= 60 &&
  !/\b(?:must|shall|should|can|may|is|are|will|shows?|has|have|see|sees)\b/i.test(head)

/** A screen with the sentences told of it and the parts they name. */
export function screen(name: string, told: string, items: readonly Item[]): ScreenFact {
  const own = sentences(told)
  const listed = items.slice(0, limits.children).flatMap(partsOfItem)
  const fromText = own
    .flatMap((sentence) => [...mentionedParts(sentence), ...enumeratedParts(sentence)])
    .filter(({ type }) => type !== 'view')
  return {
    name: title(name.replace(/^(?:an?|the)\s+/i, '').replace(/["“”`]/g, ''), 60),
    sentences: own.map((sentence) => asSentence(theirs(sentence))),
    parts: [...listed, ...fromText],
  }
}

/** "Recently saved recipes, search box, tag filter" lists parts, with or without a verb before it. */
function enumeratedParts(sentence: string): readonly PartFact[] {
  const list = bare(sentence).replace(
    /^(?:it\s+)?(?:shows?|has|have|contains?|with|includes?|displays?)\s+/i,
    '',
  )
  const pieces = enumerated(list)
  const isBare =
    !/\b(?:is|are|can|must|shall|should|may|will|where|that|which|who|when|they|it)\b/i.test(list)
  if (pieces.length < 2 || !isBare || pieces.some((piece) => piece.split(' ').length > 5)) return []
  return pieces.filter((piece) => partType(piece) !== null).flatMap((piece) => partIn(piece) ?? [])
}

function partsOfItem(item: Item): readonly PartFact[] {
  const part = partIn(item.text)
  const below = item.children.flatMap(partsOfItem)
  return part === null ? [...mentionedParts(item.text), ...below] : [part, ...below]
}

/** Screens in a table: a column for the name, one for what it is for, perhaps one for its parts. */
export function screensInTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly ScreenFact[] | null {
  const at = (pattern: RegExp) => header.findIndex((cell) => pattern.test(bare(cell)))
  const name = at(/^(?:screen|page|view|name of screen|screen name|page name)s?$/i)
  if (name === -1) return null
  const parts = at(/^(?:elements?|contents?|parts?|components?|controls?|shows|fields)$/i)
  return rows.flatMap((row) => {
    const called = bare(row[name] ?? '')
    if (called === '') return []
    const told = row.filter((_, index) => index !== name && index !== parts).map(asSentence)
    const items = bare(row[parts] ?? '')
      .split(/\s*[,;]\s*/)
      .filter((part) => part !== '')
      .map((text) => ({ text, ordered: false, children: [] }))
    return [screen(called, told.filter((part) => part !== '').join(' '), items)]
  })
}
