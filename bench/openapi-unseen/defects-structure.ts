import type { Operation, Steps, Tree } from './document.ts'
import {
  answer,
  byId,
  creations,
  isTree,
  items,
  lists,
  list,
  objects,
  operations,
  ownParameters,
  properties,
  question,
  rename,
  secured,
  snake,
  tree,
  value,
  writes,
} from './document.ts'
import type { Defect } from './measure.ts'

const schemaRef = (name: string) => `#/components/schemas/${name}`
const pathOf = ({ path }: Operation): Steps => ['paths', path]
const inlineParameter = (spec: Tree) =>
  operations(spec).filter(({ op, path }) => path.endsWith('}') && Array.isArray(op['parameters']))
const isNumber = (schema: Tree) => schema['type'] === 'integer'
const isText = (schema: Tree) => schema['type'] === 'string'

/** Defects of the structure: what `openapi/valid` is for. */
export const structure: readonly Defect[] = [
  {
    name: 'path variable and parameter have different names',
    rules: ['valid'],
    plant: (spec, pick) => {
      const { path, op } = pick(inlineParameter(spec))
      const renamed = path.replace(/\{[^}]+\}$/, '{identifier}')
      rename(tree(spec, 'paths'), path, renamed)
      const parameters = list(op, 'parameters')
      return [
        ['paths', renamed],
        ['paths', renamed, 'get'],
        ['paths', renamed, 'get', 'parameters', parameters.length - 1],
      ]
    },
  },
  {
    name: 'path parameter that is not required',
    rules: ['valid'],
    plant: (spec, pick) => {
      const { op, steps } = pick(inlineParameter(spec))
      tree(op, 'parameters', 0)['required'] = false
      return [[...steps, 'parameters', 0]]
    },
  },
  {
    name: 'reference to a schema that is not there',
    rules: ['valid', 'schemas'],
    plant: (spec, pick) => {
      const found = pick(secured(spec).flatMap((operation) => answer(operation) ?? []))
      const schema = tree(found.media, 'schema')
      schema['$ref'] = `${String(schema['$ref'])}Dto`
      return [[...found.steps, 'schema']]
    },
  },
  {
    name: 'operationId used twice',
    rules: ['valid'],
    plant: (spec, pick) => {
      const [first, second] = [pick(byId(spec)), pick(lists(spec))]
      second.op['operationId'] = first.op['operationId']
      return [
        [...first.steps, 'operationId'],
        [...second.steps, 'operationId'],
      ]
    },
  },
  {
    name: 'GET with a body',
    rules: ['valid'],
    plant: (spec, pick) => {
      const target = pick(lists(spec))
      target.op['requestBody'] = structuredClone(pick(writes(spec)).op['requestBody'])
      return [[...target.steps, 'requestBody']]
    },
  },
  {
    name: '204 with content',
    rules: ['valid', 'schemas'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec).filter(({ method }) => method === 'delete'))
      const donor = pick(items(spec))
      tree(op, 'responses', '204')['content'] = structuredClone(
        tree(donor.op, 'responses', '200', 'content'),
      )
      return [[...steps, 'responses', '204']]
    },
  },
  {
    name: 'status code that does not exist',
    rules: ['valid'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      rename(tree(op, 'responses'), '500', '5000')
      return [
        [...steps, 'responses', '5000'],
        [...steps, 'responses'],
      ]
    },
  },
  {
    name: 'misspelt keyword of an operation',
    rules: ['valid'],
    plant: (spec, pick) => {
      const { op, steps } = pick(writes(spec))
      op['paramaters'] = []
      return [[...steps, 'paramaters']]
    },
  },
  {
    name: 'misspelt keyword of a schema',
    rules: ['valid', 'schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, (schema) => 'minLength' in schema))
      rename(property, 'minLength', 'minLenght')
      return [[...steps, 'minLenght']]
    },
  },
  {
    name: 'parameter in an unknown place',
    rules: ['valid'],
    plant: (spec, pick) => {
      const target = pick(lists(spec))
      const parameters = ownParameters(spec, target)
      parameters.push({
        name: 'q',
        in: 'params',
        description: 'Words to look for.',
        schema: { type: 'string' },
      })
      return [[...target.steps, 'parameters', parameters.length - 1]]
    },
  },
  {
    name: 'the same parameter twice',
    rules: ['valid'],
    plant: (spec, pick) => {
      const { op, steps } = pick(lists(spec))
      const parameters = list(op, 'parameters')
      parameters.push(structuredClone(parameters[0]))
      return [
        [...steps, 'parameters', parameters.length - 1],
        [...steps, 'parameters', 0],
      ]
    },
  },
  {
    name: 'two paths that mean the same',
    rules: ['valid'],
    plant: (spec, pick) => {
      const target = pick(inlineParameter(spec))
      const twin = target.path.replace(/\{[^}]+\}$/, snake(spec) ? '{key_id}' : '{keyId}')
      const copy = structuredClone(tree(spec, 'paths', target.path))
      tree(copy, 'get', 'parameters', 0)['name'] = snake(spec) ? 'key_id' : 'keyId'
      tree(copy, 'get')['operationId'] = snake(spec) ? 'get_by_key' : 'getByKey'
      tree(copy, 'get')['summary'] = 'Read by key'
      tree(copy, 'get')['description'] = 'Looks the record up by its key.'
      tree(spec, 'paths')[twin] = copy
      return [['paths', twin], pathOf(target)]
    },
  },
  {
    name: 'path without a leading slash',
    rules: ['valid'],
    plant: (spec, pick) => {
      const { path } = pick(lists(spec))
      rename(tree(spec, 'paths'), path, path.slice(1))
      return [['paths', path.slice(1)]]
    },
  },
  {
    name: 'query string in a path',
    rules: ['valid', 'naming'],
    plant: (spec, pick) => {
      const { path } = pick(lists(spec))
      rename(tree(spec, 'paths'), path, `${path}?verbose=true`)
      return [['paths', `${path}?verbose=true`]]
    },
  },
  {
    name: 'no version of the API',
    rules: ['valid'],
    plant: (spec) => {
      delete tree(spec, 'info')['version']
      return [['info']]
    },
  },
  {
    name: 'component that nobody uses',
    rules: ['valid'],
    plant: (spec) => {
      tree(spec, 'components', 'schemas')['Invoice'] = {
        type: 'object',
        description: 'A bill.',
        required: ['total'],
        properties: { total: { type: 'integer', description: 'The sum.' } },
      }
      return [['components', 'schemas', 'Invoice']]
    },
  },
  {
    name: 'shared parameter that nobody uses',
    rules: ['valid'],
    plant: (spec) => {
      tree(spec, 'components', 'parameters')['Locale'] = {
        name: 'locale',
        in: 'query',
        description: 'Language of the texts.',
        schema: { type: 'string' },
      }
      return [['components', 'parameters', 'Locale']]
    },
  },
  {
    name: 'nullable in 3.1',
    rules: ['valid', 'schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, isText))
      property['nullable'] = true
      return [[...steps, 'nullable']]
    },
  },
  {
    name: 'boolean exclusiveMinimum in 3.1',
    rules: ['valid', 'schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, isNumber))
      property['exclusiveMinimum'] = true
      return [[...steps, 'exclusiveMinimum']]
    },
  },
  {
    name: 'creation that answers with 200',
    rules: ['valid'],
    plant: (spec, pick) => {
      const { op, steps } = pick(creations(spec))
      rename(tree(op, 'responses'), '201', '200')
      return [
        [...steps, 'responses', '200'],
        [...steps, 'responses'],
      ]
    },
  },
  {
    name: 'type that does not exist',
    rules: ['schemas', 'valid'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, isNumber))
      property['type'] = 'int'
      return [[...steps, 'type']]
    },
  },
  {
    name: 'array without items',
    rules: ['schemas', 'valid'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, (schema) => schema['type'] === 'array'))
      delete property['items']
      return [steps]
    },
  },
  {
    name: 'parameter with schema and content',
    rules: ['valid'],
    plant: (spec, pick) => {
      const name = pick(Object.keys(tree(spec, 'components', 'parameters')))
      tree(spec, 'components', 'parameters', name)['content'] = {
        'application/json': { schema: { type: 'string' } },
      }
      return [['components', 'parameters', name]]
    },
  },
  {
    name: 'parameter without schema',
    rules: ['valid', 'schemas'],
    plant: (spec, pick) => {
      const name = pick(Object.keys(tree(spec, 'components', 'parameters')))
      delete tree(spec, 'components', 'parameters', name)['schema']
      return [['components', 'parameters', name]]
    },
  },
  {
    name: 'schema that is only a reference to itself',
    rules: ['valid', 'schemas'],
    plant: (spec, pick) => {
      const name = pick(snake(spec) ? ['VehicleKind', 'VehicleStatus'] : ['EventState', 'Money'])
      tree(spec, 'components', 'schemas')[name] = { $ref: schemaRef(name) }
      return [['components', 'schemas', name]]
    },
  },
  {
    name: 'path with a trailing slash',
    rules: ['valid', 'naming'],
    plant: (spec, pick) => {
      const { path } = pick(lists(spec))
      rename(tree(spec, 'paths'), path, `${path}/`)
      return [['paths', `${path}/`]]
    },
  },
  {
    name: 'server variable that is not declared',
    rules: ['valid'],
    plant: (spec) => {
      tree(spec, 'servers', 0)['url'] = 'https://{stage}.example.com/v1'
      return [
        ['servers', 0],
        ['servers', 0, 'url'],
      ]
    },
  },
  {
    name: 'example and examples together',
    rules: ['valid', 'examples'],
    plant: (spec, pick) => {
      const found = pick(items(spec).flatMap((operation) => answer(operation) ?? []))
      const body =
        found.media['example'] ??
        value(found.media, 'examples', Object.keys(tree(found.media, 'examples'))[0]!, 'value')
      found.media['example'] = body
      found.media['examples'] = { one: { summary: 'One', value: structuredClone(body) } }
      return [found.steps]
    },
  },
  {
    name: 'http security scheme without its kind',
    rules: ['valid', 'auth'],
    plant: (spec) => {
      const [name = ''] = Object.keys(tree(spec, 'components', 'securitySchemes'))
      tree(spec, 'components', 'securitySchemes')[name] = { type: 'http', description: 'A token.' }
      if (!snake(spec)) for (const { op } of secured(spec)) op['security'] = [{ oauth: [] }]
      return [['components', 'securitySchemes', name]]
    },
  },
  {
    name: 'operation with no answers at all',
    rules: ['valid', 'schemas', 'errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      op['responses'] = {}
      return [[...steps, 'responses']]
    },
  },
  {
    name: 'Authorization as a header parameter',
    rules: ['valid', 'auth'],
    plant: (spec, pick) => {
      const target = pick(lists(spec))
      const parameters = ownParameters(spec, target)
      parameters.push({
        name: 'Authorization',
        in: 'header',
        required: true,
        description: 'The token.',
        schema: { type: 'string' },
      })
      return [[...target.steps, 'parameters', parameters.length - 1]]
    },
  },
  {
    name: 'misspelt media type',
    rules: ['valid', 'schemas', 'examples'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      rename(tree(op, 'responses', '200', 'content'), 'application/json', 'aplication/json')
      return [[...steps, 'responses', '200', 'content', 'aplication/json']]
    },
  },
  {
    name: 'response that is described by a string',
    rules: ['valid'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      tree(op, 'responses')['500'] = 'Server error'
      return [[...steps, 'responses', '500']]
    },
  },
]

/** Defects of the data: what `openapi/schemas` is for. */
export const data: readonly Defect[] = [
  {
    name: 'required names a property that is not there',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { schema, steps } = pick(
        objects(spec).filter((one) => Array.isArray(one.schema['required'])),
      )
      list(schema, 'required').push('reference_code')
      return [
        [...steps, 'required'],
        [...steps, 'required', list(schema, 'required').length - 1],
      ]
    },
  },
  {
    name: 'enum with a value twice',
    rules: ['schemas', 'valid'],
    plant: (spec, pick) => {
      const [name, schema] = pick(
        Object.entries(tree(spec, 'components', 'schemas')).filter(([, one]) =>
          Array.isArray(value(one, 'enum')),
        ),
      )
      const values = list(schema, 'enum')
      values.push(values[0])
      return [
        ['components', 'schemas', name, 'enum'],
        ['components', 'schemas', name, 'enum', values.length - 1],
      ]
    },
  },
  {
    name: 'enum value of another type',
    rules: ['schemas', 'valid'],
    plant: (spec, pick) => {
      const [name, schema] = pick(
        Object.entries(tree(spec, 'components', 'schemas')).filter(([, one]) =>
          Array.isArray(value(one, 'enum')),
        ),
      )
      list(schema, 'enum').push(3)
      return [
        ['components', 'schemas', name, 'enum'],
        ['components', 'schemas', name, 'enum', list(schema, 'enum').length - 1],
      ]
    },
  },
  {
    name: 'minimum above maximum',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(
        properties(spec, (schema) => isNumber(schema) && 'maximum' in schema),
      )
      property['minimum'] = Number(property['maximum']) + 5
      return [
        [...steps, 'minimum'],
        [...steps, 'maximum'],
      ]
    },
  },
  {
    name: 'minLength above maxLength',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, (schema) => 'maxLength' in schema))
      property['minLength'] = 500
      return [
        [...steps, 'minLength'],
        [...steps, 'maxLength'],
      ]
    },
  },
  {
    name: 'pattern that is no regular expression',
    rules: ['schemas', 'valid'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, isText))
      property['pattern'] = '^[A-Z{3$'
      return [[...steps, 'pattern']]
    },
  },
  {
    name: 'default outside its own limits',
    rules: ['schemas', 'pagination'],
    plant: (spec) => {
      const name = snake(spec) ? 'limit' : 'PageSize'
      tree(spec, 'components', 'parameters', name, 'schema')['default'] = 5000
      return [['components', 'parameters', name, 'schema', 'default']]
    },
  },
  {
    name: 'answer without schema',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { media, steps } = pick(secured(spec).flatMap((operation) => answer(operation) ?? []))
      delete media['schema']
      return [steps]
    },
  },
  {
    name: 'answer without content',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      delete tree(op, 'responses', '200')['content']
      return [[...steps, 'responses', '200']]
    },
  },
  {
    name: 'write without a body',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { op, steps } = pick(writes(spec))
      delete op['requestBody']
      return [steps]
    },
  },
  {
    name: 'body without a schema that says anything',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { media, steps } = pick(writes(spec).flatMap((operation) => question(operation) ?? []))
      media['schema'] = { type: 'object' }
      return [[...steps, 'schema']]
    },
  },
  {
    name: 'foreign key of another type than the id',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(
        properties(spec, (_, name) => /^(vehicle|driver|venue|event)(_id|Id)$/.test(name)),
      )
      property['type'] = 'integer'
      delete property['format']
      return [steps]
    },
  },
  {
    name: 'path parameter of another type than the id',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { op, steps } = pick(inlineParameter(spec))
      tree(op, 'parameters', 0)['schema'] = { type: 'integer' }
      return [
        [...steps, 'parameters', 0, 'schema'],
        [...steps, 'parameters', 0],
      ]
    },
  },
  {
    name: 'answer with another entity than the path is about',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const [first, second] = snake(spec)
        ? [
            ['/vehicles/{vehicle_id}', '/drivers/{driver_id}'],
            ['/trips/{trip_id}', '/vehicles/{vehicle_id}'],
          ]
        : [
            ['/venues/{venueId}', '/orders/{orderId}'],
            ['/orders/{orderId}', '/events/{eventId}'],
          ]
      const [target = '', donor = ''] = pick([first, second])
      tree(spec, 'paths', target, 'get', 'responses', '200')['content'] = structuredClone(
        tree(spec, 'paths', donor, 'get', 'responses', '200', 'content'),
      )
      return [
        ['paths', target, 'get', 'responses', '200', 'content', 'application/json', 'schema'],
        ['paths', target, 'get', 'responses', '200', 'content', 'application/json'],
      ]
    },
  },
  {
    name: 'page that holds another entity',
    rules: ['schemas', 'pagination'],
    plant: (spec) => {
      const [page, property, other] = snake(spec)
        ? ['VehiclePage', 'items', 'Driver']
        : ['OrderList', 'data', 'Venue']
      const found = objects(spec).find(({ name }) => name === page)!
      tree(found.schema, 'properties', property)['items'] = { $ref: schemaRef(other) }
      const operation = lists(spec).find(({ op }) => JSON.stringify(op).includes(schemaRef(page)))!
      return [
        [...found.steps, 'properties', property, 'items'],
        [...answer(operation)!.steps, 'schema'],
      ]
    },
  },
  {
    name: 'format that does not fit the type',
    rules: ['schemas', 'valid'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, isNumber))
      property['format'] = 'date-time'
      return [[...steps, 'format']]
    },
  },
  {
    name: 'client must send the id the server gives',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const found = pick(
        objects(spec).filter(({ name }) =>
          ['VehicleInput', 'DriverInput', 'TripInput', 'EventPatch'].includes(name),
        ),
      )
      tree(found.schema, 'properties')['id'] = {
        type: 'string',
        ...(snake(spec) ? { format: 'uuid' } : {}),
        readOnly: true,
        description: 'Given by the server.',
      }
      found.schema['required'] = [
        ...(Array.isArray(found.schema['required']) ? found.schema['required'] : []),
        'id',
      ]
      return [
        [...found.steps, 'properties', 'id'],
        [...found.steps, 'required'],
        [...found.steps, 'required', list(found.schema, 'required').length - 1],
      ]
    },
  },
  {
    name: 'password in an answer',
    rules: ['schemas', 'auth'],
    plant: (spec, pick) => {
      const found = pick(
        objects(spec).filter(({ name }) => ['Driver', 'Vehicle', 'Order', 'Venue'].includes(name)),
      )
      tree(found.schema, 'properties')['password'] = {
        type: 'string',
        description: 'The password of the account.',
      }
      return [[...found.steps, 'properties', 'password']]
    },
  },
  {
    name: 'time without format among others with it',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(
        properties(spec, (schema) => schema['format'] === 'date-time'),
      )
      delete property['format']
      return [steps]
    },
  },
  {
    name: 'parts of allOf that contradict each other',
    rules: ['schemas'],
    plant: (spec) => {
      const name = snake(spec) ? 'Vehicle' : 'Event'
      const found = objects(spec).find((one) => one.name === name)!
      const property = snake(spec) ? 'created_at' : 'title'
      tree(found.schema, 'properties')[property] = {
        type: 'integer',
        description: 'The same in another form.',
      }
      return [
        [...found.steps, 'properties', property],
        ['components', 'schemas', name],
        ['components', 'schemas', name, 'allOf'],
      ]
    },
  },
  {
    name: 'minItems above maxItems',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, (schema) => schema['type'] === 'array'))
      Object.assign(property, { minItems: 10, maxItems: 2 })
      return [
        [...steps, 'minItems'],
        [...steps, 'maxItems'],
      ]
    },
  },
  {
    name: 'closed part of an allOf',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const found = pick(objects(spec).filter(({ steps }) => steps.includes('allOf')))
      found.schema['additionalProperties'] = false
      return [found.steps, [...found.steps, 'additionalProperties'], found.steps.slice(0, 3)]
    },
  },
  {
    name: 'readOnly and writeOnly at once',
    rules: ['schemas', 'valid'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, (schema) => schema['readOnly'] === true))
      property['writeOnly'] = true
      return [steps]
    },
  },
  {
    name: 'the same property with another type in a related schema',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const [owner, name] = snake(spec)
        ? pick([
            ['VehicleInput', 'seats'],
            ['VehiclePatch', 'seats'],
          ])
        : ['EventPatch', 'startsAt']
      const found = properties(spec, (_, property, of) => of === owner && property === name)[0]!
      Object.assign(found.property, { type: snake(spec) ? 'string' : 'integer' })
      for (const key of ['minimum', 'maximum', 'format']) delete found.property[key]
      return [found.steps]
    },
  },
  {
    name: 'discriminator that names no property',
    rules: ['schemas', 'valid'],
    plant: (spec) => {
      if (snake(spec)) return null
      tree(spec, 'components', 'schemas', 'Payment', 'discriminator')['propertyName'] = 'kind'
      return [['components', 'schemas', 'Payment', 'discriminator']]
    },
  },
  {
    name: 'discriminator that maps to a missing schema',
    rules: ['schemas', 'valid'],
    plant: (spec) => {
      if (snake(spec)) return null
      tree(spec, 'components', 'schemas', 'Payment', 'discriminator', 'mapping')['card'] =
        schemaRef('CreditCard')
      return [
        ['components', 'schemas', 'Payment', 'discriminator', 'mapping', 'card'],
        ['components', 'schemas', 'Payment', 'discriminator'],
      ]
    },
  },
  {
    name: 'enum without values',
    rules: ['schemas', 'valid'],
    plant: (spec, pick) => {
      const [name, schema] = pick(
        Object.entries(tree(spec, 'components', 'schemas')).filter(([, one]) =>
          Array.isArray(value(one, 'enum')),
        ),
      )
      if (isTree(schema)) schema['enum'] = []
      return [['components', 'schemas', name, 'enum']]
    },
  },
  {
    name: 'multipleOf zero',
    rules: ['schemas', 'valid'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, isNumber))
      property['multipleOf'] = 0
      return [[...steps, 'multipleOf']]
    },
  },
]
