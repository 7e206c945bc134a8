import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Control } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { allViews } from '../contrast/page-views.ts'
import { at, isWithin, quote, type Seen, worksRule } from './about.ts'

/** The words as they are spoken: no marks, no hyphens, nothing in brackets. */
const spoken = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/(?<=\p{L})[-‐‑'’](?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** What is seen on a control. Words that only screen readers get do not count. */
function seenOn(view: ViewFacts, control: Control): string {
  const runs = view.texts.filter(
    ({ selector, source }) => source === 'text' && isWithin(selector, control.selector),
  )
  const letters = (text: string) => text.replace(/\s+/g, '')
  const painted = runs.map(({ text }) => text)
  // where all words are painted, the text of the control knows which letters belong together
  return letters(painted.join('')) === letters(control.text) ? control.text : painted.join(' ')
}

const isSign = (text: string): boolean =>
  (text.match(/\p{L}/gu)?.length ?? 0) < 2 && (text.match(/\p{N}/gu)?.length ?? 0) < 4

type Holding = 'all' | 'apart' | 'not'

/** Does the name hold the words in one piece, in order with others between, or not at all? */
function holds(name: readonly string[], words: readonly string[]): Holding {
  if (` ${name.join(' ')} `.includes(` ${words.join(' ')} `)) return 'all'
  let from = 0
  for (const word of words) {
    const found = name.indexOf(word, from)
    if (found === -1) return 'not'
    from = found + 1
  }
  return 'apart'
}

const named = /^(link|button|tab|menuitem|menuitemcheckbox|menuitemradio|switch|option)$/

const isAsked = ({ nameFrom, role, name, ariaHidden, visible }: Control): boolean =>
  (nameFrom === 'aria-label' || nameFrom === 'aria-labelledby') &&
  named.test(role) &&
  visible &&
  !ariaHidden &&
  name !== ''

function mismatches(facts: PageFacts): readonly Seen[] {
  const found = new Map<string, Seen>()
  for (const view of allViews(facts))
    for (const control of view.controls) {
      if (!isAsked(control) || found.has(control.selector)) continue
      const text = seenOn(view, control)
      // one letter is a sign; a card that is one link shows more words than its name has to hold
      if (isSign(text) || text.length > 60) continue
      const holding = holds(spoken(control.name), spoken(text))
      if (holding === 'all') continue
      found.set(control.selector, {
        ...(holding === 'apart' ? { severity: 'warning' as const } : {}),
        message: `${quote(text)} is called ${quote(control.name)}, which does not hold the words that are seen`,
        place: at(control),
      })
    }
  return [...found.values()]
}

const labelInName: PageRule = worksRule(
  {
    id: 'label-in-name',
    about: 'The name of a control holds the words that are seen on it.',
    example: {
      bad: '<button aria-label="Submit">Book</button>',
      better: '<button aria-label="Book a visit">Book</button>',
    },
    mustPass: true,
  },
  mismatches,
)

export const nameRules: readonly PageRule[] = [labelInName]
