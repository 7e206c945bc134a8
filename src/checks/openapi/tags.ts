import { fixOf, replaceValue } from './edit.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { children, listOf, mapOf, stringsOf, textOf } from './json.ts'
import { nounOf, operationsOf, segmentsOf } from './operations.ts'
import type { Operation } from './operations.ts'
import { singular, wordsOf } from './words.ts'

/** Tags that are not declared, not used, not described, or those of another resource. */
export function tagIssues(spec: Spec): readonly Issue[] {
  return [...declarationIssues(spec), ...foreignTags(spec)]
}

function declarationIssues(spec: Spec): readonly Issue[] {
  const declared = children({ value: spec.root['tags'], pointer: '/tags' })
  const names = declared.map(({ value }) => textOf(mapOf(value)['name']))
  const operations = operationsOf(spec)
  const used = new Set(operations.flatMap(({ value }) => stringsOf(value['tags'])))
  const tagged = operations.filter(({ value }) => listOf(value['tags']).length > 0).length
  const undeclared = operations.flatMap((operation) =>
    stringsOf(operation.value['tags']).flatMap((tag, index) => {
      if (declared.length === 0 || names.includes(tag)) return []
      const own = ownTag(names, operation)
      const fix =
        own === undefined
          ? {}
          : fixOf(`Use the tag ${own}`, [
              replaceValue(spec, `${operation.pointer}/tags/${index}`, own),
            ])
      return [issue(`${operation.pointer}/tags/${index}`, `The tag "${tag}" is not declared`, fix)]
    }),
  )
  const described = declared.filter(
    ({ value }) => textOf(mapOf(value)['description']).trim() !== '',
  ).length
  return [
    ...undeclared,
    ...(tagged >= 2 && tagged >= operations.length * 0.7
      ? operations
          .filter(({ value }) => listOf(value['tags']).length === 0)
          .map((operation) =>
            issue(operation.pointer, `${operation.label} has no tag, other operations have one`),
          )
      : []),
    ...declared.flatMap(({ value, pointer }, index) => {
      const name = names[index] ?? ''
      const holdsOthers = declared.some((other) => mapOf(other.value)['parent'] === name)
      const unused = name !== '' && used.size > 0 && !used.has(name) && !holdsOthers
      const undescribed = described > 0 && textOf(mapOf(value)['description']).trim() === ''
      return [
        ...(unused ? [issue(pointer, `The tag "${name}" is declared but never used`)] : []),
        ...(undescribed
          ? [issue(pointer, `The tag "${name}" has no description, other tags have one`)]
          : []),
      ]
    }),
  ]
}

const bare = (name: string): string => wordsOf(name).map(singular).join(' ')

/** The declared tag that is called like what the path is about. */
const ownTag = (declared: readonly string[], { path }: Operation): string | undefined =>
  declared.find((name) => bare(name) === bare(nounOf(path)))

/** An operation under the tag of another resource, although its own has one. */
function foreignTags(spec: Spec): readonly Issue[] {
  const declared = listOf(spec.root['tags']).map((tag) => textOf(mapOf(tag)['name']))
  return operationsOf(spec).flatMap((operation) => {
    const tags = stringsOf(operation.value['tags'])
    const own = ownTag(declared, operation)
    const nouns = segmentsOf(operation.path).map(({ text }) => bare(text))
    const foreign =
      tags.length > 0 && tags.every((tag) => !nouns.includes(bare(tag)) && declared.includes(tag))
    if (own === undefined || !foreign) return []
    return [
      issue(
        `${operation.pointer}/tags`,
        `${operation.label} stands under ${tags.join(', ')} although there is the tag "${own}"`,
      ),
    ]
  })
}
