import { met, notApplicable, undecided, unmet } from '../../../obligations/examine.ts'
import type { Answer } from '../../../obligations/examine.ts'
import { child, children, isMap, listOf, mapOf, stringsOf, textOf } from '../json.ts'
import { componentsOf, operationsOf, resolve, segmentsOf } from '../operations.ts'
import { operationsAbout, samePath } from '../path-match.ts'
import { propertiesOf, schemasOf } from '../schema-walk.ts'
import type { Spec } from '../spec.ts'
import { singular, wordsOf } from '../words.ts'
import { exampleAnswer, mediaAnswer, same, rateAnswer } from './habits.ts'
import { fieldsAnswer } from './members.ts'

type Name = { readonly name: string; readonly kind: string; readonly pointer: string }

/** Every name a description gives to something, and what it names. */
export function namesOf(spec: Spec): readonly Name[] {
  const names: Name[] = []
  const add = (kind: string, name: unknown, pointer: string) => {
    if (typeof name === 'string' && name !== '') names.push({ name, kind, pointer })
  }
  for (const schema of schemasOf(spec)) {
    if (schema.role === 'component') add('schema', schema.name, schema.pointer)
    for (const [name, node] of propertiesOf(spec, schema)) add('field', name, node.pointer)
    for (const value of listOf(mapOf(schema.value)['enum'])) add('value', value, schema.pointer)
  }
  for (const { path, value, pointer, parameters, responses } of operationsOf(spec)) {
    add('operation', value['operationId'], pointer)
    for (const tag of stringsOf(value['tags'])) add('tag', tag, pointer)
    for (const one of parameters)
      add(one.in === 'header' ? 'header' : 'parameter', one.name, one.pointer)
    for (const { text } of segmentsOf(path)) add('path', text.replace(/[{}]/g, ''), pointer)
    for (const one of responses)
      for (const header of children(child(one, 'headers')))
        add('header', header.key, header.pointer)
  }
  for (const scheme of componentsOf(spec, 'securitySchemes')) {
    const value = mapOf(resolve(spec, scheme).value)
    add('security', scheme.key, scheme.pointer)
    add('header', value['name'], scheme.pointer)
    for (const flow of Object.values(mapOf(value['flows'])))
      for (const scope of Object.keys(mapOf(mapOf(flow)['scopes'])))
        add('scope', scope, scheme.pointer)
  }
  for (const tag of listOf(spec.root['tags'])) add('tag', mapOf(tag)['name'], '/tags')
  return [...names, ...webhooksOf(spec)]
}

const webhooksOf = (spec: Spec): readonly Name[] =>
  [
    ...children({ value: spec.root['webhooks'], pointer: '/webhooks' }),
    ...operationsOf(spec).flatMap((operation) => children(child(operation, 'callbacks'))),
  ].map(({ key, pointer }) => ({ name: key, kind: 'webhook', pointer }))

const kinds: Readonly<Record<string, readonly string[]>> = {
  header: ['header'],
  parameter: ['parameter', 'header'],
  query: ['parameter'],
  tag: ['tag'],
  scope: ['scope'],
  schema: ['schema'],
  field: ['field', 'parameter'],
  property: ['field'],
  webhook: ['webhook'],
  event: ['webhook', 'value', 'schema'],
}

export function nameAnswer(spec: Spec, name: string, role: string | undefined): Answer {
  if (/^[\w./-]+\.(?:ya?ml|json)$/i.test(name))
    return notApplicable('the name of the file is given by who saves it')
  if (role === 'rate limit') return rateAnswer(spec)
  if (role === 'example') return exampleAnswer(spec)
  if (role === 'resource') {
    const [first] = operationsAbout(spec, name)
    return first
      ? met(`${first.label} is about ${name}`, first.pointer)
      : unmet(`No path is about ${name}`, '/paths')
  }
  if (role === 'media type') return mediaAnswer(spec, name)
  if (role === 'query')
    return fieldsAnswer(spec, { type: 'fields', owner: 'query', fields: [{ name }] })
  if (/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(name)) return undecided(`${name} is no name`)
  if (name.startsWith('/')) return pathAnswer(spec, name)
  const wanted = role === undefined ? undefined : kinds[role]
  const names = namesOf(spec)
  const match = names.find(
    (one) => (wanted === undefined || wanted.includes(one.kind)) && same(one.name, name),
  )
  if (match) return met(`The ${match.kind} ${match.name} is described`, match.pointer)
  const elsewhere = names.some((one) => same(one.name, name)) || spec.source.includes(name)
  return elsewhere
    ? undecided(`${name} is mentioned, but names no ${role ?? 'part of the description'}`)
    : unmet(`Nothing in the description is called ${name}`)
}

const pathAnswer = (spec: Spec, name: string): Answer => {
  const paths = Object.keys(mapOf(spec.root['paths']))
  const match = paths.find((path) => samePath(path, name) || path.startsWith(`${name}/`))
  const served = listOf(spec.root['servers']).some((server) =>
    textOf(mapOf(server)['url']).endsWith(name),
  )
  return match !== undefined || served
    ? met(`${match ?? name} is described`, '/paths')
    : unmet(
        `There is no ${name}; there are ${paths.slice(0, 8).join(', ') || 'no paths'}`,
        '/paths',
      )
}

export function phraseAnswer(spec: Spec, text: string): Answer {
  const flat = (one: string) => one.replace(/\s+/g, ' ').toLowerCase()
  const match = stringsIn(spec.root).find((one) => flat(one).includes(flat(text)))
  return match === undefined
    ? unmet(`The description does not say "${text}"`)
    : met(`The description says "${text}"`)
}

/** The subject is spoken of: in a name, or in a text. A compound is, too, by its first part. */
export function topicAnswer(spec: Spec, words: readonly string[]): Answer {
  const said = new Set(
    stringsIn({ info: spec.root['info'], tags: spec.root['tags'], paths: spec.root['paths'] })
      .flatMap((one) => wordsOf(one.slice(0, 2_000)))
      .map(singular),
  )
  for (const { name } of namesOf(spec)) for (const word of wordsOf(name)) said.add(singular(word))
  const spoken = words.filter((word) =>
    wordsOf(word)
      .map(singular)
      .every(
        (part) =>
          said.has(part) ||
          [...said].some(
            (one) => one.length >= 4 && (part.startsWith(one) || one.startsWith(part)),
          ),
      ),
  )
  return spoken.length * 2 >= words.length
    ? met(`The description speaks of ${spoken.join(' ')}`, '/info')
    : undecided(`the description does not speak of ${words.join(' ')}, at least not by that name`)
}

function stringsIn(root: unknown): readonly string[] {
  const names: string[] = []
  const open: unknown[] = [root]
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value === 'string') names.push(value)
    else if (Array.isArray(value)) open.push(...value)
    else if (isMap(value))
      for (const [key, each] of Object.entries(value)) {
        names.push(key)
        open.push(each)
      }
    if (names.length > 200_000) break
  }
  return names
}
