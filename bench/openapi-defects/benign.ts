import {
  answers,
  components,
  isObject,
  object,
  operations,
  properties,
  schemas,
  textOf,
} from './draft.ts'
import type { Draft } from './draft.ts'

export type Benign = { readonly id: string; readonly change: (draft: Draft) => boolean }

/** Changes that leave a description as good as it was; a finding after one is a false alarm. */
export const benign: readonly Benign[] = [
  {
    id: 'another title',
    change: ({ root }) => Boolean((object(root['info'])['title'] = 'Renamed API')),
  },
  {
    id: 'extension fields',
    change: (draft) =>
      operations(draft).every(
        ({ value }) => (value['x-internal'] = { owner: 'TODO-team', since: 2 }),
      ),
  },
  {
    id: 'an optional property',
    change: (draft) =>
      schemas(draft)
        .slice(0, 1)
        .every(({ value }) => (object(value['properties'])['note'] = { type: 'string' })),
  },
  {
    id: 'a localhost server beside the real one',
    change: ({ root }) =>
      Array.isArray(root['servers']) && root['servers'].push({ url: 'http://localhost:8080' }) > 0,
  },
  {
    id: 'a 409 response',
    change: (draft) =>
      operations(draft, ({ method }) => method === 'post').every(
        ({ value }) =>
          (object(value['responses'])['409'] = structuredClone(
            object(value['responses'])['400'] ?? null,
          )) !== null,
      ),
  },
  {
    id: 'a 429 response everywhere',
    change: (draft) =>
      operations(draft).every(
        ({ value }) =>
          (object(value['responses'])['429'] = structuredClone(
            object(value['responses'])['500'] ?? null,
          )) !== null,
      ),
  },
  {
    id: 'external documentation',
    change: ({ root }) =>
      Boolean(
        (root['externalDocs'] = { url: 'https://docs.example/guide', description: 'The guide.' }),
      ),
  },
  {
    id: 'a public health path',
    change: ({ root }) => Boolean((object(root['paths'])['/health'] = health(root))),
  },
  {
    id: 'keys in another order',
    change: ({ root }) =>
      Boolean(
        (root['paths'] = Object.fromEntries(Object.entries(object(root['paths'])).toReversed())),
      ),
  },
  {
    id: 'longer descriptions',
    change: (draft) =>
      components(draft, 'responses').every(
        ({ value }) => (value['description'] = `${textOf(value['description'])} See the guide.`),
      ),
  },
  {
    id: 'a limit on text',
    change: (draft) =>
      properties(
        draft,
        ({ value, owner }) =>
          value['type'] === 'string' &&
          value['enum'] === undefined &&
          value['maxLength'] === undefined &&
          owner.name !== 'x',
      ).every(({ value }) => (value['maxLength'] = 4000)),
  },
  {
    id: 'examples named instead of single',
    change: (draft) => answers(draft).every(({ value }) => named(value)),
  },
  {
    id: 'an optional query parameter',
    change: (draft) =>
      operations(
        draft,
        ({ method, value }) => method === 'get' && Array.isArray(value['parameters']),
      ).every(
        ({ value }) =>
          Array.isArray(value['parameters']) &&
          value['parameters'].push({
            name: 'q',
            in: 'query',
            description: 'Words to look for.',
            schema: { type: 'string' },
          }) > 0 &&
          withRefusal(value),
      ),
  },
  {
    id: 'the operation deprecated',
    change: (draft) =>
      operations(draft)
        .slice(0, 1)
        .every(({ value }) => (value['deprecated'] = true)),
  },
  {
    id: 'a schema with a title',
    change: (draft) => schemas(draft).every(({ value, name }) => (value['title'] = name)),
  },
]

function named(media: ReturnType<typeof answers>[number]['value']): boolean {
  const { example } = media
  if (example === undefined) return true
  delete media['example']
  media['examples'] = { usual: { summary: 'The usual case', value: example } }
  return true
}

function withRefusal(operation: ReturnType<typeof operations>[number]['value']): boolean {
  const responses = object(operation['responses'])
  if (isObject(responses['500']) && responses['400'] === undefined)
    responses['400'] = structuredClone(responses['500'])
  return true
}

function health(root: Draft['root']): Draft['root'] {
  const first = object(Object.values(object(root['paths']))[0])
  const model = object(
    Object.values(first).find((value) => isObject(value) && isObject(value['responses'])),
  )
  const responses = object(model['responses'])
  const id = textOf(model['operationId'])
  return {
    get: {
      operationId: id.includes('_') ? 'get_health' : 'getHealth',
      summary: 'Tell whether the service is up',
      description: 'Answers without a body while the service is up.',
      tags: model['tags'] ?? [],
      security: [],
      responses: {
        '204': { description: 'The service is up.' },
        '500': structuredClone(responses['500'] ?? null),
      },
    },
  }
}
