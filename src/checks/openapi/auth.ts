import { findSecrets, type Secret } from '../secrets/find-secrets.ts'
import { fixOf, replaceValue } from './edit.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, isMap, listOf, mapOf, type Node, stringsOf, textOf } from './json.ts'
import { componentsOf, type Operation, operationsOf, resolve } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { securitySchemeIssues } from './security-schemes.ts'

/** Security schemes exist, every operation says which it needs, and credentials stay out of URLs. */
export const auth = openapiCheck({
  aspect: 'auth',
  title: 'Security schemes and the security of every operation',
  passed: (spec) =>
    `${componentsOf(spec, 'securitySchemes').length} schemes; every operation says what it needs`,
  look: (spec) => [
    ...securityIssues(spec),
    ...securitySchemeIssues(spec),
    ...plainServers(spec),
    ...credentialParameters(spec),
    ...leakedSecrets(spec),
  ],
})

function securityIssues(spec: Spec): readonly Issue[] {
  const schemes = componentsOf(spec, 'securitySchemes')
  const global: Node = { value: spec.root['security'], pointer: '/security' }
  const operations = operationsOf(spec)
  if (schemes.length === 0)
    return [
      issue(isMap(spec.root['components']) ? '/components' : '', 'No security scheme is declared'),
    ]
  const unsecured = operations.filter(({ value }) => value['security'] === undefined)
  const globalOpen = !Array.isArray(global.value) || global.value.length === 0
  const guarded = operations.length - unsecured.length
  const requirements = [global, ...operations.map((operation) => child(operation, 'security'))]
  return [
    ...(globalOpen && unsecured.length > 0 && guarded === 0
      ? [
          issue(
            global.value === undefined ? '' : '/security',
            'No operation says which security it needs',
          ),
        ]
      : globalOpen
        ? unsecured.map((operation) =>
            issue(operation.pointer, `${operation.label} does not say which security it needs`),
          )
        : []),
    ...operations.flatMap((operation) => openWrite(operation)),
    ...requirements.flatMap((requirement) => requirementIssues(spec, requirement)),
    ...unusedSchemes(spec, [...requirements, ...incomingRequirements(spec)]),
  ]
}

const publicWords =
  /log-?in|sign-?in|sign-?up|register|registration|token|auth|session|password|refresh|webhook|callback|health|ping|contact|public|newsletter|oauth|verify|activate|forgot|reset/i

// reading may be public; changing things without any credential has to be an entrance such as a login
function openWrite(operation: Operation): readonly Issue[] {
  const security = operation.value['security']
  if (!Array.isArray(security) || /^(?:get|head|options)$/.test(operation.method)) return []
  const open =
    security.length === 0 || security.some((one) => isMap(one) && Object.keys(one).length === 0)
  const entrance = publicWords.test(`${operation.path} ${textOf(operation.value['operationId'])}`)
  if (!open || entrance) return []
  return [
    issue(`${operation.pointer}/security`, `${operation.label} changes data without any security`),
  ]
}

function requirementIssues(spec: Spec, requirement: Node): readonly Issue[] {
  if (requirement.value !== undefined && !Array.isArray(requirement.value)) return []
  return children(requirement).flatMap((alternative) =>
    children(alternative).flatMap((use): readonly Issue[] => {
      const scheme = componentsOf(spec, 'securitySchemes').find(({ key }) => key === use.key)
      if (scheme === undefined)
        return [issue(use.pointer, `The security scheme "${use.key}" is not declared`)]
      const { type, flows } = mapOf(resolve(spec, scheme).value)
      if (!Array.isArray(use.value))
        return [issue(use.pointer, 'A security requirement lists scopes')]
      if (type === 'oauth2') {
        const known = new Set(
          Object.values(mapOf(flows)).flatMap((flow) => Object.keys(mapOf(mapOf(flow)['scopes']))),
        )
        return stringsOf(use.value).flatMap((scope, index) =>
          known.has(scope)
            ? []
            : [
                issue(
                  `${use.pointer}/${index}`,
                  `No flow of "${use.key}" has the scope "${scope}"`,
                ),
              ],
        )
      }
      if (type !== 'openIdConnect' && use.value.length > 0 && spec.version === '3.0')
        return [issue(use.pointer, `"${use.key}" has no scopes`)]
      return []
    }),
  )
}

/** What webhooks and callbacks require of the calls the service makes. */
function incomingRequirements(spec: Spec): readonly Node[] {
  const callbacks = operationsOf(spec).flatMap((operation) =>
    children(child(operation, 'callbacks')).flatMap((one) => children(resolve(spec, one))),
  )
  return [...children({ value: spec.root['webhooks'], pointer: '/webhooks' }), ...callbacks]
    .flatMap((item) => children(resolve(spec, item)))
    .map((operation) => child(operation, 'security'))
}

function unusedSchemes(spec: Spec, requirements: readonly Node[]): readonly Issue[] {
  const used = new Set(
    requirements.flatMap(({ value }) => listOf(value).flatMap((one) => Object.keys(mapOf(one)))),
  )
  if (used.size === 0) return []
  return componentsOf(spec, 'securitySchemes').flatMap(({ key, pointer }) =>
    used.has(key)
      ? []
      : [issue(pointer, `The security scheme "${key}" is declared but never required`)],
  )
}

function plainServers(spec: Spec): readonly Issue[] {
  const roots: readonly Node[] = [
    { value: spec.root, pointer: '' },
    ...children({ value: spec.root['paths'], pointer: '/paths' }),
    ...operationsOf(spec),
  ]
  return roots.flatMap((owner) =>
    children(child(owner, 'servers')).flatMap((server) => {
      const url = textOf(mapOf(server.value)['url'])
      if (
        !/^http:\/\//i.test(url) ||
        /^http:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|[\w.-]+\.(?:local|test|internal)\b)/i.test(
          url,
        )
      )
        return []
      const pointer = `${server.pointer}/url`
      return [
        issue(
          pointer,
          `${url.slice(0, 80)} sends everything unencrypted; use https`,
          fixOf('Use https', [replaceValue(spec, pointer, url.replace(/^http:/i, 'https:'))]),
        ),
      ]
    }),
  )
}

const credentialNames =
  /^(?:api[-_]?key|apikey|access[-_]?token|auth[-_]?token|token|password|passwd|secret|client[-_]?secret|jwt|session[-_]?id|authorization)$/i

// a token in a path may be good for one visit; these are good for ever
const lastingSecrets =
  /^(?:password|passwd|secret|client[-_]?secret|api[-_]?key|access[-_]?token)$/i

function credentialParameters(spec: Spec): readonly Issue[] {
  const seen = new Set<string>()
  return operationsOf(spec).flatMap((operation) =>
    operation.parameters.flatMap(({ name, in: where, pointer }): readonly Issue[] => {
      if (seen.has(pointer)) return []
      seen.add(pointer)
      const inQuery =
        where === 'query' && credentialNames.test(name) && !publicWords.test(operation.path)
      if (inQuery || (where === 'path' && lastingSecrets.test(name)))
        return [issue(pointer, `The credential "${name}" travels in the URL, where logs keep it`)]
      if (where === 'header' && name.toLowerCase() === 'authorization')
        return [
          issue(
            pointer,
            'The Authorization header is described by a security scheme, not by a parameter',
          ),
        ]
      return []
    }),
  )
}

// descriptions show test keys, tokens that anybody can read and addresses of examples
const isHarmless = ({ kind, masked }: Secret): boolean =>
  /^(?:JSON Web Token|password in an address)$/.test(kind) || masked.startsWith('sk_test_')

/** Credentials that were written into a description, an example or a default. */
function leakedSecrets(spec: Spec): readonly Issue[] {
  if (findSecrets(spec.source).every(isHarmless)) return []
  const issues: Issue[] = []
  const open: Node[] = [{ value: spec.root, pointer: '' }]
  for (let node = open.pop(); node !== undefined && issues.length < 50; node = open.pop()) {
    const found =
      typeof node.value === 'string'
        ? findSecrets(node.value).find((secret) => !isHarmless(secret))
        : undefined
    if (found !== undefined)
      issues.push(
        issue(
          node.pointer,
          `A credential (${found.kind}, ${found.masked}) is written into the description`,
        ),
      )
    open.push(...children(node))
  }
  return issues
}
