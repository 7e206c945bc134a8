import { type DesignModel, reachable } from './design-model.ts'
import type { ComponentType } from './intent.ts'
import { type DesignRule, intentRule, removing, type Seen } from './rule.ts'

const idAt = ({ intent }: DesignModel, index: number): string =>
  `"${intent.components[index]?.id ?? ''}"`

/** Every mention of a component in the children of another, or of itself. */
const mentions = ({ nodes, componentAt }: DesignModel) =>
  nodes.component.flatMap(({ path, value, at }) =>
    (value.children ?? []).flatMap((id, place) => {
      const child = componentAt.get(id)
      return child === undefined
        ? []
        : [{ path: `${path}/children/${place}`, parent: at, child, isOwn: id === value.id }]
    }),
  )

const selfHeld = (model: DesignModel): readonly Seen[] =>
  mentions(model)
    .filter(({ isOwn }) => isOwn)
    .map(({ path, parent }) => ({
      path,
      message: `${idAt(model, parent)} lists itself as its child`,
      fix: removing(`take ${idAt(model, parent)} out of its own children`, path),
    }))

const ranks: Readonly<Record<ComponentType, number>> = {
  view: 0,
  container: 1,
  data: 2,
  utility: 3,
  control: 4,
}

/**
 * Walks down from the outermost components, and reports each mention that leads back up. What plays
 * the larger part is taken as the outer one, so that the finding stands where the slip is likely.
 */
function cycles(model: DesignModel): readonly Seen[] {
  const { component } = model.nodes
  const inside = Map.groupBy(
    mentions(model).filter(({ isOwn }) => !isOwn),
    ({ parent }) => parent,
  )
  const rank = (at: number) =>
    (model.holders[at]!.some((parent) => parent !== at) ? 10 : 0) + ranks[component[at]!.value.type]
  const order = component.map(({ at }) => at).toSorted((a, b) => rank(b) - rank(a) || b - a)
  const open = new Set<number>()
  const done = new Set<number>()
  const results: Seen[] = []
  const todo = order.map((at) => ({ at, isLeft: false }))
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { at, isLeft } = next
    if (isLeft) {
      open.delete(at)
      done.add(at)
    }
    if (isLeft || open.has(at) || done.has(at)) continue
    open.add(at)
    todo.push({ at, isLeft: true })
    for (const { path, child } of (inside.get(at) ?? []).toReversed())
      if (!open.has(child)) todo.push({ at: child, isLeft: false })
      else
        results.push({
          path,
          message: `the containment runs in a circle: ${idAt(model, child)} stands around ${idAt(model, at)}`,
        })
  }
  return results
}

const heldTwice = (model: DesignModel): readonly Seen[] => {
  const first = new Map<number, number>()
  return mentions(model).flatMap(({ path, parent, child, isOwn }) => {
    if (isOwn || model.intent.components[child]?.type === 'utility') return []
    const known = first.get(child) ?? parent
    first.set(child, known)
    const message = `${idAt(model, child)} stands in ${idAt(model, known)} already, and can be in one place only`
    return known === parent ? [] : [{ path, message }]
  })
}

const controlsThatHold = ({ nodes, intent, componentAt }: DesignModel): readonly Seen[] =>
  nodes.component.flatMap(({ path, value: { id, type, children = [] } }) => {
    if (type !== 'control' || children.length === 0) return []
    const large = children.findIndex((child) =>
      /^(?:view|container)$/.test(intent.components[componentAt.get(child) ?? -1]?.type ?? ''),
    )
    return [
      {
        path: large === -1 ? `${path}/children` : `${path}/children/${large}`,
        message: `the control "${id}" holds other components; a control holds none`,
      },
    ]
  })

/** Not named by any step or interaction, and neither inside nor around one that is. */
function orphans(model: DesignModel): readonly Seen[] {
  const { component } = model.nodes
  const used = [...model.inSteps, ...model.inInteractions]
  const isUsed = new Set([
    ...reachable(used, (at) => model.holders[at]!),
    ...reachable(used, (at) => model.held[at]!),
  ])
  const views = component.filter(({ value }) => value.type === 'view')
  const home = views.length === 1 && isUsed.has(views[0]!.at) ? views[0] : undefined
  return component.flatMap(({ path, at, value: { id, type } }): readonly Seen[] => {
    if (isUsed.has(model.componentAt.get(id) ?? at)) return []
    const message = `no step and no interaction uses "${id}", nor anything around or inside it`
    if (home === undefined || type === 'view' || model.holders[at]!.length > 0)
      return [{ path, message }]
    // in a design with one view there is one place where a part can stand
    const list = `${home.path}/children`
    const edit =
      home.value.children === undefined
        ? { op: 'add' as const, path: list, value: [id] }
        : { op: 'add' as const, path: `${list}/-`, value: id }
    const title = `put "${id}" into the only view, "${home.value.id}"`
    return [{ path, message, fix: { title, edits: [edit] } }]
  })
}

export const containmentRules: readonly DesignRule[] = [
  intentRule('coherence/self-containment', selfHeld),
  intentRule('coherence/containment-cycle', cycles),
  intentRule('coherence/contained-twice', heldTwice),
  intentRule('coherence/control-with-children', controlsThatHold),
  intentRule('coherence/orphan-component', orphans),
]
