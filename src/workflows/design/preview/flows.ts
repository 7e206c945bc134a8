import type { FlowStep, UserFlow } from '../../../checks/design/intent.ts'
import { counted } from '../../../model/counted.ts'
import { clip, html, prose, type Html } from './escape.ts'
import { icon } from './icons.ts'
import { lengths, most } from './limits.ts'
import {
  chapter,
  chipRow,
  componentChip,
  entityChip,
  folded,
  hasNotes,
  leftOut,
  notesOn,
  references,
} from './parts.ts'
import type { Sheet } from './sheet.ts'

/** Every flow as a row of steps, joined by arrows in the order they happen. */
export function flowsChapter(sheet: Sheet): Html {
  const { userFlows } = sheet.intent
  const drawn = userFlows.slice(0, sheet.shown.steps.length)
  return chapter(
    sheet,
    {
      id: 'flows',
      title: 'Flows',
      size: counted(userFlows.length, 'flow'),
      lead: 'What people do, step by step, and what each step leads to.',
    },
    html`${drawn.map((flow, index) => flowCard(sheet, flow, index))}${leftOut(userFlows.length - drawn.length, 'flow')}`,
  )
}

function flowCard(sheet: Sheet, flow: UserFlow, index: number): Html {
  const { name, actor, goal, steps } = flow
  const shown = sheet.shown.steps[index] ?? 0
  const anchor = sheet.anchors.flows[index] ?? ''
  const remarked = steps.some((_, at) => hasNotes(sheet, `step.${index}.${at}`))
  const list = html`<ol class="steps" role="list">
    ${steps.slice(0, shown).map((step, at) => stepCard(sheet, step, [index, at]))}
  </ol>`
  return html`<article class="card flow" id="${anchor}" aria-labelledby="${anchor}.h">
    <h3 id="${anchor}.h" dir="auto">${clip(name, lengths.heading)}</h3>
    ${
      actor === undefined && goal === undefined
        ? null
        : html`<dl class="who">${fact('person', 'Actor', actor)}${fact('goal', 'Goal', goal)}</dl>`
    }
    ${notesOn(sheet, `flow.${index}`)}
    ${sheet.intent.userFlows.length <= most.openFlows ? list : folded(remarked, counted(steps.length, 'step'), list)}${leftOut(steps.length - shown, 'step')}
  </article> `
}

const fact = (name: 'person' | 'goal', label: string, value: string | undefined): Html | null =>
  value === undefined
    ? null
    : html`<div>
        <dt>${icon(name)}${label}</dt>
        <dd dir="auto">${prose(value)}</dd>
      </div>`

function stepCard(sheet: Sheet, step: FlowStep, [flow, at]: readonly [number, number]): Html {
  const { action, outcome, componentIds, entityIds = [] } = step
  return html`<li class="step" id="step.${flow}.${at}">
    <p class="action"><span class="nr">${at + 1}</span><span dir="auto">${prose(action)}</span></p>
    ${
      outcome === undefined
        ? null
        : html`<p class="outcome">
            <span class="label">Outcome</span> <span dir="auto">${prose(outcome)}</span>
          </p>`
    }
    ${references(
      chipRow('Components', componentIds, (id) => componentChip(sheet, id)),
      chipRow('Data', entityIds, (id) => entityChip(sheet, id)),
    )}
    ${notesOn(sheet, `step.${flow}.${at}`)}
  </li> `
}
