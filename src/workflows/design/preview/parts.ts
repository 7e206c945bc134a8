import type { DesignFinding } from '../../../checks/design/critique.ts'
import { counted } from '../../../model/counted.ts'
import { clip, html, nothing, prose, type Html } from './escape.ts'
import { icon, type IconName } from './icons.ts'
import { lengths, most } from './limits.ts'
import { boundEntity, type Use } from './reading.ts'
import type { Remark } from './remarks.ts'
import type { Sheet } from './sheet.ts'
import type { Section } from './target.ts'

/** A word for a reference, and a link where the thing is on the page. */
function chip(name: IconName, label: string, anchor: string | null): Html {
  const inside = html`${icon(name)}<bdi>${clip(label, lengths.chip)}</bdi>`
  return anchor === null
    ? html`<span class="chip">${inside}</span>`
    : html`<a class="chip" href="#${anchor}">${inside}</a>`
}

const strangerChip = (id: string): Html =>
  html`<span class="chip stranger"
    >${icon('unknown')}unknown: <bdi>${clip(id, lengths.chip)}</bdi></span
  >`

export function componentChip({ intent, componentAt, anchors, shown }: Sheet, id: string): Html {
  const index = componentAt.get(id)
  const component = intent.components[index ?? -1]
  if (index === undefined || component === undefined) return strangerChip(id)
  const drawn = shown.forest.drawn.has(index)
  return chip(component.type, component.name, drawn ? (anchors.components[index] ?? null) : null)
}

export function entityChip(sheet: Sheet, id: string, label?: string): Html {
  const index = sheet.entityAt.get(id)
  const entity = sheet.intent.dataModel.entities[index ?? -1]
  if (index === undefined || entity === undefined) return strangerChip(label ?? id)
  const anchor = index < sheet.shown.entities ? (sheet.anchors.entities[index] ?? null) : null
  return chip('entity', label ?? entity.name, anchor)
}

export const bindingChip = (sheet: Sheet, binding: string): Html =>
  entityChip(sheet, boundEntity(binding), binding)

export function flowChip({ intent, anchors, shown }: Sheet, { flow, steps }: Use): Html {
  const numbers = clip(steps.slice(0, 12).join(', '), 40)
  const label = `${clip(intent.userFlows[flow]?.name ?? '', lengths.chip - 12)}, step ${numbers}`
  return chip('flow', label, flow < shown.steps.length ? (anchors.flows[flow] ?? null) : null)
}

/** Chips under a word that says what they are; nothing for none. */
export function chipRow<Item>(
  label: string,
  items: readonly Item[],
  draw: (item: Item) => Html,
): Html {
  if (items.length === 0) return nothing
  const more = items.length - most.chips
  return html`<div class="chips">
    <span class="label">${label}</span
    >${items.slice(0, most.chips).map(draw)}${more > 0 ? html`<span class="left">and ${more} more</span>` : null}
  </div>`
}

/** Rows of chips in one block, or nothing where no row has any. */
export const references = (...rows: readonly Html[]): Html =>
  rows.every((row) => row === nothing) ? nothing : html`<div class="refs">${rows}</div>`

const severityWords: Record<DesignFinding['severity'], string> = {
  error: 'Error',
  warning: 'Warning',
  info: 'Note',
}

export const severityMark = (severity: DesignFinding['severity']): Html =>
  html`<span class="mark ${severity}">${icon(severity)}${severityWords[severity]}</span>`

/** The findings on one thing, as notes on its card. */
export function notesOn({ remarks }: Sheet, key: string): Html {
  const here = remarks.byKey.get(key) ?? []
  return here.length === 0
    ? nothing
    : html`<ul class="notes" role="list" aria-label="${counted(here.length, 'finding')} on this">
        ${here.map(note)}
      </ul>`
}

const note = ({ number, finding, target }: Remark): Html =>
  html`<li id="note-${number}" class="note ${finding.severity}">
    <p class="note-head">
      ${severityMark(finding.severity)}${target.field === '' ? null : html`<bdi class="field">${clip(target.field, lengths.heading)}</bdi>`}<a
        href="#finding-${number}"
        >Finding ${number}</a
      >
    </p>
    <p dir="auto">${prose(finding.message, lengths.message)}</p>
  </li>`

export const hasNotes = ({ remarks }: Sheet, key: string): boolean => remarks.byKey.has(key)

/** Something that can be folded away, for pages that would be endless otherwise. */
export const folded = (open: boolean, summary: string, body: Html): Html =>
  // two spellings of one element: whether it is open is an attribute, not a value
  open
    ? html`<details open>
        <summary>${summary}</summary>
        ${body}
      </details>`
    : html`<details>
        <summary>${summary}</summary>
        ${body}
      </details>`

type Chapter = {
  readonly id: Section
  readonly title: string
  /** What there is of it, such as "12 components". */
  readonly size: string
  readonly lead: string
}

/** A section of the page with its heading, what was found in it, and what of it was left out. */
export function chapter(sheet: Sheet, { id, title, size, lead }: Chapter, body: Html): Html {
  return html`<section class="chapter" aria-labelledby="${id}">
    <div class="chapter-head">
      <h2 id="${id}">${title}</h2>
      <p class="size">${size}</p>
    </div>
    <p class="lead">${lead}</p>
    ${criticised(sheet, id)}${notesOn(sheet, `section-${id}`)} ${body}
  </section> `
}

/** Says of a section how much is criticised in it, so that silence is not mistaken for praise. */
export function criticised({ remarks, scored }: Sheet, id: Section): Html {
  if (!scored) return nothing
  const count = remarks.all.filter(({ target }) => target.section === id).length
  return count === 0
    ? html`<p class="verdict good">${icon('good')}Nothing is criticised here.</p>`
    : html`<p class="verdict">
        ${icon('info')}${counted(count, 'finding')} here, each noted beside what it is about.
      </p>`
}

/** Says how much of a vast intent is not on the page. */
export const leftOut = (count: number, one: string, many = `${one}s`): Html =>
  count <= 0
    ? nothing
    : html`<p class="left-out">
        ${icon('info')}${counted(count, one, many)} more in intent.json, not drawn here.
      </p>`
