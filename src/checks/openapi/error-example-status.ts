import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, isMap } from './json.ts'
import type { Node } from './json.ts'
import { isError, mediaOf, operationsOf } from './operations.ts'

const statusNames = ['status', 'statusCode', 'status_code', 'httpStatus', 'http_status']

/** Examples of errors that state another HTTP status than the responses they stand in. */
export function errorExampleStatuses(spec: Spec): readonly Issue[] {
  const uses = new Map<string, { node: Node; statuses: Set<string> }>()
  for (const { responses } of operationsOf(spec))
    for (const { status, value, pointer } of responses) {
      if (!isError(status)) continue
      const known = uses.get(pointer) ?? { node: { value, pointer }, statuses: new Set() }
      known.statuses.add(status)
      uses.set(pointer, known)
    }
  return [...uses.values()].flatMap(({ node, statuses }) => {
    const exact = [...statuses].every((status) => /^\d{3}$/.test(status))
    if (!exact) return []
    return mediaOf(node)
      .flatMap((media) => [
        child(media.node, 'example'),
        ...children(child(media.node, 'examples')).map((one) => child(one, 'value')),
      ])
      .flatMap((example) => statusIssue(example, statuses))
  })
}

function statusIssue(example: Node, statuses: ReadonlySet<string>): readonly Issue[] {
  if (!isMap(example.value)) return []
  const stated = statusNames
    .map((name) => child(example, name))
    .find(({ value }) => isStatus(value))
  if (stated === undefined || statuses.has(String(stated.value))) return []
  return [
    issue(
      stated.pointer,
      `The example states ${String(stated.value)} in a ${[...statuses].join(', ')} response`,
    ),
  ]
}

const isStatus = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && /^[1-5]\d\d$/.test(String(value))
