import { met, undecided, unmet } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { hasExample } from '../examples.ts'
import { isError, jsonMediaOf, mediaOf, operationsOf } from '../operations.ts'
import type { Spec } from '../spec.ts'
import { wordsOf } from '../words.ts'

/** Whether two names are the same but for their casing. */
export const same = (one: string, other: string): boolean =>
  one === other || wordsOf(one).join(' ') === wordsOf(other).join(' ')

export function rateAnswer(spec: Spec): Answer {
  const bare = operationsOf(spec).filter(
    ({ responses }) => !responses.some(({ status }) => /^(?:429|4XX)$/i.test(status)),
  )
  return bare.length === 0
    ? met('every operation documents 429', '/paths')
    : mentionAnswer(spec, /\b429\b|rate.?limit/i, 'a rate limit')
}

export const mentionAnswer = (spec: Spec, pattern: RegExp, what: string): Answer =>
  pattern.test(spec.source)
    ? undecided(`${what} is mentioned; OpenAPI has no form for it, so somebody must read it`)
    : unmet(`Nothing in the description speaks of ${what}`)

export const mediaAnswer = (spec: Spec, full: string): Answer => {
  const name = full.replace(/^error /, '')
  if (name !== full) return errorMediaAnswer(spec, name)
  const operation = operationsOf(spec).find(({ body, responses }) =>
    [...(body ? [body] : []), ...responses].some((one) =>
      mediaOf(one).some(({ type }) => type.toLowerCase().startsWith(name.toLowerCase())),
    ),
  )
  return operation
    ? met(`${operation.label} speaks ${name}`, operation.pointer)
    : unmet(`No operation speaks ${name}`, '/paths')
}

function errorMediaAnswer(spec: Spec, name: string): Answer {
  const types = operationsOf(spec).flatMap(({ responses }) =>
    responses
      .filter(({ status }) => isError(status))
      .flatMap((one) => mediaOf(one).map(({ type }) => type)),
  )
  const other = types.find((type) => !type.toLowerCase().startsWith(name.toLowerCase()))
  if (types.length === 0) return unmet('No error response has content', '/paths')
  return other === undefined
    ? met(`${types.length} error responses speak ${name}`, '/paths')
    : unmet(`An error response speaks ${other}, not ${name}`, '/paths')
}

export function exampleAnswer(spec: Spec): Answer {
  const speaking = operationsOf(spec).flatMap((operation) => {
    const media = [...(operation.body ? [operation.body] : []), ...operation.responses].flatMap(
      (one) => jsonMediaOf(one),
    )
    return media.length === 0
      ? []
      : [{ operation, shown: media.some((one) => hasExample(spec, one)) }]
  })
  const without = speaking.filter(({ shown }) => !shown)
  const [first] = without
  if (speaking.length === 0) return undecided('no operation has a JSON body')
  if (first === undefined) return met(`${speaking.length} operations have an example`, '/paths')
  return without.length === speaking.length
    ? unmet('No operation has an example', '/paths')
    : undecided(`${first.operation.label} has no example, other operations have one`)
}
