import { contrastRatio } from '../../model/colour.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import type { TextRun } from '../../model/page-view.ts'
import { type Answer, met, notApplicable, undecided, unmet } from '../../obligations/examine.ts'
import { over } from './contrast/colour.ts'
import { placeholderIn } from './copy/placeholder.ts'
import { cutByEdge } from './layout/overflow.ts'
import { actsOnClick } from './interaction/controls-of.ts'
import { asksWhileItRuns, isInstalled, wasKept } from './interaction/traffic.ts'
import { stems } from './exam/parts.ts'
import { quote } from './score/define-rule.ts'

export type BrokenRule = {
  readonly id: string
  readonly statement: string
  readonly answer: Answer
}

/** What is surely broken on any page, whoever made it and whatever for. */
export const brokenRules = (facts: PageFacts): readonly BrokenRule[] => [
  { id: 'renders', statement: 'the page shows something', answer: renders(facts) },
  { id: 'placeholder', statement: 'no text waits to be replaced', answer: placeholders(facts) },
  {
    id: 'links',
    statement: 'no link leads to a missing file or place of the site',
    answer: deadEnds(facts),
  },
  {
    id: 'files',
    statement: 'the files that the page needs are there',
    answer: missingFiles(facts),
  },
  { id: 'readable', statement: 'text can be told from its background', answer: readable(facts) },
  { id: 'fields', statement: 'most fields of forms can be told apart', answer: fieldNames(facts) },
  { id: 'phone', statement: 'nothing is cut off on a phone', answer: phone(facts) },
]

export function renders(facts: PageFacts): Answer {
  const { views, network, later } = facts
  const shown = [...views, ...(later == null ? [] : [later.view])].flatMap(
    ({ blocks, images, texts, frames }) => [
      ...frames,
      ...blocks.filter(({ visible, text }) => visible && text !== ''),
      ...images.filter(({ visible }) => visible),
      ...texts.filter(({ text }) => text.trim() !== ''),
    ],
  )
  const [first] = shown
  const atLoad = network.pageErrors.find(({ duringProbe }) => !duringProbe)
  const words = shown.flatMap((each) =>
    'text' in each ? stems(each.text) : ['picture', 'picture'],
  )
  if (first !== undefined && atLoad !== undefined && words.length < leastShown)
    return undecided(`a script throws ${quote(atLoad.message)} at once, and little is shown`)
  if (first !== undefined)
    return met(`${shown.length} texts and pictures are shown`, first.selector)
  const [error] = network.pageErrors
  if (wasKept(network, /^(?:script|fetch|xhr|document)$/))
    return undecided('the page is empty, and what it asks for elsewhere was not let through')
  if (asksWhileItRuns(facts))
    return undecided('the page is empty, and a script asks for a file that was not found')
  const isApp = network.attempts.some(({ kind }) => kind === 'service-worker')
  if (isApp) return undecided('the page is empty, and asks for a service worker, which got none')
  return unmet(
    `the page is empty${error === undefined ? '' : `: a script throws ${quote(error.message)}`}`,
    'body',
  )
}

/** Words at all four widths together; a page of fewer is a heading that waits for the rest. */
const leastShown = 40

// what no finished page says: other placeholders are words that a page may well mean
export const surely =
  /\blorem ipsum\b|\bdolor sit amet\b|\bconsectetur adipi|\b(?:your|insert|add|enter) (?:\w+ ){0,3}(?:text|headline|heading|title|content|copy|description|tagline) (?:goes )?here\b|\b(?:headline|title|text|content|description) goes here\b|\[(?:your|insert) [^\]]{1,40}\]/i

function placeholders({ views, opened, later }: PageFacts): Answer {
  const all = [...views, ...opened, ...(later == null ? [] : [later.view])]
  // a page that shows how something is written shows specimens, too
  const isManual = views.some(({ blocks }) => blocks.some(({ tag }) => /^(?:pre|code)$/.test(tag)))
  if (isManual) return notApplicable('the page shows listings, and what they look like')
  for (const { blocks } of all)
    for (const { text, selector, tag, visible } of blocks)
      if (
        visible &&
        !/^(?:code|pre|kbd|samp|blockquote)$/.test(tag) &&
        surely.test(text) &&
        placeholderIn(text) !== null
      )
        return unmet(`${quote(text)} is a placeholder`, selector)
  return met('no text is a known placeholder', 'body')
}

/** Only what a visitor can press, and what lies inside of the folder that was given. */
function deadEnds(facts: PageFacts): Answer {
  const { links, views, page } = facts
  const pressable = new Set(
    views.flatMap(({ controls }) =>
      controls
        .filter(({ visible, text, name }) => visible && `${text}${name}` !== '')
        .map(({ selector }) => selector),
    ),
  )
  const dead = links.find(({ selector, attribute, raw, verdict }) => {
    if (attribute !== 'href' || !pressable.has(selector)) return false
    if (verdict.type === 'missing-file') return isInside(raw, page)
    return (
      verdict.type === 'missing-fragment' &&
      /^#[\p{L}_]/u.test(raw) &&
      !actsOnClick(facts, selector)
    )
  })
  return dead === undefined
    ? met(`${links.length} links were followed`, 'body')
    : unmet(
        `${quote(dead.text || dead.raw)} leads to ${dead.raw}, which is not there`,
        dead.selector,
      )
}

/** A path from the root of a server, out of the folder or into what is installed may well be there when the site is served. */
function isInside(raw: string, page: string): boolean {
  if (/^(?:\/|[a-z][\w+.-]*:)/i.test(raw) || isInstalled.test(raw)) return false
  const depth = page.split('/').length - 1
  return (/^(?:\.\.\/)*/.exec(raw)?.[0].length ?? 0) / 3 <= depth
}

function missingFiles({ static: files, page, network }: PageFacts): Answer {
  const asked = files?.pages.find(({ file }) => file === page)?.links ?? []
  const missing = asked.find(
    ({ attribute, raw, verdict, selector }) =>
      verdict.type === 'missing-file' &&
      (attribute === 'src' ||
        (attribute === 'href' && /link/.test(selector) && /\.css(?:[?#]|$)/.test(raw))) &&
      isInside(raw, page) &&
      !isBuiltElsewhere(raw, verdict.path, files?.files ?? []),
  )
  if (missing !== undefined) return unmet(`${missing.raw} does not exist`, missing.selector)
  return met(`${network.requests.length} requests were answered or belong to other sites`, 'html')
}

/** Up and into a folder of which nothing is there: what a build or an installation puts beside the page. */
const isBuiltElsewhere = (raw: string, path: string, files: readonly string[]): boolean => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return raw.startsWith('../') && !files.some((file) => file.startsWith(folder))
}

const leastWords = 6

/** Long texts below 2:1, or most of the text below 3:1. Faded parts and colours that did not load prove nothing. */
function readable({ views, network }: PageFacts): Answer {
  const isBare = network.requests.some(
    ({ type, blocked, status }) =>
      type === 'stylesheet' && (blocked !== null || (status ?? 0) >= 400),
  )
  const view = views.at(-1)
  if (view === undefined) return undecided('nobody looked at the page')
  const texts = view.texts.filter(
    ({ source, backdrop, opacity, textShadow, clipFill, ariaHidden, inDisabled }) =>
      source === 'text' &&
      backdrop.solid !== null &&
      opacity > 0.9 &&
      textShadow === null &&
      clipFill === null &&
      !ariaHidden &&
      !inDisabled,
  )
  const measured = texts.map((run) => ({ run, ratio: contrastOf(run), length: run.text.length }))
  const worst = measured.find(({ run, ratio }) => ratio < 2 && stems(run.text).length >= leastWords)
  const sum = (list: readonly { readonly length: number }[]) =>
    list.reduce((all, { length }) => all + length, 0)
  const faint = measured.filter(({ ratio }) => ratio < 3)
  const isFaint = sum(faint) > sum(measured) / 2
  const bad = worst ?? (isFaint ? faint[0] : undefined)
  if (bad === undefined) return met(`${measured.length} texts were measured`, 'body')
  const said = `${quote(bad.run.text)} has a contrast of ${bad.ratio.toFixed(2)}:1`
  return isBare
    ? notApplicable(`${said}, but a style sheet did not load, so visitors see something else`)
    : unmet(said, bad.run.selector)
}

function contrastOf({ colour, backdrop }: TextRun): number {
  const ground = backdrop.solid
  return ground === null ? 21 : contrastRatio(over(colour, ground), ground)
}

function fieldNames({ views }: PageFacts): Answer {
  const fields =
    views
      .at(-1)
      ?.forms.flatMap((form) => form.fields)
      .filter(
        ({ visible, type }) => visible && !/^(?:submit|button|reset|image|hidden)$/.test(type),
      ) ?? []
  const nameless = fields.filter(
    ({ accessibleName, placeholder }) => accessibleName === '' && (placeholder ?? '') === '',
  )
  const [first] = nameless
  return first !== undefined && nameless.length * 2 >= fields.length
    ? unmet(`${nameless.length} of ${fields.length} fields have no name`, first.selector)
    : met(`${fields.length - nameless.length} of ${fields.length} fields have names`, 'body')
}

/** Text beyond the edge of a page that cannot be scrolled there. */
function phone({ views }: PageFacts): Answer {
  const view = views.find(({ width }) => width === 375)
  if (view === undefined) return undecided('nobody looked at 375 px')
  const cut =
    view.scrollWidth > view.clientWidth + 1
      ? []
      : cutByEdge(view).filter(({ pastEdge, text }) => pastEdge > 24 && stems(text).length >= 3)
  const [first] = cut
  return first === undefined
    ? met('at 375 px every text can be reached', 'html')
    : unmet(`${quote(first.text)} is cut off by ${first.pastEdge} px at 375 px`, first.selector)
}
