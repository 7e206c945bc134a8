import { notApplicable, outcomeOf } from '../outcome.ts'
import { documentCheck, findingAt } from './document-check.ts'
import { wordsOf } from './document.ts'
import { isSpecific, sentencesOf } from './substance.ts'

/** Most of the prose says something that would not be true of any other work. */
export const clarity = documentCheck(
  { id: 'document/clarity', title: 'Wording is concrete', readsProject: false },
  async (document) => {
    const sentences = sentencesOf(document).filter(({ text }) => wordsOf(text).length >= 6)
    const general = sentences.filter((sentence) => !isSpecific(document, sentence))
    const [first] = general
    if (sentences.length < 8 || first === undefined)
      return notApplicable('there is too little prose to tell')
    const share = Math.round((100 * general.length) / sentences.length)
    return outcomeOf(
      share > 70
        ? [
            findingAt(
              document,
              first.start,
              `${share} % of the sentences name nothing: no code, number, name or link`,
            ),
          ]
        : [],
      `${100 - share} % of the sentences name something`,
    )
  },
)
