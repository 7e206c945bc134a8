import { mapOf, textOf } from './json.ts'
import { isPlaceholder } from './descriptions.ts'
import { operationsOf } from './operations.ts'
import { certainLinting, redoclyIssues } from './redocly.ts'
import { openapiCheck } from './rule.ts'
import { crossedRange } from './schema-rules.ts'
import { schemasOf } from './schema-walk.ts'
import { issue, type Issue, type Spec } from './spec.ts'

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
    ...schemasOf(spec).flatMap(({ value, pointer }) =>
      crossedRange(mapOf(value)).map(([place, message]) => issue(`${pointer}${place}`, message)),
    ),
    ...placeholders(spec),
  ],
})

/** A description whose texts are mostly "string", "TODO" or "lorem ipsum" was not written yet. */
function placeholders(spec: Spec): readonly Issue[] {
  const texts = operationsOf(spec)
    .flatMap(({ value, pointer, responses }) => [
      { text: textOf(value['summary']), pointer: `${pointer}/summary` },
      { text: textOf(value['description']), pointer: `${pointer}/description` },
      ...responses.map((one) => ({ text: textOf(one.value['description']), pointer: one.pointer })),
    ])
    .filter(({ text }) => text.trim() !== '')
  const hollow = texts.filter(({ text }) => isPlaceholder(text))
  const [first] = hollow
  if (first === undefined || hollow.length * 2 <= texts.length) return []
  const example = first.text.slice(0, 40)
  return [
    issue(
      first.pointer,
      `${hollow.length} of ${texts.length} texts are placeholders such as "${example}"`,
    ),
  ]
}
