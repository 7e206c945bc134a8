import { fixOf, replaceValue } from './edit.ts'
import { child, children, isMap, listOf, mapOf, type Node, stringsOf, textOf } from './json.ts'
import { lacking } from './odd-ones.ts'
import { nounOf, type Operation, operationsOf } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { schemasOf } from './schema-walk.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { contradictingVerb } from './verbs.ts'
import { singular, wordsOf } from './words.ts'

/** Every operation says usefully what it does; parameters and tags are described where that is the habit. */
export const descriptions = openapiCheck({
  aspect: 'descriptions',
  title: 'Every operation has a useful summary or description',
  passed: (spec) =>
    `${operationsOf(spec).length} operations, each with a useful summary or description`,
  look: (spec) => [
    ...operationsOf(spec).flatMap(operationTexts),
    ...missingTexts(spec),
    ...repeatedTexts(spec),
    ...tagIssues(spec),
    ...hollowTexts(spec),
  ],
})

const saysSomething = (value: unknown): boolean => textOf(value).trim() !== ''

function operationTexts(operation: Operation): readonly Issue[] {
  const { value, pointer, label, method, path } = operation
  const summary = textOf(value['summary']).trim()
  const description = textOf(value['description']).trim()
  if (summary === '' && description === '')
    return [issue(pointer, `${label} has neither summary nor description`)]
  const key = summary === '' ? 'description' : 'summary'
  const text = summary || description
  const verb = contradictingVerb(method, text)
  const isCopy = [method, path, label, textOf(value['operationId'])].some(
    (one) => one.toLowerCase() === text.toLowerCase(),
  )
  return [
    ...(isCopy
      ? [issue(`${pointer}/${key}`, `The ${key} of ${label} only repeats its id or path`)]
      : []),
    ...(verb === null
      ? []
      : [issue(`${pointer}/${key}`, `${label} is described as if it would ${verb}`)]),
    ...(wordsOf(summary).join() === wordsOf(description).join()
      ? [issue(`${pointer}/description`, `The description of ${label} only repeats the summary`)]
      : []),
  ]
}

/** What nearly all others of its kind have. */
function missingTexts(spec: Spec): readonly Issue[] {
  const operations = operationsOf(spec)
  const texted = operations.filter(
    ({ value }) => saysSomething(value['summary']) || saysSomething(value['description']),
  )
  const parameters = operations.flatMap((operation) => operation.parameters)
  const properties = schemasOf(spec)
    .flatMap((schema) => children(child(schema, 'properties')))
    // a composed property is described by its parts, an id by its name
    .filter(
      ({ key, value }) => isMap(value) && !('$ref' in value || 'allOf' in value) && key !== 'id',
    )
  const says =
    (...keys: readonly string[]) =>
    ({ value }: Node) =>
      keys.some((key) => saysSomething(mapOf(value)[key]))
  return [
    ...(['summary', 'description'] as const).flatMap((key) =>
      lacking(texted, says(key)).map(({ pointer, label }) =>
        issue(pointer, `${label} has no ${key}, other operations have one`),
      ),
    ),
    ...lacking(parameters, says('description')).map(({ name, pointer }) =>
      issue(pointer, `The parameter "${name}" has no description, others have one`),
    ),
    ...lacking(properties, says('description', 'title', '$comment')).map(({ key, pointer }) =>
      issue(pointer, `The property "${key}" has no description, others have one`),
    ),
    ...lacking(operations, ({ value }) => listOf(value['tags']).length > 0).map(
      ({ pointer, label }) => issue(pointer, `${label} has no tag, other operations have one`),
    ),
  ]
}

function repeatedTexts(spec: Spec): readonly Issue[] {
  return (['summary', 'description'] as const).flatMap((key) => {
    const reported = operationsOf(spec).filter(({ value }) => saysSomething(value[key]))
    const groups = Map.groupBy(reported, ({ value }) => textOf(value[key]).trim().toLowerCase())
    return [...groups.values()].flatMap(([first, ...others]) =>
      others.map(({ pointer, label }) =>
        issue(`${pointer}/${key}`, `${label} and ${first?.label ?? ''} have the same ${key}`),
      ),
    )
  })
}

const bare = (name: string): string => wordsOf(name).map(singular).join(' ')

/** Tags that are not used, not described, or those of another resource. */
function tagIssues(spec: Spec): readonly Issue[] {
  const declared = children({ value: spec.root['tags'], pointer: '/tags' })
  const names = declared.map(({ value }) => textOf(mapOf(value)['name']))
  const used = new Set(operationsOf(spec).flatMap(({ value }) => stringsOf(value['tags'])))
  const parents = declared.map(({ value }) => mapOf(value)['parent'])
  return [
    ...declared
      .filter((_, index) => !used.has(names[index] ?? '') && !parents.includes(names[index]))
      .map(({ value, pointer }) =>
        issue(pointer, `The tag "${textOf(mapOf(value)['name'])}" is declared but never used`),
      ),
    ...lacking(declared, ({ value }) => saysSomething(mapOf(value)['description'])).map(
      ({ pointer }) => issue(pointer, 'The tag has no description, other tags have one'),
    ),
    ...operationsOf(spec).flatMap(({ value, path, pointer, label }) => {
      const tags = stringsOf(value['tags'])
      const own = names.find((name) => bare(name) === bare(nounOf(path)))
      const isForeign = tags.length > 0 && tags.every((tag) => !bare(path).includes(bare(tag)))
      if (own === undefined || !isForeign) return []
      const fix = fixOf(`Use the tag ${own}`, [replaceValue(spec, `${pointer}/tags/0`, own)])
      return [issue(`${pointer}/tags/0`, `${label} does not stand under the tag "${own}"`, fix)]
    }),
  ]
}

const placeholder =
  /^\W*(?:todo|tbd|tba|fixme|xxx+|n\/?a|none|null|undefined|string|text|summary|description|placeholder|foo|bar|test|asdf|lorem ipsum\b.*|(?:your|my|some|short|brief|long|enter|endpoint|operation|api|method|a|the) (?:\w+ ){0,2}(?:summary|description|text|title)(?: here)?|(?:summary|description|text|title) (?:goes )?here|<[^<>]{2,80}>|\{\{[^{}]{1,80}\}\}|(?:your|insert|add) .* here|to be (?:done|defined|written|determined).*|some description|endpoint|operation|api|method|\.{2,}|-+)\W*$/is
const unfinished =
  /\b(?:TODO|FIXME|TBD|XXX)\b|[Ll]orem ipsum|<(?:description|summary|insert|your)[^>]*>/

export const isPlaceholder = (text: string): boolean =>
  placeholder.test(text.slice(0, 300)) || unfinished.test(text.slice(0, 2_000))

/** Summaries and descriptions anywhere that are empty or were left for later. */
function hollowTexts(spec: Spec): readonly Issue[] {
  const issues: Issue[] = []
  const open: { node: Node; named: boolean }[] = [
    { node: { value: spec.root, pointer: '' }, named: false },
  ]
  for (let entry = open.pop(); entry !== undefined && issues.length < 200; entry = open.pop()) {
    const { node, named } = entry
    for (const { key, value, pointer } of children(node)) {
      const isText = !named && isMap(node.value) && /^(?:description|summary)$/.test(key)
      if (isText && value === '') issues.push(issue(pointer, `The ${key} is empty`))
      else if (isText && isPlaceholder(textOf(value)) && saysSomething(value))
        issues.push(issue(pointer, `The ${key} is a placeholder`))
      if (named || !/^(?:x-.*|examples?|default|enum|const)$/.test(key))
        open.push({ node: { value, pointer }, named: !named && key === 'properties' })
    }
  }
  return issues
}
