import type { PageFacts } from '../../../model/page-facts.ts'
import type { StaticPage } from '../../../model/page-static.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, quote, type Sighting } from '../score/define-rule.ts'

const own = (facts: PageFacts): StaticPage | undefined =>
  facts.static?.pages.find(({ file }) => file === facts.page)

/** A rule on the source of the page, for when nobody could look at the page itself. */
const sourceRule = (
  about: Pick<PageRule, 'id' | 'about' | 'example' | 'mustPass'>,
  look: (page: StaticPage) => readonly Sighting[],
): PageRule =>
  definePageRule({ ...about, needs: ['static'], fallback: true }, (facts) => {
    const page = facts.views.length > 0 ? undefined : own(facts)
    return page === undefined ? [] : look(page)
  })

const withoutAlt = sourceRule(
  {
    id: 'interaction/source-alt',
    about: 'Without a browser: every image in the source has an alt.',
    example: { bad: '<img src="loaf.jpg">', better: '<img src="loaf.jpg" alt="A loaf">' },
    mustPass: true,
  },
  ({ imagesWithoutAlt }) =>
    imagesWithoutAlt.map(({ selector, html, file, line }) => ({
      message: `${quote(html)} has no alt.`,
      place: { selector, file, line },
    })),
)

const withoutName = sourceRule(
  {
    id: 'interaction/source-name',
    about: 'Without a browser: every link and button in the source has words.',
    example: { bad: '<button></button>', better: '<button>Send</button>' },
    mustPass: true,
  },
  ({ emptyLinks, emptyButtons }) =>
    [...emptyLinks, ...emptyButtons].map(({ selector, html, file, line }) => ({
      message: `${quote(html)} has no words.`,
      place: { selector, file, line },
    })),
)

const documentBasics = sourceRule(
  {
    id: 'interaction/source-document',
    about: 'Without a browser: the document has a language, a title and a viewport.',
    example: { bad: '<html>', better: '<html lang="en">' },
    mustPass: true,
  },
  ({ file, lang, title, viewport }) =>
    [
      (lang ?? '') === '' ? 'The document does not say its language.' : null,
      (title ?? '').trim() === '' ? 'The document has no title.' : null,
      (viewport ?? '') === '' ? 'The document does not fit itself to the screen of a phone.' : null,
    ].flatMap((message) => (message === null ? [] : [{ message, place: { file, line: 1 } }])),
)

export const sourceRules: readonly PageRule[] = [withoutAlt, withoutName, documentBasics]
