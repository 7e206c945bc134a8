import type { PageFacts } from '../../../model/page-facts.ts'
import type { PageContract, PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote, type Sighting } from '../score/define-rule.ts'
import { copyExample } from './copy-rules.ts'
import { blockOf, holdsItem, type LaidOver, layOver, wordsOfStretch } from './compare-copy.ts'
import type { ShownText } from './shown-text.ts'
import { normalise } from './words.ts'

export const extraText: PageRule = definePageRule(
  {
    id: 'copy/extra',
    dimension: 'Completeness',
    about: 'The page says nothing that was not agreed; what it adds is listed.',
    example: { bad: 'A slogan that copy.json does not know', better: 'Only contracted texts' },
    needs: ['views', 'copy'],
  },
  (facts, contract) => oncePerPlace(beyondCopy(facts, contract)),
)

type Beyond = Sighting & { readonly words: string }

/** What the page says that the copy does not. */
export function beyondCopy(facts: PageFacts, contract: PageContract): readonly Beyond[] {
  const laid = layOver(facts, contract)
  if (laid === null) return []
  const contracted = new Set(laid.items.map(({ text }) => normalise(text)))
  const agreed = new Set(
    laid.match.placed.flatMap((each) => (each === null ? [] : (blockOf(laid, each)?.region ?? []))),
  )
  const left = laid.match.left.flatMap((stretch): readonly Beyond[] => {
    const block = blockOf(laid, stretch)
    const words = wordsOfStretch(laid, stretch)
    if (block === undefined || block.unseen || holdsItem(laid, stretch)) return []
    if (contracted.has(normalise(words))) return saidTwice(laid, block, words)
    if (isInterfaceText(block, words)) return []
    const free = block.region !== 'main' && !agreed.has(block.region)
    return [
      {
        words,
        severity: free ? 'info' : 'warning',
        message: `${block.selector} says ${quote(words)}, which is not in the contract.`,
        place: { selector: block.selector },
      },
    ]
  })
  return [...wordsOfStyles(facts, contracted), ...left]
}

// notes on what a link or a field does are no copy
const interfaceNote = /\b(opens?|new (tab|window)|external|required|optional|pdf|download)\b/i

/** Sentences that the style sheet puts before or after an element; marks and counters are not. */
function wordsOfStyles({ views }: PageFacts, contracted: ReadonlySet<string>): readonly Beyond[] {
  const all = [...contracted]
  return (views.at(-1)?.texts ?? [])
    .filter(({ source, ariaHidden }) => (source === 'before' || source === 'after') && !ariaHidden)
    .filter(
      ({ text }) => (text.match(/\p{L}{2,}/gu) ?? []).length >= 2 && !interfaceNote.test(text),
    )
    .filter(({ text }) => !all.some((each) => each.includes(normalise(text))))
    .map(({ selector, text }) => ({
      words: text,
      severity: 'warning',
      message: `The style sheet adds ${quote(text)} to ${selector}, which is not in the contract.`,
      place: { selector },
    }))
}

/** A call or a name may stand in several places; a whole sentence stands in one part once. */
function saidTwice(laid: LaidOver, block: ShownText, words: string): readonly Beyond[] {
  if (block.painted === null || words.split(' ').length < 6) return []
  const first = laid.items.findIndex(({ text }) => normalise(text) === normalise(words))
  const stretch = laid.match.placed[first]
  if (!stretch || blockOf(laid, stretch)?.region !== block.region) return []
  return [
    {
      words,
      severity: 'warning',
      message: `${block.selector} says ${quote(words)} once more.`,
      place: { selector: block.selector },
    },
  ]
}

/** Names of parts of the screen, and lines of law, are nobody's copy. */
const isInterfaceText = ({ tag }: ShownText, words: string): boolean =>
  /^(©|\(c\)|copyright)/i.test(words) ||
  // a field must have a name, whether or not the copy gives it one
  (/^(label|legend)$/.test(tag) && words.split(' ').length <= 3) ||
  (tag === 'button' && /^(menu|close|open|next|previous|back|×|☰|menü|schließen)$/i.test(words)) ||
  /^\d+$/.test(words)

export const copyInSource: PageRule = definePageRule(
  {
    id: 'copy/in-source',
    dimension: 'Completeness',
    about: 'Without a browser, contracted texts are looked for in the source of the page.',
    example: copyExample,
    mustPass: true,
    needs: ['static', 'copy'],
    fallback: true,
  },
  (facts, { copy }) => {
    if (facts.views.length > 0 || copy === null) return []
    const page = facts.static?.pages.find(({ file }) => file === facts.page)
    const all = normalise((page?.texts ?? []).map(({ text }) => text).join(' '))
    const squeezed = all.replace(/\s/g, '')
    return copy
      .filter(({ text }) => !squeezed.includes(normalise(text).replace(/\s/g, '')))
      .map(({ pointer, text }) => ({
        message: `${pointer} ${quote(text)} is not in the source.`,
        place: { file: facts.page },
      }))
  },
)
