import { asHtml, stackedTables, tableAsHtml } from '../../views/blocks.ts'
import { moneyText } from '../../views/format.ts'
import { htmlHead } from '../../views/html-head.ts'
import { xml } from '../../views/junit.ts'
import { plotSvg } from '../../views/plot-svg.ts'
import { pageStyle } from '../../views/report/html-style.ts'
import { obligationsAsHtml } from '../../views/verdict.ts'
import { easedFor } from './impact.ts'
import { iterationBlocks } from './report.ts'
import { type MacroDimension, macroDimensions } from './scoring/score.ts'
import { type ImproveLive, type Iteration, scoreOf } from './state.ts'
import { reaches } from './stop-rule.ts'
import type { ImproveView } from './view.ts'

const style = `${pageStyle}${stackedTables}
h3 { font-size: 1.05rem; margin: 2rem 0 .5rem; } h4 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p, li { max-width: 66ch; } ul { padding-left: 1.25rem; } .scroll, pre { margin: 0 0 1rem; }
ins, del { text-decoration: none; } ins { color: var(--pass); } del { color: var(--fail); }
details { border-top: 1px solid var(--line); } summary { cursor: pointer; padding: .5rem 0; }
summary h2 { display: inline; } summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.trends { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin-bottom: 1rem; }
thead th { white-space: normal; } .scroll.stack td { min-width: 0; } .stack td:first-child { white-space: nowrap; }
.plot { overflow-x: auto; direction: rtl; } .plot svg { direction: ltr; } figure:has(.plot) { overflow: visible; } .plot:focus-visible { outline: 3px solid var(--accent); }
.trends figure { margin: 0; } .trends svg { min-width: 0; } .trends figcaption { color: var(--ink); }
img { max-width: 100%; height: auto; border: 1px solid var(--line); }
.screens { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 2.4fr); gap: 1rem; align-items: start; }
@media (max-width: 40rem) { .screens { grid-template-columns: minmax(0, 1fr); } }
`

/** A run as one page: no scripts, nothing from elsewhere. */
export function improveHtml(
  state: ImproveLive,
  view: ImproveView,
  pictures: ReadonlyMap<string, string>,
): string {
  const { runId, iterations } = state
  const scored = iterations.filter((each) => scoreOf(each) !== null)
  const title = `${runId}: ${view.outcome?.replaceAll('_', ' ') ?? (view.question === null ? view.step : 'waits for your answer')}`
  return [
    htmlHead(title, style, [
      `<meta name="description" content="${xml(`Applications that were built with one set-up, their scores, and what was changed: ${title}`)}">`,
    ]),
    '<body>',
    '<header>',
    '<p class="kind">Loopwright report</p>',
    `<h1>${xml(title)}</h1>`,
    `<p class="task">${xml(view.question ?? view.reason).replaceAll('&#10;', '\n')}</p>`,
    '</header>',
    '<main>',
    ...scoresOf(state, scored),
    ...improvementsOf(view),
    ...screensOf(state, pictures),
    ...(view.obligations.length === 0
      ? []
      : [obligationsAsHtml(view.obligations, { allowed: { selfJudgement: false } })]),
    ...scored.toReversed().map((each, index) => iterationOf(state, each, index === 0)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

function scoresOf(state: ImproveLive, scored: readonly Iteration[]): readonly string[] {
  if (scored.length === 0) return []
  const { setup } = state
  const eased = scored.flatMap(({ number }) => {
    const by = easedFor(state, number)
    return by.length === 0 ? [] : `${number} (${by.join(', ')})`
  })
  const easier = eased.length === 0 ? '' : ` In an easier exam: ${eased.join(', ')}.`
  const points = scored.map((each) => ({
    label: String(each.number),
    score: (scoreOf(each) ?? 0) / 10,
    threshold: setup.target / 10,
    passed: reaches(each, setup.target),
  }))
  const plot = plotSvg(points, { title: 'Score of each iteration, of 10', full: 10 })
  return section('scores', 'Scores by iteration', [
    `<figure><div class="plot" tabindex="0" role="region" aria-label="Plot of scores">${plot}</div><figcaption>Circle: it counts towards the end; square: it does not; dashed: the target.${xml(easier)}</figcaption></figure>`,
    ...(scored.length === 1
      ? []
      : [
          `<div class="trends">${macroDimensions.map((name) => trend(name, scored)).join('')}</div>`,
        ]),
    tableAsHtml({
      caption: 'Scores of all iterations',
      head: [
        'iteration',
        'score',
        ...macroDimensions.map(words),
        'orders completed',
        'seconds',
        'cost',
      ],
      rows: scored.map((each) => [
        String(each.number),
        `${scoreOf(each)}${each.human === null ? '' : ` (by ${each.human.by})`}`,
        ...macroDimensions.map((name) => String(each.score?.dimensions[name].score ?? '-')),
        `${each.built?.orders.filter(({ status }) => status === 'completed').length ?? 0} of ${each.built?.orders.length ?? 0}`,
        String(Math.round(each.spent.activeMs / 1000)),
        moneyText(each.spent),
      ]),
    }),
  ])
}

const words = (name: string): string => name.replaceAll('_', ' ')

/** One dimension over all iterations, as a small picture. */
function trend(name: MacroDimension, scored: readonly Iteration[]): string {
  const values = scored.map(({ score }) => score?.dimensions[name].score ?? 0)
  const x = (index: number) => 6 + (index * 148) / Math.max(1, values.length - 1)
  const y = (value: number) => 46 - value * 4
  const line = values.map((value, index) => `${x(index)},${y(value)}`).join(' ')
  const last = values.at(-1) ?? 0
  return [
    `<figure><svg viewBox="0 0 160 52" role="img" aria-label="${xml(`${words(name)}: ${values.join(', ')} of 10`)}">`,
    `<line class="grid" x1="6" x2="154" y1="46" y2="46"/><line class="grid" x1="6" x2="154" y1="6" y2="6"/>`,
    `<polyline class="curve" points="${line}"/><circle class="${last >= 7 ? 'passed' : 'missed'}" cx="${x(values.length - 1)}" cy="${y(last)}" r="4"/></svg>`,
    `<figcaption>${words(name)}: ${values[0]} to <strong>${last}</strong></figcaption></figure>`,
  ].join('')
}

const improvementsOf = (view: ImproveView): readonly string[] =>
  view.improvements.length === 0
    ? []
    : section('improvements', 'What was changed, and what it came to', [
        tableAsHtml({
          caption: 'Improvements of the set-up',
          head: ['id', 'what', 'status', 'expected', 'came to'],
          rows: view.improvements.map((each) => [
            each.id,
            each.description,
            each.reason === '' ? each.status : `${each.status}: ${each.reason}`,
            each.expected,
            each.actual ?? (each.status === 'applied' ? 'not known yet' : '-'),
          ]),
        }),
      ])

/** The last application that has pages. */
export const shownScreens = ({ iterations }: ImproveLive): Iteration | undefined =>
  iterations.findLast(({ screens = [] }) => screens.length > 0)

function screensOf(state: ImproveLive, pictures: ReadonlyMap<string, string>): readonly string[] {
  const shown = shownScreens(state)
  const screens = (shown?.screens ?? []).toSorted((one, other) => one.width - other.width)
  const figures = screens.flatMap(({ width, height, picture }) => {
    const base64 = pictures.get(picture)
    const alt = `The start page of iteration ${shown?.number}, ${width} pixels wide`
    return base64 === undefined
      ? []
      : [
          `<figure><img src="data:image/png;base64,${base64}" alt="${xml(alt)}" width="${width}" height="${height}"><figcaption>${width < 600 ? 'On a phone' : 'On a desktop'}</figcaption></figure>`,
        ]
  })
  return figures.length === 0
    ? []
    : section('screens', 'The application', [`<div class="screens">${figures.join('')}</div>`])
}

const section = (id: string, title: string, parts: readonly string[]): readonly string[] => [
  `<section aria-labelledby="${id}"><h2 id="${id}">${xml(title)}</h2>`,
  ...parts,
  '</section>',
]

/** The newest is open. */
const iterationOf = (state: ImproveLive, iteration: Iteration, isOpen: boolean): string =>
  [
    `<details${isOpen ? ' open' : ''}><summary><h2>Iteration ${iteration.number}: ${scoreOf(iteration)} of 10</h2></summary>`,
    asHtml(iterationBlocks(state, iteration)),
    '</details>',
  ].join('\n')
