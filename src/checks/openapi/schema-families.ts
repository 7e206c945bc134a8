import { issue, type Issue, type Spec } from './spec.ts'
import { child, mapOf, stringsOf } from './json.ts'
import type { Node } from './json.ts'
import { componentsOf, resolve } from './operations.ts'
import { familyOf } from './schema-entities.ts'
import { propertiesOf, usageOf } from './schema-walk.ts'

/** Schemas of one thing, such as Course and CourseInput, limit its properties alike. */
export function familyIssues(spec: Spec): readonly Issue[] {
  const members = membersOf(spec)
  return members.flatMap((one, index) =>
    members
      .slice(index + 1)
      .flatMap((other) => (one.family === other.family ? pairIssues(spec, one, other) : [])),
  )
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
  return shared.flatMap(([name, node, twin]) => [
    ...lostFormat(spec, name, [node, twin]),
    ...otherValues(spec, name, [node, twin]),
    ...looserLimits(spec, name, [node, twin]),
  ])
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
    issue(
      (plain === left ? one : other).pointer,
      `"${name}" has the format ${exact['format']} in a related schema and none here`,
    ),
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
  return [one, other].map(({ pointer }) => issue(pointer, message))
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
      issue(
        child(sent, keyword).pointer,
        `"${name}" may have ${keyword} ${most} in the request, but ${known} in the answer`,
      ),
    ]
  })
}
