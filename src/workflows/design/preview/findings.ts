import type { DesignFinding } from '../../../checks/design/critique.ts'
import { counted } from '../../../model/counted.ts'
import { bytesOf, clip, html, nothing, prose, type Html } from './escape.ts'
import { icon } from './icons.ts'
import { budgets, fitting, lengths, most } from './limits.ts'
import { folded, leftOut, severityMark } from './parts.ts'
import type { Sheet } from './sheet.ts'
import { dimensions, type Remark } from './remarks.ts'

/** All findings at the top, the gravest first, each with a link to the note beside what it is about. */
export function findingsChapter(sheet: Sheet, recommendations: readonly string[]): Html {
  const { remarks, scored } = sheet
  const count = remarks.all.length + remarks.leftOut
  const rest = remarks.all.slice(most.openFindings)
  return html`<section class="chapter" aria-labelledby="findings">
    <div class="chapter-head">
      <h2 id="findings">Findings</h2>
      <p class="size">${scored ? tally(remarks.counts) : 'not scored yet'}</p>
    </div>
    ${scored && count === 0 ? html`<p class="verdict good">${icon('good')}Nothing is criticised: every rule holds.</p>` : null}${
      count === 0
        ? null
        : html`${list(sheet, remarks.all.slice(0, most.openFindings))}${
            rest.length === 0
              ? null
              : folded(false, `${counted(rest.length, 'finding')} more`, list(sheet, rest))
          }`
    }${leftOut(remarks.leftOut, 'finding')}${advice(recommendations)}
  </section> `
}

const list = (sheet: Sheet, remarks: readonly Remark[]): Html =>
  html`<ol class="findings" role="list">
    ${remarks.map((remark) => item(sheet, remark))}
  </ol>`

const plural: Record<DesignFinding['severity'], readonly [string, string]> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['note', 'notes'],
}

function tally(counts: Sheet['remarks']['counts']): string {
  const parts = (['error', 'warning', 'info'] as const)
    .filter((severity) => counts[severity] > 0)
    .map((severity) => counted(counts[severity], ...plural[severity]))
  return parts.length === 0 ? 'none' : parts.join(', ')
}

function item(sheet: Sheet, remark: Remark): Html {
  const { number, finding, target, dimension } = remark
  const label = html`${target.noun}
    <bdi>${clip(target.name, lengths.chip)}</bdi
    >${target.field === '' ? null : html`, <bdi>${clip(target.field, lengths.chip)}</bdi>`}`
  const name = dimensions.find(([each]) => each === dimension)?.[1] ?? dimension
  return html`<li id="finding-${number}">
    <span class="nr">${number}</span>
    <div>
      <p>${severityMark(finding.severity)} ${place(sheet, remark, label)}</p>
      <p dir="auto">${prose(finding.message, lengths.message)}</p>
      <p class="note-foot">
        ${name} <code>${clip(finding.ruleId, lengths.chip)}</code>
        <code>${clip(finding.path, lengths.heading)}</code>
      </p>
    </div>
  </li> `
}

function place(sheet: Sheet, { number, target }: Remark, label: Html): Html {
  if (target.section === null) return html`${label} <span class="left">not in this design</span>`
  return isDrawn(sheet, target.key)
    ? html`<a href="#note-${number}">${label}</a>`
    : html`${label} <span class="left">not drawn here</span>`
}

/** Whether the card that a key names is on the page. */
function isDrawn({ shown }: Sheet, key: string): boolean {
  const [kind = '', first = '0', second = '0'] = key.split('.')
  const at = Number(first)
  switch (kind) {
    case 'goal':
      return at < shown.goals
    case 'flow':
      return at < shown.steps.length
    case 'step':
      return Number(second) < (shown.steps[at] ?? 0)
    case 'component':
      return shown.forest.drawn.has(at)
    case 'entity':
      return at < shown.entities
    case 'relationship':
      return at < shown.relationships
    case 'interaction':
      return at < shown.interactions
    default:
      return true
  }
}

function advice(recommendations: readonly string[]): Html {
  if (recommendations.length === 0) return nothing
  const fit = fitting(recommendations, (each) => 40 + bytesOf(each), budgets.recommendations)
  const shown = recommendations.slice(0, fit)
  return html`<h3 class="group">Recommendations</h3>
    <ul class="advice">
      ${shown.map((each) => html`<li><span dir="auto">${prose(each)}</span></li>`)}
    </ul>
    ${leftOut(recommendations.length - fit, 'recommendation')} `
}
