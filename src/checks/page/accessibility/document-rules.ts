import type { PageFacts } from '../../../model/page-facts.ts'
import type { TextBlock } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule } from '../score/define-rule.ts'
import { guessLanguage, isKnown, primaryOf } from './detect-language.ts'
import { at, bare, quote, shownOnce } from './elements.ts'

const generic =
  /^(untitled( document| page)?|document|home( page)?|homepage|index|page( \d+)?|new page|website|web page|title|page title|welcome|insert (a |the |your )?title( here)?|(your |the )?title( goes)? here|enter (a |the )?title( here)?|my (site|website|page|app)|react app|next app|vite( .*)?|test( page)?|default|site|landing( page)?|example|app)$/

const title = definePageRule(
  {
    id: 'title-generic',
    about:
      'The title says what this page is about; it is not “Home”, “Document” or the file’s name.',
    example: { bad: '<title>Document</title>', better: '<title>Prices – Harbour Bank</title>' },
    mustPass: true,
  },
  ({ title: words, page }) => {
    const plain = bare(words)
    if (words.trim() === '') return [] // axe tells an empty one
    const file = bare(page.replace(/^.*\//, ''))
    const says = plain !== '' && !generic.test(plain) && plain !== file && !/\bhtml?$/.test(plain)
    return says
      ? []
      : [
          {
            message: `the title ${quote(words)} does not say what the page is about`,
            place: { selector: 'title' },
          },
        ]
  },
)

const viewport = definePageRule(
  {
    id: 'viewport-fits-device',
    about:
      'The viewport is as wide as the device: phones would show the page small or cut otherwise.',
    example: {
      bad: '<meta name="viewport" content="width=1024">',
      better: '<meta name="viewport" content="width=device-width, initial-scale=1">',
    },
    mustPass: true,
  },
  ({ viewportMeta }) => {
    if (viewportMeta === null || viewportMeta.trim() === '')
      return [{ message: 'the page names no viewport', place: { selector: 'head' } }]
    const meta = viewportMeta.toLowerCase()
    const width = /(?:^|[,;\s])width\s*=\s*([\w.-]+)/.exec(meta)?.[1]
    // a scale alone makes the viewport as wide as the device
    const fits = width === 'device-width' || (width === undefined && /initial-scale\s*=/.test(meta))
    return fits
      ? []
      : [
          {
            message: `the viewport is ${quote(viewportMeta)}, not as wide as the device`,
            place: { selector: 'meta[name="viewport"]' },
          },
        ]
  },
)

// Nynorsk, Bokmål and Norwegian share their small words
const oneOf = (language: string): string =>
  language === 'nb' || language === 'nn' ? 'no' : language

/** Lines of code are in no language. */
const isProse = ({ tag }: TextBlock): boolean => !/^(code|pre|kbd|samp|address)$/.test(tag)

const leastWords = 12

/** The language that a text is clearly in, where it is not the one given: many small words of it, hardly any of the given. */
function otherLanguage(text: string, lang: string): string | null {
  const asked = oneOf(primaryOf(lang))
  const guess = guessLanguage(text, asked)
  if (guess === null || !isKnown(asked) || guess.languages.includes(asked)) return null
  const { hits, words, askedHits, languages } = guess
  // few words tell enough where every third is a small one of the other language
  const isDense = (hits >= leastWords && hits >= words * 0.15) || (hits >= 4 && hits >= words * 0.3)
  return isDense && askedHits * 3 <= hits ? (languages[0] ?? null) : null
}

function proseOf(facts: PageFacts, lang: string): string {
  return shownOnce(facts, ({ blocks }) => blocks)
    .filter((block) => isProse(block) && (block.lang === null || block.lang === lang))
    .map(({ text }) => text)
    .join(' ')
}

const language = definePageRule(
  {
    id: 'lang-plausible',
    about: 'The language that the page says it is in is the language of its words.',
    example: { bad: '<html lang="en"> over a German text', better: '<html lang="de">' },
    mustPass: true,
  },
  (facts) => {
    const lang = facts.lang ?? ''
    const other = lang.trim() === '' ? null : otherLanguage(proseOf(facts, lang), lang)
    return other === null
      ? []
      : [
          {
            message: `the page says it is in ${quote(lang)}, and its words are in ${quote(other)}`,
            place: { selector: 'html' },
          },
        ]
  },
)

const tableHeaders = definePageRule(
  {
    id: 'table-headers',
    about: 'A table of data names its columns or rows with header cells.',
    example: { bad: '<td>Price</td>', better: '<th scope="col">Price</th>' },
    mustPass: true,
  },
  (facts) =>
    shownOnce(facts, ({ tables }) => tables)
      .filter(
        ({ rows, columns, headers, role }) =>
          rows >= 2 && columns >= 2 && headers === 0 && role !== 'presentation' && role !== 'none',
      )
      .map((each) => ({
        message: `the table of ${each.rows} rows and ${each.columns} columns has no header cells`,
        place: at(each),
      })),
)

export const documentRules: readonly PageRule[] = [title, viewport, language, tableHeaders]
