import type { DesignFinding, Dimension, Scorecard } from '../../../checks/design/critique.ts'
import type { DesignIntent } from '../../../checks/design/intent.ts'
import { counted } from '../../../model/counted.ts'
import { clip, html, nothing, prose, type Html } from './escape.ts'
import { placeOf, type Place, type Section } from './place.ts'

/** A finding with its number on the page and with what it is about. */
export type Remark = {
  readonly number: number
  readonly finding: DesignFinding
  readonly dimension: Dimension
  readonly place: Place | null
}

/** What all parts of the page are drawn from. */
export type Sheet = {
  readonly intent: DesignIntent
  readonly scorecard: Scorecard | null
  readonly remarks: readonly Remark[]
  readonly byKey: ReadonlyMap<string, readonly Remark[]>
}

export const lengths = { heading: 160, name: 60, message: 500 }

export const dimensions: readonly (readonly [Dimension, string])[] = [
  ['completeness', 'Completeness'],
  ['coherence', 'Coherence'],
  ['clarity', 'Clarity'],
  ['frameworkAgnosticism', 'Framework agnosticism'],
  ['dataModelIntegrity', 'Data model integrity'],
]

export const severities = { error: 'Error', warning: 'Warning', info: 'Note' } as const

export const tones = { error: 'fail', warning: 'warn', info: 'muted' } as const

/** The intent with all findings, the gravest first, each led to its place. */
export function sheetOf(intent: DesignIntent, scorecard: Scorecard | null): Sheet {
  const results = dimensions.flatMap(([dimension]) =>
    (scorecard?.dimensions[dimension].findings ?? []).map((finding) => ({ dimension, finding })),
  )
  const remarks = (['error', 'warning', 'info'] as const)
    .flatMap((severity) => results.filter(({ finding }) => finding.severity === severity))
    .map((each, index) => ({
      ...each,
      number: index + 1,
      place: placeOf(intent, each.finding.path),
    }))
  const byKey = Map.groupBy(
    remarks.filter(({ place }) => place !== null),
    ({ place }) => place?.key ?? '',
  )
  return { intent, scorecard, remarks, byKey }
}

/** The name of a card for links. */
export const idOf = (key: string): string => key.slice(1).replaceAll('/', '.')

/** The findings on one thing, as notes on its card. A thing of a hundred findings shows the first. */
export function notesOn({ byKey }: Sheet, key: string): Html {
  const here = (byKey.get(key) ?? []).slice(0, 20)
  if (here.length === 0) return nothing
  return html`<ul class="notes" role="list">
    ${here.map(
      ({ number, finding }) =>
        html`<li id="note-${number}">
          <span class="${tones[finding.severity]}">${severities[finding.severity]}</span>
          ${number}
          <span dir="auto">${prose(finding.message, lengths.message)}</span>
        </li>`,
    )}
  </ul>`
}

/** Items until a part of the page is full, so that a vast intent still makes a page that opens at once. */
export function upTo<Item>(
  items: readonly Item[],
  budget: number,
  draw: (item: Item, index: number) => Html,
): { readonly drawn: readonly Html[]; readonly left: number } {
  let room = budget
  const drawn: Html[] = []
  for (const [index, item] of items.entries()) {
    if (room < 200) break
    const made = draw(item, index)
    const bytes = Buffer.byteLength(made.markup)
    if (bytes > room) continue
    room -= bytes
    drawn.push(made)
  }
  return { drawn, left: items.length - drawn.length }
}

export const leftOut = (count: number, one: string, many = `${one}s`): Html =>
  count <= 0
    ? nothing
    : html`<p class="muted">${counted(count, one, many)} more in intent.json, not drawn here.</p>`

/** Says of a section how much is criticised in it, so that silence is not mistaken for praise. */
export function criticised({ remarks, scorecard }: Sheet, id: Section): Html {
  if (scorecard === null) return nothing
  const count = remarks.filter(({ place }) => place?.section === id).length
  return count === 0
    ? html`<p class="pass">Nothing is criticised here.</p>`
    : html`<p class="warn">${counted(count, 'finding')} here.</p>`
}

/** A section of the page with its heading and what was found in it. */
export const chapter = (sheet: Sheet, id: Section, heading: string, body: Html): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${criticised(sheet, id)}${notesOn(sheet, id)} ${body}
  </section> `

/** Names that something refers to, and ids that nothing has. */
export function references(
  label: string,
  ids: readonly string[],
  known: readonly { readonly id: string; readonly name: string }[],
): Html {
  if (ids.length === 0) return nothing
  const more = ids.length - 24
  const shown = ids.slice(0, 24).map((id, index) => {
    const name = known.find((each) => each.id === id)?.name
    const comma = index === 0 ? '' : ', '
    return name === undefined
      ? html`${comma}<span class="fail">unknown: <bdi>${clip(id, lengths.name)}</bdi></span>`
      : html`${comma}<bdi>${clip(name, lengths.name)}</bdi>`
  })
  return html`<p>
    <span class="muted">${label}</span> ${shown}${more > 0 ? ` and ${more} more` : null}
  </p>`
}
