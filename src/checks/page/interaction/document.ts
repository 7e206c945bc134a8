import type { PageFacts } from '../../../model/page-facts.ts'
import type { StaticPage } from '../../../model/page-static.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, quote, type Sighting } from '../score/define-rule.ts'
import { deepest } from '../static/html-tree.ts'

const own = (facts: PageFacts): StaticPage | undefined =>
  facts.static?.pages.find(({ file }) => file === facts.page)

const atHead = (facts: PageFacts) => ({ selector: 'head', file: facts.page, line: 1 })

const doctype: PageRule = definePageRule(
  {
    id: 'interaction/doctype',
    about: 'The page says that it is HTML, so that browsers do not fall back to old habits.',
    example: { bad: '<html lang="en">', better: '<!doctype html><html lang="en">' },
  },
  (facts) =>
    facts.doctype === 'none'
      ? [
          {
            message: 'The page has no doctype: browsers lay it out by rules of the last century.',
            place: { ...atHead(facts), selector: 'html' },
          },
        ]
      : [],
)

const charset: PageRule = definePageRule(
  {
    id: 'interaction/charset',
    about: 'The page says that it is written in UTF-8, in its head or in its answer.',
    example: { bad: '<head><title>Café</title>', better: '<head><meta charset="utf-8">' },
    needs: ['static'],
  },
  (facts) => {
    const said = own(facts)?.charset
    // a server may say it in its answer, which the browser has followed
    if (said === undefined || (said === null && facts.sources !== undefined)) return []
    if (said !== null && /^utf-?8$/i.test(said.trim())) return []
    const message =
      said === null
        ? 'The page does not say how its letters are written.'
        : `The page says ${quote(said)}, not UTF-8.`
    return [{ message, place: atHead(facts) }]
  },
)

const description: PageRule = definePageRule(
  {
    id: 'interaction/description',
    about: 'The page describes itself in a sentence, for search results and shared links.',
    example: {
      bad: '<meta name="description" content="">',
      better: '<meta name="description" content="Sourdough baked at four each morning.">',
    },
  },
  (facts) =>
    (facts.description ?? '').trim() === ''
      ? [
          {
            severity: 'warning' as const,
            message: 'The page does not describe itself.',
            place: atHead(facts),
          },
        ]
      : [],
)

type Flaw = NonNullable<StaticPage['flaws']>[number]

const flawWords: Readonly<Record<Flaw['flaw'], (tag: string) => string>> = {
  unclosed: (tag) => `<${tag}> is never closed.`,
  'stray-end': (tag) => `</${tag}> closes nothing.`,
  'too-deep': () => `elements are nested more than ${deepest} levels deep; browsers give up there.`,
  'attribute-twice': (tag) => `An attribute stands twice on <${tag}>; the second one is lost.`,
  'unknown-tag': (tag) => `<${tag}> is no element of HTML.`,
  'obsolete-tag': (tag) => `<${tag}> is out of use.`,
}

const markup: PageRule = definePageRule(
  {
    id: 'interaction/markup',
    about: 'Tags match, no attribute stands twice, and every element is one of HTML.',
    example: { bad: '<section><h2>Prices</h2>', better: '<section><h2>Prices</h2></section>' },
    needs: ['static'],
  },
  (facts): readonly Sighting[] =>
    (own(facts)?.flaws ?? []).map(({ flaw, tag, selector, file, line }) => ({
      severity: 'warning',
      message: flawWords[flaw](tag),
      place: { ...(selector === '' ? {} : { selector }), file, line },
    })),
)

const dialogName: PageRule = definePageRule(
  {
    id: 'interaction/dialog-name',
    about: 'A dialog has a name, so that a screen reader can say what has opened.',
    example: {
      bad: '<dialog><h2>Order</h2></dialog>',
      better: '<dialog aria-labelledby="order"><h2 id="order">Order</h2></dialog>',
    },
    needs: ['static'],
  },
  (facts): readonly Sighting[] =>
    (own(facts)?.namelessDialogs ?? []).map(({ selector, file, line }) => ({
      message: `The dialog ${selector} has no name.`,
      place: { selector, file, line },
    })),
)

export const documentRules: readonly PageRule[] = [
  doctype,
  charset,
  description,
  markup,
  dialogName,
]
