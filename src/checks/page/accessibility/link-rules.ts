import type { PageFacts } from '../../../model/page-facts.ts'
import type { Control, TextRun } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { contrastRatio } from '../../../model/colour.ts'
import { over } from '../contrast/colour.ts'
import { allViews } from '../contrast/page-views.ts'
import {
  at,
  bare,
  isWithin,
  parentSelector,
  quote,
  type Seen,
  shownOnce,
  worksRule,
} from './about.ts'
import { vaguenessOf } from './link-words.ts'

const linksOf = (facts: PageFacts): readonly Control[] =>
  shownOnce(facts, ({ controls }) => controls).filter(
    ({ role, tag, href, ariaHidden }) =>
      (role === 'link' || (tag === 'a' && href !== null)) && !ariaHidden,
  )

/** The words of the block that a link stands in, and where its own begin among them. */
function sentenceAround(
  facts: PageFacts,
  { selector, text }: Control,
): { readonly block: string; readonly after: string } | null {
  const view = facts.views.at(-1)
  const run = view?.texts.find((each) => isWithin(each.selector, selector))
  const block = run === undefined ? undefined : view?.blocks[run.block]
  const from = block?.text.indexOf(text) ?? -1
  if (block === undefined || from === -1 || isWithin(block.selector, selector)) return null
  return { block: block.selector, after: block.text.slice(from + text.length) }
}

/** “Read more about our bread” says it all, though only the first words are the link. */
const goesOn = (facts: PageFacts, link: Control): boolean =>
  bare(sentenceAround(facts, link)?.after ?? '').split(' ').length >= 2

/** Stands in something small that says what it is about: an entry, a cell, a card with a heading. */
function hasContext(facts: PageFacts, { selector }: Control): boolean {
  if (/(^|> )(li|article|td|th|dd|figure|figcaption)\b/.test(selector)) return true
  const headings = facts.views.at(-1)?.headings ?? []
  for (let outer = parentSelector(selector); outer !== null; outer = parentSelector(outer)) {
    const path = `${outer} > `
    const inside = headings.filter((heading) => heading.selector.startsWith(path))
    if (inside.length === 0) continue
    // a part of the page with its own heading holds many things; a small box holds one
    return inside.length === 1 && /(^|> )div(:nth-of-type\(\d+\))?$/.test(outer)
  }
  return false
}

const vagueLink: PageRule = worksRule(
  {
    id: 'link-vague',
    about:
      'The words of a link say where it leads. “Read more” is fine in an entry or a card that has a heading.',
    example: {
      bad: '<a href="prices.html">Click here</a>',
      better: '<a href="prices.html">See all prices</a>',
    },
  },
  (facts) =>
    linksOf(facts).flatMap((link) => {
      // a mark alone is passed over, or spoken as “full stop”
      const isMark = /^\p{P}+$/u.test(link.name.trim())
      const vague = isMark ? 'empty' : vaguenessOf(bare(link.name))
      if (vague === 'none') return []
      if (vague === 'leaning' && (hasContext(facts, link) || goesOn(facts, link))) return []
      return [
        { message: `the link ${quote(link.name)} does not say where it leads`, place: at(link) },
      ]
    }),
)

/** Where a link leads, so that two ways of writing one place are one. */
function targetOf(facts: PageFacts, link: Control): string | null {
  const fact = facts.links.find(
    ({ selector, attribute }) => selector === link.selector && attribute === 'href',
  )
  if (fact === undefined) return link.href
  return fact.verdict.type === 'nowhere' || fact.verdict.type === 'malformed'
    ? null
    : fact.url.replace(/\/index\.html?(?=$|[?#])/, '/').replace(/#$/, '')
}

/** The words of the page that a link leads to, where it is one of ours. */
function wordsAt(facts: PageFacts, { selector }: Control): string | null {
  const fact = facts.links.find((each) => each.selector === selector && each.attribute === 'href')
  const path = fact?.verdict.type === 'present' ? fact.verdict.path : null
  const page = facts.static?.pages.find(({ file }) => file === path)
  return page === undefined || page.texts.length === 0
    ? null
    : page.texts.map(({ text }) => text).join(' ')
}

/** Two addresses of one place: the same, or two files with the same words in them. */
function isSamePlace(facts: PageFacts, one: Led, other: Led): boolean {
  const slashless = (url: string) => url.replace(/\/$/, '')
  if (slashless(one.target) === slashless(other.target)) return true
  const pathOf = (url: string) => url.replace(/[?#].*$/, '')
  if (pathOf(one.target) === pathOf(other.target)) return false
  const words = wordsAt(facts, one.link)
  return words !== null && words === wordsAt(facts, other.link)
}

type Led = { readonly target: string; readonly link: Control }

function sameWords(facts: PageFacts): readonly Seen[] {
  const known = new Map<string, Led>()
  return linksOf(facts).flatMap((link) => {
    const name = bare(link.name)
    const target = targetOf(facts, link)
    if (name === '' || target === null || hasContext(facts, link)) return []
    // links in different sentences are told apart by them
    const key = `${name} ${goesOn(facts, link) ? (sentenceAround(facts, link)?.block ?? '') : ''}`
    const first = known.get(key)
    if (first === undefined) {
      known.set(key, { target, link })
      return []
    }
    if (isSamePlace(facts, first, { target, link })) return []
    return [
      {
        message: `the link ${quote(link.name)} leads to ${quote(link.href ?? '')}, and another with the same words to ${quote(first.link.href ?? '')}`,
        place: at(link),
      },
    ]
  })
}

const sameWordsElsewhere: PageRule = worksRule(
  {
    id: 'link-same-words',
    about:
      'Links with the same words lead to the same place, unless what they stand in tells them apart.',
    example: {
      bad: 'two links “Tickets” to two pages',
      better: '“Day tickets” and “Week tickets”',
    },
  },
  sameWords,
)

const isMarked = ({ paint }: Control): boolean =>
  /underline|overline/.test(paint.textDecoration) ||
  paint.borderSides.includes('bottom') ||
  paint.backgroundImage !== null ||
  paint.background.a > 0.05 ||
  paint.boxShadow !== null

const looksLike = (one: TextRun, other: TextRun): boolean =>
  Math.abs(one.fontWeight - other.fontWeight) < 200 &&
  one.fontStyle === other.fontStyle &&
  Math.abs(one.fontSize - other.fontSize) < 2

function onlyColoured(facts: PageFacts): readonly Seen[] {
  const found = new Map<string, Seen>()
  for (const view of allViews(facts)) {
    for (const link of view.controls) {
      if (!link.inline || !link.visible || link.tag !== 'a' || link.href === null) continue
      if (isMarked(link) || link.icon !== null || found.has(link.selector)) continue
      const run = view.texts.find(({ selector }) => selector === link.selector)
      if (run === undefined) continue
      const around = view.texts.find(
        (each) => each.block === run.block && !each.inLink && /\p{L}{2}/u.test(each.text),
      )
      if (around === undefined || !looksLike(run, around)) continue
      const ground = run.backdrop.solid ?? around.colour
      const value = contrastRatio(over(run.colour, ground), over(around.colour, ground))
      if (value >= 3) continue
      found.set(link.selector, {
        message: `the link ${quote(link.name)} is told from the words around it by colour alone`,
        place: at(link),
        measured: { value: Math.floor(value * 100) / 100, needed: 3, unit: ':1' },
      })
    }
  }
  return [...found.values()]
}

const inlineLink: PageRule = worksRule(
  {
    id: 'link-only-coloured',
    about:
      'A link among words is marked by more than its colour: a line, a weight, or 3:1 against the words.',
    example: {
      bad: 'p a { color: #225; text-decoration: none }',
      better: 'p a { text-decoration: underline }',
    },
    mustPass: true,
  },
  onlyColoured,
)

/** A picture and its words as two links side by side, which the keyboard has to pass one by one. */
function doubled(facts: PageFacts): readonly Seen[] {
  const links = linksOf(facts).filter(({ focusable }) => focusable)
  return links.flatMap((link, index): readonly Seen[] => {
    const before = links[index - 1]
    const target = targetOf(facts, link)
    if (before === undefined || target === null || target !== targetOf(facts, before)) return []
    const around = parentSelector(link.selector)
    if (around === null || parentSelector(before.selector) !== around || link.inline) return []
    return [
      {
        message: `the link ${quote(link.name)} stands beside another that leads to the same place`,
        place: at(link),
      },
    ]
  })
}

const doubledLink: PageRule = worksRule(
  {
    id: 'link-doubled',
    about: 'A picture and the words beside it that lead to one place are one link.',
    example: {
      bad: '<a href="a.html"><img alt="Loaf"></a><a href="a.html">Loaf</a>',
      better: '<a href="a.html"><img alt="">Loaf</a>',
    },
  },
  doubled,
)

const titleRepeats: PageRule = worksRule(
  {
    id: 'title-repeats-name',
    about: 'The title of a link or a button does not say again what its words say.',
    example: { bad: '<a title="Prices">Prices</a>', better: '<a>Prices</a>' },
  },
  (facts) =>
    shownOnce(facts, ({ controls }) => controls)
      .filter(({ title, text }) => bare(title ?? '') !== '' && bare(title ?? '') === bare(text))
      .map((control) => ({
        message: `the title ${quote(control.title ?? '')} repeats the words that are seen`,
        place: at(control),
      })),
)

export const linkRules: readonly PageRule[] = [
  vagueLink,
  sameWordsElsewhere,
  inlineLink,
  doubledLink,
  titleRepeats,
]
