import { issue, type Issue, type Spec } from './spec.ts'
import { children, isMap } from './json.ts'
import type { Node } from './json.ts'
import { targetOf } from './operations.ts'

const kinds = [
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'links',
  'callbacks',
  'pathItems',
]

/** Components that nothing refers to, directly or through other components. */
export function unusedComponents(spec: Spec): readonly Issue[] {
  const components = children({ value: spec.root['components'], pointer: '/components' }).filter(
    ({ key }) => kinds.includes(key),
  )
  const declared = components.flatMap((kind) =>
    children(kind).map((node) => ({ ...node, kind: kind.key })),
  )
  const byPointer = new Map(declared.map((node) => [node.pointer, node]))
  const used = new Set<string>()
  const open: Node[] = Object.keys(spec.root).flatMap((key) =>
    key === 'components' ? [] : [{ value: spec.root[key], pointer: `/${key}` }],
  )
  let steps = 0
  for (let node = open.pop(); node !== undefined && steps < 500_000; node = open.pop()) {
    steps += 1
    for (const reference of referencesOf(node)) {
      const target = targetOf(spec, reference)
      const owner = byPointer.get(target?.pointer.split('/').slice(0, 4).join('/') ?? '')
      if (owner === undefined || used.has(owner.pointer)) continue
      used.add(owner.pointer)
      open.push(owner)
    }
    open.push(...children(node).filter(({ value }) => typeof value === 'object' && value !== null))
  }
  // a subtype is reached through its discriminated parent without being named there
  const parents = declared.filter(
    ({ value }) => isMap(value) && isMap(value['discriminator']) && value['oneOf'] === undefined,
  )
  return declared
    .filter(
      ({ pointer, value }) =>
        !used.has(pointer) &&
        !parents.some(
          (parent) =>
            used.has(parent.pointer) && JSON.stringify(value).includes(`"#${parent.pointer}"`),
        ),
    )
    .map(({ key, kind, pointer }) =>
      issue(pointer, `Nothing uses the component "${key}" of ${kind}`),
    )
}

function referencesOf({ value, pointer }: Node): readonly string[] {
  if (!isMap(value)) return []
  const found: string[] = []
  if (typeof value['$ref'] === 'string') found.push(value['$ref'])
  if (pointer.endsWith('/mapping'))
    for (const to of Object.values(value))
      if (typeof to === 'string') found.push(to.startsWith('#') ? to : `#/components/schemas/${to}`)
  return found
}
