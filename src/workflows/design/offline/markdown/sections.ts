import { bare } from '../text/plain-text.ts'
import { textOf, type Block } from './blocks.ts'
import { isGeneric, sectionKind, unnumbered, type SectionKind } from './section-kinds.ts'

export type Section = {
  /** The heading without number or id; empty before the first heading. */
  readonly title: string
  readonly heading: string
  readonly level: number
  /** Its own kind, or that of the section it stands in. */
  readonly kind: SectionKind
  /** Whether the heading itself names the kind, as "Screens" does and "Booking page" below it does not. */
  readonly named: boolean
  readonly parents: readonly string[]
  readonly blocks: readonly Block[]
}

type Place = { readonly level: number; readonly title: string; readonly kind: SectionKind }
const labelLevel = 7

/** Groups the blocks under their headings. What stands below an excluded heading is excluded with it. */
export function sectionsOf(blocks: readonly Block[]): readonly Section[] {
  const sections: Section[] = []
  const path: Place[] = []
  let current: Omit<Section, 'blocks'> & { readonly blocks: Block[] } = { ...root, blocks: [] }
  for (const block of blocks) {
    const aside = labelled(block)
    if (aside !== null) {
      sections.push(aside)
      continue
    }
    const heading = asHeading(block)
    if (heading === null) {
      current.blocks.push(block)
      continue
    }
    sections.push(current)
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
    const { kind, named } = kindAt(heading, path.at(-1), sections.length === 1)
    current = {
      title: unnumbered(heading.text),
      heading: heading.text,
      level: heading.level,
      kind,
      named,
      parents: path.map((place) => place.title),
      blocks: heading.rest === '' ? [] : [{ type: 'paragraph', lines: [heading.rest] }],
    }
    path.push({ level: heading.level, title: current.title, kind })
  }
  sections.push(current)
  return sections.filter((section) => section.blocks.length > 0 || section.heading !== '')
}

const root: Omit<Section, 'blocks'> = {
  title: '',
  heading: '',
  level: 0,
  kind: 'background',
  named: false,
  parents: [],
}

/** "Out of scope: payments" excludes what it names, not what follows it. */
function labelled(block: Block): Section | null {
  if (block.type !== 'paragraph') return null
  const match = /^([^:]{3,40}):\s+(\S.*)$/.exec(textOf(block.lines))
  const kind = match === null ? 'other' : sectionKind(match[1] ?? '')
  if (match === null || (kind !== 'excluded' && kind !== 'questions')) return null
  const name = bare(match[1] ?? '')
  return {
    ...root,
    title: name,
    heading: name,
    kind,
    blocks: [{ type: 'paragraph', lines: [match[2] ?? ''] }],
  }
}

function kindAt(
  heading: { readonly text: string; readonly level: number },
  parent: Place | undefined,
  first: boolean,
): { readonly kind: SectionKind; readonly named: boolean } {
  const inherited = parent?.kind ?? 'other'
  if (inherited === 'excluded' || inherited === 'questions')
    return { kind: inherited, named: false }
  // the document's own title may say "Requirements" or "Workflow"; that says nothing of its parts
  if (first && heading.level === 1) return { kind: 'background', named: false }
  const own = sectionKind(heading.text)
  if (own === 'other')
    return { kind: inherited === 'background' ? 'other' : inherited, named: false }
  const inside = inherited === 'screens' || inherited === 'data'
  // "Orders page" under "Screens" is a screen, "Order records" under "Data" is an entity
  if (inside && own !== 'excluded' && own !== 'questions' && !isGeneric(heading.text))
    return { kind: inherited, named: false }
  return { kind: own, named: isGeneric(heading.text) }
}

type Heading = { readonly text: string; readonly level: number; readonly rest: string }

function asHeading(block: Block): Heading | null {
  if (block.type === 'heading') return { text: block.text, level: block.level, rest: '' }
  if (block.type !== 'paragraph') return null
  const [first = '', ...more] = block.lines
  const words = bare(first)
  if (words.length > 60 || words.split(' ').length > 6 || /[.?!]$|:\s*\S/.test(first)) return null
  const isLabel = first.endsWith(':') || /^[A-Z][A-Z &-]+$/.test(first) || more.length === 0
  if (block.bold !== true && (!isLabel || /,/.test(words) || !onlyKind(words))) return null
  const kind = sectionKind(words)
  return kind === 'other' ? null : { text: words, level: labelLevel, rest: textOf(more) }
}

// "Out of scope:" is a label, "The page shows:" leads into a list
const onlyKind = (words: string) =>
  !/\b(?:the|an?|shows?|has|have|contains?|must|shall|should|can|is|are|will|we|as|see)\b/i.test(
    words,
  )
