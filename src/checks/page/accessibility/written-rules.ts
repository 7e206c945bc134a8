import type { PageFacts } from '../../../model/page-facts.ts'
import type { TextRun } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { at, bare, quote, type Seen, shownOnce, worksRule } from './about.ts'

const obsolete: PageRule = worksRule(
  {
    id: 'markup-obsolete',
    about: 'The page uses no element that HTML has given up.',
    example: { bad: '<font color="red">', better: '<strong class="warning">' },
  },
  ({ markup }) =>
    (markup?.obsolete ?? []).map(({ selector, tag }) => ({
      message: `<${tag}> is no longer part of HTML`,
      place: { selector },
    })),
)

const turned: PageRule = worksRule(
  {
    id: 'orientation-locked',
    about: 'The page is not turned on its side when the screen is: both ways of holding it work.',
    example: {
      bad: '@media (orientation: portrait) { body { transform: rotate(90deg) } }',
      better: 'a layout for each orientation',
    },
    mustPass: true,
  },
  ({ markup }) =>
    (markup?.turned ?? []).map(({ selector, rule, media }) => ({
      message: `${rule} is turned by a right angle where ${media.trim()}`,
      place: { selector },
    })),
)

const isInserted = ({ source, text, ariaHidden }: TextRun): boolean =>
  (source === 'before' || source === 'after') && !ariaHidden && /\p{L}{4}/u.test(text)

const fromStyles: PageRule = worksRule(
  {
    id: 'words-from-css',
    about: 'Words that matter stand in the document: those of style sheets can be lost.',
    example: { bad: '.price::after { content: "per month" }', better: '<p>9 € per month</p>' },
  },
  (facts) => {
    const written = bare(
      facts.views.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join(' '),
    )
    return shownOnce(facts, ({ texts }) => texts.filter(isInserted))
      .filter(({ text }) => !` ${written} `.includes(` ${bare(text)} `))
      .map((run) => ({
        message: `${quote(run.text)} stands in a style sheet only`,
        place: at(run),
      }))
  },
)

const mark = /^(?:[*•·◦▪‣–—-]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+\p{L}/u

/** Lines under each other that begin with a dot, a dash or a number, and are no list. */
function typedLists(facts: PageFacts): readonly Seen[] {
  const view = facts.views.at(-1)
  if (view === undefined) return []
  const lines = view.texts.filter(
    ({ source, text, ancestorRoles }) =>
      source === 'text' && mark.test(text) && !ancestorRoles.includes('listitem'),
  )
  const kindOf = ({ text }: TextRun) => (/^\(?[\da-z]/i.test(text) ? 'count' : text.slice(0, 1))
  const outer = ({ selector }: TextRun) => selector.replace(/ > [^>]*$/, '')
  const inBlock = [...Map.groupBy(lines, (run) => `${run.block} ${kindOf(run)}`).values()]
  const beside = [
    ...Map.groupBy(lines, (run) => `${outer(run)} ${run.tag} ${kindOf(run)}`).values(),
  ]
  const arrays = [...inBlock, ...beside].filter(
    (runs) => runs.length >= 3 && new Set(runs.map(({ box }) => Math.round(box.y))).size >= 3,
  )
  const told = new Set<TextRun>()
  return arrays.flatMap((runs): readonly Seen[] => {
    const [first] = runs
    if (first === undefined || told.has(first) || /^(li|td|th|pre|code|dt|dd)$/.test(first.tag))
      return []
    for (const run of runs) told.add(run)
    return [
      {
        message: `${runs.length} lines from ${quote(first.text)} look like a list and are none`,
        place: at(first),
      },
    ]
  })
}

const typedList: PageRule = worksRule(
  {
    id: 'list-only-typed',
    about: 'What looks like a list is a list, so that its length and its entries are spoken.',
    example: { bad: '– bread<br>– cakes<br>– tarts', better: '<ul><li>bread</li>…' },
  },
  typedLists,
)

export const writtenRules: readonly PageRule[] = [obsolete, turned, fromStyles, typedList]
