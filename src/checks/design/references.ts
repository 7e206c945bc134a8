import type { DesignModel } from './design-model.ts'
import { nearby } from './near-name.ts'
import { type DesignRule, intentRule, removing, replacing, type Seen } from './rule.ts'

/** A list of ids in the intent, and where they stand. */
type References = {
  readonly path: string
  readonly ids: readonly string[] | undefined
  /** How many of them must remain. */
  readonly least?: number
  /** What goes with an id that names nothing, where that is more than the id. */
  readonly whole?: string
}
type Known = { readonly noun: string; readonly ids: Iterable<string> }

/** Ids that name nothing. One that is nearly right is corrected; an optional one may be dropped. */
const unknownIn =
  (
    listsOf: (model: DesignModel) => readonly References[],
    knownOf: (model: DesignModel) => Known,
  ) =>
  (model: DesignModel): readonly Seen[] => {
    const { noun, ids } = knownOf(model)
    const known = new Set(ids)
    const near = nearby([...known])
    return listsOf(model).flatMap(({ path, ids: named = [], least = 0, whole }) => {
      const unknown = named.flatMap((id, at) => (known.has(id) ? [] : [{ id, at }]))
      const own = new Set(unknown.length === 0 ? [] : named)
      const isSpare = named.length - unknown.length >= least
      return unknown.map(({ id, at }): Seen => {
        const place = whole === undefined ? `${path}/${at}` : path
        const meant = near(id)
        const message = `no ${noun} "${id}"${meant === null ? '' : `; "${meant}" is the nearest`}`
        if (meant !== null && !own.has(meant))
          return {
            path: place,
            message,
            fix: replacing(`name "${meant}" instead of "${id}"`, place, meant),
          }
        const fix = removing(`drop "${id}", which names nothing`, whole ?? place)
        return { path: place, message, ...(isSpare && { fix }) }
      })
    })
  }

const components = ({ componentAt }: DesignModel): Known => ({
  ids: componentAt.keys(),
  noun: 'component has the id',
})
const entities = ({ entityAt }: DesignModel): Known => ({
  ids: entityAt.keys(),
  noun: 'entity has the id',
})
const bindings = ({ intent }: DesignModel): Known => ({
  ids: intent.dataModel.entities.flatMap(({ id, attributes }) =>
    attributes.map(({ name }) => `${id}.${name}`),
  ),
  noun: 'attribute is called, as entity.attribute,',
})

export const referenceRules: readonly DesignRule[] = [
  intentRule(
    'coherence/unknown-component',
    unknownIn(
      ({ nodes }) =>
        [...nodes.step, ...nodes.interaction].map(({ path, value }) => ({
          path: `${path}/componentIds`,
          ids: value.componentIds,
          least: 1,
        })),
      components,
    ),
  ),
  intentRule(
    'coherence/unknown-entity',
    unknownIn(
      ({ nodes }) =>
        nodes.step.map(({ path, value }) => ({ path: `${path}/entityIds`, ids: value.entityIds })),
      entities,
    ),
  ),
  intentRule(
    'coherence/unknown-child',
    unknownIn(
      ({ nodes }) =>
        nodes.component.map(({ path, value }) => ({
          path: `${path}/children`,
          ids: value.children,
        })),
      components,
    ),
  ),
  intentRule(
    'coherence/unknown-binding',
    unknownIn(
      ({ nodes }) =>
        nodes.component.map(({ path, value }) => ({ path: `${path}/binds`, ids: value.binds })),
      bindings,
    ),
  ),
  intentRule(
    'data/unknown-endpoint',
    unknownIn(
      ({ nodes }) =>
        nodes.relationship.flatMap(({ path, value }) =>
          (['from', 'to'] as const).map((end) => ({
            path: `${path}/${end}`,
            ids: [value[end]],
            whole: path,
          })),
        ),
      entities,
    ),
  ),
]
