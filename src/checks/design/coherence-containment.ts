import { type DesignRule, type Seen, intentRule } from './rule.ts'
import type { IntentFix } from './critique.ts'
import { type DesignModel, reachable } from './design-model.ts'
import type { ComponentType } from './intent.ts'

const nameOf = ({ intent }: DesignModel, index: number): string =>
  `"${intent.components[index]?.id ?? ''}"`

const selfHeld = ({ intent }: DesignModel): readonly Seen[] =>
  intent.components.flatMap(({ id, children }, index) =>
    (children ?? []).flatMap((child, place) =>
      child === id
        ? [
            {
              path: `/components/${index}/children/${place}`,
              message: `"${id}" lists itself as its child`,
              fix: {
                title: `take "${id}" out of its own children`,
                edits: [{ op: 'remove' as const, path: `/components/${index}/children/${place}` }],
              },
            },
          ]
        : [],
    ),
  )

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
  const { components } = model.intent
  const rank = (index: number) =>
    (model.holders[index]?.some(({ parent }) => parent !== index) ? 10 : 0) +
    ranks[components[index]?.type ?? 'control']
  const order = components.map((_, index) => index).toSorted((a, b) => rank(a) - rank(b) || a - b)
  const state = new Uint8Array(components.length)
  const depth = new Int32Array(components.length)
  const found: Seen[] = []
  for (const root of order) {
    if (state[root] !== 0) continue
    const path: { readonly index: number; next: number }[] = [{ index: root, next: 0 }]
    state[root] = 1
    depth[root] = 0
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const children = components[top.index]?.children ?? []
      if (top.next >= children.length) {
        state[top.index] = 2
        path.pop()
        continue
      }
      const place = top.next
      top.next += 1
      const child = model.componentAt.get(children[place] ?? '')
      if (child === undefined || child === top.index) continue
      if (state[child] === 1)
        found.push({
          path: `/components/${top.index}/children/${place}`,
          message: `the containment runs in a circle: ${circle(model, path.slice(depth[child], (depth[child] ?? 0) + 7), child)}`,
        })
      if (state[child] !== 0) continue
      state[child] = 1
      depth[child] = path.length
      path.push({ index: child, next: 0 })
    }
  }
  return found
}

function circle(
  model: DesignModel,
  round: readonly { readonly index: number }[],
  child: number,
): string {
  const named = round.slice(0, 6).map(({ index }) => nameOf(model, index))
  return [...named, ...(round.length > 6 ? ['…'] : []), nameOf(model, child)].join(' holds ')
}

const heldTwice = (model: DesignModel): readonly Seen[] =>
  model.holders.flatMap((holders, child) => {
    const [first, ...rest] = holders.filter(({ parent }) => parent !== child)
    if (first === undefined || model.intent.components[child]?.type === 'utility') return []
    return rest
      .filter(({ parent }) => parent !== first.parent)
      .map(({ parent, position }) => ({
        path: `/components/${parent}/children/${position}`,
        message: `${nameOf(model, child)} stands in ${nameOf(model, first.parent)} already, and can be in one place only`,
      }))
  })

const controlsThatHold = (model: DesignModel): readonly Seen[] =>
  model.intent.components.flatMap(({ id, type, children }, index) => {
    if (type !== 'control' || children === undefined || children.length === 0) return []
    const large = children.findIndex((child) => {
      const inner = model.componentAt.get(child)
      const kind = inner === undefined ? undefined : model.intent.components[inner]?.type
      return kind === 'view' || kind === 'container'
    })
    const path = `/components/${index}/children`
    return [
      large === -1
        ? { path, message: `the control "${id}" holds other components; a control holds none` }
        : {
            path: `${path}/${large}`,
            message: `the control "${id}" cannot hold "${children[large] ?? ''}", which is larger than a control`,
          },
    ]
  })

/** Not named by any step or interaction, and neither inside nor around one that is. */
function orphans(model: DesignModel): readonly Seen[] {
  const used = [...model.inSteps, ...model.inInteractions]
  const around = reachable(used, (index) =>
    (model.holders[index] ?? []).map(({ parent }) => parent),
  )
  const inside = reachable(used, (index) => model.held[index] ?? [])
  const isUsed = (index: number) => around.has(index) || inside.has(index)
  const views = model.intent.components.flatMap(({ type }, index) =>
    type === 'view' ? [index] : [],
  )
  const home = views.length === 1 && isUsed(views[0] ?? -1) ? views[0] : undefined
  return model.intent.components.flatMap(({ id, type }, index): readonly Seen[] => {
    if (isUsed(model.componentAt.get(id) ?? index)) return []
    const message = `no step and no interaction uses "${id}", nor anything around or inside it`
    const placeless = type !== 'view' && (model.holders[index] ?? []).length === 0
    const fix = placeless && home !== undefined ? housed(model, home, id) : undefined
    return [{ path: `/components/${index}`, message, ...(fix && { fix }) }]
  })
}

/** In a design with one view there is one place where a part can stand. */
function housed({ intent }: DesignModel, home: number, id: string): IntentFix {
  const view = intent.components[home]
  const path = `/components/${home}/children`
  return {
    title: `put "${id}" into the only view, "${view?.id ?? ''}"`,
    edits: [
      view?.children === undefined
        ? { op: 'add', path, value: [id] }
        : { op: 'add', path: `${path}/-`, value: id },
    ],
  }
}

export const containmentRules: readonly DesignRule[] = [
  intentRule('coherence/self-containment', selfHeld),
  intentRule('coherence/containment-cycle', cycles),
  intentRule('coherence/contained-twice', heldTwice),
  intentRule('coherence/control-with-children', controlsThatHold),
  intentRule('coherence/orphan-component', orphans),
]
