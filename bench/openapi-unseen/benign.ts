import type { Tree } from './document.ts'
import {
  creations,
  items,
  list,
  lists,
  objects,
  operations,
  ownParameters,
  secured,
  snake,
  tree,
  value,
} from './document.ts'

export type Benign = { readonly name: string; change(spec: Tree): void }

/** Changes that leave a good description good. */
export const benign: readonly Benign[] = [
  {
    name: 'other title and version',
    change: (spec) => Object.assign(tree(spec, 'info'), { version: '3.0.0-beta.1' }),
  },
  {
    name: 'schemas in alphabetical order',
    change: (spec) => sortKeys(tree(spec, 'components'), 'schemas'),
  },
  { name: 'paths in alphabetical order', change: (spec) => sortKeys(spec, 'paths') },
  {
    name: 'extensions',
    change: (spec) => {
      spec['x-owner'] = 'platform'
      for (const { op } of operations(spec)) op['x-internal-team'] = 'core'
    },
  },
  {
    name: 'second server',
    change: (spec) =>
      list(spec, 'servers').push({
        url: 'https://sandbox.example.com/v1',
        description: 'For trying things out',
      }),
  },
  {
    name: 'local server for development',
    change: (spec) =>
      list(spec, 'servers').push({
        url: 'http://localhost:8080/v1',
        description: 'Your own machine',
      }),
  },
  {
    name: 'optional property',
    change: (spec) => {
      const found = objects(spec).find(({ name }) => ['Vehicle', 'Venue'].includes(name))!
      tree(found.schema, 'properties')['remarks'] = {
        type: 'string',
        maxLength: 500,
        description: 'Anything worth knowing.',
      }
    },
  },
  {
    name: 'filter and order of a list',
    change: (spec) => {
      const parameters = ownParameters(spec, lists(spec)[0]!)
      parameters.push(
        {
          name: 'q',
          in: 'query',
          description: 'Words to look for.',
          schema: { type: 'string', minLength: 1 },
        },
        {
          name: 'sort',
          in: 'query',
          description: 'The order of the answer.',
          schema: { type: 'string', enum: ['name', '-name'], default: 'name' },
        },
      )
    },
  },
  {
    name: 'too many requests',
    change: (spec) => {
      const shared = tree(spec, 'components', 'responses')
      shared['TooMany'] = {
        ...structuredClone(tree(shared, snake(spec) ? 'Conflict' : 'Forbidden')),
        description: 'Slow down.',
        headers: {
          'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
        },
      }
      const body = snake(spec)
        ? null
        : tree(
            shared,
            'TooMany',
            'content',
            'application/problem+json',
            'examples',
            'scope',
            'value',
          )
      if (body) body['status'] = 429
      for (const { op } of secured(spec))
        tree(op, 'responses')['429'] = { $ref: '#/components/responses/TooMany' }
    },
  },
  {
    name: 'deprecated operation',
    change: (spec) =>
      Object.assign(items(spec)[0]!.op, {
        deprecated: true,
        description: 'Use the list with a filter instead; this goes away in 2027.',
      }),
  },
  {
    name: 'links to documentation',
    change: (spec) => {
      spec['externalDocs'] = { url: 'https://docs.example.com', description: 'The handbook' }
      tree(spec, 'tags', 0)['externalDocs'] = { url: 'https://docs.example.com/first' }
    },
  },
  {
    name: 'long description with Markdown',
    change: (spec) => {
      tree(spec, 'info')['description'] =
        'What this is for.\n\n## Terms\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
    },
  },
  {
    name: 'shared error written out',
    change: (spec) => {
      const { op } = items(spec)[0]!
      const reference = String(value(op, 'responses', '404', '$ref'))
      tree(op, 'responses')['404'] = structuredClone(tree(spec, ...reference.slice(2).split('/')))
    },
  },
  {
    name: 'a second example',
    change: (spec) => {
      const media = tree(items(spec)[0]!.op, 'responses', '200', 'content', 'application/json')
      const body =
        media['example'] ??
        value(media, 'examples', Object.keys(tree(media, 'examples'))[0]!, 'value')
      delete media['example']
      media['examples'] = {
        usual: { summary: 'As usual', value: body },
        again: { summary: 'The same again', value: structuredClone(body) },
      }
    },
  },
  {
    name: 'examples of properties',
    change: (spec) => {
      for (const { schema } of objects(spec))
        for (const property of Object.values(tree(schema, 'properties')))
          if (value(property, 'type') === 'integer')
            tree(property)['examples'] = [value(property, 'minimum') ?? 1]
    },
  },
  {
    name: 'schema written in place',
    change: (spec) => {
      const name = snake(spec) ? 'TripInput' : 'OrderDraft'
      const schema = tree(spec, 'components', 'schemas', name)
      const target = creations(spec).find(({ op }) =>
        JSON.stringify(op['requestBody']).includes(`/${name}"`),
      )!
      tree(target.op, 'requestBody', 'content', 'application/json')['schema'] =
        structuredClone(schema)
      if (snake(spec)) delete tree(spec, 'components', 'schemas')[name]
    },
  },
  {
    name: 'reworded texts',
    change: (spec) => {
      for (const { op } of operations(spec))
        op['description'] = `${String(op['description'])} See the handbook for limits.`
    },
  },
  {
    name: 'conditional reading',
    change: (spec) => {
      const target = items(spec)[0]!
      ownParameters(spec, target).push({
        name: 'If-None-Match',
        in: 'header',
        description: 'The version the client has.',
        schema: { type: 'string' },
      })
      tree(target.op, 'responses')['304'] = { description: 'The client has the latest version.' }
    },
  },
  {
    name: 'work that goes on after the answer',
    change: (spec) => {
      const target = creations(spec).at(-1)!
      tree(target.op, 'responses')['202'] = {
        ...structuredClone(tree(target.op, 'responses', '201')),
        description: 'Accepted; it will be ready soon.',
      }
    },
  },
]

function sortKeys(holder: Tree, key: string): void {
  const kept = tree(holder, key)
  holder[key] = Object.fromEntries(
    Object.keys(kept)
      .toSorted()
      .map((name) => [name, kept[name]]),
  )
}
