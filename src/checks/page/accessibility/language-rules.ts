import type { PageFacts } from '../../../model/page-facts.ts'
import type { TextBlock } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { at, quote, type Seen, shownOnce, worksRule } from './about.ts'
import { guessLanguage, isKnown, primaryOf } from './detect-language.ts'

const rightToLeft = new Set(['ar', 'fa', 'he', 'iw', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv'])

// Nynorsk, Bokmål and Norwegian share their small words
const oneOf = (language: string): string =>
  language === 'nb' || language === 'nn' ? 'no' : language

const blocksOf = (facts: PageFacts): readonly TextBlock[] =>
  shownOnce(facts, ({ blocks }) => blocks)

/** Lines of code are in no language. */
const isProse = ({ tag }: TextBlock): boolean => !/^(code|pre|kbd|samp|address)$/.test(tag)

/** Clearly in another language than the one given: many small words of it, hardly any of the given. */
function otherLanguage(text: string, lang: string, least: number): readonly string[] | null {
  const asked = oneOf(primaryOf(lang))
  const guess = guessLanguage(text, asked)
  if (guess === null || !isKnown(asked) || guess.languages.includes(asked)) return null
  // few words tell enough where every third is a small one of the other language
  const dense =
    (guess.hits >= least && guess.hits >= guess.words * 0.15) ||
    (guess.hits >= 4 && guess.hits >= guess.words * 0.3)
  return dense && guess.askedHits * 3 <= guess.hits ? guess.languages : null
}

const pageLanguage: PageRule = worksRule(
  {
    id: 'lang-plausible',
    about: 'The language that the page says it is in is the language of its words.',
    example: { bad: '<html lang="en"> over a German text', better: '<html lang="de">' },
    mustPass: true,
  },
  (facts) => {
    if (facts.lang === null || facts.lang.trim() === '') return []
    const lang = facts.lang
    const text = blocksOf(facts)
      .filter((block) => isProse(block) && (block.lang === null || block.lang === lang))
      .map((block) => block.text)
      .join(' ')
    const languages = otherLanguage(text, lang, 12)
    return languages === null
      ? []
      : [
          {
            message: `the page says it is in ${quote(lang)}, and its words are in ${quote(languages[0] ?? '')}`,
            place: { selector: 'html' },
          },
        ]
  },
)

const partLanguage: PageRule = worksRule(
  {
    id: 'lang-of-parts',
    about: 'A passage in another language than the page says so, so that it is read aloud rightly.',
    example: { bad: '<blockquote>C’est la vie…', better: '<blockquote lang="fr">C’est la vie…' },
  },
  (facts) => {
    const pageLang = facts.lang ?? ''
    if (pageLang === '') return []
    return blocksOf(facts)
      .filter(isProse)
      .flatMap((block): readonly Seen[] => {
        const lang = block.lang ?? pageLang
        const languages = otherLanguage(block.text, lang, 4)
        // a whole page in the wrong language is told once
        if (languages === null || (lang === pageLang && isWholePage(facts, lang))) return []
        return [
          {
            message: `${quote(block.text)} is in ${quote(languages[0] ?? '')}, and marked as ${quote(lang)}`,
            place: at(block),
          },
        ]
      })
  },
)

const isWholePage = (facts: PageFacts, lang: string): boolean =>
  otherLanguage(
    blocksOf(facts)
      .map(({ text }) => text)
      .join(' '),
    lang,
    12,
  ) !== null

const direction: PageRule = worksRule(
  {
    id: 'lang-direction',
    about:
      'A page or a part in a language that is written from right to left says so with dir="rtl".',
    example: { bad: '<html lang="ar">', better: '<html lang="ar" dir="rtl">' },
    severity: 'error',
  },
  (facts) => [...pageDirection(facts), ...partDirection(facts)],
)

function pageDirection({ lang, dir }: PageFacts): readonly Seen[] {
  const language = primaryOf(lang ?? '')
  const turned = (dir ?? '').trim().toLowerCase()
  if (language === '' || turned === 'auto') return []
  const expected = rightToLeft.has(language) ? 'rtl' : 'ltr'
  if (turned === expected || (turned === '' && expected === 'ltr')) return []
  return [
    {
      message: `the page is in ${quote(lang ?? '')} and has ${turned === '' ? 'no direction' : `the direction ${quote(turned)}`}`,
      place: { selector: 'html' },
    },
  ]
}

const leftwardLetters = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu

/** Words run the way their letters do; names in other letters within a line take care of themselves. */
function partDirection({ dir, markup }: PageFacts): readonly Seen[] {
  return (markup?.parts ?? []).flatMap(({ selector, text, direction: runs }): readonly Seen[] => {
    const letters = text.match(/\p{L}/gu)?.length ?? 0
    const leftward = text.match(leftwardLetters)?.length ?? 0
    if (letters < 8 || !text.includes(' ')) return []
    const expected = leftward > letters / 2 ? 'rtl' : leftward === 0 ? 'ltr' : runs
    // in a page that runs leftwards everything does, unless it says otherwise
    if (runs === expected || (expected === 'ltr' && (dir ?? '').trim().toLowerCase() === 'rtl'))
      return []
    return [
      {
        message: `${quote(text)} runs ${runs === 'rtl' ? 'from right to left' : 'from left to right'}, and its letters the other way`,
        place: { selector },
      },
    ]
  })
}

export const languageRules: readonly PageRule[] = [pageLanguage, partLanguage, direction]
