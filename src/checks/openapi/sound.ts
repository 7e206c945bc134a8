import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, isMap, mapOf, textOf } from './json.ts'
import { isPlaceholder } from './descriptions.ts'
import { componentsOf, operationsOf } from './operations.ts'
import { parameterIssues } from './parameters.ts'
import { certainLinting, redoclyIssues } from './redocly.ts'
import { referenceKindIssues } from './reference-kinds.ts'
import { openapiCheck } from './rule.ts'
import { schemasOf } from './schema-walk.ts'

/** What is wrong for certain: the document breaks the standard, leads nowhere, or contradicts itself. */
export const sound = openapiCheck({
  aspect: 'sound',
  title: 'The document follows the OpenAPI standard and does not contradict itself',
  passed: (spec) =>
    `OpenAPI ${spec.version} document with ${operationsOf(spec).length} operations; every reference leads somewhere and nothing contradicts itself`,
  look: async (spec) => [
    ...(await redoclyIssues(spec)).filter(
      (problem) =>
        certainLinting(problem) &&
        !(spec.version === '2.0' && /`type` can be/.test(problem.message)),
    ),
    ...referenceKindIssues(spec),
    ...nothing(spec),
    ...parameterIssues(spec).filter(({ certain }) => certain === true),
    ...sameIds(spec),
    ...unknownSchemes(spec),
    ...impossibleSchemas(spec),
    ...placeholders(spec),
  ],
})

const nothing = (spec: Spec): readonly Issue[] =>
  operationsOf(spec).length === 0 &&
  !isMap(spec.root['webhooks']) &&
  Object.keys(mapOf(spec.root['components'])).length === 0
    ? [issue('/paths', 'The description has no operation')]
    : []

function sameIds(spec: Spec): readonly Issue[] {
  const first = new Map<unknown, string>()
  return operationsOf(spec).flatMap(({ value, pointer, label }) => {
    const id = value['operationId']
    const other = typeof id === 'string' && id !== '' ? first.get(id) : undefined
    if (other === undefined) first.set(id, label)
    return other === undefined
      ? []
      : [issue(`${pointer}/operationId`, `${label} and ${other} have the same operationId`)]
  })
}

function unknownSchemes(spec: Spec): readonly Issue[] {
  const declared = new Set([
    ...componentsOf(spec, 'securitySchemes').map(({ key }) => key),
    ...Object.keys(mapOf(spec.root['securityDefinitions'])),
  ])
  // declared in another document, which is not read
  if (declared.has('$ref')) return []
  const owners = [{ value: spec.root, pointer: '' }, ...operationsOf(spec)]
  return owners.flatMap((owner) =>
    children(child(owner, 'security')).flatMap((alternative) =>
      Object.keys(mapOf(alternative.value))
        .filter((name) => !declared.has(name))
        .map((name) => issue(alternative.pointer, `The security scheme "${name}" is not declared`)),
    ),
  )
}

const ranges: readonly (readonly [string, string])[] = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
]

/** Schemas that no value can satisfy. */
const impossibleSchemas = (spec: Spec): readonly Issue[] =>
  schemasOf(spec).flatMap(({ value, pointer }) => {
    const keywords = mapOf(value)
    return ranges.flatMap(([min, max]) => {
      const { [min]: least, [max]: most } = keywords
      return typeof least === 'number' && typeof most === 'number' && least > most
        ? [issue(`${pointer}/${min}`, `${min} ${least} and ${max} ${most} leave no value`)]
        : []
    })
  })

/** A description whose texts are mostly "string", "TODO" or "lorem ipsum" was not written yet. */
function placeholders(spec: Spec): readonly Issue[] {
  const texts = operationsOf(spec).flatMap(({ value, pointer, responses }) => [
    ...(['summary', 'description'] as const).map((key) => ({
      text: textOf(value[key]),
      pointer: `${pointer}/${key}`,
    })),
    ...responses.map((one) => ({ text: textOf(one.value['description']), pointer: one.pointer })),
  ])
  const written = texts.filter(({ text }) => text.trim() !== '')
  const hollow = written.filter(({ text }) => isPlaceholder(text))
  const [first] = hollow
  return first && hollow.length * 2 > written.length
    ? [
        issue(
          first.pointer,
          `${hollow.length} of ${written.length} texts are placeholders such as "${first.text.slice(0, 40)}"`,
        ),
      ]
    : []
}
