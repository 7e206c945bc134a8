import type { LinkFact, PageFacts } from '../../../model/page-facts.ts'
import type { FormFact, ViewFacts } from '../../../model/page-structure.ts'
import type { Box, TextBlock } from '../../../model/page-view.ts'
import { stem } from '../../../obligations/glue.ts'

/** A part of a page that a reader takes for one: what it is called, and what stands in it. */
export type Part = {
  readonly selector: string
  /** Its heading, its id, its label, and the words of links that lead to it. */
  readonly names: readonly string[]
  readonly role: string | null
  readonly isHeaded: boolean
  /** What it says, without its heading. */
  readonly text: string
  readonly blocks: readonly TextBlock[]
  readonly images: number
  readonly frames: number
  readonly forms: readonly FormFact[]
  readonly links: readonly LinkFact[]
}

/** The page as its readers see it at one time. */
export type Shown = {
  readonly facts: PageFacts
  readonly view: ViewFacts
  readonly text: string
  readonly parts: readonly Part[]
  /** What is read where a dialog, menu or details is opened, and not before. */
  readonly opened: readonly TextBlock[]
}

/** One look at the page, without the blocks that only repeat what was asked. */
export function shownPage(
  facts: PageFacts,
  view: ViewFacts,
  isEcho: (text: string) => boolean,
): Shown {
  const blocks = view.blocks.filter((block) => isRead(block) && !isEcho(block.text))
  const own = { ...view, blocks }
  const read = new Set(blocks.map(({ selector }) => selector))
  const opened = facts.opened
    .flatMap((each) => each.blocks)
    .filter(({ visible, selector, text }) => {
      if (!visible || read.has(selector) || isEcho(text)) return false
      return read.add(selector)
    })
  const text = textOf([...blocks, ...opened])
  return { facts, view: own, opened, text, parts: partsOf(facts, own) }
}

/** What a reader can get to: it is painted, or waits behind a control. */
const isRead = ({ visible, hidden }: TextBlock): boolean =>
  visible || !['no', 'other-viewport'].includes(hidden?.reachable ?? 'no')

const textOf = (blocks: readonly TextBlock[]): string => blocks.map(({ text }) => text).join('\n')

function partsOf({ links }: PageFacts, view: ViewFacts): readonly Part[] {
  const aliases = (id: string | null, selector: string): readonly string[] =>
    links
      .filter(({ raw, text }) => {
        const target = /#([^#]+)$/.exec(raw)?.[1]
        return text !== '' && target !== undefined && (target === id || selector === `#${target}`)
      })
      .map(({ text }) => text)
  const landmarks = view.landmarks.filter(({ visible }) => visible)
  const labels = (box: Box) =>
    landmarks.filter((each) => each.name !== '' && isSameBox(each.box, box)).map(({ name }) => name)
  const sectionFacts = view.sections.filter(({ box }) => box.width * box.height > 0)
  const boxed = sectionFacts.map(({ selector, id, heading, box }) =>
    partAt(view, links, {
      selector,
      names: [heading ?? '', id ?? '', ...labels(box), ...aliases(id, selector)],
      role: null,
      heading,
      box,
    }),
  )
  const named = landmarks.map(({ selector, role, name, box }) =>
    partAt(view, links, { selector, names: [name], role, heading: null, box }),
  )
  return [...headed(view, links, aliases), ...boxed, ...named]
}

type Place = {
  readonly selector: string
  readonly names: readonly string[]
  readonly role: string | null
  readonly heading: string | null
  readonly box: Box
}

function partAt(view: ViewFacts, links: readonly LinkFact[], place: Place): Part {
  const { selector, names, role, heading, box } = place
  const within = (inner: Box) => isInside(inner, box)
  const blocks = view.blocks.filter((each) => within(each.box) && each.text !== heading)
  return partOf(
    view,
    links,
    { selector, names, role, isHeaded: heading !== null },
    { within, blocks },
  )
}

/** What follows a heading, up to the next one of its rank. */
function headed(
  view: ViewFacts,
  links: readonly LinkFact[],
  aliases: (id: string | null, selector: string) => readonly string[],
): readonly Part[] {
  const headings = view.headings.filter(({ visible }) => visible)
  return headings.map((heading, at) => {
    const next = headings.slice(at + 1).find(({ level }) => level <= heading.level)
    const start = view.blocks.findIndex(({ selector }) => selector === heading.selector)
    const stop = view.blocks.findIndex(({ selector }) => selector === next?.selector)
    const blocks = start === -1 ? [] : view.blocks.slice(start + 1, stop === -1 ? undefined : stop)
    const bottom = Math.max(
      heading.box.y + heading.box.height,
      next?.box.y ?? 0,
      ...blocks.map(({ box }) => box.y + box.height),
    )
    const within = ({ y }: Box) => y >= heading.box.y - 1 && y < bottom
    const id = /^#([\w-]+)/.exec(heading.selector)?.[1] ?? null
    return partOf(
      view,
      links,
      {
        selector: heading.selector,
        names: [heading.text, ...aliases(id, heading.selector)],
        role: null,
        isHeaded: true,
      },
      { within, blocks },
    )
  })
}

function partOf(
  { images, frames, forms, controls }: ViewFacts,
  links: readonly LinkFact[],
  about: Pick<Part, 'selector' | 'names' | 'role' | 'isHeaded'>,
  { within, blocks }: { within: (box: Box) => boolean; blocks: readonly TextBlock[] },
): Part {
  const inside = new Set(
    controls.filter(({ box, visible }) => visible && within(box)).map(({ selector }) => selector),
  )
  return {
    ...about,
    names: [...new Set(about.names.filter((name) => name.trim() !== ''))],
    blocks,
    text: textOf(blocks),
    images: images.filter(({ box, visible }) => visible && within(box)).length,
    frames: frames.filter(({ box, visible }) => visible && within(box)).length,
    forms: forms.filter(({ fields }) => fields.some(({ selector }) => inside.has(selector))),
    links: links.filter(({ selector }) => inside.has(selector)),
  }
}

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - 2 &&
  inner.y >= outer.y - 2 &&
  inner.x + inner.width <= outer.x + outer.width + 2 &&
  inner.y + inner.height <= outer.y + outer.height + 2

const isSameBox = (one: Box, other: Box): boolean => isInside(one, other) && isInside(other, one)

/** The words of a text, each without its most common endings. */
export const stems = (text: string): readonly string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map(stem)

/** White space, quotation marks and dashes differ between people and say nothing. */
export const squeezed = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[“”„«»"'‘’‚`]/g, '')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
