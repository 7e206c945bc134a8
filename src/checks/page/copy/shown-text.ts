import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { TextBlock } from '../../../model/page-view.ts'
import { normalise } from './words.ts'

/** A block of text that a reader can get to, in the order of the page. */
export type ShownText = {
  readonly selector: string
  readonly tag: string
  readonly text: string
  /** Words of it that are painted; null where it is folded away for now. */
  readonly painted: string | null
  readonly region: string
  /** Left to screen readers. */
  readonly unseen: boolean
  /** Where its first words stand; null where it is folded away. */
  readonly start: { readonly x: number; readonly y: number } | null
}

export type PageText = {
  readonly shown: readonly ShownText[]
  readonly hidden: readonly TextBlock[]
  /** Names, alternatives, placeholders and choices: said by the page, not painted as its text. */
  readonly said: ReadonlySet<string>
}

const unfolds = new Set(['details', 'dialog', 'aria-controls', 'popover', 'other-viewport'])

/** The parts of a page that a contract may leave to the builder. */
const regions = ['nav', 'navigation', 'footer', 'contentinfo', 'header', 'banner', 'dialog']

/** All that the page shows somewhere: at its widest, in a narrower view, or once unfolded. */
export function pageText(facts: PageFacts): PageText {
  const view = facts.views.at(-1)
  if (view === undefined) return { shown: [], hidden: [], said: new Set() }
  const elsewhere = new Set(
    [...facts.views, ...facts.opened].flatMap(({ blocks }) =>
      blocks.filter(({ visible }) => visible).map(({ selector, text }) => `${selector}\n${text}`),
    ),
  )
  const reaches = ({ visible, hidden, selector, text }: TextBlock): boolean =>
    visible || unfolds.has(hidden?.reachable ?? 'no') || elsewhere.has(`${selector}\n${text}`)
  const forScreenReaders = (block: TextBlock): boolean =>
    !reaches(block) && block.hidden?.reachable === 'screen-reader'
  const shown = view.blocks.flatMap((block, index) =>
    reaches(block) || forScreenReaders(block)
      ? [shownText(block, index, { view, unseen: forScreenReaders(block) })]
      : [],
  )
  const hidden = view.blocks.filter((block) => !reaches(block) && !forScreenReaders(block))
  return { shown: asRead(shown), hidden, said: saidBy(facts) }
}

function shownText(
  block: TextBlock,
  index: number,
  { view, unseen }: { readonly view: ViewFacts; readonly unseen: boolean },
): ShownText {
  const runs = view.texts.filter((run) => run.block === index && run.source === 'text')
  const roles = runs[0]?.ancestorRoles ?? []
  return {
    selector: block.selector,
    tag: block.tag,
    text: block.text,
    painted: runs.length === 0 ? null : normalise(runs.map(({ text }) => text).join(' ')),
    region: roles.find((role) => regions.includes(role)) ?? 'main',
    unseen,
    start: runs[0] === undefined ? null : { x: runs[0].box.x, y: runs[0].box.y },
  }
}

/** A block whose words stand behind a block inside it is read after that one. */
function asRead(blocks: readonly ShownText[]): readonly ShownText[] {
  const read: ShownText[] = []
  const waiting: ShownText[] = []
  for (const block of blocks) {
    while (waiting.length > 0 && !isInside(block, waiting.at(-1))) read.push(...waiting.splice(-1))
    const inside = blocks.find((each) => isInside(each, block))
    if (inside !== undefined && comesBefore(inside, block)) waiting.push(block)
    else read.push(block)
  }
  return [...read, ...waiting.toReversed()]
}

const isInside = (block: ShownText, outer: ShownText | undefined): boolean =>
  outer !== undefined && block.selector.startsWith(`${outer.selector} >`)

const comesBefore = ({ start: one }: ShownText, { start: two }: ShownText): boolean =>
  one !== null && two !== null && (one.y < two.y - 4 || (one.y < two.y + 4 && one.x < two.x))

function saidBy(facts: PageFacts): ReadonlySet<string> {
  const said = [
    facts.title,
    facts.description ?? '',
    ...[...facts.views, ...facts.opened].flatMap((view) => [
      ...view.controls.flatMap(({ name, placeholder, title, value, label }) => {
        return [name, placeholder ?? '', title ?? '', value ?? '', label?.text ?? '']
      }),
      ...view.images.flatMap(({ alt, name }) => [alt ?? '', name]),
      ...view.landmarks.map(({ name }) => name),
      ...view.tables.map(({ caption }) => caption ?? ''),
      ...view.texts.filter(({ source }) => source !== 'text').map(({ text }) => text),
    ]),
    ...(facts.static?.pages ?? [])
      .filter(({ file }) => file === facts.page)
      .flatMap(({ texts }) => texts.filter(({ tag }) => tag === 'option').map(({ text }) => text)),
  ]
  return new Set(said.map(normalise).filter((text) => text !== ''))
}
