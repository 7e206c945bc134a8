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
  ownParameters,
  properties,
  question,
  rename,
  renameReferences,
  secured,
  snake,
  tree,
  value,
  writes,
} from './document.ts'
import type { Defect } from './measure.ts'

const schemaRef = (name: string) => `#/components/schemas/${name}`
const errorName = (spec: Tree) => (snake(spec) ? 'Error' : 'Problem')
const errorMedia = (spec: Tree) => (snake(spec) ? 'application/json' : 'application/problem+json')
const answered = (spec: Tree) => items(spec).map((operation) => answer(operation)!)
const responsesOf = (steps: Steps): Steps[] => [[...steps, 'responses'], steps]

/** What `openapi/examples` is for. */
const examples: readonly Defect[] = [
  {
    name: 'example without a required field',
    rules: ['examples'],
    plant: (spec, pick) => {
      const { body, steps } = example(pick(answered(spec)))
      delete body['id']
      return [steps]
    },
  },
  {
    name: 'example with a value of another type',
    rules: ['examples'],
    plant: (spec, pick) => {
      const { body, steps } = example(pick(answered(spec)))
      const numbers = Object.keys(body).filter((key) => typeof body[key] === 'number')
      const name = numbers.length > 0 ? pick(numbers) : 'id'
      body[name] = numbers.length > 0 ? 'many' : 17
      return [[...steps, name]]
    },
  },
  {
    name: 'example with a value outside the enum',
    rules: ['examples'],
    plant: (spec, pick) => {
      const target = pick(
        answered(spec).filter(({ media }) => /"(?:status|state)":"/.test(JSON.stringify(media))),
      )
      const { body, steps } = example(target)
      const name = 'state' in body ? 'state' : 'status'
      body[name] = 'unknown'
      return [[...steps, name]]
    },
  },
  {
    name: 'example with a time that is none',
    rules: ['examples'],
    plant: (spec, pick) => {
      const target = pick(
        answered(spec)
          .map(example)
          .filter(({ body }) => Object.keys(body).some((key) => /(_at|At)$/.test(key))),
      )
      const name = pick(Object.keys(target.body).filter((key) => /(_at|At)$/.test(key)))
      target.body[name] = 'yesterday'
      return [[...target.steps, name]]
    },
  },
  {
    name: 'operation without any example',
    rules: ['examples'],
    plant: (spec, pick) => {
      const operation = pick(secured(spec).filter(({ method }) => method !== 'delete'))
      for (const found of [answer(operation), question(operation)])
        if (found) {
          delete found.media['example']
          delete found.media['examples']
        }
      return [operation.steps, answer(operation)!.steps]
    },
  },
  {
    name: 'example with a misspelt field',
    rules: ['examples'],
    plant: (spec, pick) => {
      const { body, steps } = example(pick(answered(spec)))
      const name = pick(Object.keys(body).filter((key) => key.length > 5))
      const misspelt = `${name.slice(0, 3)}${name.slice(4)}`
      rename(body, name, misspelt)
      return [steps, [...steps, misspelt]]
    },
  },
  {
    name: 'example that is JSON in a string',
    rules: ['examples'],
    plant: (spec, pick) => {
      const { media, steps } = pick(answered(spec))
      const { body } = example({ media, steps })
      delete media['examples']
      media['example'] = JSON.stringify(body)
      return [[...steps, 'example']]
    },
  },
  {
    name: 'example of a shared error without a required field',
    rules: ['examples'],
    plant: (spec, pick) => {
      const name = pick(Object.keys(tree(spec, 'components', 'responses')))
      const steps: Steps = ['components', 'responses', name, 'content', errorMedia(spec)]
      const found = example({ media: tree(spec, ...steps), steps })
      delete found.body[snake(spec) ? 'message' : 'title']
      return [found.steps]
    },
  },
  {
    name: 'problem that states another status',
    rules: ['examples', 'errors'],
    plant: (spec, pick) => {
      if (snake(spec)) return null
      const name = pick(['Failure', 'Missing', 'Forbidden'])
      const steps: Steps = ['components', 'responses', name, 'content', errorMedia(spec)]
      const found = example({ media: tree(spec, ...steps), steps })
      found.body['status'] = 422
      return [[...found.steps, 'status']]
    },
  },
  {
    name: 'example of a property that does not fit',
    rules: ['examples', 'schemas'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, (schema) => schema['type'] === 'integer'))
      property['examples'] = ['a dozen']
      return [
        [...steps, 'examples'],
        [...steps, 'examples', 0],
      ]
    },
  },
  {
    name: 'list where a map of examples belongs',
    rules: ['examples', 'valid'],
    plant: (spec, pick) => {
      const { media, steps } = pick(answered(spec))
      const { body } = example({ media, steps })
      delete media['example']
      media['examples'] = [body]
      return [[...steps, 'examples']]
    },
  },
  {
    name: 'example of a parameter that does not fit',
    rules: ['examples'],
    plant: (spec) => {
      const name = snake(spec) ? 'limit' : 'PageSize'
      tree(spec, 'components', 'parameters', name)['example'] = 'all'
      return [['components', 'parameters', name, 'example']]
    },
  },
  {
    name: 'null where the schema allows none',
    rules: ['examples'],
    plant: (spec, pick) => {
      const { body, steps } = example(pick(answered(spec)))
      body['id'] = null
      return [[...steps, 'id']]
    },
  },
  {
    name: 'example in a list that does not fit its items',
    rules: ['examples'],
    plant: (spec, pick) => {
      const { body, steps } = example(answer(pick(lists(spec)))!)
      const key = snake(spec) ? 'items' : 'data'
      delete tree(body, key, 0)['id']
      return [[...steps, key, 0]]
    },
  },
]

/** What `openapi/errors` is for. */
const errors: readonly Defect[] = [
  ...['400', '500'].map((status): Defect => ({
    name: `write without ${status}`,
    rules: ['errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(writes(spec))
      delete tree(op, 'responses')[status]
      return responsesOf(steps)
    },
  })),
  {
    name: 'no 404 for one thing by id',
    rules: ['errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(byId(spec))
      delete tree(op, 'responses')['404']
      return responsesOf(steps)
    },
  },
  {
    name: 'no 404 below a parent',
    rules: ['errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec).filter(({ path }) => /\}\/\w+$/.test(path)))
      delete tree(op, 'responses')['404']
      return responsesOf(steps)
    },
  },
  {
    name: 'error without a body',
    rules: ['errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(byId(spec))
      tree(op, 'responses')['404'] = { description: 'There is no such thing.' }
      return [[...steps, 'responses', '404']]
    },
  },
  {
    name: 'error with a body of its own',
    rules: ['errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(byId(spec))
      tree(op, 'responses')['404'] = {
        description: 'There is no such thing.',
        content: {
          [errorMedia(spec)]: {
            schema: {
              type: 'object',
              required: ['error'],
              properties: { error: { type: 'string', description: 'What happened.' } },
            },
            example: { error: 'gone' },
          },
        },
      }
      return [
        [...steps, 'responses', '404'],
        [...steps, 'responses', '404', 'content', errorMedia(spec), 'schema'],
      ]
    },
  },
  {
    name: 'error as a web page',
    rules: ['errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(byId(spec))
      tree(op, 'responses')['500'] = {
        description: 'Something failed on our side.',
        content: { 'text/html': { schema: { type: 'string' }, example: '<h1>Sorry</h1>' } },
      }
      return [
        [...steps, 'responses', '500'],
        [...steps, 'responses', '500', 'content', 'text/html'],
      ]
    },
  },
  {
    name: 'error with the body of success',
    rules: ['errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      tree(op, 'responses')['404'] = {
        description: 'There is no such thing.',
        content: structuredClone(tree(op, 'responses', '200', 'content')),
      }
      return [
        [...steps, 'responses', '404'],
        [...steps, 'responses', '404', 'content', 'application/json', 'schema'],
      ]
    },
  },
  {
    name: 'secured operation without 401',
    rules: ['errors', 'auth'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      delete tree(op, 'responses')['401']
      return responsesOf(steps)
    },
  },
  {
    name: '404 that is the response for another status',
    rules: ['errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(byId(spec))
      tree(op, 'responses')['404'] = structuredClone(tree(op, 'responses', '400'))
      return [[...steps, 'responses', '404']]
    },
  },
  {
    name: 'success with the body of an error',
    rules: ['errors', 'schemas'],
    plant: (spec, pick) => {
      const found = pick(answered(spec))
      found.media['schema'] = { $ref: schemaRef(errorName(spec)) }
      delete found.media['examples']
      found.media['example'] = snake(spec)
        ? { code: 'none', message: 'All is well.' }
        : { type: 'https://tickets.example/problems/none', title: 'None', status: 400 }
      return [[...found.steps, 'schema']]
    },
  },
  {
    name: 'error that gives the stack trace away',
    rules: ['errors', 'schemas', 'auth'],
    plant: (spec) => {
      const name = snake(spec) ? 'stack_trace' : 'stackTrace'
      tree(spec, 'components', 'schemas', errorName(spec), 'properties')[name] = {
        type: 'string',
        description: 'Where in the code it happened.',
      }
      return [['components', 'schemas', errorName(spec), 'properties', name]]
    },
  },
  {
    name: 'operation that only succeeds',
    rules: ['errors'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      op['responses'] = { '200': value(op, 'responses', '200') }
      return responsesOf(steps)
    },
  },
]

/** What `openapi/naming` is for. */
const naming: readonly Defect[] = [
  {
    name: 'property in another case',
    rules: ['naming'],
    plant: (spec, pick) => {
      const { schema, steps } = pick(objects(spec))
      const name = snake(spec) ? 'lastService' : 'last_service'
      tree(schema, 'properties')[name] = { type: 'string', description: 'The latest service.' }
      return [[...steps, 'properties', name]]
    },
  },
  {
    name: 'query parameter in another case',
    rules: ['naming'],
    plant: (spec, pick) => {
      const target = pick(lists(spec))
      const parameters = ownParameters(spec, target)
      parameters.push({
        name: snake(spec) ? 'sortBy' : 'sort-by',
        in: 'query',
        description: 'The field to sort by.',
        schema: { type: 'string' },
      })
      return [[...target.steps, 'parameters', parameters.length - 1]]
    },
  },
  {
    name: 'path segment with a capital letter',
    rules: ['naming'],
    plant: (spec) => {
      const path = snake(spec) ? '/vehicles/{vehicle_id}/trips' : '/venues/{venueId}/events'
      const renamed = path.replace(/[te](\w+)$/, (word) => word[0]!.toUpperCase() + word.slice(1))
      rename(tree(spec, 'paths'), path, renamed)
      return [['paths', renamed]]
    },
  },
  {
    name: 'verb in a path',
    rules: ['naming'],
    plant: (spec, pick) => {
      const { path, op } = pick(creations(spec).filter((one) => !one.path.includes('{')))
      const renamed = `${path}/create`
      delete tree(spec, 'paths', path)['post']
      tree(spec, 'paths')[renamed] = { post: op }
      return [['paths', renamed]]
    },
  },
  {
    name: 'verb joined to a noun in a path',
    rules: ['naming'],
    plant: (spec) => {
      const [path, renamed] = snake(spec) ? ['/drivers', '/get_drivers'] : ['/orders', '/getOrders']
      rename(tree(spec, 'paths'), path, renamed)
      return [['paths', renamed]]
    },
  },
  {
    name: 'collection in the singular',
    rules: ['naming'],
    plant: (spec) => {
      const [path, renamed] = snake(spec) ? ['/drivers', '/driver'] : ['/orders', '/order']
      for (const name of Object.keys(tree(spec, 'paths')))
        if (name.startsWith(path)) rename(tree(spec, 'paths'), name, name.replace(path, renamed))
      return Object.keys(tree(spec, 'paths'))
        .filter((name) => name.startsWith(renamed))
        .map((name) => ['paths', name])
    },
  },
  {
    name: 'path parameter in another case',
    rules: ['naming'],
    plant: (spec) => {
      const [path, name] = snake(spec)
        ? ['/trips/{trip_id}', 'tripId']
        : ['/orders/{orderId}', 'order_id']
      const renamed = path.replace(/\{.*\}/, `{${name}}`)
      tree(spec, 'paths', path, 'get', 'parameters', 0)['name'] = name
      rename(tree(spec, 'paths'), path, renamed)
      return [
        ['paths', renamed],
        ['paths', renamed, 'get', 'parameters', 0],
      ]
    },
  },
  {
    name: 'operationId in another style',
    rules: ['naming'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      op['operationId'] = snake(spec) ? 'fetchEverything' : 'fetch_everything'
      return [[...steps, 'operationId']]
    },
  },
  {
    name: 'schema name in another style',
    rules: ['naming'],
    plant: (spec, pick) => {
      const name = pick(snake(spec) ? ['TripInput', 'PageInfo'] : ['OrderDraft', 'CardPayment'])
      const renamed = name.replace(/(?<=\w)([A-Z])/, '_$1').toLowerCase()
      rename(tree(spec, 'components', 'schemas'), name, renamed)
      renameReferences(spec, schemaRef(name), schemaRef(renamed))
      return [['components', 'schemas', renamed]]
    },
  },
  {
    name: 'enum value in another case',
    rules: ['naming'],
    plant: (spec) => {
      const [name, odd] = snake(spec)
        ? ['VehicleStatus', 'OutOfService']
        : ['EventState', 'CALLED_OFF']
      const values = list(spec, 'components', 'schemas', name, 'enum')
      values.push(odd)
      return [
        ['components', 'schemas', name, 'enum'],
        ['components', 'schemas', name, 'enum', values.length - 1],
      ]
    },
  },
  {
    name: 'file extension in a path',
    rules: ['naming'],
    plant: (spec, pick) => {
      const { path } = pick(lists(spec))
      rename(tree(spec, 'paths'), path, `${path}.json`)
      return [['paths', `${path}.json`]]
    },
  },
  {
    name: 'empty segment in a path',
    rules: ['naming', 'valid'],
    plant: (spec) => {
      const path = snake(spec) ? '/vehicles/{vehicle_id}/trips' : '/venues/{venueId}/events'
      const renamed = path.replace('}/', '}//')
      rename(tree(spec, 'paths'), path, renamed)
      return [['paths', renamed]]
    },
  },
  {
    name: 'two words joined by underscore and hyphen in a header',
    rules: ['naming'],
    plant: (spec, pick) => {
      const target = pick(creations(spec))
      const parameters = ownParameters(spec, target)
      parameters.push({
        name: 'x_request_id',
        in: 'header',
        description: 'For tracing.',
        schema: { type: 'string' },
      })
      return [[...target.steps, 'parameters', parameters.length - 1]]
    },
  },
]

export const behaviour: readonly Defect[] = [...examples, ...errors, ...naming]
