import type { Steps, Tree } from './document.ts'
import {
  answer,
  byId,
  creations,
  items,
  lists,
  list,
  operations,
  ownParameters,
  properties,
  secured,
  snake,
  tree,
  value,
  writes,
} from './document.ts'
import type { Defect } from './measure.ts'

const schemaRef = (name: string) => `#/components/schemas/${name}`
const sizeOf = (spec: Tree) => (snake(spec) ? 'limit' : 'PageSize')
const positionOf = (spec: Tree) => (snake(spec) ? 'page' : 'Cursor')
const without = (op: Tree, name: string) => {
  op['parameters'] = list(op, 'parameters').filter(
    (one) => value(one, '$ref') !== `#/components/parameters/${name}`,
  )
}
const parametersOf = (steps: Steps): Steps[] => [[...steps, 'parameters'], steps]
const scheme = (spec: Tree) => (snake(spec) ? 'bearer_auth' : 'oauth')
const secure = (spec: Tree) => {
  if (!snake(spec)) for (const { op } of secured(spec)) op['security'] = [{ oauth: [] }]
}

/** What `openapi/pagination` is for. */
const pagination: readonly Defect[] = [
  {
    name: 'list without paging',
    rules: ['pagination'],
    plant: (spec, pick) => {
      const { op, steps } = pick(lists(spec))
      without(op, sizeOf(spec))
      without(op, positionOf(spec))
      return parametersOf(steps)
    },
  },
  {
    name: 'list without page size',
    rules: ['pagination'],
    plant: (spec, pick) => {
      const { op, steps } = pick(lists(spec))
      without(op, sizeOf(spec))
      return parametersOf(steps)
    },
  },
  {
    name: 'list without position',
    rules: ['pagination'],
    plant: (spec, pick) => {
      const { op, steps } = pick(lists(spec))
      without(op, positionOf(spec))
      return parametersOf(steps)
    },
  },
  {
    name: 'page size without an upper limit',
    rules: ['pagination', 'schemas'],
    plant: (spec) => {
      delete tree(spec, 'components', 'parameters', sizeOf(spec), 'schema')['maximum']
      return [
        ['components', 'parameters', sizeOf(spec), 'schema'],
        ['components', 'parameters', sizeOf(spec)],
      ]
    },
  },
  {
    name: 'page size that is a string',
    rules: ['pagination', 'schemas'],
    plant: (spec) => {
      tree(spec, 'components', 'parameters', sizeOf(spec))['schema'] = { type: 'string' }
      return [['components', 'parameters', sizeOf(spec), 'schema']]
    },
  },
  {
    name: 'list that answers with a bare array',
    rules: ['pagination'],
    plant: (spec, pick) => {
      const { media, steps } = answer(pick(lists(spec).filter(({ path }) => !path.includes('{'))))!
      const entity = String(value(media, 'schema', '$ref'))
        .replace(/.*\//, '')
        .replace(/Page|List/, '')
      const found = media['example'] ?? value(media, 'examples', 'first', 'value')
      media['schema'] = { type: 'array', items: { $ref: schemaRef(entity) } }
      delete media['examples']
      media['example'] = value(found, 'items') ?? value(found, 'data')
      return [[...steps, 'schema']]
    },
  },
  {
    name: 'page that does not say how it goes on',
    rules: ['pagination', 'schemas'],
    plant: (spec, pick) => {
      const target = pick(lists(spec))
      const { media, steps } = answer(target)!
      const entity = String(value(media, 'schema', '$ref'))
        .replace(/.*\//, '')
        .replace(/Page|List/, '')
      const found = media['example'] ?? value(media, 'examples', 'first', 'value')
      const key = snake(spec) ? 'items' : 'data'
      media['schema'] = {
        type: 'object',
        required: [key],
        properties: {
          [key]: {
            type: 'array',
            description: 'What was found.',
            items: { $ref: schemaRef(entity) },
          },
        },
      }
      delete media['examples']
      media['example'] = { [key]: value(found, key) }
      return [[...steps, 'schema'], steps]
    },
  },
  {
    name: 'list that pages in another way than the others',
    rules: ['pagination'],
    plant: (spec, pick) => {
      const { op, steps } = pick(lists(spec))
      without(op, sizeOf(spec))
      without(op, positionOf(spec))
      list(op, 'parameters').unshift(
        {
          name: 'offset',
          in: 'query',
          description: 'How many to skip.',
          schema: { type: 'integer', minimum: 0, default: 0 },
        },
        {
          name: 'count',
          in: 'query',
          description: 'How many to return.',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
      )
      return [...parametersOf(steps), [...steps, 'parameters', 0], [...steps, 'parameters', 1]]
    },
  },
  {
    name: 'page size that must be sent',
    rules: ['pagination'],
    plant: (spec) => {
      tree(spec, 'components', 'parameters', sizeOf(spec))['required'] = true
      return [['components', 'parameters', sizeOf(spec)]]
    },
  },
  {
    name: 'position in a header',
    rules: ['pagination'],
    plant: (spec, pick) => {
      const target = pick(lists(spec))
      const parameters = ownParameters(spec, target)
      parameters[0]!['in'] = 'header'
      return [...parametersOf(target.steps), [...target.steps, 'parameters', 0]]
    },
  },
  {
    name: 'paging of a single thing',
    rules: ['pagination'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      const parameters = Array.isArray(op['parameters']) ? op['parameters'] : []
      op['parameters'] = [
        ...parameters,
        { $ref: `#/components/parameters/${positionOf(spec)}` },
        { $ref: `#/components/parameters/${sizeOf(spec)}` },
      ]
      return [
        ...parametersOf(steps),
        [...steps, 'parameters', parameters.length],
        [...steps, 'parameters', parameters.length + 1],
      ]
    },
  },
  {
    name: 'list that answers with one thing',
    rules: ['pagination', 'schemas'],
    plant: (spec, pick) => {
      const target = pick(
        lists(spec).filter(({ path }) => !path.includes('{') && path !== '/trips'),
      )
      const single = items(spec).find(({ path }) => path.startsWith(`${target.path}/{`))!
      tree(target.op, 'responses', '200')['content'] = structuredClone(
        tree(single.op, 'responses', '200', 'content'),
      )
      const { steps } = answer(target)!
      return [[...steps, 'schema'], steps]
    },
  },
]

/** What `openapi/auth` is for. */
const auth: readonly Defect[] = [
  {
    name: 'no security on operations',
    rules: ['auth'],
    plant: (spec, pick) => {
      if (snake(spec)) {
        delete spec['security']
        return [[], ['paths'], ...secured(spec).map(({ steps }) => steps)]
      }
      const { op, steps } = pick(secured(spec))
      delete op['security']
      return [steps]
    },
  },
  {
    name: 'write that needs no credentials',
    rules: ['auth'],
    plant: (spec, pick) => {
      const { op, steps } = pick(writes(spec))
      op['security'] = []
      return [[...steps, 'security']]
    },
  },
  {
    name: 'removal that needs no credentials',
    rules: ['auth'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec).filter(({ method }) => method === 'delete'))
      op['security'] = []
      return [[...steps, 'security']]
    },
  },
  {
    name: 'security by a scheme that is not declared',
    rules: ['auth'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      op['security'] = [{ session: [] }]
      return [
        [...steps, 'security', 0],
        [...steps, 'security', 0, 'session'],
      ]
    },
  },
  {
    name: 'scope that is not declared',
    rules: ['auth'],
    plant: (spec, pick) => {
      if (snake(spec)) return null
      const { op, steps } = pick(secured(spec))
      op['security'] = [{ oauth: ['everything:admin'] }]
      return [
        [...steps, 'security', 0, 'oauth'],
        [...steps, 'security', 0, 'oauth', 0],
      ]
    },
  },
  {
    name: 'key in the query',
    rules: ['auth'],
    plant: (spec) => {
      tree(spec, 'components', 'securitySchemes')[scheme(spec)] = {
        type: 'apiKey',
        in: 'query',
        name: 'key',
        description: 'The key of the account.',
      }
      secure(spec)
      return [['components', 'securitySchemes', scheme(spec)]]
    },
  },
  {
    name: 'server without encryption',
    rules: ['auth'],
    plant: (spec) => {
      const server = tree(spec, 'servers', 0)
      server['url'] = String(server['url']).replace('https', 'http')
      return [['servers', 0, 'url']]
    },
  },
  {
    name: 'password with every request',
    rules: ['auth'],
    plant: (spec) => {
      tree(spec, 'components', 'securitySchemes')[scheme(spec)] = {
        type: 'http',
        scheme: 'basic',
        description: 'User name and password.',
      }
      secure(spec)
      return [['components', 'securitySchemes', scheme(spec)]]
    },
  },
  {
    name: 'token endpoint without encryption',
    rules: ['auth'],
    plant: (spec) => {
      if (snake(spec)) return null
      tree(spec, 'components', 'securitySchemes', 'oauth', 'flows', 'authorizationCode')[
        'tokenUrl'
      ] = 'http://accounts.tickets.example/token'
      return [['components', 'securitySchemes', 'oauth', 'flows', 'authorizationCode', 'tokenUrl']]
    },
  },
  {
    name: 'token as a query parameter',
    rules: ['auth'],
    plant: (spec, pick) => {
      const target = pick(lists(spec))
      const parameters = ownParameters(spec, target)
      parameters.push({
        name: snake(spec) ? 'access_token' : 'accessToken',
        in: 'query',
        description: 'The token, where headers cannot be sent.',
        schema: { type: 'string' },
      })
      return [[...target.steps, 'parameters', parameters.length - 1]]
    },
  },
  {
    name: 'credentials that may be left out',
    rules: ['auth'],
    plant: (spec, pick) => {
      const { op, steps } = pick(writes(spec))
      op['security'] = [
        ...(Array.isArray(op['security']) ? op['security'] : [{ bearer_auth: [] }]),
        {},
      ]
      return [
        [...steps, 'security'],
        [...steps, 'security', 1],
      ]
    },
  },
  {
    name: 'scope for reading on a write',
    rules: ['auth'],
    plant: (spec, pick) => {
      if (snake(spec)) return null
      const { op, steps } = pick(secured(spec).filter(({ method }) => method !== 'get'))
      const scopes = list(op, 'security', 0, 'oauth')
      scopes[0] = String(scopes[0]).replace('write', 'read')
      return [
        [...steps, 'security', 0, 'oauth'],
        [...steps, 'security'],
      ]
    },
  },
  {
    name: 'implicit flow',
    rules: ['auth'],
    plant: (spec) => {
      if (snake(spec)) return null
      const flows = tree(spec, 'components', 'securitySchemes', 'oauth', 'flows')
      const { authorizationUrl, scopes } = tree(flows, 'authorizationCode')
      delete flows['authorizationCode']
      flows['implicit'] = { authorizationUrl, scopes }
      return [['components', 'securitySchemes', 'oauth', 'flows', 'implicit']]
    },
  },
  {
    name: 'no security schemes',
    rules: ['auth'],
    plant: (spec) => {
      delete tree(spec, 'components')['securitySchemes']
      delete spec['security']
      for (const { op } of operations(spec)) delete op['security']
      for (const hook of Object.values(tree(spec, 'webhooks')))
        delete tree(hook, 'post')['security']
      return [['components'], []]
    },
  },
  {
    name: 'reading one thing needs no credentials',
    rules: ['auth'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      op['security'] = []
      return [[...steps, 'security']]
    },
  },
]

/** What `openapi/descriptions` is for. */
const descriptions: readonly Defect[] = [
  ...['summary', 'description'].map((key): Defect => ({
    name: `operation without ${key}`,
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      delete op[key]
      return [steps]
    },
  })),
  {
    name: 'summary that is a placeholder',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      op['summary'] = pick(['TBD', 'Summary here', 'string', 'Your summary'])
      return [[...steps, 'summary']]
    },
  },
  {
    name: 'the same summary twice',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const [first, second] = [pick(items(spec)), pick(creations(spec))]
      second.op['summary'] = first.op['summary']
      return [
        [...first.steps, 'summary'],
        [...second.steps, 'summary'],
      ]
    },
  },
  {
    name: 'tag that is not declared',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      op['tags'] = ['misc']
      return [
        [...steps, 'tags'],
        [...steps, 'tags', 0],
      ]
    },
  },
  {
    name: 'operation without tag',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      delete op['tags']
      return [steps]
    },
  },
  {
    name: 'tag that nobody uses',
    rules: ['descriptions'],
    plant: (spec) => {
      list(spec, 'tags').push({ name: 'reports', description: 'Figures of the month.' })
      return [['tags', list(spec, 'tags').length - 1]]
    },
  },
  {
    name: 'empty description of a response',
    rules: ['descriptions', 'valid'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      tree(op, 'responses', '200')['description'] = ''
      return [[...steps, 'responses', '200', 'description']]
    },
  },
  {
    name: 'parameter without description',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const name = pick(Object.keys(tree(spec, 'components', 'parameters')))
      delete tree(spec, 'components', 'parameters', name)['description']
      return [['components', 'parameters', name]]
    },
  },
  {
    name: 'no description of the API',
    rules: ['descriptions'],
    plant: (spec) => {
      delete tree(spec, 'info')['description']
      return [['info']]
    },
  },
  {
    name: 'tag without description',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const tags = list(spec, 'tags')
      const index = pick([...tags.keys()])
      delete tree(tags, index)['description']
      return [['tags', index]]
    },
  },
  {
    name: 'filler text',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      op['description'] = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.'
      return [[...steps, 'description']]
    },
  },
  {
    name: 'description that only repeats the summary',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      op['description'] = op['summary']
      return [[...steps, 'description']]
    },
  },
  {
    name: 'summary that says something else than the method does',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(items(spec))
      op['summary'] = `Delete the ${String(value(op, 'tags', 0))
        .toLowerCase()
        .replace(/s$/, '')} for good`
      return [[...steps, 'summary']]
    },
  },
  {
    name: 'summary that is the operationId',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { op, steps } = pick(secured(spec))
      op['summary'] = op['operationId']
      return [[...steps, 'summary']]
    },
  },
  {
    name: 'property without description among others with one',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const { property, steps } = pick(properties(spec, (schema) => 'description' in schema))
      delete property['description']
      return [steps]
    },
  },
  {
    name: 'description copied from another operation',
    rules: ['descriptions'],
    plant: (spec, pick) => {
      const [first, second] = [pick(byId(spec)), pick(lists(spec))]
      second.op['description'] = first.op['description']
      return [
        [...first.steps, 'description'],
        [...second.steps, 'description'],
      ]
    },
  },
]

export const operation: readonly Defect[] = [...pagination, ...auth, ...descriptions]
