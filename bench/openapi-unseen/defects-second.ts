import type { Steps, Tree } from './document.ts'
import {
  answer,
  byId,
  creations,
  example,
  items,
  list,
  lists,
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
const entity = (spec: Tree) => (snake(spec) ? 'Driver' : 'Venue')
const own = (spec: Tree, name: string) => objects(spec).find((one) => one.name === name)!

/** Classes thought of after the first batch was measured: other review guides, other slips. */
export const second: readonly Defect[] = [
  {
    name: 'parameter of the path that the path does not have',
    rules: ['valid'],
    plant: (spec, pick) => {
      const target = pick(lists(spec).filter(({ path }) => !path.includes('{')))
      const parameters = ownParameters(spec, target)
      parameters.push({
        name: snake(spec) ? 'depot_id' : 'depotId',
        in: 'path',
        required: true,
        description: 'The depot.',
        schema: { type: 'string' },
      })
      return [[...target.steps, 'parameters', parameters.length - 1]]
    },
  },
  {
    name: 'license without a name',
    rules: ['valid'],
    plant: (spec) => {
      tree(spec, 'info')['license'] = { identifier: 'MIT' }
      return [['info', 'license']]
    },
  },
  {
    name: 'summary that is no text',
    rules: ['valid', 'descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      op['summary'] = ['List', 'things']
      return [[...steps, 'summary']]
    },
  },
  {
    name: 'reference to a file next door',
    rules: ['valid', 'schemas'],
    plant: (spec, pick) => {
      const found = pick(items(spec).map((operation) => answer(operation)!))
      found.media['schema'] = { $ref: './schemas/common.yaml#/Thing' }
      return [[...found.steps, 'schema']]
    },
  },
  {
    name: 'method in capitals',
    rules: ['valid'],
    plant: (spec, pick) => {
      const { path } = pick(items(spec))
      rename(tree(spec, 'paths', path), 'get', 'GET')
      return [['paths', path, 'GET']]
    },
  },
  {
    name: 'response without description',
    rules: ['valid', 'descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      delete tree(op, 'responses', '200')['description']
      return [[...steps, 'responses', '200']]
    },
  },
  {
    name: 'required as a flag of a property',
    rules: ['schemas', 'valid'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, (schema) => schema['type'] === 'string'))
      property['required'] = true
      return [[...steps, 'required']]
    },
  },
  {
    name: 'properties one level too deep',
    rules: ['schemas'],
    plant: (spec) => {
      const { schema, steps } = own(spec, snake(spec) ? 'TripInput' : 'EventPatch')
      const kept = tree(schema, 'properties')
      schema['properties'] = {
        properties: { type: 'object', description: 'The fields.', properties: kept },
      }
      delete schema['minProperties']
      schema['required'] = [Object.keys(kept)[0]]
      return [
        [...steps, 'required'],
        [...steps, 'required', 0],
      ]
    },
  },
  {
    name: 'default of another type',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, (schema) => schema['type'] === 'integer'))
      property['default'] = 'none'
      return [[...steps, 'default']]
    },
  },
  {
    name: 'unknown format by a slip',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(
        properties(spec, (schema) => schema['format'] === 'date-time'),
      )
      property['format'] = 'datetime'
      return [[...steps, 'format']]
    },
  },
  {
    name: 'one of two that are the same',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const found = pick(items(spec).map((operation) => answer(operation)!))
      const schema = found.media['schema']
      found.media['schema'] = { oneOf: [schema, structuredClone(schema)] }
      return [
        [...found.steps, 'schema', 'oneOf'],
        [...found.steps, 'schema', 'oneOf', 1],
      ]
    },
  },
  {
    name: 'thing that answers with a list',
    rules: ['schemas', 'pagination'],
    plant: (spec, pick) => {
      const found = pick(items(spec).map((operation) => answer(operation)!))
      const { body } = example(found)
      found.media['schema'] = { type: 'array', items: found.media['schema'] }
      delete found.media['examples']
      found.media['example'] = [body]
      return [[...found.steps, 'schema']]
    },
  },
  {
    name: 'body that may be left out',
    rules: ['schemas'],
    plant: (spec, pick) => {
      const { op, steps } = pick(writes(spec))
      delete tree(op, 'requestBody')['required']
      return [[...steps, 'requestBody']]
    },
  },
  {
    name: 'other length limits in the input than in the thing',
    rules: ['schemas'],
    plant: (spec) => {
      if (!snake(spec)) return null
      const { schema, steps } = own(spec, 'VehicleInput')
      tree(schema, 'properties', 'plate')['maxLength'] = 40
      return [
        [...steps, 'properties', 'plate'],
        ['components', 'schemas', 'Vehicle', 'allOf', 1, 'properties', 'plate'],
      ]
    },
  },
  {
    name: 'example of a request with a field that is read-only',
    rules: ['examples'],
    plant: (spec, pick) => {
      const target = pick(creations(spec))
      const { body, steps } = example(question(target)!)
      body['id'] = 'given-by-me'
      return [steps, [...steps, 'id']]
    },
  },
  {
    name: 'example with a number as text',
    rules: ['examples'],
    plant: (spec, pick) => {
      const found = pick(
        writes(spec)
          .flatMap((operation) => example(question(operation)!))
          .filter(({ body }) => Object.values(body).some((one) => typeof one === 'number')),
      )
      const name = Object.keys(found.body).find((key) => typeof found.body[key] === 'number')!
      found.body[name] = String(found.body[name])
      return [[...found.steps, name]]
    },
  },
  {
    name: 'examples without value',
    rules: ['examples', 'valid'],
    plant: (spec, pick) => {
      const { media, steps } = pick(items(spec).map((operation) => answer(operation)!))
      delete media['example']
      media['examples'] = { usual: { summary: 'As usual' } }
      return [[...steps, 'examples'], [...steps, 'examples', 'usual'], steps]
    },
  },
  {
    name: 'example with a broken id',
    rules: ['examples'],
    plant: (spec, pick) => {
      if (!snake(spec)) return null
      const { body, steps } = example(pick(items(spec).map((operation) => answer(operation)!)))
      body['id'] = '123'
      return [[...steps, 'id']]
    },
  },
  {
    name: 'error reference to a response that is not there',
    rules: ['errors', 'valid'],
    plant: (spec, pick) => {
      const { op, steps } = pick(byId(spec))
      tree(op, 'responses')['404'] = { $ref: '#/components/responses/NoSuchThing' }
      return [[...steps, 'responses', '404']]
    },
  },
  {
    name: 'only default for errors, where the others name them',
    rules: ['errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(byId(spec))
      const kept = value(op, 'responses', '400')
      for (const status of ['400', '404', '500']) delete tree(op, 'responses')[status]
      tree(op, 'responses')['default'] = kept
      return [[...steps, 'responses'], [...steps, 'responses', 'default'], steps]
    },
  },
  {
    name: 'error media type unlike the others',
    rules: ['errors'],
    plant: (spec, pick) => {
      const name = pick(Object.keys(tree(spec, 'components', 'responses')))
      const content = tree(spec, 'components', 'responses', name, 'content')
      const [type = ''] = Object.keys(content)
      const other = snake(spec) ? 'application/problem+json' : 'application/json'
      rename(content, type, other)
      return [['components', 'responses', name, 'content', other]]
    },
  },
  {
    name: 'id called otherwise in one path',
    rules: ['naming'],
    plant: (spec) => {
      const path = snake(spec) ? '/vehicles/{vehicle_id}/trips' : '/venues/{venueId}/events'
      const name = snake(spec) ? 'car_id' : 'placeId'
      const renamed = path.replace(/\{.*\}/, `{${name}}`)
      tree(spec, 'paths', path)['parameters'] = [
        {
          name,
          in: 'path',
          required: true,
          description: 'The owner.',
          schema: { type: 'string', ...(snake(spec) ? { format: 'uuid' } : {}) },
        },
      ]
      rename(tree(spec, 'paths'), path, renamed)
      return [
        ['paths', renamed],
        ['paths', renamed, 'parameters', 0],
      ]
    },
  },
  {
    name: 'version in one path only',
    rules: ['naming'],
    plant: (spec, pick) => {
      const { path } = pick(lists(spec).filter((one) => !one.path.includes('{')))
      rename(tree(spec, 'paths'), path, `/v2${path}`)
      return [['paths', `/v2${path}`]]
    },
  },
  {
    name: 'shared component in another style',
    rules: ['naming'],
    plant: (spec) => {
      const name = 'not-allowed'
      tree(spec, 'components', 'schemas')[name] = {
        type: 'object',
        description: 'Why not.',
        required: ['reason'],
        properties: { reason: { type: 'string', description: 'The reason.' } },
      }
      tree(own(spec, entity(spec)).schema, 'properties')['lock'] = { $ref: schemaRef(name) }
      return [['components', 'schemas', name]]
    },
  },
  {
    name: 'page number that may be zero or less',
    rules: ['pagination', 'schemas'],
    plant: (spec) => {
      if (!snake(spec)) return null
      tree(spec, 'components', 'parameters', 'page', 'schema')['minimum'] = -1
      return [
        ['components', 'parameters', 'page', 'schema', 'minimum'],
        ['components', 'parameters', 'page', 'schema'],
      ]
    },
  },
  {
    name: 'list held under another name than in other lists',
    rules: ['pagination'],
    plant: (spec) => {
      const page = snake(spec) ? 'DriverPage' : 'VenueList'
      const key = snake(spec) ? 'items' : 'data'
      const { schema, steps } = own(spec, page)
      rename(tree(schema, 'properties'), key, 'results')
      schema['required'] = list(schema, 'required').map((one) => (one === key ? 'results' : one))
      const target = lists(spec).find(({ op }) => JSON.stringify(op).includes(schemaRef(page)))!
      const found = answer(target)!
      rename(example(found).body, key, 'results')
      return [
        [...found.steps, 'schema'],
        [...steps, 'properties', 'results'],
      ]
    },
  },
  {
    name: 'list whose items say nothing',
    rules: ['schemas', 'pagination'],
    plant: (spec) => {
      const page = snake(spec) ? 'TripPage' : 'OrderList'
      const key = snake(spec) ? 'items' : 'data'
      const { schema, steps } = own(spec, page)
      tree(schema, 'properties', key)['items'] = {}
      return [[...steps, 'properties', key, 'items']]
    },
  },
  {
    name: 'bearer token declared as an API key named Authorization',
    rules: ['auth'],
    plant: (spec) => {
      const name = snake(spec) ? 'bearer_auth' : 'oauth'
      tree(spec, 'components', 'securitySchemes')[name] = {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'Bearer and the token.',
      }
      if (!snake(spec)) for (const { op } of secured(spec)) op['security'] = [{ oauth: [] }]
      return [['components', 'securitySchemes', name]]
    },
  },
  {
    name: 'security as an object',
    rules: ['auth', 'valid'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      op['security'] = { [snake(spec) ? 'bearer_auth' : 'oauth']: [] }
      return [[...steps, 'security']]
    },
  },
  {
    name: 'password in the path',
    rules: ['auth'],
    plant: (spec) => {
      const steps: Steps = ['paths', '/sessions/{password}', 'post', 'parameters', 0]
      const donor = creations(spec)[0]!.op
      tree(spec, 'paths')['/sessions/{password}'] = {
        post: {
          ...structuredClone(donor),
          operationId: snake(spec) ? 'open_session' : 'openSession',
          summary: 'Open a session',
          description: 'Signs a person in.',
          parameters: [
            {
              name: 'password',
              in: 'path',
              required: true,
              description: 'The password.',
              schema: { type: 'string' },
            },
          ],
          responses: {
            ...structuredClone(tree(donor, 'responses')),
            '404': structuredClone(tree(items(spec)[0]!.op, 'responses', '404')),
          },
        },
      }
      return [steps, ['paths', '/sessions/{password}']]
    },
  },
  {
    name: 'secret in an example',
    rules: ['auth', 'examples', 'schemas'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      op['description'] =
        `${String(op['description'])} For tests use the key ${['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')}.`
      return [[...steps, 'description']]
    },
  },
  {
    name: 'description left from a template',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      op['description'] = pick([
        '<add a description>',
        'Description of the endpoint',
        '{{description}}',
        'Optional extended description in Markdown.',
      ])
      return [[...steps, 'description']]
    },
  },
  {
    name: 'tag declared twice',
    rules: ['descriptions', 'valid'],
    plant: (spec) => {
      const tags = list(spec, 'tags')
      tags.push(structuredClone(tags[0]))
      return [
        ['tags', tags.length - 1],
        ['tags', 0],
      ]
    },
  },
  {
    name: 'tag in another case than declared',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      const tag = String(value(op, 'tags', 0))
      op['tags'] = [snake(spec) ? tag.toUpperCase() : tag.toLowerCase()]
      return [
        [...steps, 'tags', 0],
        [...steps, 'tags'],
      ]
    },
  },
  {
    name: 'empty summary',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(operations(spec))
      op['summary'] = '  '
      return [[...steps, 'summary'], steps]
    },
  },
  {
    name: 'description of a parameter that is a placeholder',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const name = pick(Object.keys(tree(spec, 'components', 'parameters')))
      tree(spec, 'components', 'parameters', name)['description'] = 'TODO'
      return [['components', 'parameters', name, 'description']]
    },
  },
]
