import type { PageFacts } from '../../model/page-facts.ts'
import type { DemandCheck } from '../../obligations/demand.ts'
import {
  type Answer,
  type Examiner,
  met,
  spoilt,
  undecided,
  unmet,
} from '../../obligations/examine.ts'
import { saidAt } from '../../obligations/said.ts'
import { countOf, elements, longestList } from './exam/counts.ts'
import { findPhrase } from './exam/phrases.ts'
import { findPicture } from './exam/pictures.ts'
import { findCall, findMail, findPhone, findTarget, isOnTop } from './exam/calls.ts'
import { findFields } from './exam/fields.ts'
import {
  findColour,
  findFont,
  findStrangers,
  fitsWidth,
  scoresAccessibility,
} from './exam/looks.ts'
import { type Shown, shownPage, squeezed, stems } from './exam/parts.ts'
import { placesOf } from './exam/places.ts'
import { findSection } from './exam/sections.ts'
import { spoiltAt } from './exam/spoilt.ts'
import { pageVocabulary } from './exam/vocabulary.ts'
import type { PageJudgement } from './judge-page.ts'
import { quote } from './score/define-rule.ts'

export type PageWork = {
  /** Null where nobody looked at the page. */
  readonly facts: PageFacts | null
  readonly judgement: PageJudgement
  /** The names of the files of the site. */
  readonly files: readonly string[]
  /** Sentences of the task or brief: a page that prints them has done nothing yet. */
  readonly asked: readonly string[]
}

/** Answers for a page as its visitors see it, now and some minutes later. */
export function pageExaminer({ facts, judgement, files, asked }: PageWork): Examiner {
  const blocks = facts?.views.at(-1)?.blocks ?? []
  const isEcho = echoOf(asked, blocks.map(({ text }) => text).join(' '))
  const looks = looksAt(facts, isEcho)
  const now = looks[0] ?? null
  return {
    vocabulary: pageVocabulary,
    examine: (check) => {
      const first =
        now === null
          ? undecided('nobody looked at the page in a browser')
          : answer(now.shown, check, { judgement, files })
      if (first.status !== 'met' || isOfPage(check)) return first
      const but = spoiltAt(first.evidence, judgement)
      if (but !== null) return spoilt(first, but)
      for (const { shown, when } of looks.slice(1)) {
        const again = answer(shown, check, { judgement, files })
        if (again.status === 'met') continue
        const reason = `${when}: ${again.reason}`
        // a small screen may keep its links behind a menu
        return isWay(check) ? undecided(reason) : { ...again, reason }
      }
      return first
    },
    places: () =>
      looks
        .slice(1)
        .map(({ shown }) => new Set(placesOf(shown).map(({ text }) => text)))
        .reduce(
          (all, there) => all.filter(({ text }) => there.has(text)),
          now === null
            ? []
            : placesOf(now.shown).filter((place) => spoiltAt([place], judgement) === null),
        ),
  }
}

type Look = { readonly shown: Shown; readonly when: string }

/** The page at its widest first, then at every other width, and some minutes later. */
function looksAt(facts: PageFacts | null, isEcho: (text: string) => boolean): readonly Look[] {
  if (facts === null) return []
  const looks = facts.views.toReversed().map((view) => ({
    shown: shownPage(facts, view, isEcho),
    when: `at ${view.width} px`,
  }))
  if (facts.later == null) return looks
  const { view, links, after } = facts.later
  const shown = shownPage({ ...facts, dark: null, links }, view, isEcho)
  return [...looks, { shown, when: `${after} later` }]
}

const isWay = (check: DemandCheck): boolean =>
  (check.type === 'name' && /^(?:button|link|link target)$/.test(check.role ?? '')) ||
  (check.type === 'value' && check.name.startsWith('target of '))

/** What is measured of the page as a whole, or of its files. */
const isOfPage = (check: DemandCheck): boolean =>
  isOfFiles(check) ||
  (check.type === 'limit' && check.name === 'accessibility') ||
  (check.type === 'value' && /^(?:width|top|palette)$/.test(check.name))

const isOfFiles = (check: DemandCheck): boolean =>
  check.type === 'name' && (Object.hasOwn(familyOf, check.name) || check.role === 'file')

/** Whether a text repeats a sentence of what was asked. One short sentence may well be a fact that is told. */
function echoOf(asked: readonly string[], page: string): (text: string) => boolean {
  const whole = squeezed(page)
  const sentences = [...new Set(asked.map(squeezed))].filter(
    (text) => text.split(' ').length >= 6 && whole.includes(text),
  )
  const echoes =
    sentences.length > 1 ? sentences : sentences.filter((text) => text.split(' ').length > 12)
  return (text) => {
    const own = squeezed(text)
    return echoes.some((each) => own.includes(each))
  }
}

type Known = Pick<PageWork, 'judgement' | 'files'>

function answer(shown: Shown, check: DemandCheck, known: Known): Answer {
  switch (check.type) {
    case 'name':
      return nameAnswer(shown, check, known)
    case 'phrase':
      return findPhrase(shown, check.text)
    case 'value':
      return valueAnswer(shown, check.name, String(check.value))
    case 'limit':
      return limitAnswer(shown, check)
    case 'fields':
      return findFields(shown, check)
    case 'topic':
      return topicAnswer(shown, check.words)
    case 'pattern':
      return patternAnswer(shown, new RegExp(check.pattern, check.flags))
    case 'call':
    case 'command':
    case 'endpoint':
    case 'resource':
      return undecided('a page cannot show this')
  }
}

function nameAnswer(
  shown: Shown,
  { name, role }: Extract<DemandCheck, { type: 'name' }>,
  { judgement, files }: Known,
): Answer {
  if (role === 'section') return findSection(shown, name)
  if (role === 'button' || role === 'link') return findCall(shown, name, null)
  if (role === 'link target') return findTarget(shown, name)
  if (role === 'image') return findPicture(shown, name)
  const family = familyOf[name]
  if (family !== undefined) return ruleAnswer(judgement, name, family)
  if (role === 'file' || /^[\w./-]+\.(?:html?|css|js|svg|png|jpe?g|webp|ico)$/.test(name))
    return files.some((path) => path === name || path.endsWith(`/${name}`))
      ? met(`${name} is there`, name)
      : unmet(`there is no file ${name}`)
  const tag = /^<?([a-z][a-z\d-]*)>?$/.exec(name)?.[1] ?? ''
  if (elements.has(tag) && shown.view.tags !== undefined) {
    const count = shown.view.tags[tag] ?? 0
    return (count > 0 ? met : unmet)(`the page has ${count} elements <${tag}>`, 'html')
  }
  if (name.startsWith('#'))
    return shown.view.ids.includes(name.slice(1))
      ? met(`${name} is there`, name)
      : unmet(`nothing has the id ${name}`)
  return findPhrase(shown, name)
}

const familyOf: Readonly<Record<string, RegExp>> = {
  'nothing broken':
    /^interaction\/(?:dead-link|missing-file|failed-request|broken-image|dead-button)/,
  'WCAG AA': /^(?:axe-wcag|contrast-text|contrast-placeholder)$/,
  'no placeholder text': /^copy\/placeholder/,
}

/** What rules of ours have found already. */
function ruleAnswer({ findings, notChecked }: PageJudgement, name: string, family: RegExp): Answer {
  const wrong = findings.find(({ ruleId, severity }) => family.test(ruleId) && severity === 'error')
  if (wrong !== undefined) return unmet(wrong.message, wrong.place.selector ?? wrong.place.file)
  const open = notChecked.find(({ ruleId }) => family.test(ruleId))
  return open === undefined
    ? met(`the rules for ${quote(name)} hold`, 'html')
    : undecided(open.reason)
}

function valueAnswer(shown: Shown, name: string, value: string): Answer {
  const label = /^target of "(.*)"$/.exec(name)?.[1]
  if (label !== undefined) return findCall(shown, label, value)
  if (name === 'phone') return findPhone(shown, value)
  if (name === 'email') return findMail(shown, value)
  if (name === 'colour') return findColour(shown, value)
  if (name === 'palette') return findStrangers(shown, value.split(';'))
  if (name === 'font') return findFont(shown, value)
  if (name === 'width') return fitsWidth(shown, Number(value))
  if (name === 'top') return isOnTop(shown, value)
  const said = saidAt(`${name} ${value}`, placesOf(shown))
  if (said?.status === 'met') return said
  return squeezed(shown.text).includes(squeezed(value))
    ? undecided(`${quote(value)} stands on the page; whether it is the ${name} takes a look`)
    : unmet(`${quote(value)} does not stand on the page`)
}

function limitAnswer(
  shown: Shown,
  { name, bound, value }: Extract<DemandCheck, { type: 'limit' }>,
): Answer {
  if (name === 'accessibility') return scoresAccessibility(shown, value)
  const list = /^items in (.*)$/.exec(name)?.[1]
  const count = list === undefined ? countOf(shown, name) : longestList(shown, list)
  if (count === null) return undecided(`how many ${name} there are takes a look`)
  const holds =
    bound === 'most' ? count <= value : bound === 'least' ? count >= value : count === value
  const text = `the page has ${count} ${name}`
  return holds
    ? met(text, 'body')
    : unmet(
        `${text}; ${{ most: 'at most', least: 'at least', exactly: 'exactly' }[bound]} ${value} was asked`,
      )
}

function topicAnswer({ text, facts, view }: Shown, words: readonly string[]): Answer {
  const said = new Set(
    stems(`${text} ${facts.title} ${view.images.map(({ alt }) => alt ?? '').join(' ')}`),
  )
  const isSaid = (word: string) =>
    said.has(word) ||
    [...said].some((each) => each.length > 3 && (word.startsWith(each) || each.startsWith(word)))
  const missing = words.filter((word) => !stems(word).every(isSaid))
  if (missing.length === 0) return met(`the page speaks of ${words.join(' ')}`, 'body')
  return missing.length === words.length
    ? unmet(`nothing on the page speaks of ${words.join(' ')}`)
    : undecided(
        `the page does not say ${missing.join(', ')}; whether it is about ${words.join(' ')} takes a look`,
      )
}

function patternAnswer({ view, text }: Shown, pattern: RegExp): Answer {
  const block = view.blocks.find((each) => pattern.test(each.text))
  if (block !== undefined) return met(`${quote(block.text)} matches`, block.selector)
  return pattern.test(text)
    ? met('the text of the page matches', 'body')
    : unmet(`nothing on the page matches ${pattern.source}`)
}
