import type { Interaction } from '../../../checks/design/intent.ts'
import { counted } from '../../../model/counted.ts'
import { clip, html, prose, type Html } from './escape.ts'
import { icon } from './icons.ts'
import { lengths } from './limits.ts'
import { chapter, chipRow, componentChip, leftOut, notesOn, references } from './parts.ts'
import type { Sheet } from './sheet.ts'

export function interactionsChapter(sheet: Sheet): Html {
  const { interactions } = sheet.intent
  const drawn = interactions.slice(0, sheet.shown.interactions)
  const list = html`<ul class="interactions" role="list">
    ${drawn.map((each, index) => card(sheet, each, index))}
  </ul>`
  return chapter(
    sheet,
    {
      id: 'interactions',
      title: 'Interactions',
      size: counted(interactions.length, 'interaction'),
      lead: 'What happens when: a trigger, the response to it, and the states in between.',
    },
    html`${drawn.length === 0 ? html`<p class="empty">The design names no interactions.</p>` : list}${leftOut(interactions.length - drawn.length, 'interaction')}`,
  )
}

function card(sheet: Sheet, interaction: Interaction, index: number): Html {
  const { id, trigger, response, componentIds, states = [] } = interaction
  return html`<li class="card interaction" id="${sheet.anchors.interactions[index] ?? ''}">
    <p class="key"><code>${clip(id, lengths.chip)}</code></p>
    <div class="cause">
      <div>
        <p class="label">When</p>
        <p dir="auto">${prose(trigger)}</p>
      </div>
      ${icon('arrow')}
      <div>
        <p class="label">Then</p>
        <p dir="auto">${prose(response)}</p>
      </div>
    </div>
    ${references(
      chipRow(
        'States',
        states,
        (state) => html`<span class="chip state"><bdi>${clip(state, lengths.chip)}</bdi></span>`,
      ),
      chipRow('Components', componentIds, (each) => componentChip(sheet, each)),
    )}
    ${notesOn(sheet, `interaction.${index}`)}
  </li> `
}
