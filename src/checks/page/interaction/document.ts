import type { PageFacts } from '../../../model/page-facts.ts'
import type { StaticPage } from '../../../model/page-static.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, quote } from '../score/define-rule.ts'

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

export const documentRules: readonly PageRule[] = [doctype, charset, description]
