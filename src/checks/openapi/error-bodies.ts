import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, mapOf, textOf } from './json.ts'
import { isError, isSuccess, mediaOf, operationsOf } from './operations.ts'
import type { Response } from './operations.ts'
import { propertiesOf } from './schema-walk.ts'
import { wordsOf } from './words.ts'

/** Errors that programs cannot read, that say too much, or that stand where they do not belong. */
export function errorBodyIssues(spec: Spec): readonly Issue[] {
  const responses = operationsOf(spec).flatMap((operation) => operation.responses)
  const failed = [
    ...new Map(
      responses.filter(({ status }) => isError(status)).map((one) => [one.pointer, one] as const),
    ).values(),
  ]
  return [
    ...unreadableErrors(failed),
    ...revealing(spec, failed),
    ...borrowedResponses(responses),
    ...errorsAsSuccess(responses, failed),
  ]
}

const mediaOfResponse = ({ value, pointer }: Response) => mediaOf({ value, pointer })

/** A web page or plain text where the other errors are JSON. */
function unreadableErrors(failed: readonly Response[]): readonly Issue[] {
  const withBody = failed.filter((one) => mediaOfResponse(one).length > 0)
  const odd = withBody.filter((one) =>
    mediaOfResponse(one).every(({ type }) => /^text\/(?:html|plain)\b/i.test(type)),
  )
  if (odd.length * 2 >= withBody.length) return []
  return odd.map(({ pointer, status }) =>
    issue(
      `${pointer}/content`,
      `The ${status} error is a text for people, other errors can be read by programs`,
    ),
  )
}

const inner = /^(?:stack|stacks|stacktrace|backtrace|traceback|sql|exception)$/

/** Members of an error that show the inside of the service to anybody. */
function revealing(spec: Spec, failed: readonly Response[]): readonly Issue[] {
  const seen = new Map<string, Issue>()
  for (const response of failed)
    for (const { schema } of mediaOfResponse(response)) {
      if (schema === null) continue
      const own = [...propertiesOf(spec, schema)]
      const nested = own.flatMap(([, property]) => [...propertiesOf(spec, property)])
      for (const [name, { pointer }] of [...own, ...nested])
        if (wordsOf(name).some((word) => inner.test(word)))
          seen.set(pointer, issue(pointer, `Errors show "${name}", the inside of the service`))
    }
  return [...seen.values()]
}

const referenceOf = ({ pointer, used }: Response): string => (pointer === used ? '' : pointer)

// a response with such a name may serve any status
const general =
  /\/(?:unexpected|default|generic|general|common|standard|api)?[-_]?(?:error|problem|fault)s?(?:[-_]?response)?$/i

/** A status that refers to the response all other operations use for another status. */
function borrowedResponses(responses: readonly Response[]): readonly Issue[] {
  const shared = responses.filter((one) => referenceOf(one) !== '')
  const byStatus = Map.groupBy(shared, ({ status }) => status)
  const usualFor = new Map<string, string>()
  for (const [status, uses] of byStatus) {
    const [first, second] = [...Map.groupBy(uses, referenceOf)].sort(
      ([, one], [, other]) => other.length - one.length,
    )
    if (first !== undefined && first[1].length >= 2 && (second?.[1].length ?? 0) <= 1)
      usualFor.set(status, first[0])
  }
  return shared.flatMap((response) => {
    const usual = usualFor.get(response.status)
    const used = referenceOf(response)
    const other = [...usualFor].find(
      ([status, reference]) => status !== response.status && reference === used,
    )
    if (usual === undefined || usual === used || other === undefined || general.test(used))
      return []
    return [issue(response.used, `The ${response.status} response is the one for ${other[0]}`)]
  })
}

/** A success that answers with the schema of the errors. */
function errorsAsSuccess(
  responses: readonly Response[],
  failed: readonly Response[],
): readonly Issue[] {
  const schemasOf = (one: Response) =>
    children(child(one, 'content')).map((media) => child(media, 'schema'))
  const errors = new Set(
    failed.flatMap((one) => schemasOf(one).map(({ value }) => textOf(mapOf(value)['$ref']))),
  )
  return responses
    .filter(({ status }) => isSuccess(status) && status !== '207')
    .flatMap(schemasOf)
    .flatMap(({ value, pointer }) => {
      const reference = textOf(mapOf(value)['$ref'])
      const isErrorName = /error|problem|fault|failure/i.test(reference)
      return reference !== '' && errors.has(reference) && isErrorName
        ? [issue(pointer, 'A success answers with the schema of the errors')]
        : []
    })
}
