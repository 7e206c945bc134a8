import { issue, type Issue, type Spec } from './spec.ts'
import { children, isMap } from './json.ts'
import type { Node } from './json.ts'
import { targetOf } from './operations.ts'

// what may be named at a place, by the end of its pointer
const places: readonly (readonly [RegExp, string])[] = [
  [/\/responses\/[^/]+$/, 'responses'],
  [/\/parameters\/\d+$/, 'parameters'],
  [/\/requestBody$/, 'requestBodies'],
  [/\/headers\/[^/]+$/, 'headers'],
  [/\/schema$/, 'schemas'],
  [/\/properties\/[^/]+$/, 'schemas'],
  [/\/(?:items|additionalProperties)$/, 'schemas'],
]

/** References that lead to a component of another kind, such as a schema where a response belongs. */
export function referenceKindIssues(spec: Spec): readonly Issue[] {
  const known = looked.get(spec)
  if (known) return known
  const issues = misplacedReferences(spec)
  looked.set(spec, issues)
  return issues
}

const looked = new WeakMap<Spec, readonly Issue[]>()

function misplacedReferences(spec: Spec): readonly Issue[] {
  const issues: Issue[] = []
  const open: { node: Node; depth: number }[] = [
    { node: { value: spec.root, pointer: '' }, depth: 0 },
  ]
  for (let entry = open.pop(); entry !== undefined && issues.length < 200; entry = open.pop()) {
    const { node, depth } = entry
    const misplaced = kindIssue(spec, node)
    if (misplaced) issues.push(misplaced)
    if (depth > 60) continue
    for (const member of children(node))
      if (typeof member.value === 'object' && !/^(?:x-|examples?$|default$)/.test(member.key))
        open.push({ node: member, depth: depth + 1 })
  }
  return issues
}

function kindIssue(spec: Spec, { value, pointer }: Node): Issue | null {
  const reference = isMap(value) ? value['$ref'] : undefined
  const kind = places.find(([place]) => place.test(pointer))?.[1]
  const named =
    typeof reference === 'string' ? /^#\/components\/(\w+)\//.exec(reference)?.[1] : undefined
  if (
    kind === undefined ||
    named === undefined ||
    named === kind ||
    typeof reference !== 'string' ||
    targetOf(spec, reference) === null
  )
    return null
  // inside a schema, a property may be called "responses" or "schema"
  if (kind !== 'schemas' && /\/(?:schema|schemas|properties)\//.test(pointer)) return null
  return issue(pointer, `A reference to ${named} stands where one to ${kind} belongs`)
}
