import { issue, type Issue, type Spec } from './spec.ts'
import { mapOf, pointerOf, stringsOf } from './json.ts'
import { leading } from './naming-convention.ts'
import {
  isCollection,
  isSuccess,
  jsonMediaOf,
  operationsOf,
  resolve,
  segmentsOf,
} from './operations.ts'
import { casingOf, isPlural, singular, wordsOf } from './words.ts'

/** How paths are written: one casing, nouns in the plural, one name for each parameter. */
export function pathIssues(spec: Spec): readonly Issue[] {
  const paths = Object.keys(mapOf(spec.root['paths'])).filter((path) => path.startsWith('/'))
  const collections = new Set(
    paths.flatMap((path) =>
      segmentsOf(path).flatMap(({ text }) => wordsOf(singular(text)).join(' ')),
    ),
  )
  const lists = listPaths(spec)
  return [
    ...segmentCasing(paths),
    ...paths.flatMap((path) => verbIssues(path, collections)),
    ...paths.flatMap((path) => pluralIssues(spec, path, lists)),
    ...paths.flatMap((path) => spellingIssues(path)),
    ...parameterNamesByPlace(paths),
    ...strayPrefixes(paths),
  ]
}

const at = (path: string): string => pointerOf('paths', path)

function segmentCasing(paths: readonly string[]): readonly Issue[] {
  const fixed = paths.flatMap((path) =>
    segmentsOf(path)
      .filter(({ param, text }) => param === null && !text.includes('{'))
      .map(({ text }) => ({ name: text, pointer: at(path) })),
  )
  const distinct = [...new Map(fixed.map((one) => [one.name, one])).values()]
  const convention = leading(distinct) ?? 'kebab'
  const seen = new Set<string>()
  return fixed.flatMap(({ name, pointer }) => {
    const casing = casingOf(name)
    const key = `${pointer} ${name}`
    if (
      casing === 'plain' ||
      casing === convention ||
      /^[\w-]+[.:~@]|^[.~@$]|^v\d/i.test(name) ||
      seen.has(key)
    )
      return []
    seen.add(key)
    return [
      issue(
        pointer,
        `The path part "${name.slice(0, 60)}" is not in ${convention} case like the others`,
      ),
    ]
  })
}

const plainVerbs = new Set(
  'get fetch retrieve create add update edit modify delete remove insert save list find'.split(' '),
)
const certain = new Set('get fetch retrieve create delete remove insert save'.split(' '))
const alsoVerbs = new Set(
  'add update edit modify list find search make do set put post patch enroll cancel send process generate upload submit assign change register manage view show read'.split(
    ' ',
  ),
)
const nounsOfVerbs =
  /^(?:requests?|logs?|events?|jobs?|history|tokens?|tasks?|results?|offices?|ons?|ins?|outs?|ups?)$/

function verbIssues(path: string, collections: ReadonlySet<string>): readonly Issue[] {
  return segmentsOf(path).flatMap(({ text, param }) => {
    if (param !== null) return []
    const [first = '', ...rest] = wordsOf(text)
    const alone = rest.length === 0 && plainVerbs.has(first)
    const thing = singular(rest.join(' '))
    const named = rest.length > 0 && !nounsOfVerbs.test(rest.at(-1) ?? '')
    const led =
      named &&
      (certain.has(first) ||
        (alsoVerbs.has(first) && collections.has(thing)) ||
        (alsoVerbs.has(first) && casingOf(text) === 'camel'))
    return alone || led
      ? [issue(at(path), `The path part "${text}" is a verb; the method says what is done`)]
      : []
  })
}

function listPaths(spec: Spec): ReadonlySet<string> {
  const lists = operationsOf(spec).filter((operation) => {
    const success = operation.responses.find(({ status }) => isSuccess(status))
    const [media] =
      success && operation.method === 'get'
        ? jsonMediaOf({ value: success.value, pointer: success.pointer })
        : []
    const type = media?.schema ? mapOf(resolve(spec, media.schema).value)['type'] : undefined
    return type === 'array' || stringsOf(type).includes('array')
  })
  return new Set(lists.map(({ path }) => path))
}

const notCollections =
  /^(?:api|rest|v\d.*|me|self|search|by-.*|current|latest|admin|public|internal|auth|oauth2?|login|health|graphql|batch|bulk|export|import|date|from|to|in|at|on|page|version|locale|lang)$/i

function pluralIssues(spec: Spec, path: string, lists: ReadonlySet<string>): readonly Issue[] {
  const segments = segmentsOf(path)
  return segments.flatMap(({ text, param }, index) => {
    const next = segments[index + 1]
    const many =
      next?.param != null ||
      (index === segments.length - 1 && (lists.has(path) || isCollection(spec, path)))
    if (
      param !== null ||
      !many ||
      isPlural(text) ||
      notCollections.test(text) ||
      casingOf(text) === 'mixed'
    )
      return []
    return [issue(at(path), `"${text}" holds several things, so its name is plural`)]
  })
}

function spellingIssues(path: string): readonly Issue[] {
  if (path.includes('//')) return [issue(at(path), 'The path has an empty part')]
  if (/\.(?:json|xml|ya?ml|php|aspx?|html?)$/i.test(path))
    return [issue(at(path), 'The path ends like a file; the media type says the format')]
  return /[\s#]/.test(path) ? [issue(at(path), 'The path holds a character that a URL cannot')] : []
}

/** A parameter at one place of the paths has one name; `id` is also fine for the thing itself. */
function parameterNamesByPlace(paths: readonly string[]): readonly Issue[] {
  const places = new Map<string, { path: string; name: string }[]>()
  for (const path of paths) {
    let before = ''
    for (const { text, param } of segmentsOf(path)) {
      if (param !== null) {
        const known = places.get(before) ?? []
        known.push({ path, name: param })
        places.set(before, known)
      }
      before += param === null ? `/${text}` : '/{}'
    }
  }
  return [...places.values()].flatMap((uses) => {
    const counts = new Map<string, number>()
    for (const { name } of uses) counts.set(name, (counts.get(name) ?? 0) + 1)
    const [usual] = [...counts].sort(([, one], [, other]) => other - one)
    if (usual === undefined || counts.size < 2) return []
    return uses
      .filter(({ name }) => name !== usual[0] && !sameButForOwner(name, usual[0]))
      .map(({ path, name }) =>
        issue(at(path), `The parameter {${name}} is called {${usual[0]}} in other paths`),
      )
  })
}

function sameButForOwner(one: string, other: string): boolean {
  const last = (name: string) => wordsOf(name).at(-1)
  return (one === 'id' || other === 'id') && last(one) === last(other)
}

/** A version or `api` before some paths only. */
function strayPrefixes(paths: readonly string[]): readonly Issue[] {
  const prefixOf = (path: string) => /^\/((?:api\/)?v\d+|api)(?=\/)/i.exec(path)?.[1] ?? ''
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(prefixOf(path), (counts.get(prefixOf(path)) ?? 0) + 1)
  const [usual] = [...counts].sort(([, one], [, other]) => other - one)
  if (usual === undefined || counts.size < 2 || usual[1] < 2) return []
  const infrastructure =
    /^\/(?:health|healthz|ready|live|metrics|status|ping|version|auth|oauth|login|\.well-known)/i
  return paths
    .filter((path) => prefixOf(path) !== usual[0] && !infrastructure.test(path))
    .map((path) =>
      issue(
        at(path),
        usual[0] === ''
          ? `Only this path begins with /${prefixOf(path)}`
          : `This path does not begin with /${usual[0]} like the others`,
      ),
    )
}
