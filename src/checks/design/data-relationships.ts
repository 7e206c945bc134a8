import { type DesignRule, type Seen, intentRule } from './rule.ts'
import type { DesignModel } from './design-model.ts'
import type { Relationship } from './intent.ts'
import { nearby } from './near-name.ts'
import { normalised } from './prose.ts'

const pathOf = (index: number): string => `/dataModel/relationships/${index}`

function unknownEnds({ intent, entityAt }: DesignModel): readonly Seen[] {
  const near = nearby([...entityAt.keys()])
  return intent.dataModel.relationships.flatMap((relationship, index) =>
    (['from', 'to'] as const).flatMap((end): readonly Seen[] => {
      const id = relationship[end]
      if (entityAt.has(id)) return []
      const meant = near(id)
      const path = `${pathOf(index)}/${end}`
      if (meant !== null)
        return [
          {
            path,
            message: `no entity has the id "${id}"; "${meant}" is the nearest`,
            fix: {
              title: `name "${meant}" instead of "${id}"`,
              edits: [{ op: 'replace', path, value: meant }],
            },
          },
        ]
      const fix = {
        title: 'drop the relationship, which leads nowhere',
        edits: [{ op: 'remove' as const, path: pathOf(index) }],
      }
      return [{ path, message: `no entity has the id "${id}"`, fix }]
    }),
  )
}

/** Two entities may be related twice where the descriptions tell the two apart. */
const tellsApart = (left: Relationship, right: Relationship): boolean =>
  left.description !== undefined &&
  right.description !== undefined &&
  normalised(left.description) !== normalised(right.description)

function repeated({ intent }: DesignModel): readonly Seen[] {
  const seen = new Map<string, { readonly relationship: Relationship; readonly index: number }[]>()
  return intent.dataModel.relationships.flatMap((relationship, index): readonly Seen[] => {
    const key = JSON.stringify([relationship.from, relationship.to].toSorted())
    const known = seen.get(key) ?? []
    seen.set(key, known.length < 20 ? [...known, { relationship, index }] : known)
    const first = known.find((each) => !tellsApart(each.relationship, relationship))
    if (first === undefined) return []
    const { from, to, cardinality } = relationship
    const same = first.relationship.cardinality === cardinality
    const turned = first.relationship.from !== from
    const exact = same && (!turned || cardinality !== 'one-to-many')
    const message = exact
      ? `relates "${from}" and "${to}" again, as ${pathOf(first.index)} does`
      : `contradicts ${pathOf(first.index)}, which relates "${first.relationship.from}" to "${first.relationship.to}" ${first.relationship.cardinality}`
    const fix = {
      title: 'state the relationship once',
      edits: [{ op: 'remove' as const, path: pathOf(index) }],
    }
    return [{ path: pathOf(index), message, ...(exact && { fix }) }]
  })
}

export const relationshipRules: readonly DesignRule[] = [
  intentRule('data/unknown-endpoint', unknownEnds),
  intentRule('data/repeated-relationship', repeated),
]
