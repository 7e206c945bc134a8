import type { PageFacts } from '../../../model/page-facts.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote, type Sighting } from '../score/define-rule.ts'
import {
  absent,
  blockOf,
  holdsItem,
  type LaidOver,
  layOver,
  neighbourOf,
  wordsOfStretch,
} from './compare-copy.ts'
import type { ShownText } from './shown-text.ts'
import { normalise, wordDiff } from './words.ts'

export const copyExample = {
  bad: 'copy.json: “Reserve a loaf”; page: “Book a loaf”',
  better: 'copy.json: “Reserve a loaf”; page: “Reserve a loaf”',
}

export const changedCopy: PageRule = definePageRule(
  {
    id: 'copy/changed',
    dimension: 'Completeness',
    about: 'Every contracted text stands in the page word for word.',
    example: copyExample,
    mustPass: true,
    needs: ['views', 'copy'],
  },
  (facts, contract) => {
    const laid = layOver(facts, contract)
    if (laid === null) return []
    return oncePerPlace([...changedItems(laid), ...wordsAddedToItems(laid)])
  },
)

function changedItems(laid: LaidOver): readonly Sighting[] {
  return [...laid.match.changed].map(([index, stretch]) => {
    const item = laid.items[index]
    const now = wordsOfStretch(laid, stretch)
    return {
      about: item?.pointer ?? '',
      message: `${item?.pointer ?? ''} reads ${quote(now)}: ${wordDiff(item?.text ?? '', now)}`,
      place: { selector: blockOf(laid, stretch)?.selector ?? 'body' },
    }
  })
}

// what a form adds to its labels is no part of the copy
const formMarks = /^[(*\s]*(required|optional|pflichtfeld|erforderlich|obligatoire)?[)*\s]*$/i

function wordsAddedToItems(laid: LaidOver): readonly Sighting[] {
  const contracted = new Set(laid.items.map(({ text }) => normalise(text)))
  return laid.match.left.flatMap((stretch) => {
    const block = blockOf(laid, stretch)
    const words = wordsOfStretch(laid, stretch)
    if (block === undefined || !holdsItem(laid, stretch) || !isPainted(block, words)) return []
    if (contracted.has(normalise(words)) || formMarks.test(words)) return []
    return [
      {
        message: `${block.selector} adds ${quote(words)} to the contracted text.`,
        place: { selector: block.selector },
      },
    ]
  })
}

const isPainted = ({ painted, unseen }: ShownText, words: string): boolean =>
  !unseen && (painted === null || painted.replace(/\s/g, '').includes(words.replace(/\s/g, '')))

export const missingCopy: PageRule = definePageRule(
  {
    id: 'copy/missing',
    dimension: 'Completeness',
    about: 'No contracted text is left out or hidden where nobody can get to it.',
    example: {
      bad: 'The page leaves out “You pay at the counter.”',
      better: 'All texts are there',
    },
    mustPass: true,
    needs: ['views', 'copy'],
  },
  (facts, contract) => {
    const laid = layOver(facts, contract)
    if (laid === null) return []
    return [
      ...absent(laid).map((index) => {
        const item = laid.items[index]
        const text = normalise(item?.text ?? '')
        const hidden = hiddenPart(laid, text)
        const where = hidden?.selector ?? neighbourOf(laid, index)?.selector
        const how =
          hidden === undefined
            ? 'is not in the page'
            : `is hidden from readers (${hidden.hidden?.why ?? 'hidden'})`
        return {
          about: item?.pointer ?? '',
          message: `${item?.pointer ?? ''} ${quote(text)} ${how}.`,
          place: where === undefined ? {} : { selector: where },
        }
      }),
      ...leftToScreenReaders(facts, laid),
    ]
  },
)

/** The hidden block that holds the text, or the first one that holds a part of it. */
function hiddenPart({ page }: LaidOver, text: string) {
  const holds = page.hidden.find((block) => normalise(block.text).includes(text))
  const parts = page.hidden.filter((block) => {
    const words = normalise(block.text)
    return words.includes(' ') && text.includes(words)
  })
  // a few words of it that are hidden elsewhere are no trace of the whole
  const letters = parts.reduce((sum, block) => sum + normalise(block.text).length, 0)
  return holds ?? (letters * 4 >= text.length * 3 ? parts[0] : undefined)
}

// names of fields and of things to press are often left to screen readers, and skip links wait
const mayBeUnseen = /^(a|button|label|legend|caption|th|summary|span|option|input|nav)$/

function leftToScreenReaders(facts: PageFacts, laid: LaidOver): readonly Sighting[] {
  const pressed = new Set(
    facts.views.flatMap(({ controls }) => controls.map(({ selector }) => selector)),
  )
  return laid.match.placed.flatMap((stretch, index) => {
    const block = stretch === null ? undefined : blockOf(laid, stretch)
    if (block === undefined || !block.unseen || mayBeUnseen.test(block.tag)) return []
    if (pressed.has(block.selector)) return []
    return [
      {
        about: laid.items[index]?.pointer ?? '',
        message: `${laid.items[index]?.pointer ?? ''} ${quote(laid.items[index]?.text ?? '')} is left to screen readers.`,
        place: { selector: block.selector },
      },
    ]
  })
}

export const movedCopy: PageRule = definePageRule(
  {
    id: 'copy/moved',
    dimension: 'Completeness',
    about: 'The contracted texts stand in their order.',
    example: { bad: 'The answer before its question', better: 'Each answer behind its question' },
    needs: ['views', 'copy'],
  },
  (facts, contract) => {
    const laid = layOver(facts, contract)
    if (laid === null) return []
    return [...laid.match.moved].flatMap((index) => {
      const item = laid.items[index]
      const stretch = laid.match.placed[index]
      if (item === undefined || !stretch) return []
      const selector = blockOf(laid, stretch)?.selector ?? 'body'
      return [
        {
          severity: isAmongItsOwn(laid, index) ? ('warning' as const) : ('error' as const),
          about: item.pointer,
          message: `${item.pointer} ${quote(item.text)} stands out of order.`,
          place: { selector },
        },
      ]
    })
  },
)

/** A kicker above its headline: the fields of one part may be laid out as the design likes. */
function isAmongItsOwn({ items, match }: LaidOver, index: number): boolean {
  const parent = (at: number): string => (items[at]?.pointer ?? '').replace(/\/[^/]*$/, '')
  const start = match.placed[index]?.start ?? 0
  return !match.placed.some(
    (each, at) =>
      each !== null && parent(at) !== parent(index) && at < index !== each.start < start,
  )
}
