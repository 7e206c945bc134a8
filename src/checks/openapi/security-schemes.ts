import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, isMap, mapOf, textOf } from './json.ts'
import type { JsonMap, Node } from './json.ts'
import { componentsOf, resolve } from './operations.ts'
import { wordsOf } from './words.ts'

export function securitySchemeIssues(spec: Spec): readonly Issue[] {
  return componentsOf(spec, 'securitySchemes').flatMap((declared) => {
    const scheme = resolve(spec, declared)
    return isMap(scheme.value) ? schemeIssues({ ...scheme, value: scheme.value }, declared.key) : []
  })
}

function schemeIssues(scheme: Node & { value: JsonMap }, name: string): readonly Issue[] {
  const { type } = scheme.value
  switch (type) {
    case 'apiKey':
      return apiKeyIssues(scheme, wordsOf(name).join(' '))
    case 'http':
      return httpIssues(scheme, name)
    case 'oauth2':
      return flowIssues(scheme)
    case 'openIdConnect':
      return plainUrl(child(scheme, 'openIdConnectUrl'))
    default:
      return []
  }
}

function apiKeyIssues(scheme: Node & { value: JsonMap }, key: string): readonly Issue[] {
  const { in: where, name } = scheme.value
  if (where === 'query')
    return [
      issue(
        child(scheme, 'in').pointer,
        'The API key travels in the URL, where logs keep it; use a header',
      ),
    ]
  const bearer = /\b(?:bearer|jwt)\b/i.test(`${key} ${textOf(scheme.value['description'])}`)
  if (where === 'header' && /^authorization$/i.test(textOf(name)) && bearer)
    return [
      issue(
        scheme.pointer,
        'A bearer token is declared as type http with scheme bearer, not as an API key',
      ),
    ]
  return name === '' ? [issue(child(scheme, 'name').pointer, 'The API key has no name')] : []
}

const httpSchemes =
  /^(?:basic|bearer|digest|dpop|gnap|hoba|mutual|negotiate|oauth|privatetoken|scram-sha-1|scram-sha-256|vapid)$/i

function httpIssues(scheme: Node & { value: JsonMap }, name: string): readonly Issue[] {
  const used = textOf(scheme.value['scheme'])
  if (used !== '' && !httpSchemes.test(used))
    return [issue(child(scheme, 'scheme').pointer, `"${used}" is no HTTP authentication scheme`)]
  const bearerName = /bearer|jwt/i.test(name) && /^basic$/i.test(used)
  return bearerName
    ? [issue(child(scheme, 'scheme').pointer, `"${name}" is declared as basic authentication`)]
    : []
}

const flowUrls: Readonly<Record<string, readonly string[]>> = {
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
  clientCredentials: ['tokenUrl'],
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
}

// RFC 9700, the best current practice for OAuth
const retired: Readonly<Record<string, string>> = {
  implicit: 'The implicit flow puts tokens into URLs; use authorizationCode with PKCE',
  password: 'The password flow hands passwords to the client; use authorizationCode with PKCE',
}

function flowIssues(scheme: Node): readonly Issue[] {
  const flows = children(child(scheme, 'flows'))
  if (flows.length === 0 && isMap(mapOf(scheme.value)['flows']))
    return [issue(`${scheme.pointer}/flows`, 'The OAuth scheme has no flow')]
  return flows.flatMap((flow) => {
    const urls = flowUrls[flow.key]
    if (urls === undefined) return []
    const unsafe = retired[flow.key]
    if (unsafe !== undefined) return [issue(flow.pointer, unsafe)]
    return [...urls, 'refreshUrl'].flatMap((key) => plainUrl(child(flow, key)))
  })
}

function plainUrl(url: Node): readonly Issue[] {
  return /^http:\/\/(?!localhost|127\.)/i.test(textOf(url.value))
    ? [issue(url.pointer, 'Credentials would travel unencrypted; use https')]
    : []
}
