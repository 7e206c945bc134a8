import { contrastRatio } from '../../../model/colour.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { Control, TextRun } from '../../../model/page-view.ts'
import { over } from '../contrast/colour.ts'
import { allViews } from '../contrast/page-views.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, type Sighting } from '../score/define-rule.ts'
import { at, bare, controlsOf, isWithin, parentSelector, quote } from './elements.ts'

/** Words that say nothing wherever they stand. */
const empty =
  /^((click|press|tap|over|right|see|go|look|read) )?here$|^click( this)?$|^link$|^this( (link|page|site|website))?$|^((klicken sie )?hier( klicken)?|(cliquez )?ici|(haz clic )?aquí|(clicca )?qui)$/

/** Words that say something only together with what they stand in. */
const leaning =
  /^(continue( reading)?|details|explore|go|info|page|read|site|view|web ?page|website|((discover|find out|learn|read|see|show|view) )?more( details| info| information)?|mehr( erfahren)?|weiter(lesen)?|en savoir plus|lire la suite|(leer|saber|ver) más|leggi di più|scopri di più)$/

/** “Read more about our bread” says it all, though only the first words are the link. */
function goesOn(facts: PageFacts, { selector, text }: Control): boolean {
  const view = facts.views.at(-1)
  const run = view?.texts.find((each) => isWithin(each.selector, selector))
  const block = run === undefined ? undefined : view?.blocks[run.block]
  const from = block?.text.indexOf(text) ?? -1
  if (block === undefined || from === -1 || isWithin(block.selector, selector)) return false
  return bare(block.text.slice(from + text.length)).split(' ').length >= 2
}

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

function saysNothing(facts: PageFacts, link: Control): boolean {
  const name = bare(link.name)
  // a mark alone is passed over, or spoken as “full stop”
  if (/^\p{P}+$/u.test(link.name.trim()) || empty.test(name)) return true
  return leaning.test(name) && !hasContext(facts, link) && !goesOn(facts, link)
}

const vagueLink = definePageRule(
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
    controlsOf(facts)
      .filter(({ role, tag, href }) => role === 'link' || (tag === 'a' && href !== null))
      .filter((link) => !link.ariaHidden && saysNothing(facts, link))
      .map((link) => ({
        severity: 'warning' as const,
        message: `the link ${quote(link.name)} does not say where it leads`,
        place: at(link),
      })),
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

function onlyColoured(facts: PageFacts): readonly Sighting[] {
  const result = new Map<string, Sighting>()
  for (const view of allViews(facts)) {
    for (const link of view.controls) {
      if (!link.inline || !link.visible || link.tag !== 'a' || link.href === null) continue
      if (isMarked(link) || link.icon !== null || result.has(link.selector)) continue
      const run = view.texts.find(({ selector }) => selector === link.selector)
      if (run === undefined) continue
      const around = view.texts.find(
        (each) => each.block === run.block && !each.inLink && /\p{L}{2}/u.test(each.text),
      )
      if (around === undefined || !looksLike(run, around)) continue
      const ground = run.backdrop.solid ?? around.colour
      const value = contrastRatio(over(run.colour, ground), over(around.colour, ground))
      if (value >= 3) continue
      result.set(link.selector, {
        message: `the link ${quote(link.name)} is told from the words around it by colour alone`,
        place: at(link),
        measured: { value: Math.floor(value * 100) / 100, needed: 3, unit: ':1' },
      })
    }
  }
  return [...result.values()]
}

const inlineLink = definePageRule(
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

export const linkRules: readonly PageRule[] = [vagueLink, inlineLink]
