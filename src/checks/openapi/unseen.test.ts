import { describe, expect, test } from 'vitest'
import type { Tree } from '../../../bench/openapi-unseen/document.ts'
import { tree } from '../../../bench/openapi-unseen/document.ts'
import { bases, judge } from '../../../bench/openapi-unseen/measure.ts'

const [fleet, tickets] = bases

/** The pointers a rule reports after a change of one of the two clean descriptions. */
async function seen(base: typeof fleet, rule: string, change: (spec: Tree) => void) {
  if (base === undefined) throw new Error('the benchmark has no such base')
  const spec = base.read()
  change(spec)
  const found = await judge(base.write(spec))
  return found.flatMap((one) => (one.rule === rule ? [one.finding.place.pointer] : []))
}

const vehicle = ['paths', '/vehicles/{vehicle_id}', 'get'] as const
const atVehicle = '/paths/~1vehicles~1{vehicle_id}/get'

describe('a good description', () => {
  test('[OAS-22] has no findings, whatever its style, and webhooks may use a scheme of their own', async () => {
    expect(await Promise.all(bases.map((base) => judge(base.write(base.read()))))).toEqual([[], []])
  })
})

describe('errors', () => {
  test('that serve as the answer of a success are reported', async () => {
    const schema = `${atVehicle}/responses/200/content/application~1json/schema`
    const found = await seen(fleet, 'errors', (spec) => {
      tree(spec, ...vehicle, 'responses', '200', 'content', 'application/json')['schema'] = {
        $ref: '#/components/schemas/Error',
      }
    })
    expect(found).toEqual([schema])
  })
})

describe('security', () => {
  test('is reported for retired OAuth flows, lasting secrets in paths and credentials in texts', async () => {
    const flow = await seen(tickets, 'auth', (spec) => {
      const flows = tree(spec, 'components', 'securitySchemes', 'oauth', 'flows')
      const { authorizationUrl, scopes } = tree(flows, 'authorizationCode')
      tree(spec, 'components', 'securitySchemes', 'oauth')['flows'] = {
        implicit: { authorizationUrl, scopes },
      }
    })
    const text = await seen(fleet, 'auth', (spec) => {
      tree(spec, 'info')['description'] =
        `Use ${['sk', 'live', 'a1B2c3D4e5F6g7H8'].join('_')} for tests.`
    })
    expect(flow).toEqual(['/components/securitySchemes/oauth/flows/implicit'])
    expect(text).toEqual(['/info/description'])
  })
})

describe('schemas', () => {
  test('are compared through allOf: a foreign key has the type of the id', async () => {
    const key = await seen(fleet, 'schemas', (spec) => {
      const trip = ['components', 'schemas', 'Trip', 'allOf', 1, 'properties'] as const
      tree(spec, ...trip)['vehicle_id'] = { type: 'integer', description: 'The vehicle.' }
    })
    expect(key).toContain('/components/schemas/Trip/allOf/1/properties/vehicle_id')
  })

  test('are reported for a time without format', async () => {
    const time = await seen(fleet, 'schemas', (spec) => {
      const at = ['components', 'schemas', 'Resource', 'properties', 'updated_at'] as const
      delete tree(spec, ...at)['format']
    })
    expect(time).toEqual(['/components/schemas/Resource/properties/updated_at'])
  })
})

describe('texts and names', () => {
  test('are reported where a description repeats the summary, is a template, or one property has none', async () => {
    const repeated = await seen(fleet, 'descriptions', (spec) => {
      tree(spec, ...vehicle)['description'] = 'Read a vehicle.'
    })
    const template = await seen(fleet, 'descriptions', (spec) => {
      tree(spec, ...vehicle)['summary'] = 'Your summary'
    })
    const bare = await seen(fleet, 'descriptions', (spec) => {
      const health = ['components', 'schemas', 'Health', 'properties', 'status'] as const
      delete tree(spec, ...health)['description']
    })
    expect(repeated).toEqual([`${atVehicle}/description`])
    expect(template).toEqual([`${atVehicle}/summary`])
    expect(bare).toEqual(['/components/schemas/Health/properties/status'])
  })

  test('are reported for unknown media types', async () => {
    const media = await seen(fleet, 'valid', (spec) => {
      const content = tree(spec, ...vehicle, 'responses', '200', 'content')
      content['aplication/json'] = content['application/json']
      delete content['application/json']
    })
    expect(media).toContain(`${atVehicle}/responses/200/content/aplication~1json`)
  })
})
