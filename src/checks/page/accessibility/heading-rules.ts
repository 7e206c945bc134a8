import type { PageFacts } from '../../../model/page-facts.ts'
import type { ViewFacts } from '../../../model/page-structure.ts'
import type { Heading, TextBlock, TextRun } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { at, isWithin, parentSelector, quote, type Seen, worksRule } from './about.ts'

/** The headings that a screen reader meets, those for its ears alone included. */
function spoken(view: ViewFacts): readonly Heading[] {
  const unseen = new Set(
    view.blocks
      .filter(({ hidden }) => hidden?.reachable === 'screen-reader')
      .map(({ selector }) => selector),
  )
  return view.headings.filter(
    ({ selector, visible, text }) => (visible || unseen.has(selector)) && text !== '',
  )
}

const oneTop: PageRule = worksRule(
  {
    id: 'heading-one-top',
    about: 'The page has one heading of the first level, which says what it is about.',
    example: {
      bad: '<div class="title">Harbour Practice</div>',
      better: '<h1>Harbour Practice</h1>',
    },
  },
  (facts) => {
    const [narrow] = facts.views
    if (narrow === undefined) return []
    const tops = spoken(narrow).filter(({ level }) => level === 1)
    if (tops.length === 0) {
      // a heading for wide screens only still is one there
      const anywhere = facts.views.some((view) => spoken(view).some(({ level }) => level === 1))
      return anywhere
        ? []
        : [{ message: 'the page has no heading of the first level', place: { selector: 'body' } }]
    }
    return tops.slice(1).map((heading) => ({
      message: `the page has another heading of the first level: ${quote(heading.text)}`,
      place: at(heading),
    }))
  },
)

const order: PageRule = worksRule(
  {
    id: 'heading-order',
    about: 'Headings go down one level at a time, so that the outline has no holes.',
    example: { bad: '<h2>, then <h4>', better: '<h2>, then <h3>' },
  },
  (facts) => {
    const found = new Map<string, Seen>()
    for (const view of [...facts.views, ...facts.opened]) {
      const headings = spoken(view)
      for (const [index, heading] of headings.entries()) {
        const before = headings[index - 1]
        if (before === undefined || heading.level <= before.level + 1) continue
        if (found.has(heading.selector)) continue
        found.set(heading.selector, {
          message: `the heading ${quote(heading.text)} is of level ${heading.level} after one of level ${before.level}`,
          place: at(heading),
        })
      }
    }
    return [...found.values()]
  },
)

type Look = Pick<TextRun, 'fontSize' | 'fontWeight' | 'fontFamily'>

/** As big as a heading of this page and as bold, or just like one. */
function looksLikeOneOf(run: TextRun, headings: readonly Look[], body: number): boolean {
  // bold and clearly bigger than the running text: nothing else looks like that
  if (run.fontWeight >= 600 && run.fontSize >= body * 1.2) return true
  if (run.fontSize < body * 1.1 || headings.length === 0) return false
  const smallest = Math.min(...headings.map(({ fontSize }) => fontSize))
  if (run.fontWeight >= 600 && run.fontSize >= smallest * 0.95) return true
  return headings.some(
    ({ fontSize, fontWeight, fontFamily }) =>
      Math.abs(fontSize - run.fontSize) < 0.5 &&
      fontWeight === run.fontWeight &&
      fontFamily === run.fontFamily,
  )
}

const notTitles =
  /^(a|button|label|legend|summary|li|dt|dd|td|th|caption|figcaption|blockquote|cite|q|address|time|pre|code|output|strong|small|h[1-6])$/

/** Short, and neither a sentence, a figure, a price nor a quotation. */
const couldBeTitle = ({ tag, role, text, visible }: TextBlock): boolean =>
  visible &&
  role === null &&
  !notTitles.test(tag) &&
  text.length <= 80 &&
  /\p{L}{3}/u.test(text) &&
  !/^[\d\p{Sc}"“„«‘'+~<>]/u.test(text) &&
  !/[.,:;!…"”»]$/u.test(text)

function fakeHeadings(facts: PageFacts): readonly Seen[] {
  const view = facts.views.at(-1)
  if (view === undefined) return []
  const runsOf = (index: number) =>
    view.texts.filter(({ block, source }) => block === index && source === 'text')
  const real = view.headings.filter(({ visible }) => visible)
  const headings = view.texts.filter((run) =>
    real.some((each) => isWithin(run.selector, each.selector)),
  )
  const body = commonSize(view.texts)
  return view.blocks.flatMap((block, index) => {
    const runs = runsOf(index)
    const below = view.blocks.findIndex((each, later) => later > index && each.visible)
    if (!couldBeTitle(block) || runs.length === 0 || below === -1) return []
    const outside = runs.every(
      ({ inLink, ariaHidden, ancestorRoles }) =>
        !inLink &&
        !ariaHidden &&
        !ancestorRoles.some((role) => /^(nav|header|footer|img|button|figure)$/.test(role)),
    )
    const titled = runs.every((run) => looksLikeOneOf(run, headings, body))
    // a title stands above something smaller; what follows a heading at once is its second line
    const smaller = runsOf(below).every(({ fontSize }) => fontSize < (runs[0]?.fontSize ?? 0))
    const before = view.blocks[index - 1]
    const second =
      before !== undefined &&
      /^h[1-6]$/.test(before.tag) &&
      parentSelector(before.selector) === parentSelector(block.selector)
    if (!outside || !titled || !smaller || second) return []
    return [
      {
        message: `${quote(block.text)} looks like a heading and is a <${block.tag}>`,
        place: at(block),
      },
    ]
  })
}

/** The size that most letters have. */
function commonSize(runs: readonly TextRun[]): number {
  const letters = new Map<number, number>()
  for (const { fontSize, text } of runs)
    letters.set(fontSize, (letters.get(fontSize) ?? 0) + text.length)
  return [...letters].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 16
}

const fake: PageRule = worksRule(
  {
    id: 'heading-only-styled',
    about: 'What looks like the headings of the page is a heading, so that it can be jumped to.',
    example: { bad: '<p class="h3">Opening hours</p>', better: '<h3>Opening hours</h3>' },
  },
  fakeHeadings,
)

export const headingRules: readonly PageRule[] = [oneTop, order, fake]
