import { htmlHead } from '../../views/html-head.ts'
import { xml } from '../../views/junit.ts'
import { plotSvg } from '../../views/plot-svg.ts'
import { pageStyle } from '../../views/report/html-style.ts'
import { obligationsAsHtml } from '../../views/verdict.ts'
import { macroDimensions } from './scoring/score.ts'
import { type ImproveLive, type Iteration, scoreOf } from './state.ts'
import { reaches } from './stop-rule.ts'
import type { ImproveView } from './view.ts'

// line breaks are text here, not attribute values
const text = (value: string) => xml(value).replaceAll('&#10;', '\n')

/** A run as one page: no scripts, nothing from elsewhere. */
export function improveHtml(
  state: ImproveLive,
  view: ImproveView,
  pictures: ReadonlyMap<string, string>,
): string {
  const { runId, setup, iterations } = state
  const scored = iterations.filter((each) => scoreOf(each) !== null)
  const title = `${runId}: ${view.outcome?.replaceAll('_', ' ') ?? view.step}`
  return [
    htmlHead(title, pageStyle),
    '<body>',
    '<header>',
    '<p class="kind">Loopwright report</p>',
    `<h1>${xml(title)}</h1>`,
    `<p class="task">${text(view.question ?? view.reason)}</p>`,
    '</header>',
    '<main>',
    ...(view.obligations.length === 0
      ? []
      : [obligationsAsHtml(view.obligations, { allowed: { selfJudgement: false } })]),
    ...(scored.length === 0
      ? []
      : section('scores', 'Scores by iteration', [
          `<figure>${plotSvg(scored.map((each) => pointOf(each, setup.target)))}<figcaption>Circle: it counts towards the end; square: it does not; dashed: the target. 1.00 is 10 of 10.</figcaption></figure>`,
          scoresTable(scored),
        ])),
    ...screensOf(state, pictures),
    ...scored.flatMap((each) =>
      section(
        `iteration-${each.number}`,
        `Iteration ${each.number}: ${scoreOf(each)} of 10`,
        iterationParts(each),
      ),
    ),
    ...improvementsOf(view),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const improvementsOf = (view: ImproveView): readonly string[] =>
  view.improvements.length === 0
    ? []
    : section('improvements', 'Improvements', [
        tableOf(
          'What was approved and what it came to',
          ['id', 'what', 'status', 'expected', 'came to'],
          view.improvements.map((each) => [
            each.id,
            each.description,
            each.reason === '' ? each.status : `${each.status}: ${each.reason}`,
            each.expected,
            each.actual ?? 'not known',
          ]),
        ),
      ])

/** The last application that has pages. */
export const shownScreens = ({ iterations }: ImproveLive): Iteration | undefined =>
  iterations.findLast(({ screens = [] }) => screens.length > 0)

function screensOf(state: ImproveLive, pictures: ReadonlyMap<string, string>): readonly string[] {
  const shown = shownScreens(state)
  const figures = (shown?.screens ?? []).flatMap(({ width, height, picture }) => {
    const base64 = pictures.get(picture)
    const words = `The start page of iteration ${shown?.number}, ${width} pixels wide`
    return base64 === undefined
      ? []
      : [
          `<figure><img src="data:image/png;base64,${base64}" alt="${xml(words)}" width="${width}" height="${height}" style="max-width:100%;height:auto"><figcaption>${xml(words)}</figcaption></figure>`,
        ]
  })
  return figures.length === 0 ? [] : section('screens', 'The application', figures)
}

const section = (id: string, title: string, parts: readonly string[]): readonly string[] => [
  `<section aria-labelledby="${id}"><h2 id="${id}">${xml(title)}</h2>`,
  ...parts,
  '</section>',
]

const pointOf = (iteration: Iteration, target: number) => ({
  label: String(iteration.number),
  score: (scoreOf(iteration) ?? 0) / 10,
  threshold: target / 10,
  passed: reaches(iteration, target),
})

const scoresTable = (iterations: readonly Iteration[]): string =>
  tableOf(
    'Scores of all iterations',
    ['iteration', 'score', ...macroDimensions, 'work orders completed', 'seconds', 'cost'],
    iterations.map((each) => [
      String(each.number),
      String(scoreOf(each)),
      ...macroDimensions.map((name) => String(each.score?.dimensions[name].score ?? '-')),
      `${each.built?.orders.filter(({ status }) => status === 'completed').length ?? 0} of ${each.built?.orders.length ?? 0}`,
      String(Math.round(each.spent.activeMs / 1000)),
      `$${each.spent.costUsd.toFixed(4)}`,
    ]),
  )

function iterationParts({ score, built, analysis, proposals }: Iteration): readonly string[] {
  const lost = macroDimensions.flatMap((name) =>
    (score?.dimensions[name].evidence ?? []).map((each) => [
      name,
      each.text,
      each.path === undefined
        ? ''
        : `${each.path}${each.line === undefined ? '' : `:${each.line}`}`,
    ]),
  )
  return [
    `<p>${text(score?.summary ?? '')}</p>`,
    ...(lost.length === 0
      ? []
      : [tableOf('What cost points', ['dimension', 'what', 'where'], lost)]),
    tableOf(
      'Work orders',
      ['order', 'status', 'failed by', 'tests', 'why'],
      (built?.orders ?? []).map((each) => [
        each.title,
        each.status,
        each.failureClass ?? '',
        each.tests === null ? '' : `${each.tests.passed} passed, ${each.tests.failed} failed`,
        each.reason,
      ]),
    ),
    ...(analysis === null || proposals.length === 0
      ? []
      : [
          tableOf(
            'Proposals',
            ['id', 'what', 'why', 'measured before', 'makes the exam easier'],
            proposals.map((each) => [
              each.id,
              each.description,
              each.rationale,
              each.evidence ?? '',
              each.easier.join('; '),
            ]),
          ),
        ]),
  ]
}

/** A wide table scrolls inside its own box, which the keyboard can reach. */
const tableOf = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  [
    `<div class="scroll" tabindex="0" role="region" aria-label="${xml(caption)}"><table><caption>${xml(caption)}</caption>`,
    `<thead><tr>${head.map((name) => `<th scope="col">${xml(name.replaceAll('_', ' '))}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div>`,
  ].join('\n')
