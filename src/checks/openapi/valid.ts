import { fixOf, renameKey } from './edit.ts'
import { addMember, replaceValue } from './edit.ts'
import { children, isMap, mapOf, textOf } from './json.ts'
import { lacking } from './odd-ones.ts'
import {
  endsWithParam,
  isCollection,
  isSuccess,
  mediaOf,
  nounOf,
  operationsOf,
} from './operations.ts'
import type { Operation, Parameter } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { isPlural } from './words.ts'

/** What the linter sees and no other check owns, and what HTTP means. */
export const valid = openapiCheck({
  aspect: 'valid',
  title: 'The OpenAPI document is valid and means what HTTP means',
  passed: (spec) => `OpenAPI ${spec.version} document with ${operationsOf(spec).length} operations`,
  look: (spec) => {
    const operations = operationsOf(spec)
    const parameters = operations.flatMap((operation) => operation.parameters)
    return [
      ...infoIssues(spec),
      ...serverIssues(spec),
      ...emptyPaths(spec),
      ...operations.flatMap((operation) => [
        ...methodIssues(spec, operation),
        ...responseIssues(operation),
      ]),
      ...lacking(operations, ({ value }) => textOf(value['operationId']) !== '').map(
        ({ pointer, label }) =>
          issue(pointer, `${label} has no operationId, other operations have one`),
      ),
      ...parameters.flatMap((parameter) => parameterIssues(spec, parameter)),
    ]
  },
})

function infoIssues(spec: Spec): readonly Issue[] {
  const info = mapOf(spec.root['info'])
  return [
    ...(info['description'] === undefined
      ? [issue('/info', 'info has no description: nothing says what the API is for')]
      : []),
    ...['title', 'version']
      .filter((key) => info[key] === '')
      .map((key) => issue(`/info/${key}`, `info.${key} is empty`)),
  ]
}

function serverIssues(spec: Spec): readonly Issue[] {
  const servers = children({ value: spec.root['servers'], pointer: '/servers' })
  return servers.flatMap(({ value, pointer }) => {
    const url = mapOf(value)['url']
    if (typeof url !== 'string') return []
    if (servers.length === 1 && /^https?:\/\/(?:localhost|127\.0\.0\.1)\b/i.test(url))
      return [issue(`${pointer}/url`, 'The only server is on the writer’s own machine')]
    return /[?#\s]/.test(url) || !/^(?:https?:|wss?:|[/{.])/i.test(url)
      ? [issue(`${pointer}/url`, 'This is no server URL')]
      : []
  })
}

const methodNames =
  /^(?:\$ref|get|put|post|delete|options|head|patch|trace|query|additionalOperations)$/

function emptyPaths(spec: Spec): readonly Issue[] {
  const empty = children({ value: spec.root['paths'], pointer: '/paths' }).filter(
    ({ key, value }) =>
      key.startsWith('/') && !Object.keys(mapOf(value)).some((name) => methodNames.test(name)),
  )
  return [
    ...(operationsOf(spec).length === 0 && spec.root['webhooks'] === undefined
      ? [issue('/paths', 'The description has no operation')]
      : []),
    ...empty.map(({ key, pointer }) => issue(pointer, `The path ${key} has no operation`)),
  ]
}

const made = /^(?:create|add|register|new|insert|place|open|submit|sign-?up)/i
const asked = /^(?:search|query|bulk|batch|import|validate|login)/i

function methodIssues(spec: Spec, operation: Operation): readonly Issue[] {
  const { method, path, responses, value, label, pointer } = operation
  const [only, ...others] = responses.filter(({ status }) => isSuccess(status))
  const isCreation =
    method === 'post' &&
    !endsWithParam(path) &&
    isPlural(nounOf(path)) &&
    !asked.test(nounOf(path)) &&
    (isCollection(spec, path) || made.test(textOf(value['operationId'])))
  const isAlone = only !== undefined && others.length === 0
  return [
    ...(isAlone && isCreation && /^(?:200|204|2XX)$/i.test(only.status)
      ? [
          issue(
            only.used,
            `${label} creates something, so it answers with 201`,
            fixOf('Answer with 201', [renameKey(spec, only.used, '201')]),
          ),
        ]
      : []),
    ...(isAlone && only.status === '201' && /^(?:get|delete)$/.test(method)
      ? [issue(only.used, `${label} creates nothing, so it does not answer with 201`)]
      : []),
    ...(/^(?:get|head|delete|trace)$/.test(method) && value['requestBody'] !== undefined
      ? [
          issue(
            `${pointer}/requestBody`,
            `A ${method.toUpperCase()} request has no body that servers must read`,
          ),
        ]
      : []),
  ]
}

const errorWords =
  /^\s*(?:not found|bad request|unauthori[sz]ed|forbidden|internal server error|error)\b/i
const mediaType =
  /^(?:application|audio|chemical|font|image|message|model|multipart|text|video|x-[\w-]+|\*)\/(?!jsn|jason|josn|jsom)[\w.+*-]+(?:\s*;.*)?$/i

const responseIssues = ({ responses, body }: Operation): readonly Issue[] => [
  ...responses.flatMap(({ status, value, pointer, used }) => [
    ...(/^(?:204|205|304)$/.test(status) && Object.keys(mapOf(value['content'])).length > 0
      ? [issue(`${pointer}/content`, `A ${status} response has no content`)]
      : []),
    ...(isSuccess(status) && errorWords.test(textOf(value['description']))
      ? [issue(used, `The ${status} response is described as an error`)]
      : []),
  ]),
  ...[...(body ? [body] : []), ...responses]
    .flatMap((owner) => mediaOf(owner))
    .filter(({ type }) => !mediaType.test(type))
    .map(({ type, node }) => issue(node.pointer, `"${type.slice(0, 60)}" is no media type`)),
]

const styles: Readonly<Record<string, RegExp>> = {
  path: /^(?:simple|label|matrix)$/,
  query: /^(?:form|spaceDelimited|pipeDelimited|deepObject)$/,
  header: /^simple$/,
  cookie: /^(?:form|cookie)$/,
}

function parameterIssues(
  spec: Spec,
  { name, in: where, value, pointer }: Parameter,
): readonly Issue[] {
  const { style, required, content, schema } = value
  return [
    ...((schema === undefined) === (content === undefined)
      ? [issue(pointer, `The parameter "${name}" has one of schema and content`)]
      : []),
    ...(where === 'path' && required !== true
      ? [
          issue(
            pointer,
            `The path parameter "${name}" must be required`,
            fixOf(`Require ${name}`, [
              required === undefined
                ? addMember(spec, pointer, ['required', true])
                : replaceValue(spec, `${pointer}/required`, true),
            ]),
          ),
        ]
      : []),
    ...(typeof style === 'string' && styles[where]?.test(style) === false
      ? [issue(`${pointer}/style`, `The style "${style}" does not fit a ${where} parameter`)]
      : []),
    ...(isMap(content) && Object.keys(content).length !== 1
      ? [issue(`${pointer}/content`, 'The content of a parameter has one media type')]
      : []),
    ...(where === 'header' && /^(?:accept|content-type)$/i.test(name)
      ? [issue(pointer, `The header ${name} is described by the media types, not by a parameter`)]
      : []),
  ]
}
