import {
  answers,
  bodies,
  components,
  follow,
  isObject,
  object,
  operations,
  pointer,
  properties,
  schemas,
  textOf,
} from './draft.ts'
import type { Draft, JsonObject } from './draft.ts'

export type Defect = {
  readonly id: string
  readonly group: string
  readonly rule: string
  /** Damages the draft and says where, or answers null where the draft has nothing to damage like this. */
  readonly plant: (draft: Draft) => string | null
}

const set = (target: JsonObject | undefined, key: string, value: JsonObject[string]): boolean => {
  if (target === undefined) return false
  target[key] = value
  return true
}
const drop = (target: JsonObject | undefined, key: string): boolean =>
  target !== undefined && key in target && delete target[key]

const defect = (group: string, rule: string, id: string, plant: Defect['plant']): Defect => ({
  id,
  group,
  rule,
  plant,
})

const listOperation = (draft: Draft) =>
  draft.pick(
    operations(
      draft,
      ({ method, value }) =>
        method === 'get' &&
        JSON.stringify(value['parameters'] ?? []).match(/limit|pageSize|PageSize/) !== null,
    ),
  )
const byId = (draft: Draft) => draft.pick(operations(draft, ({ path }) => path.endsWith('}')))
const hasType = (type: string) => (property: { value: JsonObject }) =>
  property.value['type'] === type

function renameProperty(draft: Draft, change: (name: string) => string): string | null {
  const property = draft.pick(properties(draft, ({ name }) => /[a-z](?:_[a-z]|[A-Z])/.test(name)))
  if (!property) return null
  const { owner, name } = property
  const renamed = change(name)
  const text = JSON.stringify(owner.value['properties']).replace(`"${name}":`, `"${renamed}":`)
  owner.value['properties'] = JSON.parse(text)
  const required = owner.value['required']
  if (Array.isArray(required))
    owner.value['required'] = required.map((one) => (one === name ? renamed : one))
  return `${owner.at}${pointer('properties', renamed)}`
}

function renamePath(
  draft: Draft,
  change: (path: string) => string,
  wanted: (path: string) => boolean = () => true,
): string | null {
  const paths = object(draft.root['paths'])
  const path = draft.pick(Object.keys(paths).filter(wanted))
  if (path === undefined) return null
  const to = change(path)
  if (to === path) return null
  draft.root['paths'] = Object.fromEntries(
    Object.entries(paths).map(([key, value]) => [key === path ? to : key, value]),
  )
  return pointer('paths', to)
}

const swapCase = (name: string): string =>
  name.includes('_')
    ? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const schemaDefects: readonly Defect[] = [
  defect('schemas', 'schemas', 'broken schema reference', (draft) => {
    const media = draft.pick(answers(draft))
    return set(media?.value, 'schema', { $ref: '#/components/schemas/Missing' })
      ? `${media?.at}/schema`
      : null
  }),
  defect('schemas', 'schemas', 'broken reference in a property', (draft) => {
    const property = draft.pick(properties(draft, hasType('string')))
    return set(object(property?.owner.value['properties']), property?.name ?? '', {
      $ref: '#/components/schemas/Nowhere',
    }) && property
      ? property.at
      : null
  }),
  defect('schemas', 'schemas', 'response without schema', (draft) => {
    const media = draft.pick(answers(draft))
    return drop(media?.value, 'schema') && drop(media?.value, 'example') !== undefined
      ? `${media?.at}`
      : null
  }),
  defect('schemas', 'schemas', 'request without schema', (draft) => {
    const media = draft.pick(bodies(draft))
    return drop(media?.value, 'schema') ? `${media?.at}` : null
  }),
  defect('schemas', 'schemas', 'response schema emptied', (draft) => {
    const media = draft.pick(answers(draft))
    return set(media?.value, 'schema', {}) ? `${media?.at}/schema` : null
  }),
  defect('schemas', 'schemas', 'component schema emptied', (draft) => {
    const schema = draft.pick(
      schemas(draft).filter(
        ({ value }) => value['type'] === 'object' && value['properties'] !== undefined,
      ),
    )
    if (!schema) return null
    for (const key of Object.keys(schema.value)) if (key !== 'type') delete schema.value[key]
    return schema.at
  }),
  defect('schemas', 'schemas', 'content of a success response removed', (draft) => {
    const media = draft.pick(answers(draft).filter(({ status }) => status === '200'))
    const response = object(object(media?.operation.value['responses'])['200'])
    return drop(response, 'content') ? `${media?.operation.at}/responses/200` : null
  }),
  defect('schemas', 'schemas', 'request body removed', (draft) => {
    const operation = draft.pick(
      operations(
        draft,
        ({ method, value, path }) =>
          value['requestBody'] !== undefined && (method !== 'post' || !path.includes('{')),
      ),
    )
    return drop(operation?.value, 'requestBody') ? `${operation?.at}` : null
  }),
  defect('schemas', 'schemas', 'required names a missing property', (draft) => {
    const schema = draft.pick(
      schemas(draft).filter(({ value }) => Array.isArray(value['required'])),
    )
    const required = schema?.value['required']
    return Array.isArray(required)
      ? `${schema?.at}/required/${required.push('no_such_member') - 1}`
      : null
  }),
  defect('schemas', 'schemas', 'property removed but still required', (draft) => {
    const property = draft.pick(
      properties(
        draft,
        ({ owner, name }) =>
          Array.isArray(owner.value['required']) && owner.value['required'].includes(name),
      ),
    )
    return property && drop(object(property.owner.value['properties']), property.name)
      ? `${property.owner.at}/required`
      : null
  }),
  defect('schemas', 'schemas', 'unknown type', (draft) => {
    const property = draft.pick(properties(draft, hasType('string')))
    return set(property?.value, 'type', 'strng') ? `${property?.at}/type` : null
  }),
  defect('schemas', 'schemas', 'type removed', (draft) => {
    const property = draft.pick(
      properties(
        draft,
        ({ value, name }) =>
          value['type'] !== undefined &&
          value['enum'] === undefined &&
          !/^(?:detail|data)$/.test(name) &&
          value['items'] === undefined,
      ),
    )
    return drop(property?.value, 'type') ? `${property?.at}` : null
  }),
  defect('schemas', 'schemas', 'array without items', (draft) => {
    const property = draft.pick(properties(draft, hasType('array')))
    return drop(property?.value, 'items') ? `${property?.at}` : null
  }),
  defect('schemas', 'schemas', 'default violates the schema', (draft) => {
    const property = draft.pick(properties(draft, hasType('integer')))
    return set(property?.value, 'default', 'many') ? `${property?.at}/default` : null
  }),
  defect('schemas', 'schemas', 'default of a parameter out of range', (draft) => {
    const parameter = draft.pick(
      components(draft, 'parameters').filter(
        ({ value }) => object(value['schema'])['maximum'] !== undefined,
      ),
    )
    return set(object(parameter?.value['schema']), 'default', 100_000) && parameter
      ? `${parameter.at}/schema/default`
      : null
  }),
  defect('schemas', 'schemas', 'schema example violates the schema', (draft) => {
    const property = draft.pick(properties(draft, hasType('integer')))
    return set(property?.value, 'example', 'a text') ? `${property?.at}/example` : null
  }),
  defect('schemas', 'schemas', 'enum value of the wrong type', (draft) => {
    const found = [...properties(draft), ...schemas(draft)].filter(({ value }) =>
      Array.isArray(value['enum']),
    )
    const schema = draft.pick(found)
    const values = schema?.value['enum']
    return Array.isArray(values) ? `${schema?.at}/enum/${values.push(17) - 1}` : null
  }),
  defect('schemas', 'schemas', 'enum value twice', (draft) => {
    const schema = draft.pick(
      [...properties(draft), ...schemas(draft)].filter(({ value }) => Array.isArray(value['enum'])),
    )
    const values = schema?.value['enum']
    return Array.isArray(values) ? `${schema?.at}/enum/${values.push(values[0] ?? '') - 1}` : null
  }),
  defect('schemas', 'schemas', 'enum emptied', (draft) => {
    const schema = draft.pick(
      [...properties(draft), ...schemas(draft)].filter(({ value }) => Array.isArray(value['enum'])),
    )
    return set(schema?.value, 'enum', []) ? `${schema?.at}/enum` : null
  }),
  defect('schemas', 'schemas', 'minimum above maximum', (draft) => {
    const property = draft.pick(properties(draft, hasType('integer')))
    return set(property?.value, 'minimum', 10) && set(property?.value, 'maximum', 5)
      ? `${property?.at}/minimum`
      : null
  }),
  defect('schemas', 'schemas', 'minLength above maxLength', (draft) => {
    const property = draft.pick(
      properties(
        draft,
        ({ value }) =>
          value['type'] === 'string' &&
          value['format'] === undefined &&
          value['enum'] === undefined &&
          value['pattern'] === undefined,
      ),
    )
    return set(property?.value, 'minLength', 50) && set(property?.value, 'maxLength', 10)
      ? `${property?.at}/minLength`
      : null
  }),
  defect('schemas', 'schemas', 'keyword of another type', (draft) => {
    const property = draft.pick(properties(draft, hasType('integer')))
    return set(property?.value, 'maxLength', 10) ? `${property?.at}/maxLength` : null
  }),
  defect('schemas', 'schemas', 'pattern that is no expression', (draft) => {
    const property = draft.pick(properties(draft, hasType('string')))
    return set(property?.value, 'pattern', '^([a-z]+$') ? `${property?.at}/pattern` : null
  }),
  defect('schemas', 'schemas', 'misspelt format', (draft) => {
    const property = draft.pick(properties(draft, ({ value }) => value['format'] === 'date-time'))
    return set(property?.value, 'format', 'datetime') ? `${property?.at}/format` : null
  }),
  defect('schemas', 'schemas', 'format of another type', (draft) => {
    const property = draft.pick(properties(draft, hasType('integer')))
    return set(property?.value, 'format', 'date-time') ? `${property?.at}/format` : null
  }),
  defect('schemas', 'schemas', 'nullable in 3.1', (draft) => {
    if (draft.root['openapi'] !== '3.1.0') return null
    const property = draft.pick(properties(draft, hasType('string')))
    return set(property?.value, 'nullable', true) ? `${property?.at}/nullable` : null
  }),
  defect('schemas', 'schemas', 'same property, another type in a sibling schema', (draft) => {
    const all = properties(draft, hasType('integer'))
    const shared = all.filter(
      ({ name, owner }) =>
        /Input|Registration|Patch|Update/.test(owner.name) &&
        all.some((other) => other.name === name && other.owner !== owner),
    )
    const property = draft.pick(shared)
    if (!property) return null
    for (const key of Object.keys(property.value)) delete property.value[key]
    property.value['type'] = 'string'
    return property.at
  }),
  defect('schemas', 'schemas', 'read-only property required in a request', (draft) => {
    const property = draft.pick(
      properties(
        draft,
        ({ owner, name }) =>
          /Input|Registration|^New/.test(owner.name) &&
          Array.isArray(owner.value['required']) &&
          owner.value['required'].includes(name) &&
          owner.name !== 'NewAppointment',
      ),
    )
    return set(property?.value, 'readOnly', true) ? `${property?.owner.at}/required` : null
  }),
  defect('schemas', 'schemas', 'answers with another entity', (draft) => {
    const named = answers(draft).filter(
      ({ value, operation }) =>
        typeof object(value['schema'])['$ref'] === 'string' && operation.path.endsWith('}'),
    )
    const media = draft.pick(named)
    const other = named.find(
      ({ value }) => object(value['schema'])['$ref'] !== object(media?.value['schema'])['$ref'],
    )
    if (!media || !other) return null
    drop(media.value, 'example')
    drop(media.value, 'examples')
    media.value['schema'] = { ...object(other.value['schema']) }
    const sample = other.value['example']
    if (sample !== undefined) media.value['example'] = structuredClone(sample)
    return `${media.at}/schema`
  }),
  defect('schemas', 'schemas', 'discriminator names no property', (draft) => {
    const schema = schemas(draft).find(({ value }) => isObject(value['discriminator']))
    return set(object(schema?.value['discriminator']), 'propertyName', 'flavour') && schema
      ? `${schema.at}/discriminator/propertyName`
      : null
  }),
  defect('schemas', 'schemas', 'discriminator maps to nothing', (draft) => {
    const schema = schemas(draft).find(({ value }) => isObject(value['discriminator']))
    const mapping = object(object(schema?.value['discriminator'])['mapping'])
    const [key] = Object.keys(mapping)
    return key !== undefined && set(mapping, key, '#/components/schemas/Gone')
      ? `${schema?.at}/discriminator/mapping/${key}`
      : null
  }),
  defect('schemas', 'schemas', 'no success response', (draft) => {
    const media = draft.pick(answers(draft))
    return drop(object(media?.operation.value['responses']), media?.status ?? '')
      ? `${media?.operation.at}/responses`
      : null
  }),
  defect('schemas', 'schemas', 'password shown in responses', (draft) => {
    const schema = draft.pick(
      schemas(draft).filter(({ name }) =>
        /^(?:Course|Lesson|Patient|Order|Product|Payment)$/.test(name),
      ),
    )
    return set(object(schema?.value['properties']), 'password', { type: 'string' }) && schema
      ? `${schema.at}/properties/password`
      : null
  }),
  defect('schemas', 'schemas', 'foreign key of another type', (draft) => {
    const property = draft.pick(
      properties(draft, ({ name }) => /^(?:course_id|productId|orderId)$/.test(name)),
    )
    if (!property) return null
    const type = property.value['type'] === 'integer' ? 'string' : 'integer'
    for (const key of Object.keys(property.value)) delete property.value[key]
    property.value['type'] = type
    return property.at
  }),
  defect('schemas', 'schemas', 'closed part of allOf', (draft) => {
    const schema = draft.pick(schemas(draft).filter(({ name }) => name === 'NewAppointment'))
    return set(schema?.value, 'additionalProperties', false)
      ? pointer('components', 'schemas', 'Appointment', 'allOf', 0)
      : null
  }),
]

const exampleDefects: readonly Defect[] = [
  defect('examples', 'examples', 'example removed', (draft) => {
    const media = draft.pick(
      answers(draft).filter(
        ({ operation, value }) =>
          operation.method === 'get' && (value['example'] ?? value['examples']) !== undefined,
      ),
    )
    return media && (drop(media.value, 'example') || drop(media.value, 'examples'))
      ? media.operation.at
      : null
  }),
  defect('examples', 'examples', 'example lacks a required member', (draft) => {
    const media = draft.pick(
      [...answers(draft), ...bodies(draft)].filter(
        ({ value }) => isObject(value['example']) && requiredOf(draft, value).length > 0,
      ),
    )
    const [name] = media ? requiredOf(draft, media.value) : []
    return media && name !== undefined && drop(object(media.value['example']), name)
      ? `${media.at}/example`
      : null
  }),
  defect('examples', 'examples', 'example member of the wrong type', (draft) => {
    const media = draft.pick(
      [...answers(draft), ...bodies(draft)].filter(({ value }) => isObject(value['example'])),
    )
    const [name] = Object.keys(object(media?.value['example']))
    return media && name !== undefined && set(object(media.value['example']), name, { odd: true })
      ? `${media.at}/example/${name}`
      : null
  }),
  defect('examples', 'examples', 'misspelt member in an example', (draft) => {
    const media = draft.pick(
      [...answers(draft), ...bodies(draft)].filter(
        ({ value }) =>
          isObject(value['example']) &&
          !object(object(follow(draft, value['schema']))['additionalProperties'])['type'],
      ),
    )
    return media && set(object(media.value['example']), 'titel', 'x')
      ? `${media.at}/example/titel`
      : null
  }),
  defect('examples', 'examples', 'example emptied', (draft) => {
    const media = draft.pick(bodies(draft).filter(({ value }) => isObject(value['example'])))
    return set(media?.value, 'example', {}) ? `${media?.at}/example` : null
  }),
  defect('examples', 'examples', 'error example violates its schema', (draft) => {
    const response = draft.pick(components(draft, 'responses'))
    const [type, media] = Object.entries(object(response?.value['content']))[0] ?? []
    return type !== undefined && set(object(media), 'example', { oops: 1 })
      ? `${response?.at}${pointer('content', type, 'example')}`
      : null
  }),
  defect('examples', 'examples', 'parameter example violates its schema', (draft) => {
    const parameter = draft.pick(
      components(draft, 'parameters').filter(({ value }) =>
        ['integer', 'boolean'].includes(textOf(object(value['schema'])['type'])),
      ),
    )
    return set(parameter?.value, 'example', 'seven') ? `${parameter?.at}/example` : null
  }),
  defect('examples', 'examples', 'both example and examples', (draft) => {
    const media = draft.pick(answers(draft).filter(({ value }) => value['example'] !== undefined))
    return media &&
      set(media.value, 'examples', {
        other: { value: structuredClone(media.value['example'] ?? null) },
      })
      ? media.at
      : null
  }),
  defect('examples', 'examples', 'named example without value', (draft) => {
    const media = draft.pick(
      [...answers(draft), ...bodies(draft)].filter(({ value }) => isObject(value['examples'])),
    )
    const [name, entry] = Object.entries(object(media?.value['examples']))[0] ?? []
    return name !== undefined && drop(object(entry), 'value')
      ? `${media?.at}${pointer('examples', name)}`
      : null
  }),
  defect('examples', 'examples', 'date in an example is no date', (draft) => {
    const dated = (value: JsonObject) =>
      Object.entries(object(value['example'])).find(
        ([, member]) => typeof member === 'string' && /^\d{4}-\d\d-\d\d/.test(member),
      )
    const media = draft.pick(
      [...answers(draft), ...bodies(draft)].filter(({ value }) => dated(value) !== undefined),
    )
    const [name] = (media && dated(media.value)) ?? []
    return media &&
      name !== undefined &&
      set(object(media.value['example']), name, '15.01.2026 09:30')
      ? `${media.at}/example/${name}`
      : null
  }),
]

function requiredOf(draft: Draft, media: JsonObject): string[] {
  const required = follow(draft, media['schema'])['required']
  return Array.isArray(required)
    ? required.filter(
        (name): name is string => typeof name === 'string' && name in object(media['example']),
      )
    : []
}

const dropResponse = (draft: Draft, status: string): string | null => {
  const operation = draft.pick(
    operations(draft, ({ value }) => status in object(value['responses'])),
  )
  return operation && drop(object(operation.value['responses']), status)
    ? `${operation.at}/responses`
    : null
}

const errorDefects: readonly Defect[] = [
  defect('errors', 'errors', '404 removed', (draft) => dropResponse(draft, '404')),
  defect('errors', 'errors', '400 removed', (draft) => dropResponse(draft, '400')),
  defect('errors', 'errors', '500 removed', (draft) => dropResponse(draft, '500')),
  defect('errors', 'errors', 'all error responses removed', (draft) => {
    const operation = byId(draft)
    const responses = object(operation?.value['responses'])
    for (const status of Object.keys(responses)) if (/^[45]/.test(status)) delete responses[status]
    return operation ? `${operation.at}/responses` : null
  }),
  defect('errors', 'errors', '401 forgotten in one operation', (draft) =>
    dropResponse(draft, '401'),
  ),
  defect('errors', 'errors', 'one error of another shape', (draft) => {
    const response = draft.pick(components(draft, 'responses'))
    const [type, media] = Object.entries(object(response?.value['content']))[0] ?? []
    if (type === undefined || !isObject(media)) return null
    delete media['example']
    media['schema'] = { type: 'object', properties: { failure: { type: 'string' } } }
    return `${response?.at}${pointer('content', type, 'schema')}`
  }),
  defect('errors', 'errors', 'inline error of another shape', (draft) => {
    const operation = draft.pick(
      operations(draft, ({ value }) => '500' in object(value['responses'])),
    )
    return set(object(operation?.value['responses']), '500', {
      description: 'It broke.',
      content: {
        'application/json': {
          schema: { type: 'object', properties: { reason: { type: 'string' } } },
        },
      },
    }) && operation
      ? `${operation.at}/responses/500/content/application~1json/schema`
      : null
  }),
  defect('errors', 'errors', 'error without a body', (draft) => {
    const response = draft.pick(components(draft, 'responses'))
    return drop(response?.value, 'content') ? `${response?.at}` : null
  }),
  defect('errors', 'errors', 'error of another media type', (draft) => {
    const response = draft.pick(components(draft, 'responses'))
    const content = object(response?.value['content'])
    const [type] = Object.keys(content)
    if (type === undefined) return null
    const other = type.includes('problem') ? 'application/json' : 'application/problem+json'
    content[other] = content[type] ?? null
    delete content[type]
    return `${response?.at}${pointer('content', other)}`
  }),
  defect('errors', 'errors', 'broken reference to an error response', (draft) => {
    const operation = draft.pick(
      operations(draft, ({ value }) => '404' in object(value['responses'])),
    )
    return set(object(operation?.value['responses']), '404', {
      $ref: '#/components/responses/Lost',
    }) && operation
      ? `${operation.at}/responses/404`
      : null
  }),
  defect('errors', 'errors', 'status that does not exist', (draft) => {
    const operation = draft.pick(operations(draft))
    return set(object(operation?.value['responses']), '499x', { description: 'Odd.' }) && operation
      ? `${operation.at}/responses/499x`
      : null
  }),
]

const namingDefects: readonly Defect[] = [
  defect('naming', 'naming', 'property in another case', (draft) =>
    renameProperty(draft, swapCase),
  ),
  defect('naming', 'naming', 'query parameter in another case', (draft) => {
    const operation = draft.pick(
      operations(
        draft,
        ({ method, path }) => method === 'get' && !path.endsWith('}') && path !== '/opening-hours',
      ),
    )
    const list = operation?.value['parameters']
    const snake = JSON.stringify(draft.root).includes('course_id')
    return Array.isArray(list)
      ? `${operation?.at}/parameters/${list.push({ name: snake ? 'sortOrder' : 'sort_order', in: 'query', description: 'How to sort.', schema: { type: 'string' } }) - 1}/name`
      : null
  }),
  defect('naming', 'naming', 'path part in another case', (draft) => {
    const paths = object(draft.root['paths'])
    paths['/billing_accounts/{accountKey}/creditNotes'] = { get: operationAbout('getCreditNotes') }
    return pointer('paths', '/billing_accounts/{accountKey}/creditNotes')
  }),
  defect('naming', 'naming', 'capital letters in a path', (draft) =>
    renamePath(draft, (path) =>
      path.replace(/^\/(\w)/, (_, letter: string) => `/${letter.toUpperCase()}`),
    ),
  ),
  defect('naming', 'naming', 'verb as a path part', (draft) =>
    renamePath(
      draft,
      (path) => `${path}/create`,
      (path) => !path.endsWith('}') && !path.endsWith('cancel'),
    ),
  ),
  defect('naming', 'naming', 'verb before the noun in a path', (draft) =>
    renamePath(draft, (path) =>
      path.replace(/^\/(\w)/, (_, letter: string) => `/get${letter.toUpperCase()}`),
    ),
  ),
  defect('naming', 'naming', 'singular collection', (draft) =>
    renamePath(
      draft,
      (path) => path.replace(/^\/(\w+?)s(?=\/|$)/, '/$1'),
      (path) => path.includes('{'),
    ),
  ),
  defect('naming', 'naming', 'slash at the end of a path', (draft) =>
    renamePath(draft, (path) => `${path}/`),
  ),
  defect('naming', 'naming', 'file extension in a path', (draft) =>
    renamePath(
      draft,
      (path) => `${path}.json`,
      (path) => !path.endsWith('}'),
    ),
  ),
  defect('naming', 'naming', 'query in a path', (draft) =>
    renamePath(
      draft,
      (path) => `${path}?sort=asc`,
      (path) => !path.endsWith('}'),
    ),
  ),
  defect('naming', 'naming', 'operation id in another case', (draft) => {
    const operation = draft.pick(operations(draft))
    return set(operation?.value, 'operationId', swapCase(textOf(operation?.value['operationId'])))
      ? `${operation?.at}/operationId`
      : null
  }),
  defect('naming', 'naming', 'operation id that contradicts the method', (draft) => {
    const operation = draft.pick(operations(draft, ({ method }) => method === 'get'))
    const id = textOf(operation?.value['operationId'])
    return set(operation?.value, 'operationId', id.replace(/^(?:get|list)/, 'delete'))
      ? `${operation?.at}/operationId`
      : null
  }),
  defect('naming', 'naming', 'schema name in another case', (draft) => {
    const schema = draft.pick(schemas(draft).filter(({ name }) => /^[A-Z][a-z]+$/.test(name)))
    if (!schema) return null
    const renamed = `${schema.name.toLowerCase()}_record`
    const text = JSON.stringify(draft.root)
      .replaceAll(`#/components/schemas/${schema.name}"`, `#/components/schemas/${renamed}"`)
      .replace(`"${schema.name}":`, `"${renamed}":`)
    Object.assign(draft.root, JSON.parse(text))
    return pointer('components', 'schemas', renamed)
  }),
  defect('naming', 'naming', 'parameter named otherwise in one path', (draft) => {
    const path = Object.keys(object(draft.root['paths'])).find((one) =>
      /^\/\w+\/\{\w+\}\/\w+$/.test(one),
    )
    const name = path === undefined ? undefined : /\{(\w+)\}/.exec(path)?.[1]
    if (path === undefined || name === undefined) return null
    const count = Object.keys(object(draft.root['paths'])).filter((one) =>
      one.includes(`{${name}}`),
    ).length
    if (count < 3) return null
    const to = path.replace(`{${name}}`, '{parent}')
    const item = JSON.stringify(object(draft.root['paths'])[path])
    const local = {
      name: 'parent',
      in: 'path',
      required: true,
      description: 'Which one.',
      schema: structuredClone(parameterSchema(draft, name)),
    }
    const changed: JsonObject = JSON.parse(item)
    if (Array.isArray(changed['parameters'])) changed['parameters'] = [local]
    for (const method of Object.values(changed))
      if (isObject(method) && Array.isArray(method['parameters']))
        method['parameters'] = method['parameters'].map((one) =>
          follow(draft, one)['name'] === name ? local : one,
        )
    draft.root['paths'] = Object.fromEntries(
      Object.entries(object(draft.root['paths'])).map(([key, value]) =>
        key === path ? [to, changed] : [key, value],
      ),
    )
    return pointer('paths', to)
  }),
]

const parameterSchema = (draft: Draft, name: string): JsonObject =>
  object(
    components(draft, 'parameters').find(({ value }) => value['name'] === name)?.value['schema'],
  )

const operationAbout = (operationId: string): JsonObject => ({
  operationId,
  summary: 'Get the credit notes',
  parameters: [
    {
      name: 'accountKey',
      in: 'path',
      required: true,
      description: 'Which account.',
      schema: { type: 'string' },
    },
  ],
  responses: { '204': { description: 'Nothing to say.' } },
})

const paginationDefects: readonly Defect[] = [
  defect('pagination', 'pagination', 'pagination parameters removed', (draft) => {
    const operation = listOperation(draft)
    const list = operation?.value['parameters']
    if (!operation || !Array.isArray(list)) return null
    operation.value['parameters'] = list.filter(
      (one) => !/page|limit|offset|cursor/i.test(JSON.stringify(one)),
    )
    return `${operation.at}/parameters`
  }),
  defect('pagination', 'pagination', 'all parameters of a list removed', (draft) => {
    const operation = draft.pick(
      operations(draft, ({ path, method }) => method === 'get' && /^\/\w+$/.test(path)),
    )
    return drop(operation?.value, 'parameters') ? `${operation?.at}` : null
  }),
  defect('pagination', 'pagination', 'limit removed', (draft) => {
    const operation = listOperation(draft)
    const list = operation?.value['parameters']
    if (!operation || !Array.isArray(list) || JSON.stringify(list).toLowerCase().includes('cursor'))
      return null
    operation.value['parameters'] = list.filter((one) => !/limit/i.test(JSON.stringify(one)))
    return `${operation.at}/parameters`
  }),
  defect('pagination', 'pagination', 'list answers with one object', (draft) => {
    const media = draft.pick(
      answers(draft).filter(
        ({ operation }) => operation.method === 'get' && /^\/\w+$/.test(operation.path),
      ),
    )
    const text = JSON.stringify(follow(draft, media?.value['schema']))
    const item = /#\/components\/schemas\/(?:Course|Patient|Product|Order)(?=")/.exec(text)?.[0]
    if (!media || item === undefined) return null
    drop(media.value, 'example')
    media.value['schema'] = { $ref: item }
    return `${media.at}/schema`
  }),
  defect('pagination', 'pagination', 'envelope loses its list', (draft) => {
    const schema = draft.pick(schemas(draft).filter(({ name }) => /List$|Page$/.test(name)))
    const members = object(schema?.value['properties'])
    if (!schema) return null
    for (const name of ['items', 'data']) delete members[name]
    schema.value['required'] = Object.keys(members)
    const media = answers(draft).find(
      ({ value }) => object(value['schema'])['$ref'] === `#${schema.at}`,
    )
    return media ? `${media.at}/schema` : null
  }),
  defect('pagination', 'pagination', 'page counted by text', (draft) => {
    const parameter = draft.pick(
      components(draft, 'parameters').filter(({ name }) =>
        /^(?:page|limit|offset|PageSize)$/.test(name),
      ),
    )
    return set(parameter?.value, 'schema', { type: 'string' }) ? `${parameter?.at}/schema` : null
  }),
  defect('pagination', 'pagination', 'cursor that never comes back', (draft) => {
    const schema = draft.pick(
      schemas(draft).filter(({ value }) => 'nextCursor' in object(value['properties'])),
    )
    if (!schema) return null
    drop(object(schema.value['properties']), 'nextCursor')
    schema.value['required'] = ['data']
    const media = answers(draft).find(
      ({ value }) => object(value['schema'])['$ref'] === `#${schema.at}`,
    )
    drop(object(media?.value['example']), 'nextCursor')
    return media ? `${media.at}/schema` : null
  }),
]

const authDefects: readonly Defect[] = [
  defect('auth', 'auth', 'security schemes removed', (draft) => {
    drop(object(draft.root['components']), 'securitySchemes')
    drop(draft.root, 'security')
    for (const { value } of operations(draft)) drop(value, 'security')
    return '/components'
  }),
  defect('auth', 'auth', 'security requirements removed', (draft) => {
    drop(draft.root, 'security')
    for (const { value } of operations(draft)) drop(value, 'security')
    return ''
  }),
  defect('auth', 'auth', 'security of one operation removed', (draft) => {
    if (draft.root['security'] !== undefined) return null
    const operation = draft.pick(operations(draft))
    return drop(operation?.value, 'security') ? `${operation?.at}` : null
  }),
  defect('auth', 'auth', 'unknown security scheme', (draft) => {
    const operation = draft.pick(operations(draft))
    return set(operation?.value, 'security', [{ ghostKey: [] }])
      ? `${operation?.at}/security`
      : null
  }),
  defect('auth', 'auth', 'write made public', (draft) => {
    const operation = draft.pick(
      operations(
        draft,
        ({ method, value }) => method !== 'get' && !/register/.test(textOf(value['operationId'])),
      ),
    )
    return set(operation?.value, 'security', []) ? `${operation?.at}/security` : null
  }),
  defect('auth', 'auth', 'api key in the query', (draft) => {
    const scheme = draft.pick(components(draft, 'securitySchemes'))
    if (!scheme) return null
    object(object(draft.root['components'])['securitySchemes'])[scheme.name] = {
      type: 'apiKey',
      in: 'query',
      name: 'api_key',
    }
    const text = JSON.stringify(draft.root).replace(/\["(?:appointments|patients)\.\w+"\]/g, '[]')
    Object.assign(draft.root, JSON.parse(text))
    return `${scheme.at}/in`
  }),
  defect('auth', 'auth', 'http server', (draft) => {
    const [server] = Array.isArray(draft.root['servers']) ? draft.root['servers'] : []
    const url = textOf(object(server)['url'])
    return set(object(server), 'url', url.replace('https:', 'http:')) ? '/servers/0/url' : null
  }),
  defect('auth', 'auth', 'undeclared scope', (draft) => {
    const operation = draft.pick(
      operations(draft, ({ value }) => JSON.stringify(value['security'] ?? '').includes('oauth')),
    )
    return set(operation?.value, 'security', [{ oauth: ['everything.write'] }])
      ? `${operation?.at}/security/0/oauth/0`
      : null
  }),
  defect('auth', 'auth', 'token in a query parameter', (draft) => {
    const operation = listOperation(draft)
    const list = operation?.value['parameters']
    return Array.isArray(list)
      ? `${operation?.at}/parameters/${list.push({ name: 'token', in: 'query', description: 'Who calls.', schema: { type: 'string' } }) - 1}`
      : null
  }),
  defect('auth', 'auth', 'unknown kind of scheme', (draft) => {
    const scheme = draft.pick(components(draft, 'securitySchemes'))
    return set(scheme?.value, 'type', 'magic') ? `${scheme?.at}/type` : null
  }),
  defect('auth', 'auth', 'scheme that nothing requires', (draft) => {
    object(object(draft.root['components'])['securitySchemes'])['legacyKey'] = {
      type: 'apiKey',
      in: 'header',
      name: 'X-Legacy-Key',
    }
    return pointer('components', 'securitySchemes', 'legacyKey')
  }),
  defect('auth', 'auth', 'scheme lacks what its kind needs', (draft) => {
    const scheme = draft.pick(components(draft, 'securitySchemes'))
    const needed = { http: 'scheme', apiKey: 'name', oauth2: 'flows' }[
      textOf(scheme?.value['type'])
    ]
    return needed !== undefined && drop(scheme?.value, needed) ? `${scheme?.at}` : null
  }),
  defect('auth', 'auth', 'token url without encryption', (draft) => {
    const flow = object(
      object(object(components(draft, 'securitySchemes')[0]?.value)['flows'])['authorizationCode'],
    )
    const url = flow['tokenUrl']
    return typeof url === 'string' && set(flow, 'tokenUrl', url.replace('https', 'http'))
      ? '/components/securitySchemes/oauth/flows/authorizationCode/tokenUrl'
      : null
  }),
]

const descriptionDefects: readonly Defect[] = [
  defect('descriptions', 'descriptions', 'summary and description removed', (draft) => {
    const operation = draft.pick(operations(draft))
    drop(operation?.value, 'description')
    return drop(operation?.value, 'summary') ? `${operation?.at}` : null
  }),
  defect('descriptions', 'descriptions', 'summary removed', (draft) => {
    const operation = draft.pick(operations(draft))
    return drop(operation?.value, 'summary') ? `${operation?.at}` : null
  }),
  defect('descriptions', 'descriptions', 'placeholder summary', (draft) => {
    const operation = draft.pick(operations(draft))
    return set(operation?.value, 'summary', 'TODO') ? `${operation?.at}/summary` : null
  }),
  defect('descriptions', 'descriptions', 'summary copied from another operation', (draft) => {
    const [first, ...others] = operations(draft)
    const operation = draft.pick(others.filter(({ method }) => method === first?.method))
    return operation && set(operation.value, 'summary', first?.value['summary'] ?? '')
      ? `${operation.at}/summary`
      : null
  }),
  defect('descriptions', 'descriptions', 'summary of another method', (draft) => {
    const operation = draft.pick(operations(draft, ({ method }) => method === 'get'))
    return set(operation?.value, 'summary', 'Delete everything that was found')
      ? `${operation?.at}/summary`
      : null
  }),
  defect('descriptions', 'descriptions', 'summary repeats the operation id', (draft) => {
    const operation = draft.pick(operations(draft))
    return set(operation?.value, 'summary', operation?.value['operationId'] ?? '')
      ? `${operation?.at}/summary`
      : null
  }),
  defect('descriptions', 'descriptions', 'undeclared tag', (draft) => {
    const operation = draft.pick(operations(draft))
    return set(operation?.value, 'tags', ['Miscellaneous']) ? `${operation?.at}/tags/0` : null
  }),
  defect('descriptions', 'descriptions', 'tags of one operation removed', (draft) => {
    const operation = draft.pick(operations(draft))
    return drop(operation?.value, 'tags') ? `${operation?.at}` : null
  }),
  defect('descriptions', 'descriptions', 'tag that nothing uses', (draft) => {
    const tags = draft.root['tags']
    return Array.isArray(tags)
      ? `/tags/${tags.push({ name: 'Legacy', description: 'Nothing.' }) - 1}`
      : null
  }),
  defect('descriptions', 'descriptions', 'tag without description', (draft) => {
    const tags = draft.root['tags']
    const [tag] = Array.isArray(tags) ? tags : []
    return drop(object(tag), 'description') ? '/tags/0' : null
  }),
  defect('descriptions', 'descriptions', 'parameter description removed', (draft) => {
    const parameter = draft.pick(components(draft, 'parameters'))
    return drop(parameter?.value, 'description') ? `${parameter?.at}` : null
  }),
  defect('descriptions', 'descriptions', 'response description removed', (draft) => {
    const response = draft.pick(components(draft, 'responses'))
    return drop(response?.value, 'description') ? `${response?.at}` : null
  }),
  defect('descriptions', 'descriptions', 'response description emptied', (draft) => {
    const media = draft.pick(answers(draft))
    const response = object(object(media?.operation.value['responses'])[media?.status ?? ''])
    return media && set(response, 'description', '')
      ? `${media.operation.at}/responses/${media.status}/description`
      : null
  }),
  defect('descriptions', 'descriptions', 'tag declared twice', (draft) => {
    const tags = draft.root['tags']
    return Array.isArray(tags) ? `/tags/${tags.push(structuredClone(tags[0] ?? null)) - 1}` : null
  }),
]

const validDefects: readonly Defect[] = [
  defect('structure', 'valid', 'path parameter not declared', (draft) => {
    const path = draft.pick(
      Object.keys(object(draft.root['paths'])).filter((one) => one.endsWith('}')),
    )
    const item = object(object(draft.root['paths'])[path ?? ''])
    drop(item, 'parameters')
    for (const value of Object.values(item)) if (isObject(value)) drop(value, 'parameters')
    const method = Object.keys(item)[0]
    return path === undefined || method === undefined ? null : pointer('paths', path, method)
  }),
  defect('structure', 'valid', 'path parameter not required', (draft) => {
    const parameter = draft.pick(
      components(draft, 'parameters').filter(({ value }) => value['in'] === 'path'),
    )
    return set(parameter?.value, 'required', false) ? `${parameter?.at}` : null
  }),
  defect('structure', 'valid', 'path parameter that the path lacks', (draft) => {
    const operation = listOperation(draft)
    const list = operation?.value['parameters']
    return Array.isArray(list)
      ? `${operation?.at}/parameters/${list.push({ name: 'nowhere', in: 'path', required: true, description: 'Nothing.', schema: { type: 'string' } }) - 1}`
      : null
  }),
  defect('structure', 'valid', 'operation id twice', (draft) => {
    const [first, ...others] = operations(draft)
    const operation = draft.pick(others.filter(({ method }) => method === first?.method))
    return operation && set(operation.value, 'operationId', first?.value['operationId'] ?? '')
      ? `${operation.at}/operationId`
      : null
  }),
  defect('structure', 'valid', 'operation id removed', (draft) => {
    const operation = draft.pick(operations(draft))
    return drop(operation?.value, 'operationId') ? `${operation?.at}` : null
  }),
  defect('structure', 'valid', 'create answers with 200', (draft) => {
    const operation = draft.pick(
      operations(
        draft,
        ({ value, path }) => '201' in object(value['responses']) && /^\/\w+$/.test(path),
      ),
    )
    const responses = object(operation?.value['responses'])
    if (!operation || responses['201'] === undefined) return null
    operation.value['responses'] = Object.fromEntries(
      Object.entries(responses).map(([key, value]) => [key === '201' ? '200' : key, value]),
    )
    return `${operation.at}/responses/200`
  }),
  defect('structure', 'valid', 'body in a GET request', (draft) => {
    const operation = draft.pick(operations(draft, ({ method }) => method === 'get'))
    return set(operation?.value, 'requestBody', {
      content: {
        'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } },
      },
    })
      ? `${operation?.at}/requestBody`
      : null
  }),
  defect('structure', 'valid', 'body in a DELETE request', (draft) => {
    const operation = draft.pick(operations(draft, ({ method }) => method === 'delete'))
    return set(operation?.value, 'requestBody', {
      content: {
        'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } },
      },
    })
      ? `${operation?.at}/requestBody`
      : null
  }),
  defect('structure', 'valid', '204 with content', (draft) => {
    const operation = draft.pick(
      operations(draft, ({ value }) => '204' in object(value['responses'])),
    )
    return set(object(object(operation?.value['responses'])['204']), 'content', {
      'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } },
    }) && operation
      ? `${operation.at}/responses/204`
      : null
  }),
  defect('structure', 'valid', 'unused schema', (draft) => {
    object(object(draft.root['components'])['schemas'])['Leftover'] = {
      type: 'object',
      properties: { a: { type: 'string' } },
    }
    return pointer('components', 'schemas', 'Leftover')
  }),
  defect('structure', 'valid', 'unused parameter', (draft) => {
    object(object(draft.root['components'])['parameters'])['leftover'] = {
      name: 'leftover',
      in: 'query',
      description: 'Nothing.',
      schema: { type: 'string' },
    }
    return pointer('components', 'parameters', 'leftover')
  }),
  defect('structure', 'valid', 'title removed', (draft) =>
    drop(object(draft.root['info']), 'title') ? '/info' : null,
  ),
  defect('structure', 'valid', 'version removed', (draft) =>
    drop(object(draft.root['info']), 'version') ? '/info' : null,
  ),
  defect('structure', 'valid', 'description of the API removed', (draft) =>
    drop(object(draft.root['info']), 'description') ? '/info' : null,
  ),
  defect('structure', 'valid', 'license removed', (draft) =>
    drop(object(draft.root['info']), 'license') ? '/info' : null,
  ),
  defect('structure', 'valid', 'contact removed', (draft) =>
    drop(object(draft.root['info']), 'contact') ? '/info' : null,
  ),
  defect('structure', 'valid', 'servers removed', (draft) =>
    drop(draft.root, 'servers') ? '' : null,
  ),
  defect('structure', 'valid', 'slash at the end of a server', (draft) => {
    const [server] = Array.isArray(draft.root['servers']) ? draft.root['servers'] : []
    return set(object(server), 'url', `${textOf(object(server)['url'])}/`) ? '/servers/0/url' : null
  }),
  defect('structure', 'valid', 'unknown field in an operation', (draft) => {
    const operation = draft.pick(operations(draft))
    return set(operation?.value, 'sumary', 'x') ? `${operation?.at}/sumary` : null
  }),
  defect('structure', 'valid', 'unknown method', (draft) => {
    const path = draft.pick(Object.keys(object(draft.root['paths'])))
    return path !== undefined && set(object(object(draft.root['paths'])[path]), 'fetch', {})
      ? pointer('paths', path, 'fetch')
      : null
  }),
  defect('structure', 'valid', 'two paths that mean the same', (draft) => {
    const paths = object(draft.root['paths'])
    const path = Object.keys(paths).find((one) => /^\/\w+\/\{\w+\}$/.test(one))
    if (path === undefined) return null
    const to = path.replace(/\{\w+\}/, '{anyone}')
    const item: JsonObject = JSON.parse(
      JSON.stringify(paths[path])
        .replace(/"operationId":"(\w+)"/g, '"operationId":"$1Again"')
        .replace(/"summary":"([^"]+)"/g, '"summary":"$1 again"'),
    )
    item['parameters'] = [
      {
        name: 'anyone',
        in: 'path',
        required: true,
        description: 'Which one.',
        schema: { type: 'string' },
      },
    ]
    paths[to] = item
    return pointer('paths', to)
  }),
  defect('structure', 'valid', 'parameter twice', (draft) => {
    const operation = listOperation(draft)
    const list = operation?.value['parameters']
    return Array.isArray(list)
      ? `${operation?.at}/parameters/${list.push(structuredClone(list[0] ?? null)) - 1}`
      : null
  }),
  defect('structure', 'valid', 'reference to another document', (draft) => {
    const operation = listOperation(draft)
    const list = operation?.value['parameters']
    return Array.isArray(list)
      ? `${operation?.at}/parameters/${list.push({ $ref: './shared.yaml#/parameters/sort' }) - 1}`
      : null
  }),
  defect('structure', 'valid', 'parameter in no place', (draft) => {
    const parameter = draft.pick(
      components(draft, 'parameters').filter(({ value }) => value['in'] === 'query'),
    )
    return set(parameter?.value, 'in', 'body') ? `${parameter?.at}` : null
  }),
  defect('structure', 'valid', 'path without a leading slash', (draft) =>
    renamePath(draft, (path) => path.slice(1)),
  ),
  defect('structure', 'valid', 'path without an operation', (draft) => {
    object(draft.root['paths'])['/archives'] = {}
    return pointer('paths', '/archives')
  }),
  defect('structure', 'valid', 'media type that is none', (draft) => {
    const media = draft.pick(answers(draft))
    const response = object(object(media?.operation.value['responses'])[media?.status ?? ''])
    if (!media) return null
    response['content'] = { json: media.value }
    return `${media.operation.at}/responses/${media.status}/content/json`
  }),
]

const endpointDefects: readonly Defect[] = [
  defect('endpoints', 'endpoints', 'required operation removed', (draft) => {
    const operation = draft.pick(operations(draft))
    return operation && drop(object(object(draft.root['paths'])[operation.path]), operation.method)
      ? pointer('paths', operation.path)
      : null
  }),
  defect('endpoints', 'endpoints', 'required path removed', (draft) => {
    const path = draft.pick(Object.keys(object(draft.root['paths'])))
    return path !== undefined && drop(object(draft.root['paths']), path) ? '/paths' : null
  }),
  defect('endpoints', 'endpoints', 'method of a required operation changed', (draft) => {
    const operation = draft.pick(
      operations(
        draft,
        ({ method, path }) => method === 'delete' || (method === 'post' && !/^\/\w+$/.test(path)),
      ),
    )
    if (!operation) return null
    const item = object(object(draft.root['paths'])[operation.path])
    const to = operation.method === 'delete' ? 'post' : 'put'
    if (item[to] !== undefined) return null
    item[to] = operation.value
    delete item[operation.method]
    return pointer('paths', operation.path)
  }),
]

export const defects: readonly Defect[] = [
  ...endpointDefects,
  ...schemaDefects,
  ...exampleDefects,
  ...errorDefects,
  ...namingDefects,
  ...paginationDefects,
  ...authDefects,
  ...descriptionDefects,
  ...validDefects,
]
