import type { Attribute, Entity } from '../../../checks/design/intent.ts'
import { counted } from '../../../model/counted.ts'
import { entityDiagram } from './entity-diagram.ts'
import { clip, html, prose, type Html } from './escape.ts'
import { icon } from './icons.ts'
import { lengths, most } from './limits.ts'
import { chapter, chipRow, componentChip, flowChip, leftOut, notesOn, references } from './parts.ts'
import { relationshipTable } from './relationships.ts'
import type { Sheet } from './sheet.ts'

/** The data model as a diagram, and the same in tables. */
export function dataChapter(sheet: Sheet): Html {
  const { entities, relationships } = sheet.intent.dataModel
  const shown = entities.slice(0, sheet.shown.entities)
  const legible = entities.length <= most.entities && relationships.length <= most.relationships
  return chapter(
    sheet,
    {
      id: 'data',
      title: 'Data model',
      size: `${counted(entities.length, 'entity', 'entities')}, ${counted(relationships.length, 'relationship')}`,
      lead: 'What the feature knows about, and how these things belong together.',
    },
    html`${
        legible
          ? html`<figure class="card diagram">${entityDiagram(sheet)}</figure>`
          : html`<p class="left-out">
              ${icon('info')}A diagram of this size would not be legible; the tables hold it all.
            </p>`
      }
      <h3 class="group">Relationships</h3>
      ${relationshipTable(sheet)}
      <h3 class="group">Entities</h3>
      <ul class="entities" role="list">
        ${shown.map((entity, index) => entityCard(sheet, entity, index))}
      </ul>
      ${leftOut(entities.length - shown.length, 'entity', 'entities')}`,
  )
}

function entityCard(sheet: Sheet, entity: Entity, index: number): Html {
  const { id, name, attributes } = entity
  const shown = attributes.slice(0, most.attributes)
  const binders = sheet.boundBy.get(id) ?? []
  const uses = sheet.entityUse.get(id) ?? []
  const components = sheet.intent.components
  const described = shown.some(({ description }) => description !== undefined)
  return html`<li class="card entity" id="${sheet.anchors.entities[index] ?? ''}">
    <h4 dir="auto">${icon('entity')}${clip(name, lengths.heading)}</h4>
    <table>
      <caption>
        Attributes of
        <bdi>${clip(name, lengths.chip)}</bdi>
      </caption>
      <thead>
        <tr>
          <th scope="col">Attribute</th>
          <th scope="col">Type</th>
          ${described ? html`<th scope="col">Meaning</th>` : null}
        </tr>
      </thead>
      <tbody>
        ${shown.map((each) => attributeRow(each, described))}
      </tbody>
    </table>
    ${leftOut(attributes.length - shown.length, 'attribute')}
    ${references(
      chipRow('Used in', uses, (use) => flowChip(sheet, use)),
      chipRow('Bound by', binders, (binder) => componentChip(sheet, components[binder]?.id ?? '')),
    )}
    ${notesOn(sheet, `entity.${index}`)}
  </li> `
}

const attributeRow = ({ name, type, required, description }: Attribute, described: boolean): Html =>
  html`<tr>
    <th scope="row">
      <bdi>${name}</bdi>${required === true ? html` <span class="must">required</span>` : null}
    </th>
    <td>${type}</td>
    ${described ? html`<td dir="auto">${prose(description ?? '', lengths.message)}</td>` : null}
  </tr> `
