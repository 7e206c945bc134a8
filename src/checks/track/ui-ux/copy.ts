import { placeholderIn } from '../../page/copy/placeholder.ts'
import { surely } from '../../page/broken.ts'
import { type Issue, type Part, type Pass, undecided } from '../evaluation.ts'
import { partOf } from './page-issues.ts'
import { type Copy, copyOf } from './read/copy.ts'
import type { Ui } from './read/ui.ts'

const issue = ({ path, line, text }: Copy, what: string, fix: string): Issue => ({
  message: `"${text.length > 80 ? `${text.slice(0, 77)}…` : text}" ${what}`,
  path,
  ...(line === undefined ? {} : { line }),
  fix,
})

/** Words of those who make software, each with what people say. */
const jargon: readonly (readonly [word: RegExp, plain: string, isEverywhere: boolean])[] = [
  [/\bauth\b/i, 'sign-in', true],
  [/\bdeps\b/i, 'what it needs', true],
  [/\bschemas?\b/i, 'form or structure', false],
  [/\b(?:re-?)?render(?:s|ed|ing)?\b/i, 'show', false],
  [/\bAPIs?\b/, 'service or connection', false],
  [/\bsubmit(?:s|ted|ting)?\b/i, 'the verb of what happens: send, save, book', false],
]

/** People who speak this way themselves. */
const forDevelopers =
  /\b(?:developers?|engineers?|devops|programmers?|technical users?|sdk|api consumers?)\b/i

function isForDevelopers({ facts }: Ui): boolean {
  const product = [...facts.documents]
    .filter(([path]) => /product|readme/i.test(path))
    .map(([, text]) => text)
  return [...product, facts.spec].some((text) => forDevelopers.test(text))
}

function jargonPart(ui: Ui, copies: readonly Copy[]): Part {
  const about = 'No jargon: auth, render, deps, schema, API, submit'
  const results = copies.flatMap((copy) =>
    jargon.flatMap(([word, plain, isEverywhere]) => {
      const match = word.exec(copy.text)?.[0]
      return match === undefined || (copy.role === 'prose' && !isEverywhere)
        ? []
        : [{ copy, match, plain }]
    }),
  )
  const meant = results.filter(({ match }) => !/^submit/i.test(match))
  if (meant.length > 0 && meant.length === results.length && isForDevelopers(ui))
    return undecided(
      'jargon',
      about,
      `the product is for people who may say ${[...new Set(meant.map(({ match }) => match))].join(', ')} themselves`,
    )
  return partOf('jargon', about, {
    issues: results.map(({ copy, match, plain }) =>
      issue(copy, `says "${match}"`, `Say it in plain words: ${plain}.`),
    ),
    met: ui.unseen === null && copies.length > 0 ? `${copies.length} texts were read` : null,
    open: ui.unseen,
    none: 'the track writes no words',
  })
}

const identifier = /^(?:[a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+)\W*$/

function headingPart({ unseen }: Ui, copies: readonly Copy[]): Part {
  const asked = copies.filter(({ role }) => role === 'heading' || role === 'label')
  const wrong = asked.flatMap((copy) =>
    identifier.test(copy.text)
      ? [issue(copy, 'is a name out of the code', 'Say it as people do, such as "Your name".')]
      : [],
  )
  const waiting = copies.filter(({ text }) => surely.test(text) && placeholderIn(text) !== null)
  return partOf('headings', 'Headings and labels are finished, in everyday words', {
    issues: [
      ...wrong,
      ...waiting.map((copy) =>
        issue(copy, 'waits to be replaced', 'Write what people are to read here.'),
      ),
    ],
    met: asked.length > 0 ? `${asked.length} headings and labels were read` : null,
    open: unseen,
    none: 'the track writes no headings and labels',
  })
}

const vague =
  /^(?:click(?: here)?|here|link|button|ok(?:ay)?|yes|no|this|press here|tap here|action|do it)[.!…]*$/i
const noun = /^[a-z]{4,}(?:tion|sion|ment|ance|ence|ity)$/i

function callPart({ unseen }: Ui, copies: readonly Copy[]): Part {
  const calls = copies.filter(({ role }) => role === 'control')
  const issues = calls.flatMap((copy) => {
    if (vague.test(copy.text.trim()))
      return [
        issue(
          copy,
          'does not say what happens',
          'Name the outcome with a verb, such as "Save changes".',
        ),
      ]
    return copy.sends && noun.test(copy.text.trim())
      ? [
          issue(
            copy,
            'names no action',
            'Begin with the verb of what happens, such as "Confirm booking".',
          ),
        ]
      : []
  })
  return partOf('calls-to-action', 'Buttons and links say what happens', {
    issues,
    met: calls.length > 0 ? `${calls.length} buttons and links were read` : null,
    open: unseen,
    none: 'the track has no buttons and links',
  })
}

const technical =
  /\b(?:[A-Z]\w*(?:Exception|Error)|E[A-Z]{4,}|[A-Z]{2,}(?:_[A-Z]+)+|undefined|NaN|null pointer|stack trace|HTTP|JSON|SQL|status code|code[: ]+\d{3}|error[: ]+\d{3}|5\d\d error|4\d\d error|failed to fetch|fetch (?:failed|error)|unhandled|\[object Object\])\b|\b(?:4\d\d|5\d\d)\b$/
const hollow =
  /^(?:(?:an? |the )?(?:unknown |unexpected |internal |server |network |generic )*error(?: has)?(?: occurr?ed)?|something went wrong|oops|whoops|uh[- ]oh|sorry|failed|failure|invalid(?: (?:input|value|data|request|form|field|entry))?|(?:request|operation|action|submission) failed|not allowed|forbidden|unauthori[sz]ed|bad request|internal server error|wrong)[\s.!…]*$/i

function errorPart(copies: readonly Copy[]): Part {
  const errors = copies.filter(({ role }) => role === 'error')
  const issues = errors.flatMap((copy) => {
    if (technical.test(copy.text))
      return [
        issue(
          copy,
          'tells a technical detail',
          'Say what happened in plain words, and what to do next.',
        ),
      ]
    const parts = copy.text.split(/(?<=[.!])\s+/)
    return parts.every((part) => hollow.test(part)) && !copy.hasWayOut
      ? [
          issue(
            copy,
            'does not say what to do',
            'Say what to do next, such as "Check the address and try again".',
          ),
        ]
      : []
  })
  return partOf('errors', 'Errors say what to do, without technical details', {
    issues,
    met: errors.length > 0 ? `${errors.length} messages were read` : null,
    none: 'the track shows no errors of its own',
  })
}

function tonePart(copies: readonly Copy[]): Part {
  return partOf('tone', 'The tone is reassuring, not pushy', {
    issues: [],
    met: null,
    open:
      copies.length > 0
        ? 'a judge should read what the pages say, errors and prices above all'
        : null,
    none: 'the track writes no words',
  })
}

/** Pass 8: the words can be understood by those they are for. */
export function copyQuality(ui: Ui): Pass {
  const copies = copyOf(ui)
  return {
    number: 8,
    name: 'Copy',
    parts: [
      headingPart(ui, copies),
      callPart(ui, copies),
      errorPart(copies),
      jargonPart(ui, copies),
      tonePart(copies),
    ],
  }
}
