import { fixOf, renameKey } from './edit.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, isMap, mapOf, textOf } from './json.ts'
import type { Node } from './json.ts'
import {
  endsWithParam,
  isCollection,
  isSuccess,
  mediaOf,
  nounOf,
  operationsOf,
} from './operations.ts'
import type { Operation } from './operations.ts'
import { parameterIssues } from './parameters.ts'
import { openapiCheck } from './rule.ts'
import { unusedComponents } from './unused.ts'
import { isPlural } from './words.ts'

/** What the linter and the structural rules see that no other check owns. */
export const valid = openapiCheck({
  aspect: 'valid',
  title: 'The OpenAPI document is valid and means what HTTP means',
  passed: (spec) => `OpenAPI ${spec.version} document with ${operationsOf(spec).length} operations`,
  look: (spec) => [
    ...infoIssues(spec),
    ...serverIssues(spec),
    ...emptyPaths(spec),
    ...operationsOf(spec).flatMap((operation) => methodIssues(spec, operation)),
    ...idIssues(spec),
    ...parameterIssues(spec),
    ...mediaNames(spec),
    ...unusedComponents(spec),
    ...linkIssues(spec),
  ],
})

function infoIssues(spec: Spec): readonly Issue[] {
  const info: Node = { value: spec.root['info'], pointer: '/info' }
  if (!isMap(info.value)) return []
  const { title, version, description, contact, license } = info.value
  const issues: Issue[] = []
  for (const [key, value] of [
    ['title', title],
    ['version', version],
  ] as const)
    if (typeof value === 'string' && value.trim() === '')
      issues.push(issue(`/info/${key}`, `info.${key} is empty`))
  if (description === undefined)
    issues.push(issue('/info', 'info has no description: nothing says what the API is for'))
  if (isMap(contact) && Object.keys(contact).length === 0)
    issues.push(issue('/info/contact', 'The contact says nothing'))
  const { email, url } = mapOf(contact)
  if (typeof email === 'string' && !/^[^\s@]+@[^\s@]+$/.test(email.slice(0, 300)))
    issues.push(issue('/info/contact/email', 'This is no email address'))
  for (const [pointer, value] of [
    ['/info/contact/url', url],
    ['/info/license/url', mapOf(license)['url']],
    ['/info/termsOfService', info.value['termsOfService']],
  ] as const)
    if (typeof value === 'string' && !/^(?:https?:\/\/|\/|mailto:)\S+$/i.test(value))
      issues.push(issue(pointer, 'This is no URL'))
  return issues
}

function serverIssues(spec: Spec): readonly Issue[] {
  const servers = children({ value: spec.root['servers'], pointer: '/servers' })
  const urls = servers.map(({ value }) => textOf(mapOf(value)['url']))
  return servers.flatMap((server, index) => {
    const url = urls[index] ?? ''
    const pointer = `${server.pointer}/url`
    if (url === '')
      return isMap(server.value) && server.value['url'] === ''
        ? [issue(pointer, 'The server URL is empty')]
        : []
    if (urls.indexOf(url) < index) return [issue(pointer, 'This server stands twice')]
    const only = servers.length === 1 && /^https?:\/\/(?:localhost|127\.0\.0\.1)\b/i.test(url)
    if (only) return [issue(pointer, 'The only server is on the writer’s own machine')]
    return /[?#]/.test(url) || /\s/.test(url) || !/^(?:https?:|wss?:|\/|\{|\.)/i.test(url)
      ? [issue(pointer, 'This is no server URL')]
      : []
  })
}

function emptyPaths(spec: Spec): readonly Issue[] {
  const paths = children({ value: spec.root['paths'], pointer: '/paths' })
  const none = operationsOf(spec).length === 0 && spec.root['webhooks'] === undefined
  return [
    ...(none ? [issue('/paths', 'The description has no operation')] : []),
    ...paths.flatMap(({ key, value, pointer }) => {
      if (!key.startsWith('/') || !isMap(value) || value['$ref'] !== undefined) return []
      const busy = Object.keys(value).some((name) =>
        /^(?:get|put|post|delete|options|head|patch|trace|query|additionalOperations)$/.test(name),
      )
      return busy ? [] : [issue(pointer, `The path ${key} has no operation`)]
    }),
  ]
}

const made = /^(?:create|add|register|new|insert|place|open|submit|sign-?up)/i

function methodIssues(spec: Spec, operation: Operation): readonly Issue[] {
  const { method, path, responses, value, label } = operation
  const success = responses.filter(({ status }) => isSuccess(status))
  const only = success.length === 1 ? success[0] : undefined
  const named = made.test(textOf(value['operationId']))
  const creates =
    method === 'post' &&
    !endsWithParam(path) &&
    isPlural(nounOf(path)) &&
    (isCollection(spec, path) || named) &&
    !/^(?:search|query|bulk|batch|import|validate|login)/i.test(nounOf(path))
  const body =
    ['get', 'head', 'delete', 'trace'].includes(method) && value['requestBody'] !== undefined
  const issues: Issue[] = []
  if (creates && only && /^(?:200|204|2XX)$/i.test(only.status))
    issues.push(
      issue(
        only.used,
        `${label} creates something, so it answers with 201`,
        fixOf('Answer with 201', [renameKey(spec, only.used, '201')]),
      ),
    )
  if (only?.status === '201' && (method === 'get' || method === 'delete'))
    issues.push(issue(only.used, `${label} creates nothing, so it does not answer with 201`))
  if (body)
    issues.push(
      issue(
        `${operation.pointer}/requestBody`,
        `A ${method.toUpperCase()} request has no body that servers must read`,
      ),
    )
  for (const response of responses) {
    const content = mediaOf({ value: response.value, pointer: response.pointer })
    if (/^(?:204|205|304)$/.test(response.status) && content.length > 0)
      issues.push(
        issue(`${response.pointer}/content`, `A ${response.status} response has no content`),
      )
    if (
      method === 'get' &&
      response.status === '204' &&
      success.length === 1 &&
      !/health|ping/i.test(path)
    )
      issues.push(issue(response.used, `${label} answers with nothing`))
    if (
      isSuccess(response.status) &&
      /^\s*(?:not found|bad request|unauthori[sz]ed|forbidden|internal server error|error)\b/i.test(
        textOf(response.value['description']),
      )
    )
      issues.push(issue(response.used, `The ${response.status} response is described as an error`))
  }
  return issues
}

function idIssues(spec: Spec): readonly Issue[] {
  const operations = operationsOf(spec)
  const named = operations.filter(({ value }) => textOf(value['operationId']) !== '').length
  const first = new Map<unknown, string>()
  return operations.flatMap(({ value, pointer, label }) => {
    const id = value['operationId']
    const other = first.get(id)
    if (typeof id === 'string' && id !== '' && other !== undefined)
      return [issue(`${pointer}/operationId`, `${label} and ${other} have the same operationId`)]
    first.set(id, label)
    if (id === '') return [issue(`${pointer}/operationId`, 'The operationId is empty')]
    return id === undefined && named * 2 >= operations.length
      ? [issue(pointer, `${label} has no operationId, other operations have one`)]
      : []
  })
}

function mediaNames(spec: Spec): readonly Issue[] {
  return operationsOf(spec).flatMap((operation) =>
    [...(operation.body ? [operation.body] : []), ...operation.responses].flatMap((owner) =>
      mediaOf(owner).flatMap(({ type, node }) =>
        /^(?:application|audio|chemical|font|image|message|model|multipart|text|video|x-[\w-]+|\*)\/[\w.+*-]+(?:\s*;.*)?$/i.test(
          type,
        ) && !/^(?:text\/json|application\/(?:jsn|jason|josn|jsom|json\+\w+))$/i.test(type)
          ? []
          : [issue(node.pointer, `"${type.slice(0, 60)}" is no media type`)],
      ),
    ),
  )
}

function linkIssues(spec: Spec): readonly Issue[] {
  const ids = new Set(operationsOf(spec).map(({ value }) => value['operationId']))
  return operationsOf(spec).flatMap((operation) =>
    operation.responses.flatMap(({ value, pointer }) =>
      children(child({ value, pointer }, 'links')).flatMap((link) => {
        const id = mapOf(link.value)['operationId']
        return typeof id === 'string' && !ids.has(id)
          ? [issue(`${link.pointer}/operationId`, `No operation is called "${id}"`)]
          : []
      }),
    ),
  )
}
