import { issue, type Issue, type Spec } from './spec.ts'
import { child, children, isMap, type Node, textOf } from './json.ts'
import { type Operation, operationsOf } from './operations.ts'
import { openapiCheck } from './rule.ts'
import { schemasOf } from './schema-walk.ts'
import { tagIssues } from './tags.ts'
import { contradictingVerb } from './verbs.ts'
import { wordsOf } from './words.ts'

/** Every operation says usefully what it does; parameters and tags are described where that is the habit. */
export const descriptions = openapiCheck({
  aspect: 'descriptions',
  title: 'Every operation has a useful summary or description',
  passed: (spec) =>
    `${operationsOf(spec).length} operations, each with a useful summary or description`,
  look: (spec) => [
    ...operationTexts(spec),
    ...repeatedTexts(spec),
    ...tagIssues(spec),
    ...parameterTexts(spec),
    ...propertyTexts(spec),
    ...emptyTexts(spec),
  ],
})

function operationTexts(spec: Spec): readonly Issue[] {
  const operations = operationsOf(spec)
  const usual = (key: string) => {
    const having = operations.filter(({ value }) => textOf(value[key]).trim() !== '').length
    return (
      operations.length >= 3 &&
      having >= 2 &&
      having >= operations.length - Math.max(1, Math.floor(operations.length * 0.2))
    )
  }
  const habits = { summary: usual('summary'), description: usual('description') }
  return operations.flatMap((operation) => {
    const summary = textOf(operation.value['summary']).trim()
    const description = textOf(operation.value['description']).trim()
    if (summary === '' && description === '')
      return [missingText(operation, 'has neither summary nor description')]
    const issues: Issue[] = []
    for (const key of ['summary', 'description'] as const) {
      const text = key === 'summary' ? summary : description
      if (text === '' && habits[key])
        issues.push(missingText(operation, `has no ${key}, other operations have one`))
      if (text === '') continue
      const poor = poorText(text, operation)
      if (poor !== null)
        issues.push(
          issue(`${operation.pointer}/${key}`, `The ${key} of ${operation.label} ${poor}`),
        )
    }
    if (summary !== '' && bare(summary) === bare(description))
      issues.push(
        issue(
          `${operation.pointer}/description`,
          `The description of ${operation.label} only repeats the summary`,
        ),
      )
    const odd = contradictingVerb(operation.method, summary === '' ? description : summary)
    if (odd !== null)
      issues.push(
        issue(
          `${operation.pointer}/${summary === '' ? 'description' : 'summary'}`,
          `${operation.label} is described as if it would ${odd}`,
        ),
      )
    return issues
  })
}

const bare = (text: string): string => wordsOf(text.slice(0, 200)).join(' ')

const missingText = ({ pointer, label }: Operation, what: string): Issue =>
  issue(pointer, `${label} ${what}`)

const placeholder =
  /^\W*(?:todo|tbd|tba|fixme|xxx+|n\/?a|none|null|undefined|string|text|summary|description|placeholder|foo|bar|test|asdf|lorem ipsum\b.*|(?:your|my|some|short|brief|long|enter|endpoint|operation|api|method|a|the) (?:\w+ ){0,2}(?:summary|description|text|title)(?: here)?|(?:summary|description|text|title) (?:goes )?here|(?:the )?(?:summary|description) (?:of|for) (?:the |this |an? )?(?:endpoint|operation|api|method|resource)|optional (?:extended )?description\b.{0,60}|<[^<>]{2,80}>|\{\{[^{}]{1,80}\}\}|your .* here|insert .* here|add .* here|to be (?:done|defined|written|determined).*|some description|endpoint|operation|api|method|\.{2,}|-+)\W*$/is
export const isPlaceholder = (text: string): boolean =>
  placeholder.test(text.slice(0, 300)) || unfinished.test(text.slice(0, 2_000))

const unfinished =
  /\b(?:TODO|FIXME|TBD|XXX)\b|[Ll]orem ipsum|<(?:description|summary|insert|your)[^>]*>/

function poorText(text: string, operation: Operation): string | null {
  if (isPlaceholder(text)) return 'is a placeholder'
  const words = wordsOf(text)
  const id = wordsOf(textOf(operation.value['operationId']))
  const written = text.toLowerCase()
  const label = operation.label.toLowerCase()
  if ([operation.method, operation.path.toLowerCase(), label].includes(written))
    return 'only repeats the path'
  if (words.length === 1 && (text === operation.value['operationId'] || text.length < 4))
    return 'says nothing'
  if (text === operation.value['operationId'] && id.length > 0)
    return 'only repeats the operation id'
  return words.length === 0 ? 'says nothing' : null
}

function repeatedTexts(spec: Spec): readonly Issue[] {
  return (['summary', 'description'] as const).flatMap((key) => {
    const first = new Map<string, Operation>()
    return operationsOf(spec).flatMap((operation) => {
      const text = textOf(operation.value[key]).trim().toLowerCase()
      const other = first.get(text)
      if (text === '' || text.length > 400) return []
      if (other === undefined) {
        first.set(text, operation)
        return []
      }
      return [
        issue(
          `${operation.pointer}/${key}`,
          `${operation.label} and ${other.label} have the same ${key}`,
        ),
      ]
    })
  })
}

function parameterTexts(spec: Spec): readonly Issue[] {
  const parameters = new Map(
    operationsOf(spec).flatMap((operation) =>
      operation.parameters.map((one) => [one.pointer, one] as const),
    ),
  )
  const all = [...parameters.values()]
  const undescribed = all.filter(({ value }) => textOf(value['description']).trim() === '')
  const habit = all.length >= 3 && undescribed.length <= all.length * 0.3
  return undescribed.flatMap(({ name, pointer, value }) => {
    if (!habit && value['description'] === undefined) return []
    return [issue(pointer, `The parameter "${name}" has no description`)]
  })
}

/** Descriptions anywhere that are empty or were left for later. */
function emptyTexts(spec: Spec): readonly Issue[] {
  const issues: Issue[] = []
  const open: { node: Node; depth: number; named: boolean }[] = [
    { node: { value: spec.root, pointer: '' }, depth: 0, named: false },
  ]
  for (let entry = open.pop(); entry !== undefined && issues.length < 200; entry = open.pop()) {
    const { node, depth, named } = entry
    if (depth > 60) continue
    for (const member of children(node)) {
      if (
        typeof member.value === 'object' &&
        !/^(?:x-.*|examples?|default|enum|const)$/.test(named ? '' : member.key)
      )
        open.push({ node: member, depth: depth + 1, named: !named && member.key === 'properties' })
      if (named || typeof member.value !== 'string' || !isMap(node.value)) continue
      const operation = /^\/paths\/[^/]+\/[a-z]+\/(?:summary|description)$/.test(member.pointer)
      if ((member.key !== 'description' && member.key !== 'summary') || operation) continue
      const text = member.value.trim()
      if (text === '' && /\/parameters\/[^/]+\/description$/.test(member.pointer)) continue
      if (text === '') issues.push(issue(member.pointer, `The ${member.key} is empty`))
      else if (isPlaceholder(text))
        issues.push(issue(member.pointer, `The ${member.key} is a placeholder`))
    }
  }
  return issues
}

const fewest = 12
const mostMissing = 2

/** The one or two properties without description where all others have one. */
function propertyTexts(spec: Spec): readonly Issue[] {
  const properties = schemasOf(spec)
    .flatMap((schema) => children(child(schema, 'properties')))
    .filter(({ value }) => isMap(value) && value['$ref'] === undefined)
  const isDescribed = ({ value }: (typeof properties)[number]) =>
    isMap(value) && ['description', 'title', '$comment'].some((key) => textOf(value[key]) !== '')
  const missing = properties.filter((property) => !isDescribed(property))
  if (missing.length > mostMissing || properties.length - missing.length < fewest) return []
  // a composed property is described by its parts, an id by its name
  return missing
    .filter(({ value, key }) => isMap(value) && value['allOf'] === undefined && key !== 'id')
    .map(({ key, pointer }) =>
      issue(pointer, `The property "${key}" has no description, all others have one`),
    )
}
