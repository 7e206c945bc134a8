import type { Component } from '../../../checks/design/intent.ts'
import { counted } from '../../../model/counted.ts'
import { clip, html, nothing, type Html } from './escape.ts'
import { lengths, most } from './limits.ts'
import { leftOut } from './parts.ts'
import type { Sheet } from './sheet.ts'

/** Every view as a sketch: boxes in boxes, controls as they might look. Words for it stand in the tree. */
export function sketchesOf(sheet: Sheet): Html {
  const views = sheet.intent.components
    .map((component, index) => ({ component, index }))
    .filter(
      ({ component, index }) => component.type === 'view' && sheet.shown.forest.drawn.has(index),
    )
  const drawn = views.slice(0, most.sketches)
  if (drawn.length === 0) return nothing
  return html`<section class="chapter" aria-labelledby="sketches">
    <div class="chapter-head">
      <h2 id="sketches">Views at a glance</h2>
      <p class="size">${counted(views.length, 'view')}</p>
    </div>
    <p class="lead">
      A rough sketch of what contains what. It fixes no layout; the components below say the same in
      words.
    </p>
    <div class="sketches">
      ${drawn.map(({ component, index }) => sketch(sheet, component, index))}
    </div>
    ${leftOut(views.length - drawn.length, 'view')}
  </section> `
}

function sketch(sheet: Sheet, view: Component, index: number): Html {
  const name = clip(view.name, lengths.chip)
  const boxes = boxesOf(sheet, view, { trail: [view.id], left: { boxes: most.boxes } })
  const parts = (view.children ?? []).map((id) => componentOf(sheet, id)?.name ?? `unknown ${id}`)
  const words = parts.length === 0 ? 'It contains nothing.' : `It contains ${listed(parts)}.`
  return html`<figure class="sketch">
    <figcaption>
      <a href="#${sheet.anchors.components[index] ?? ''}"><bdi>${name}</bdi></a>
    </figcaption>
    <div class="frame" role="img" aria-label="Sketch of ${name}. ${words}">
      <div class="bar"><i></i><i></i><i></i></div>
      <div class="inside">
        ${boxes.length === 0 ? html`<p class="empty">Nothing inside</p>` : boxes}
      </div>
    </div>
  </figure> `
}

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, 12).map((name) => clip(name, lengths.sketch))
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

const componentOf = ({ intent, componentAt }: Sheet, id: string): Component | undefined =>
  intent.components[componentAt.get(id) ?? -1]

/** The way to a box, so that a circle ends, and a count of boxes shared by the whole sketch. */
type Place = { readonly trail: readonly string[]; readonly left: { boxes: number } }

function boxesOf(sheet: Sheet, parent: Component, place: Place): readonly Html[] {
  const ids = parent.children ?? []
  const boxes: Html[] = []
  for (const [index, id] of ids.entries()) {
    if (place.left.boxes <= 0) return [...boxes, more(ids.length - index)]
    place.left.boxes -= 1
    boxes.push(boxOf(sheet, id, place))
  }
  return boxes
}

const more = (count: number): Html => html`<span class="w-more">+ ${count} more</span>`

function boxOf(sheet: Sheet, id: string, { trail, left }: Place): Html {
  const component = componentOf(sheet, id)
  if (component === undefined)
    return html`<span class="w-unknown">unknown: ${clip(id, lengths.sketch)}</span>`
  const name = clip(component.name, lengths.sketch)
  if (trail.includes(id)) return html`<span class="w-unknown">${name} again</span>`
  const inside =
    trail.length >= most.boxDepth
      ? (component.children ?? []).length > 0
        ? [more((component.children ?? []).length)]
        : []
      : boxesOf(sheet, component, { trail: [...trail, id], left })
  return inside.length === 0
    ? leaf(component, name)
    : html`<div class="w-box"><span class="w-name">${name}</span>${inside}</div>`
}

function leaf({ type, name }: Component, label: string): Html {
  switch (type) {
    case 'control':
      return html`<span class="w-${lookOf(name)}">${label}</span>`
    case 'data':
      return html`<div class="w-data">
        <span class="w-name">${label}</span><i></i><i></i><i></i>
      </div>`
    case 'utility':
      return html`<span class="w-utility">${label}</span>`
    case 'view':
    case 'container':
      return html`<div class="w-box"><span class="w-name">${label}</span></div>`
  }
}

// the first pattern that fits decides: a "search button" is a button, a "search" is a field
const looks: readonly (readonly [string, RegExp])[] = [
  ['button', /\b(button|submit|save|cancel|confirm|send|delete|remove|add|next|back|close)\b/],
  ['toggle', /\b(check ?box|toggle|switch|radio|consent|option)\b/],
  ['select', /\b(select|selector|drop-?down|picker|menu|filter|sort|chooser|choice)\b/],
  ['link', /\blink\b/],
  [
    'field',
    /\b(field|input|box|search|password|e-?mail|date|time|text|code|number|amount|address|name|note|comment|upload|entry)\b/,
  ],
]

/** What a control probably looks like, by its name. Only the sketch depends on it. */
export const lookOf = (name: string): string =>
  looks.find(([, words]) => words.test(name.toLowerCase()))?.[0] ?? 'button'
