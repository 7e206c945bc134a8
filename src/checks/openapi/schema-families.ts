import type { Issue, Spec } from './spec.ts'
import { child, isMap, mapOf, stringsOf } from './json.ts'
import type { Node } from './json.ts'
import { componentsOf, resolve } from './operations.ts'
import { familyOf } from './schema-entities.ts'
import { propertiesOf, usageOf } from './schema-walk.ts'
import { oneEditApart, singular } from './words.ts'

/** Schemas of one thing, such as Course and CourseInput, spell and limit its properties alike. */
export function familyIssues(spec: Spec): readonly Issue[] {
  const members = membersOf(spec)
  return [
    ...members.flatMap((one, index) =>
      members
        .slice(index + 1)
        .flatMap((other) => (one.family === other.family ? pairIssues(spec, one, other) : [])),
    ),
    ...nothingRequired(spec),
  ]
}

type Member = {
  readonly name: string
  readonly family: string
  readonly properties: ReadonlyMap<string, Node>
}

const mostMembers = 400

function membersOf(spec: Spec): readonly Member[] {
  return componentsOf(spec, 'schemas')
    .slice(0, mostMembers)
    .map((node) => ({
      name: node.key,
      family: familyOf(node.key),
      properties: propertiesOf(spec, node),
    }))
}

function pairIssues(spec: Spec, one: Member, other: Member): readonly Issue[] {
  const shared = [...one.properties].flatMap(
    ([name, node]): readonly (readonly [string, Node, Node])[] => {
      const twin = other.properties.get(name)
      return twin === undefined || twin.pointer === node.pointer ? [] : [[name, node, twin]]
    },
  )
  return [
    ...shared.flatMap(([name, node, twin]) => [
      ...lostFormat(spec, name, [node, twin]),
      ...otherValues(spec, name, [node, twin]),
      ...looserLimits(spec, name, [node, twin]),
    ]),
    ...misspelt(one, other),
  ]
}

function lostFormat(
  spec: Spec,
  name: string,
  [one, other]: readonly [Node, Node],
): readonly Issue[] {
  const [left, right] = [mapOf(resolve(spec, one).value), mapOf(resolve(spec, other).value)]
  const plain = [left, right].find(
    (schema) =>
      schema['type'] === 'string' &&
      ['format', 'pattern', 'enum', 'const'].every((key) => schema[key] === undefined),
  )
  const exact = plain === left ? right : left
  if (plain === undefined || typeof exact['format'] !== 'string' || exact['type'] !== 'string')
    return []
  return [
    {
      pointer: (plain === left ? one : other).pointer,
      message: `"${name}" has the format ${exact['format']} in a related schema and none here`,
    },
  ]
}

// a related schema may allow fewer values; values that each lacks of the other are a slip
function otherValues(
  spec: Spec,
  name: string,
  [one, other]: readonly [Node, Node],
): readonly Issue[] {
  const [left, right] = [
    stringsOf(mapOf(resolve(spec, one).value)['enum']),
    stringsOf(mapOf(resolve(spec, other).value)['enum']),
  ]
  if (left.length === 0 || right.length === 0) return []
  const onlyLeft = left.filter((value) => !right.includes(value))
  const onlyRight = right.filter((value) => !left.includes(value))
  if (
    onlyLeft.length === 0 ||
    onlyRight.length === 0 ||
    onlyLeft.length + onlyRight.length > left.length
  )
    return []
  const message = `"${name}" allows ${onlyRight.join(', ')} in one schema and ${onlyLeft.join(', ')} in a related one`
  return [one, other].map(({ pointer }) => ({ pointer, message }))
}

const upperLimits = ['maxLength', 'maximum', 'maxItems']

/** A request may send more than the answer could ever show. */
function looserLimits(spec: Spec, name: string, pair: readonly [Node, Node]): readonly Issue[] {
  const { request, response } = usageOf(spec)
  const sent = pair.find(({ pointer }) => request.has(pointer) && !response.has(pointer))
  const shown = pair.find(({ pointer }) => response.has(pointer) && !request.has(pointer))
  if (sent === undefined || shown === undefined) return []
  const [asked, jsonMap] = [mapOf(resolve(spec, sent).value), mapOf(resolve(spec, shown).value)]
  return upperLimits.flatMap((keyword) => {
    const [most, known] = [asked[keyword], jsonMap[keyword]]
    if (typeof most !== 'number' || typeof known !== 'number' || most <= known) return []
    return [
      {
        pointer: child(sent, keyword).pointer,
        message: `"${name}" may have ${keyword} ${most} in the request, but ${known} in the answer`,
      },
    ]
  })
}

function misspelt(one: Member, other: Member): readonly Issue[] {
  return [...one.properties].flatMap(([name, node]) => {
    if (other.properties.has(name) || name.length < 5) return []
    const [twin, at] =
      [...other.properties].find(
        ([candidate]) =>
          !one.properties.has(candidate) &&
          singular(candidate) !== singular(name) &&
          oneEditApart(name.toLowerCase(), candidate.toLowerCase()),
      ) ?? []
    if (twin === undefined || at === undefined) return []
    return [node, at].map(({ pointer }) => ({
      pointer,
      message: `"${name}" of ${one.name} and "${twin}" of ${other.name} are probably the same property`,
    }))
  })
}

/** An answer of which nothing is certain, where other answers are certain of something. */
function nothingRequired(spec: Spec): readonly Issue[] {
  const { response } = usageOf(spec)
  const answered = componentsOf(spec, 'schemas').filter(
    ({ key, value, pointer }) =>
      isMap(value) &&
      response.has(pointer) &&
      !/error|problem|update|patch|filter|search|list|page|meta|links?$/i.test(key) &&
      Object.keys(mapOf(value['properties'])).length >= 2,
  )
  const bare = answered.filter((node) => stringsOf(child(node, 'required').value).length === 0)
  if (answered.length < 3 || bare.length > answered.length * 0.34) return []
  return bare.map(({ key, pointer }) => ({
    pointer,
    message: `"${key}" requires nothing, so an empty object would be one`,
  }))
}
