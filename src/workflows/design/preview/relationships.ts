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

const pattern: Record<Cardinality, readonly [string, string]> = {
  'one-to-one': ['One', 'has one'],
  'one-to-many': ['One', 'has many'],
  'many-to-many': ['Many', 'have many'],
}

/** A relationship as a sentence, such as "One Member has many Loan". */
export function relationshipWords(
  { intent, entityAt }: Sheet,
  { from, to, cardinality }: Relationship,
  limit: number,
): string {
  const [many, have] = pattern[cardinality]
  const name = (id: string) => clip(nameOf(intent.dataModel.entities, entityAt, id), limit)
  return `${many} ${name(from)} ${have} ${name(to)}`
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
          <th scope="col">Relationship</th>
          <th scope="col">Meaning</th>
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
  const [many, have] = pattern[cardinality]
  return html`<tr>
    <th scope="row">R${index + 1}</th>
    <td>${many} ${entityChip(sheet, from)} ${have} ${entityChip(sheet, to)}</td>
    <td>
      <span dir="auto"
        >${description === undefined ? html`<span class="muted">not described</span>` : prose(description)}</span
      >${notesOn(sheet, `relationship.${index}`)}
    </td>
  </tr> `
}
