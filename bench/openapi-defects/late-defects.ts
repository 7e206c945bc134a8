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
import type { Draft } from './draft.ts'
import type { Defect } from './defects.ts'

const plant = (group: string, rule: string, id: string, change: Defect['plant']): Defect => ({
  group,
  rule,
  id,
  plant: change,
})

const listed = (draft: Draft) =>
  answers(draft).filter(
    ({ operation, value }) =>
      operation.method === 'get' &&
      !operation.path.endsWith('}') &&
      JSON.stringify(follow(draft, value['schema'])).includes('"array"'),
  )
const entity = /^(?:Course|Lesson|Enrollment|Patient|Product|Order|Payment)$/

/** Classes thought of after the rules had been tuned on the others; see the figures in the report. */
export const lateDefects: readonly Defect[] = [
  plant('schemas', 'schemas', 'request body made optional', (draft) => {
    const operation = draft.pick(
      operations(draft, ({ value }) => value['requestBody'] !== undefined),
    )
    if (!operation) return null
    object(operation.value['requestBody'])['required'] = false
    return `${operation.at}/requestBody`
  }),
  plant('schemas', 'schemas', 'required list of an entity removed', (draft) => {
    const schema = draft.pick(schemas(draft).filter(({ name }) => entity.test(name)))
    if (!schema || schema.value['required'] === undefined) return null
    delete schema.value['required']
    return schema.at
  }),
  plant('schemas', 'schemas', 'misspelt property in one of two related schemas', (draft) => {
    const all = properties(draft)
    const property = draft.pick(
      all.filter(
        ({ name, owner }) =>
          name.length > 6 &&
          /Input|Registration|Update|Patch/.test(owner.name) &&
          all.some((other) => other.name === name && entity.test(other.owner.name)),
      ),
    )
    if (!property) return null
    const wrong = property.name.slice(0, -2) + property.name.slice(-1)
    const changed = Object.entries(object(property.owner.value['properties'])).map(
      ([key, value]) => [key === property.name ? wrong : key, value] as const,
    )
    property.owner.value['properties'] = Object.fromEntries(changed)
    const { required } = property.owner.value
    if (Array.isArray(required))
      property.owner.value['required'] = required.map((name) =>
        name === property.name ? wrong : name,
      )
    for (const media of bodies(draft)) delete media.value['example']
    return `${property.owner.at}${pointer('properties', wrong)}`
  }),
  plant('schemas', 'schemas', 'format lost in one of two related schemas', (draft) => {
    const all = properties(draft, ({ value }) => value['format'] !== undefined)
    const property = draft.pick(
      all.filter(({ name, owner }) =>
        all.some(
          (other) =>
            other.name === name &&
            other.owner !== owner &&
            (entity.test(other.owner.name) || entity.test(owner.name)),
        ),
      ),
    )
    if (!property || !/email|customerEmail|birthDate/.test(property.name)) return null
    delete property.value['format']
    return property.at
  }),
  plant('schemas', 'schemas', 'one thing answered as a list', (draft) => {
    const media = draft.pick(
      answers(draft).filter(
        ({ operation }) => operation.method === 'get' && operation.path.endsWith('}'),
      ),
    )
    if (!media) return null
    media.value['schema'] = { type: 'array', items: media.value['schema'] ?? {} }
    if (media.value['example'] !== undefined) media.value['example'] = [media.value['example']]
    delete media.value['examples']
    return `${media.at}/schema`
  }),
  plant('schemas', 'schemas', 'enumerations of related schemas differ', (draft) => {
    const property = draft.pick(
      properties(
        draft,
        ({ value, name }) => Array.isArray(value['enum']) && name === 'currencyCode',
      ),
    )
    const values = property?.value['enum']
    if (!property || !Array.isArray(values)) return null
    property.value['enum'] = [...values.slice(0, -1), 'GPB']
    return property.at
  }),
  plant('schemas', 'schemas', 'schema used as an array of the wrong thing', (draft) => {
    const property = draft.pick(
      properties(
        draft,
        ({ value }) => value['type'] === 'array' && textOf(object(value['items'])['$ref']) !== '',
      ),
    )
    if (!property) return null
    object(property.value['items'])['$ref'] = '#/components/schemas/NotThere'
    return `${property.at}/items`
  }),
  plant('schemas', 'schemas', 'object type with items', (draft) => {
    const property = draft.pick(properties(draft, ({ value }) => value['type'] === 'array'))
    if (!property) return null
    property.value['type'] = 'object'
    return property.at
  }),
  plant('schemas', 'schemas', 'constant of the wrong type', (draft) => {
    const property = draft.pick(properties(draft, ({ value }) => value['type'] === 'boolean'))
    if (!property) return null
    property.value['default'] = 'yes'
    return `${property.at}/default`
  }),
  plant('schemas', 'schemas', 'number bound written as text', (draft) => {
    const property = draft.pick(properties(draft, ({ value }) => value['minimum'] !== undefined))
    if (!property) return null
    property.value['minimum'] = '0'
    return `${property.at}/minimum`
  }),
  plant('schemas', 'schemas', 'required written as a boolean in a property', (draft) => {
    const property = draft.pick(properties(draft, ({ value }) => value['type'] === 'string'))
    if (!property) return null
    property.value['required'] = true
    return `${property.at}/required`
  }),
  plant('schemas', 'schemas', 'object that requires itself', (draft) => {
    const schema = draft.pick(schemas(draft).filter(({ name }) => entity.test(name)))
    if (!schema || !Array.isArray(schema.value['required'])) return null
    object(schema.value['properties'])['parent'] = { $ref: `#${schema.at}` }
    schema.value['required'].push('parent')
    for (const media of [...answers(draft), ...bodies(draft)]) {
      delete media.value['example']
      delete media.value['examples']
    }
    return schema.at
  }),
  plant('pagination', 'pagination', 'list under another name in one envelope', (draft) => {
    const schema = draft.pick(schemas(draft).filter(({ name }) => /List$|Page$/.test(name)))
    const from = ['items', 'data'].find((name) => name in object(schema?.value['properties']))
    if (!schema || from === undefined) return null
    const members = Object.entries(object(schema.value['properties'])).map(
      ([key, value]) => [key === from ? 'results' : key, value] as const,
    )
    schema.value['properties'] = Object.fromEntries(members)
    schema.value['required'] = members.map(([key]) => key)
    const media = answers(draft).find(
      ({ value }) => object(value['schema'])['$ref'] === `#${schema.at}`,
    )
    if (!media) return null
    const example = object(media.value['example'])
    media.value['example'] = Object.fromEntries(
      Object.entries(example).map(([key, value]) => [key === from ? 'results' : key, value]),
    )
    return `${media.at}/schema`
  }),
  plant('pagination', 'pagination', 'another name for the limit in one list', (draft) => {
    const operation = draft.pick(listed(draft).map((media) => media.operation))
    const list = operation?.value['parameters']
    if (!operation || !Array.isArray(list)) return null
    const index = list.findIndex((one) =>
      /limit|pageSize/i.test(textOf(follow(draft, one)['name'])),
    )
    if (index < 0) return null
    list[index] = { ...structuredClone(follow(draft, list[index])), name: 'count' }
    return `${operation.at}/parameters/${index}`
  }),
  plant('pagination', 'pagination', 'page in one list, cursor in the others', (draft) => {
    const operation = draft.pick(listed(draft).map((media) => media.operation))
    const list = operation?.value['parameters']
    if (!operation || !Array.isArray(list)) return null
    const index = list.findIndex((one) =>
      /^(?:page|offset|cursor)$/i.test(textOf(follow(draft, one)['name'])),
    )
    if (index < 0) return null
    const to = follow(draft, list[index])['name'] === 'page' ? 'offset' : 'page'
    list[index] = {
      name: to,
      in: 'query',
      description: 'Where to begin.',
      schema: { type: 'integer', minimum: 0 },
    }
    return `${operation.at}/parameters/${index}`
  }),
  plant('naming', 'naming', 'version prefix on one path only', (draft) => {
    const paths = object(draft.root['paths'])
    const path = draft.pick(Object.keys(paths))
    if (path === undefined) return null
    draft.root['paths'] = Object.fromEntries(
      Object.entries(paths).map(([key, value]) => [key === path ? `/v2${key}` : key, value]),
    )
    return pointer('paths', `/v2${path}`)
  }),
  plant('naming', 'naming', 'property that begins with a capital', (draft) => {
    const property = draft.pick(
      properties(
        draft,
        ({ name, owner }) => /^[a-z]+$/.test(name) && entity.test(owner.name) && name !== 'id',
      ),
    )
    if (!property) return null
    const wrong = property.name.charAt(0).toUpperCase() + property.name.slice(1)
    property.owner.value['properties'] = Object.fromEntries(
      Object.entries(object(property.owner.value['properties'])).map(([key, value]) => [
        key === property.name ? wrong : key,
        value,
      ]),
    )
    const { required } = property.owner.value
    if (Array.isArray(required))
      property.owner.value['required'] = required.map((name) =>
        name === property.name ? wrong : name,
      )
    return `${property.owner.at}${pointer('properties', wrong)}`
  }),
  plant('naming', 'naming', 'operation id with spaces', (draft) => {
    const operation = draft.pick(operations(draft))
    if (!operation) return null
    operation.value['operationId'] = 'do the thing'
    return `${operation.at}/operationId`
  }),
  plant('naming', 'naming', 'mixed singular and plural paths', (draft) => {
    const paths = object(draft.root['paths'])
    const path = Object.keys(paths).find((one) =>
      /^\/(?:courses|patients|orders|products)$/.test(one),
    )
    if (path === undefined) return null
    const to = path.slice(0, -1)
    draft.root['paths'] = Object.fromEntries(
      Object.entries(paths).map(([key, value]) => [
        key.startsWith(path) ? key.replace(path, to) : key,
        value,
      ]),
    )
    return pointer(
      'paths',
      `${to}/${
        Object.keys(object(draft.root['paths']))
          .find((one) => one.startsWith(`${to}/{`))
          ?.slice(to.length + 1) ?? ''
      }`,
    )
  }),
  plant('errors', 'errors', 'error response described as another error', (draft) => {
    const response = draft.pick(
      components(draft, 'responses').filter(({ name }) => /NotFound/.test(name)),
    )
    if (!response) return null
    response.value['description'] = 'Bad request'
    return response.at
  }),
  plant('errors', 'errors', 'schema named where a response belongs', (draft) => {
    const operation = draft.pick(
      operations(draft, ({ value }) => '404' in object(value['responses'])),
    )
    const schema = schemas(draft).find(({ name }) => /Error|Problem/.test(name))
    if (!operation || !schema) return null
    object(operation.value['responses'])['404'] = { $ref: `#${schema.at}` }
    return `${operation.at}/responses/404`
  }),
  plant('errors', 'errors', 'error body without schema', (draft) => {
    const response = draft.pick(components(draft, 'responses'))
    const [type, media] = Object.entries(object(response?.value['content']))[0] ?? []
    if (!response || type === undefined || !isObject(media)) return null
    delete media['schema']
    return `${response.at}${pointer('content', type)}`
  }),
  plant('errors', 'errors', 'error answers with the entity', (draft) => {
    const operation = draft.pick(
      operations(draft, ({ value }) => '404' in object(value['responses'])),
    )
    const schema = schemas(draft).find(({ name }) => entity.test(name))
    if (!operation || !schema) return null
    object(operation.value['responses'])['404'] = {
      description: 'There is no such thing.',
      content: { 'application/json': { schema: { $ref: `#${schema.at}` } } },
    }
    return `${operation.at}/responses/404/content/application~1json/schema`
  }),
  plant('descriptions', 'descriptions', 'tag of another resource', (draft) => {
    const operation = draft.pick(
      operations(draft, ({ path }) => /^\/(?:courses|patients|orders|products)$/.test(path)),
    )
    const tags = (Array.isArray(draft.root['tags']) ? draft.root['tags'] : []).map((tag) =>
      textOf(object(tag)['name']),
    )
    const own = Array.isArray(operation?.value['tags']) ? operation.value['tags'][0] : ''
    const other = tags.find((name) => name !== own)
    if (!operation || other === undefined) return null
    operation.value['tags'] = [other]
    return `${operation.at}/tags`
  }),
  plant('descriptions', 'descriptions', 'unfinished description of a schema', (draft) => {
    const schema = draft.pick(schemas(draft))
    if (!schema) return null
    schema.value['description'] = 'TBD: describe this'
    return `${schema.at}/description`
  }),
  plant('descriptions', 'descriptions', 'script in a description', (draft) => {
    const operation = draft.pick(operations(draft))
    if (!operation) return null
    operation.value['description'] = 'Lists things. <script>alert(1)</script>'
    return `${operation.at}/description`
  }),
  plant('auth', 'auth', 'optional security for a write', (draft) => {
    const operation = draft.pick(
      operations(
        draft,
        ({ method, value }) => method !== 'get' && !/register/.test(textOf(value['operationId'])),
      ),
    )
    const [name] = Object.keys(object(object(draft.root['components'])['securitySchemes']))
    if (!operation || name === undefined) return null
    operation.value['security'] = [{}, { [name]: [] }]
    return `${operation.at}/security`
  }),
  plant('auth', 'auth', 'security declared as an object', (draft) => {
    const operation = draft.pick(operations(draft))
    const [name] = Object.keys(object(object(draft.root['components'])['securitySchemes']))
    if (!operation || name === undefined) return null
    operation.value['security'] = { [name]: [] }
    return `${operation.at}/security`
  }),
  plant('auth', 'auth', 'authorization header as a parameter', (draft) => {
    const operation = draft.pick(
      operations(draft, ({ value }) => Array.isArray(value['parameters'])),
    )
    const list = operation?.value['parameters']
    if (!operation || !Array.isArray(list)) return null
    return `${operation.at}/parameters/${list.push({ name: 'Authorization', in: 'header', description: 'The token.', schema: { type: 'string' } }) - 1}`
  }),
  plant('structure', 'schemas', 'header without schema', (draft) => {
    const media = draft.pick(answers(draft))
    if (!media) return null
    object(object(media.operation.value['responses'])[media.status])['headers'] = {
      'X-Request-Id': { description: 'Names the request.' },
    }
    return `${media.operation.at}/responses/${media.status}/headers/X-Request-Id`
  }),
  plant('structure', 'valid', 'parameter without schema', (draft) => {
    const parameter = draft.pick(components(draft, 'parameters'))
    if (!parameter) return null
    delete parameter.value['schema']
    delete parameter.value['example']
    return parameter.at
  }),
  plant('structure', 'valid', 'parameter without name', (draft) => {
    const parameter = draft.pick(
      components(draft, 'parameters').filter(({ value }) => value['in'] === 'query'),
    )
    if (!parameter) return null
    delete parameter.value['name']
    return parameter.at
  }),
  plant('structure', 'valid', 'braces of a path unbalanced', (draft) => {
    const paths = object(draft.root['paths'])
    const path = draft.pick(Object.keys(paths).filter((one) => one.endsWith('}')))
    if (path === undefined) return null
    const to = path.slice(0, -1)
    draft.root['paths'] = Object.fromEntries(
      Object.entries(paths).map(([key, value]) => [key === path ? to : key, value]),
    )
    return pointer('paths', to)
  }),
  plant('structure', 'valid', 'GET that creates', (draft) => {
    const operation = draft.pick(
      operations(
        draft,
        ({ method, value }) => method === 'get' && '200' in object(value['responses']),
      ),
    )
    if (!operation) return null
    operation.value['responses'] = Object.fromEntries(
      Object.entries(object(operation.value['responses'])).map(([key, value]) => [
        key === '200' ? '201' : key,
        value,
      ]),
    )
    return `${operation.at}/responses/201`
  }),
  plant('structure', 'valid', 'server variable without declaration', (draft) => {
    draft.root['servers'] = [{ url: 'https://{tenant}.api.example' }]
    return '/servers/0/url'
  }),
  plant('structure', 'schemas', 'responses removed', (draft) => {
    const operation = draft.pick(operations(draft))
    if (!operation) return null
    delete operation.value['responses']
    return operation.at
  }),
  plant('examples', 'examples', 'example breaks a limit', (draft) => {
    const media = draft.pick(
      bodies(draft).filter(({ value }) =>
        Object.values(object(value['example'])).some((member) => typeof member === 'number'),
      ),
    )
    const [name] =
      Object.entries(object(media?.value['example'])).find(
        ([, member]) => typeof member === 'number',
      ) ?? []
    if (!media || name === undefined) return null
    object(media.value['example'])[name] = -5
    return `${media.at}/example/${name}`
  }),
  plant('examples', 'examples', 'example with a value outside the enumeration', (draft) => {
    const media = draft.pick(
      [...answers(draft), ...bodies(draft)].filter(({ value }) =>
        ['level', 'status', 'currencyCode'].some((name) => name in object(value['example'])),
      ),
    )
    const name = ['level', 'status', 'currencyCode'].find(
      (one) => one in object(media?.value['example']),
    )
    if (!media || name === undefined) return null
    object(media.value['example'])[name] = 'whatever'
    return `${media.at}/example/${name}`
  }),
  plant('examples', 'examples', 'example as a text of JSON', (draft) => {
    const media = draft.pick(
      [...answers(draft), ...bodies(draft)].filter(({ value }) => isObject(value['example'])),
    )
    if (!media) return null
    media.value['example'] = JSON.stringify(media.value['example'])
    return `${media.at}/example`
  }),
  plant('examples', 'examples', 'reference to an example that is missing', (draft) => {
    const media = draft.pick(answers(draft).filter(({ operation }) => operation.method === 'get'))
    if (!media) return null
    delete media.value['example']
    media.value['examples'] = { usual: { $ref: '#/components/examples/Missing' } }
    return `${media.at}/examples/usual`
  }),
]
