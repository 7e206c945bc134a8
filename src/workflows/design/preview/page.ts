import type { Scorecard } from '../../../checks/design/critique.ts'
import type { DesignIntent } from '../../../checks/design/intent.ts'
import { readPreviewStamp } from '../../../model/preview-stamp.ts'
import { componentsChapter } from './component-tree.ts'
import { dataChapter } from './entities.ts'
import { clip, escapeText, html, prose, type Html } from './escape.ts'
import { findingsChapter } from './findings.ts'
import { flowsChapter } from './flows.ts'
import { sprite } from './icons.ts'
import { interactionsChapter } from './interactions.ts'
import { lengths } from './limits.ts'
import { criticised, leftOut, notesOn } from './parts.ts'
import { scorePanel } from './score.ts'
import { sheetOf, type Sheet } from './sheet.ts'
import { pageStyle } from './style.ts'
import { sketchesOf } from './wireframe.ts'

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
  const title = titleOf(intent)
  const style: Html = { markup: pageStyle }
  // spelled letter by letter: whoever checks the page for being stale looks for exactly this
  const stamp: Html = {
    markup: `<meta name="loopwright-intent-sha256" content="${escapeText(intentHash)}">`,
  }
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
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${title}: design preview</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the design</a>
        ${sprite} ${headerOf(input, sheet, title)}
        <div class="wrap body">
          ${contentsOf(sheet)}
          <main id="main" tabindex="-1">
            ${findingsChapter(sheet, recommendations)}${flowsChapter(sheet)}${sketchesOf(sheet)}${componentsChapter(sheet)}${dataChapter(sheet)}${interactionsChapter(sheet)}
          </main>
        </div>
        <footer class="foot">
          <div class="wrap">
            <p>Drawn from intent.json, which is the design. This page only shows it.</p>
            <p>Intent SHA-256 <code>${clip(intentHash, 13)}</code></p>
          </div>
        </footer>
      </body>
    </html>`
  return `${page.markup}\n`
}

/** The hash of the intent that a page was drawn from, or null where it doesn't say. */
export const readPreviewHash = (page: string): string | null => readPreviewStamp(page)

const titleOf = ({ title, featureId }: DesignIntent): string =>
  clip(
    title ?? featureId.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase()),
    lengths.heading,
  )

function headerOf(
  { intent, scorecard, threshold, iteration }: PreviewInput,
  sheet: Sheet,
  title: string,
): Html {
  const shown = intent.goals.slice(0, sheet.shown.goals)
  return html`<header class="top">
    <div class="wrap">
      <div>
        <p class="kind">
          <span>Design preview</span><span>${intent.featureId}</span
          ><span>version ${clip(intent.version, lengths.chip)}</span
          ><span>iteration ${iteration}</span>
        </p>
        <h1 dir="auto">${title}</h1>
        ${notesOn(sheet, 'feature')}
        <section class="goals" aria-labelledby="goals">
          <h2 id="goals">Goals</h2>
          <ol role="list">
            ${shown.map(
              (goal, index) =>
                html`<li>
                  <span class="nr">${index + 1}</span>
                  <div>
                    <p dir="auto">${prose(goal)}</p>
                    ${notesOn(sheet, `goal.${index}`)}
                  </div>
                </li>`,
            )}
          </ol>
          ${leftOut(intent.goals.length - shown.length, 'goal')}${criticised(sheet, 'goals')}${notesOn(sheet, 'section-goals')}
        </section>
      </div>
      ${scorePanel(scorecard, threshold)}
    </div>
  </header>`
}

function contentsOf({ intent, remarks }: Sheet): Html {
  const { components, userFlows, dataModel, interactions } = intent
  const views = components.filter(({ type }) => type === 'view').length
  const entries: readonly (readonly [string, string, number])[] = [
    ['findings', 'Findings', remarks.all.length + remarks.leftOut],
    ['flows', 'Flows', userFlows.length],
    ['sketches', 'Views', views],
    ['components', 'Components', components.length],
    ['data', 'Data model', dataModel.entities.length],
    ['interactions', 'Interactions', interactions.length],
  ]
  return html`<nav class="contents" aria-labelledby="contents">
    <h2 id="contents">On this page</h2>
    <ul role="list">
      ${entries
        .filter(([id]) => id !== 'sketches' || views > 0)
        .map(
          ([id, name, count]) =>
            html`<li>
              <a href="#${id}"><span>${name}</span><span class="count">${count}</span></a>
            </li>`,
        )}
    </ul>
  </nav>`
}
