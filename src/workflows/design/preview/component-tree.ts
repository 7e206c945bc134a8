import type { ComponentType } from '../../../checks/design/intent.ts'
import { counted } from '../../../model/counted.ts'
import { partsBelow, type Branch, type Drawn, type Tree } from './component-forest.ts'
import { clip, html, nothing, prose, type Html } from './escape.ts'
import { icon } from './icons.ts'
import { lengths, most } from './limits.ts'
import {
  bindingChip,
  chapter,
  chipRow,
  componentChip,
  flowChip,
  folded,
  hasNotes,
  leftOut,
  notesOn,
  references,
} from './parts.ts'
import type { Sheet } from './sheet.ts'

/** Containment as nested lists, one card a tree, with what each part is for and who uses it. */
export function componentsChapter(sheet: Sheet): Html {
  const { forest } = sheet.shown
  const { components } = sheet.intent
  return chapter(
    sheet,
    {
      id: 'components',
      title: 'Components',
      size: counted(components.length, 'component'),
      lead: 'What the interface is made of. A part stands inside the part that contains it.',
    },
    html`${groups.map((group) => groupOf(sheet, group))}${leftOut(forest.leftOut, 'component')}`,
  )
}

type Group = { readonly why: Tree['why']; readonly title: string; readonly lead: string }

const groups: readonly Group[] = [
  { why: 'view', title: 'Views', lead: '' },
  { why: 'deep', title: 'Deeper parts', lead: 'These lie too deep to be drawn in their place.' },
  { why: 'loose', title: 'Outside of every view', lead: 'No view contains these.' },
  { why: 'ring', title: 'Contained in each other', lead: 'These contain each other in a circle.' },
]

function groupOf(sheet: Sheet, { why, title, lead }: Group): Html {
  const trees = sheet.shown.forest.trees.filter((tree) => tree.why === why)
  if (trees.length === 0) return nothing
  return html`<h3 class="group">${title}</h3>
    ${lead === '' ? null : html`<p class="lead">${lead}</p>`}
    <ul class="trees" role="list">
      ${trees.map(({ root }) => treeCard(sheet, root))}
    </ul> `
}

const treeCard = (sheet: Sheet, root: Drawn): Html =>
  html`<li class="card tree" id="${anchorOf(sheet, root)}">
    ${rowOf(sheet, root.index)}${partsOf(sheet, root)}
  </li> `

function partsOf(sheet: Sheet, root: Drawn): Html {
  if (root.parts.length === 0) return nothing
  const below = partsBelow(root)
  const list = listOf(sheet, root.parts)
  if (below < 2) return list
  const open = sheet.intent.components.length <= most.open || remarkedBelow(sheet, root)
  return folded(open, `${below} parts inside`, list)
}

const remarkedBelow = (sheet: Sheet, { parts }: Drawn): boolean =>
  parts.some(
    (part) =>
      part.at === 'drawn' &&
      (hasNotes(sheet, `component.${part.index}`) || remarkedBelow(sheet, part)),
  )

const listOf = (sheet: Sheet, parts: readonly Branch[]): Html =>
  html`<ul class="parts" role="list">
    ${parts.map((part) => partOf(sheet, part))}
  </ul>`

function partOf(sheet: Sheet, part: Branch): Html {
  switch (part.at) {
    case 'drawn':
      return html`<li id="${anchorOf(sheet, part)}">
        ${rowOf(sheet, part.index)}${part.parts.length === 0 ? null : listOf(sheet, part.parts)}
      </li> `
    case 'shared':
    case 'cycle':
    case 'below':
      return html`<li class="mention">
        ${mention(sheet, part.index)} <span class="why">${mentionWords[part.at]}</span>
      </li> `
    case 'unknown':
      return html`<li class="mention">
        ${componentChip(sheet, part.id)} <span class="why">no component has this id</span>
      </li> `
    case 'left-out':
      return html`<li class="mention">
        <span class="why">${counted(part.count, 'part')} more, not drawn here</span>
      </li> `
  }
}

const mentionWords = {
  shared: 'also contained elsewhere, drawn there',
  cycle: 'contains the part it lies in: a circle',
  below: 'drawn under “Deeper parts”',
}

const mention = (sheet: Sheet, index: number): Html =>
  componentChip(sheet, sheet.intent.components[index]?.id ?? '')

const anchorOf = (sheet: Sheet, { index }: Drawn): string => sheet.anchors.components[index] ?? ''

function rowOf(sheet: Sheet, index: number): Html {
  const component = sheet.intent.components[index]
  if (component === undefined) return nothing
  const { id, name, type, description, binds = [] } = component
  const uses = sheet.componentUse.get(id) ?? []
  const key = `component.${index}`
  return html`<div class="row${hasNotes(sheet, key) ? ' noted' : ''}">
    <div>
      <p class="name">${badge(type)}<strong dir="auto">${clip(name, lengths.heading)}</strong></p>
      <p class="text" dir="auto">${prose(description)}</p>
      ${references(
        chipRow('Binds', binds, (binding) => bindingChip(sheet, binding)),
        chipRow('Used in', uses, (use) => flowChip(sheet, use)),
      )}
    </div>
    ${notesOn(sheet, key)}
  </div>`
}

const badge = (type: ComponentType): Html =>
  html`<span class="badge ${type}">${icon(type)}${type}</span>`
