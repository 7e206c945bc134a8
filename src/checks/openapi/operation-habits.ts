import { child, listOf, mapOf, textOf } from './json.ts'
import type { JsonMap } from './json.ts'
import { leading } from './naming-convention.ts'
import { descriptionOf } from './operation-draft.ts'
import type { PlannedOperation } from './operation-draft.ts'
import { componentsOf, nounOf, operationsOf } from './operations.ts'
import type { Operation } from './operations.ts'
import type { Spec } from './spec.ts'
import { recase, singular, wordsOf } from './words.ts'

/** A path parameter like the one of that name elsewhere in the description. */
export function pathParameter(spec: Spec, name: string): JsonMap {
  const shared = componentsOf(spec, 'parameters').find(
    ({ value }) => mapOf(value)['name'] === name && mapOf(value)['in'] === 'path',
  )
  if (shared) return { $ref: `#${shared.pointer}` }
  const used = operationsOf(spec).flatMap(({ parameters }) =>
    parameters.filter((one) => one.in === 'path' && one.name === name),
  )
  const words = wordsOf(name).filter((word) => word !== 'id')
  const description =
    words.length === 0 ? 'Identifies the resource.' : `Identifies the ${words.join(' ')}.`
  return (
    used[0]?.value ?? { name, in: 'path', required: true, description, schema: { type: 'string' } }
  )
}

/** What nearly every operation of the description has besides its own facts: tags, a description, security. */
export function habitsFor(spec: Spec, plan: PlannedOperation): JsonMap {
  const { path } = plan
  const operations = operationsOf(spec)
  const usual = (key: string) => operations.filter(({ value }) => value[key] !== undefined)
  const most = (found: readonly Operation[]) => found.length > operations.length / 2
  const related =
    usual('tags').find((operation) => nounOf(operation.path) === nounOf(path)) ?? usual('tags')[0]
  const tags = ownTags(spec, path) ?? related?.value['tags']
  const [secured] = usual('security').filter(({ value }) => listOf(value['security']).length > 0)
  return {
    ...(most(usual('description')) ? { description: descriptionOf(plan) } : {}),
    ...(most(usual('tags')) && tags !== undefined ? { tags } : {}),
    ...(spec.root['security'] === undefined && secured
      ? { security: secured.value['security'] }
      : {}),
  }
}

function ownTags(spec: Spec, path: string): readonly string[] | null {
  const bare = (name: string) => wordsOf(name).map(singular).join(' ')
  const declared = listOf(spec.root['tags']).map((tag) => textOf(mapOf(tag)['name']))
  const own = declared.find((name) => bare(name) === bare(nounOf(path)))
  return own === undefined ? null : [own]
}

/** An operation id in the casing of the others. */
export function operationIdLikeOthers(spec: Spec, id: string): string {
  const names = operationsOf(spec).map((operation) => ({
    name: textOf(operation.value['operationId']),
    pointer: child(operation, 'operationId').pointer,
  }))
  return recase(id, leading(names.filter(({ name }) => name !== '')) ?? 'camel')
}

/** Whether nearly all operations answer with a status. */
export function usuallyAnswers(spec: Spec, status: string): boolean {
  const operations = operationsOf(spec)
  const count = operations.filter(({ responses }) =>
    responses.some((one) => one.status === status),
  ).length
  return count >= 3 && count >= operations.length * 0.7
}
