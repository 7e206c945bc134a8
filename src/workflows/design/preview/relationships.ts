import type { Cardinality, Relationship } from '../../../checks/design/intent.ts'
import { clip, html, prose, type Html } from './escape.ts'
import { entityChip, leftOut, notesOn } from './parts.ts'
import { nameOf } from './reading.ts'
import type { Sheet } from './sheet.ts'

export const cardinalityWords: Record<Cardinality, string> = {
  'one-to-one': 'one to one',
  'one-to-many': 'one to many',
  'many-to-many': 'many to many',
}

/** A relationship in words, such as "Member to Loan, one to many". */
export function relationshipWords(
  { intent, entityAt }: Sheet,
  { from, to, cardinality }: Relationship,
  limit: number,
): string {
  const name = (id: string) => clip(nameOf(intent.dataModel.entities, entityAt, id), limit)
  return `${name(from)} to ${name(to)}, ${cardinalityWords[cardinality]}`
}

/** The lines of the diagram in words, one a row. */
export function relationshipTable(sheet: Sheet): Html {
  const { relationships } = sheet.intent.dataModel
  if (relationships.length === 0)
    return html`<p class="empty">The design names no relationships.</p>`
  const shown = relationships.slice(0, sheet.shown.relationships)
  return html`<div class="card">
    <table class="relationships">
      <caption>
        Relationships between entities
      </caption>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Relationship and what it means</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map((each, index) => rowOf(sheet, each, index))}
      </tbody>
    </table>
    ${leftOut(relationships.length - shown.length, 'relationship')}
  </div> `
}

function rowOf(sheet: Sheet, relationship: Relationship, index: number): Html {
  const { from, to, cardinality, description } = relationship
  return html`<tr>
    <th scope="row">R${index + 1}</th>
    <td>
      ${entityChip(sheet, from)} ${cardinalityWords[cardinality]} ${entityChip(sheet, to)}
      ${description === undefined ? html`<p class="muted">Not described.</p>` : html`<p dir="auto">${prose(description)}</p>`}
      ${notesOn(sheet, `relationship.${index}`)}
    </td>
  </tr> `
}
