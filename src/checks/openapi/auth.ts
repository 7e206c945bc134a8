import { findSecrets, type Secret } from '../secrets/find-secrets.ts'
import { fixOf, replaceValue } from './edit.ts'
import { child, children, isMap, mapOf, type Node, textOf } from './json.ts'
import { componentsOf, type Operation, operationsOf, resolve } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { issue, type Issue, type Spec } from './spec.ts'

/** Security schemes exist, every operation says which it needs, and credentials stay out of URLs. */
export const auth = openapiCheck({
  aspect: 'auth',
  title: 'Security schemes and the security of every operation',
  passed: (spec) =>
    `${componentsOf(spec, 'securitySchemes').length} schemes; every operation says what it needs`,
  look: (spec) => [
    ...noSecurity(spec),
    ...operationsOf(spec).flatMap(openWrite),
    ...componentsOf(spec, 'securitySchemes').flatMap((one) => schemeIssues(resolve(spec, one))),
    ...plainServers(spec),
    ...credentialParameters(spec),
    ...leakedSecrets(spec),
  ],
})

function noSecurity(spec: Spec): readonly Issue[] {
  if (componentsOf(spec, 'securitySchemes').length === 0)
    return [
      issue(isMap(spec.root['components']) ? '/components' : '', 'No security scheme is declared'),
    ]
  const global = spec.root['security']
  const isOpen = !Array.isArray(global) || global.length === 0
  return isOpen && operationsOf(spec).every(({ value }) => value['security'] === undefined)
    ? [issue(global === undefined ? '' : '/security', 'No operation says which security it needs')]
    : []
}

const publicWords =
  /log-?in|sign-?in|sign-?up|regist|token|auth|session|password|refresh|webhook|callback|health|ping|contact|public|newsletter|verify|activate|forgot|reset/i

// reading may be public; changing things without any credential has to be an entrance such as a login
function openWrite({ value, method, path, pointer, label }: Operation): readonly Issue[] {
  const { security, operationId } = value
  const isOpen =
    Array.isArray(security) &&
    (security.length === 0 || security.some((one) => isMap(one) && Object.keys(one).length === 0))
  return isOpen &&
    !/^(?:get|head|options)$/.test(method) &&
    !publicWords.test(`${path} ${textOf(operationId)}`)
    ? [issue(`${pointer}/security`, `${label} changes data without any security`)]
    : []
}

// RFC 9700, the best current practice for OAuth
const retired: Readonly<Record<string, string>> = {
  implicit: 'The implicit flow puts tokens into URLs; use authorizationCode with PKCE',
  password: 'The password flow hands passwords to the client; use authorizationCode with PKCE',
}

function schemeIssues(scheme: Node): readonly Issue[] {
  const { type, in: where } = mapOf(scheme.value)
  const flows = children(child(scheme, 'flows'))
  const urls = [scheme, ...flows].flatMap((owner) =>
    children(owner).filter(({ key }) => key.endsWith('Url')),
  )
  return [
    ...(type === 'apiKey' && where === 'query'
      ? [
          issue(
            `${scheme.pointer}/in`,
            'The API key travels in the URL, where logs keep it; use a header',
          ),
        ]
      : []),
    ...flows.flatMap(({ key, pointer }) => {
      const why = retired[key]
      return why === undefined ? [] : [issue(pointer, why)]
    }),
    ...urls
      .filter(({ value }) => isPlainAddress(textOf(value)))
      .map(({ pointer }) => issue(pointer, 'Credentials would travel unencrypted; use https')),
  ]
}

const isPlainAddress = (url: string): boolean =>
  /^http:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1\]|[\w.-]+\.(?:local|test|internal)\b)/i.test(url)

function plainServers(spec: Spec): readonly Issue[] {
  const paths = children({ value: spec.root['paths'], pointer: '/paths' })
  const owners = [{ value: spec.root, pointer: '' }, ...paths, ...operationsOf(spec)]
  return owners
    .flatMap((owner) => children(child(owner, 'servers')))
    .map((server) => child(server, 'url'))
    .filter(({ value }) => isPlainAddress(textOf(value)))
    .map(({ value, pointer }) => {
      const url = textOf(value)
      const edit = replaceValue(spec, pointer, url.replace(/^http:/i, 'https:'))
      const message = `${url.slice(0, 80)} sends everything unencrypted; use https`
      return issue(pointer, message, fixOf('Use https', [edit]))
    })
}

const credentialNames =
  /^(?:api[-_]?key|(?:access|auth)[-_]?token|token|password|passwd|(?:client[-_]?)?secret|jwt|session[-_]?id|authorization)$/i
// a token in a path may be good for one visit; these are good for ever
const lastingSecrets = /^(?:password|passwd|(?:client[-_]?)?secret|api[-_]?key|access[-_]?token)$/i

const credentialParameters = (spec: Spec): readonly Issue[] =>
  operationsOf(spec).flatMap(({ parameters, path }) =>
    parameters.flatMap(({ name, in: where, pointer }) => {
      const isInQuery = where === 'query' && credentialNames.test(name) && !publicWords.test(path)
      if (isInQuery || (where === 'path' && lastingSecrets.test(name)))
        return [issue(pointer, `The credential "${name}" travels in the URL, where logs keep it`)]
      return where === 'header' && name.toLowerCase() === 'authorization'
        ? [
            issue(
              pointer,
              'The Authorization header is described by a security scheme, not by a parameter',
            ),
          ]
        : []
    }),
  )

// descriptions show test keys, tokens that anybody can read and addresses of examples
const isHarmless = ({ kind, masked }: Secret): boolean =>
  /^(?:JSON Web Token|password in an address)$/.test(kind) || masked.startsWith('sk_test_')

/** Credentials that were written into a description, an example or a default. */
function leakedSecrets(spec: Spec): readonly Issue[] {
  if (findSecrets(spec.source).every(isHarmless)) return []
  const issues: Issue[] = []
  const open: Node[] = [{ value: spec.root, pointer: '' }]
  for (let node = open.pop(); node !== undefined && issues.length < 50; node = open.pop()) {
    const match = findSecrets(textOf(node.value)).find((secret) => !isHarmless(secret))
    if (match !== undefined)
      issues.push(
        issue(
          node.pointer,
          `A credential (${match.kind}, ${match.masked}) is written into the description`,
        ),
      )
    open.push(...children(node))
  }
  return issues
}
