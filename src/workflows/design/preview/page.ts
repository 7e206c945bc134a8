import type { Scorecard } from '../../../checks/design/critique.ts'
import type { DesignIntent } from '../../../checks/design/intent.ts'
import { counted } from '../../../model/counted.ts'
import { pageStyle } from '../../../views/report/html-style.ts'
import { componentsChapter, dataChapter, flowsChapter, interactionsChapter } from './chapters.ts'
import { clip, escapeText, figure, html, nothing, prose, type Html } from './escape.ts'
import {
  criticised,
  dimensions,
  idOf,
  leftOut,
  lengths,
  notesOn,
  type Remark,
  severities,
  sheetOf,
  type Sheet,
  tones,
  upTo,
} from './sheet.ts'

export type PreviewInput = {
  readonly intent: DesignIntent
  readonly intentHash: string
  readonly scorecard: Scorecard | null
  readonly threshold: number
  readonly iteration: number
  readonly recommendations: readonly string[]
}

/** A design as one page for the person who decides on it: no script, nothing from elsewhere, same input, same bytes. */
export function renderPreview(input: PreviewInput): string {
  const { intent, intentHash, scorecard, recommendations } = input
  const sheet = sheetOf(intent, scorecard)
  const style: Html = { markup: pageStyle + ownStyle }
  // spelled letter by letter: whoever checks the page for being stale looks for exactly this
  const stamp: Html = {
    markup: `<meta name="loopwright-intent-sha256" content="${escapeText(intentHash)}">`,
  }
  const header = headerOf(input, sheet)
  const body = html`${flowsChapter(sheet)}${componentsChapter(sheet)}${dataChapter(sheet)}${interactionsChapter(sheet)}`
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        ${stamp}
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${titleOf(intent)}: design preview</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the design</a>
        ${header}
        <nav aria-label="On this page">
          <a href="#findings">Findings</a> <a href="#flows">Flows</a>
          <a href="#components">Components</a> <a href="#data">Data model</a>
          <a href="#interactions">Interactions</a>
        </nav>
        <main id="main" tabindex="-1">
          ${findingsOf(sheet, notesIn(header, body), recommendations)}${body}
        </main>
        <footer>
          <p>Drawn from intent.json, which is the design. This page only shows it.</p>
          <p>Intent SHA-256 <code>${clip(intentHash, 13)}</code></p>
        </footer>
      </body>
    </html>`
  return `${page.markup}\n`
}

const titleOf = ({ title, featureId }: DesignIntent): string =>
  clip(
    title ?? featureId.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase()),
    lengths.heading,
  )

function headerOf({ intent, threshold, iteration, scorecard }: PreviewInput, sheet: Sheet): Html {
  const { drawn, left } = upTo(intent.goals, 60_000, (goal, index) => {
    const key = `/goals/${index}`
    return html`<li id="${idOf(key)}">
      <p dir="auto">${prose(goal)}</p>
      ${notesOn(sheet, key)}
    </li>`
  })
  return html`<header>
    <p class="kind">
      Design preview of ${intent.featureId}, version ${clip(intent.version, lengths.name)},
      iteration ${iteration}
    </p>
    <h1 dir="auto">${titleOf(intent)}</h1>
    ${notesOn(sheet, '')} ${scoreOf(scorecard, threshold)}
    <section aria-labelledby="goals">
      <h2 id="goals">Goals</h2>
      ${criticised(sheet, 'goals')}${notesOn(sheet, 'goals')}
      <ol>
        ${drawn}
      </ol>
      ${leftOut(left, 'goal')}
    </section>
  </header>`
}

function scoreOf(scorecard: Scorecard | null, threshold: number): Html {
  if (scorecard === null)
    return html`<p>This design has not been scored yet. The threshold is ${figure(threshold)}.</p>`
  const passed = scorecard.overallScore >= threshold
  return html`<p>
      <span class="status ${passed ? 'pass' : 'fail'}"
        >${passed ? 'Meets the threshold' : 'Below the threshold'}</span
      >
      ${figure(scorecard.overallScore)} of 100; at least ${figure(threshold)} needed
    </p>
    <dl>
      ${dimensions.map(([dimension, name]) => {
        const { score, weight, findings } = scorecard.dimensions[dimension]
        const result = findings.length === 0 ? 'no findings' : counted(findings.length, 'finding')
        return html`<div>
          <dt>${name}, ${figure(weight)} %</dt>
          <dd>${figure(score)} <span class="muted">${result}</span></dd>
        </div>`
      })}
    </dl>`
}

/** Numbers of the findings that are noted beside what they are about. */
const notesIn = (...parts: readonly Html[]): ReadonlySet<number> =>
  new Set(
    parts.flatMap(({ markup }) =>
      [...markup.matchAll(/ id="note-(\d+)"/g)].map(([, number]) => Number(number)),
    ),
  )

/** All findings, the gravest first, each with a link to the note beside what it is about. */
function findingsOf(
  { remarks, scorecard }: Sheet,
  noted: ReadonlySet<number>,
  recommendations: readonly string[],
): Html {
  const { drawn, left } = upTo(remarks, 250_000, (remark) => findingItem(remark, noted))
  const advice = upTo(recommendations, 100_000, (each) => html`<li dir="auto">${prose(each)}</li>`)
  return html`<section aria-labelledby="findings">
    <h2 id="findings">Findings</h2>
    <p>${scorecard === null ? 'not scored yet' : tally(remarks)}</p>
    <ol class="findings">
      ${drawn}
    </ol>
    ${leftOut(left, 'finding')}${
      advice.drawn.length === 0
        ? nothing
        : html`<h3>Recommendations</h3>
            <ul>
              ${advice.drawn}
            </ul>`
    }
  </section> `
}

function tally(remarks: readonly Remark[]): string {
  if (remarks.length === 0) return 'Nothing is criticised: every rule holds.'
  return (['error', 'warning', 'info'] as const)
    .map((severity) => ({
      count: remarks.filter(({ finding }) => finding.severity === severity).length,
      word: severities[severity].toLowerCase(),
    }))
    .filter(({ count }) => count > 0)
    .map(({ count, word }) => counted(count, word))
    .join(', ')
}

function findingItem({ number, finding, place, dimension }: Remark, noted: ReadonlySet<number>) {
  const { severity, message, ruleId, path } = finding
  const label = clip(place?.label ?? 'not in this design', lengths.heading)
  return html`<li id="finding-${number}">
    <p>
      <strong class="${tones[severity]}">${severities[severity]}</strong>
      ${noted.has(number) ? html`<a href="#note-${number}"><bdi>${label}</bdi></a>` : html`<bdi>${label}</bdi>`}
    </p>
    <p dir="auto">${prose(message, lengths.message)}</p>
    <p class="muted">
      ${dimensions.find(([each]) => each === dimension)?.[1] ?? dimension}
      <code>${clip(ruleId, lengths.name)}</code> <code>${clip(path, lengths.heading)}</code>
    </p>
  </li> `
}

const ownStyle = `
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin-top: 1.5rem; }
a { color: var(--accent); } p { margin: .25rem 0; max-width: 70ch; } h3 { margin: 0 0 .5rem; font-size: 1.05rem; }
.card { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem; margin: 0 0 1rem; }
.steps li, .findings li, .relationships li, .parts li { margin: 0 0 .75rem; }
.parts { border-inline-start: 2px solid var(--line); list-style: none; margin: .75rem 0 0; padding-inline-start: 1.25rem; }
.notes { list-style: none; margin: .5rem 0; padding: .5rem .75rem; background: var(--raised); border-inline-start: .25rem solid var(--warn); }
.relationships li > p { display: inline; } footer { margin-top: 3rem; color: var(--muted); font-size: .85rem; }
:target { outline: 3px solid var(--accent); outline-offset: 2px; }
`
