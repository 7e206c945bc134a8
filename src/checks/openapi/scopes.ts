import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, mapOf, stringsOf } from './json.ts'
import { componentsOf, operationsOf, resolve } from './operations.ts'

const reading = /(?<![a-z])(?:read|view|readonly|read-only)(?![a-z])/i
const writing = ['write', 'manage', 'edit', 'modify', 'update', 'create', 'admin']

/** A change that a token for reading may make, although there is a scope for changing. */
export function scopeIssues(spec: Spec): readonly Issue[] {
  const declared = new Map(
    componentsOf(spec, 'securitySchemes').map((scheme) => {
      const flows = Object.values(mapOf(mapOf(resolve(spec, scheme).value)['flows']))
      return [
        scheme.key,
        new Set(flows.flatMap((flow) => Object.keys(mapOf(mapOf(flow)['scopes'])))),
      ] as const
    }),
  )
  return operationsOf(spec).flatMap((operation) => {
    if (!/^(?:put|patch|delete|post)$/.test(operation.method)) return []
    return children(child(operation, 'security')).flatMap((alternative) =>
      children(alternative).flatMap((use) => {
        const scopes = stringsOf(use.value)
        const known = declared.get(use.key) ?? new Set()
        const better = scopes
          .flatMap((scope) => writing.map((word) => scope.replace(reading, word)))
          .find((scope) => known.has(scope))
        // a search by POST changes nothing
        const search = operation.method === 'post' && /search|query|export/i.test(operation.path)
        if (scopes.length === 0 || !scopes.every((one) => reading.test(one))) return []
        return better === undefined || search
          ? []
          : [
              issue(
                use.pointer,
                `${operation.label} changes data with a scope for reading; "${better}" is for that`,
              ),
            ]
      }),
    )
  })
}
