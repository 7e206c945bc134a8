import { issue, type Issue, type Spec } from './spec.ts'
import { nounOf, operationsOf } from './operations.ts'
import type { Operation } from './operations.ts'

export const publicWords =
  /log-?in|sign-?in|sign-?up|register|registration|token|auth|session|password|refresh|webhook|callback|health|ping|contact|public|newsletter|oauth|verify|activate|forgot|reset/i

/** Reading may be public, but not here: the operation foresees a missing credential, or the same things are guarded elsewhere. */
export function openReads(spec: Spec): readonly Issue[] {
  const global = spec.root['security']
  const guarded = new Set(
    operationsOf(spec)
      .filter((operation) => isRead(operation) && isGuarded(operation, global))
      .map(({ path }) => nounOf(path)),
  )
  return operationsOf(spec).flatMap((operation) => {
    const { value, responses, path, pointer, label } = operation
    const { security } = value
    const open = Array.isArray(security) && security.length === 0
    if (!open || !isRead(operation) || publicWords.test(path)) return []
    const refuses = responses.some(({ status }) => status === '401')
    if (!refuses && !guarded.has(nounOf(path))) return []
    const why = refuses
      ? 'answers with 401'
      : `is about ${nounOf(path)}, which need credentials elsewhere`
    return [issue(`${pointer}/security`, `${label} asks for no credentials but ${why}`)]
  })
}

const isRead = ({ method }: Operation): boolean => method === 'get' || method === 'head'

function isGuarded({ value }: Operation, global: unknown): boolean {
  const security = value['security'] ?? global
  return Array.isArray(security) && security.length > 0
}
