import type { PageFacts } from '../../../model/page-facts.ts'
import type { TextBlock } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { quote, shownOnce, worksRule } from './about.ts'
import { guessLanguage, isKnown, primaryOf } from './detect-language.ts'

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

export const languageRules: readonly PageRule[] = [pageLanguage]
