import { expect, test } from 'vitest'
import { judge } from '../../../bench/openapi-unseen/measure.ts'

const syllables = ['ba', 'ko', 'ri', 'ta', 'mu', 'ne', 'so', 'pi', 'la', 've']
const wordOf = (number: number): string =>
  String(number + 1_000)
    .split('')
    .map((digit) => syllables[Number(digit)])
    .join('')

/** A description with a list and a thing for each of many resources. */
function manyPaths(count: number): string {
  const words = Array.from({ length: count / 2 }, (_, index) => wordOf(index))
  const reply = (schema: unknown) => ({
    responses: {
      '200': { description: 'Fine', content: { 'application/json': { schema } } },
      '404': { $ref: '#/components/responses/Missing' },
    },
  })
  const query = (name: string) => ({ name, in: 'query', schema: { type: 'integer', maximum: 9 } })
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  const paths = words.flatMap((word) => {
    const one = { $ref: `#/components/schemas/${word}` }
    const page = { type: 'object', properties: { items: { type: 'array', items: one } } }
    const many = { parameters: [query('page'), query('limit')], ...reply(page) }
    return [
      [`/${word}s`, { get: { operationId: `list_${word}s`, ...many } }],
      [`/${word}s/{id}`, { get: { operationId: `get_${word}`, parameters, ...reply(one) } }],
    ]
  })
  const fields = { id: { type: 'string' }, name: { type: 'string' } }
  const schemas = words.map((word) => [word, { type: 'object', properties: fields }])
  const responses = { Missing: { description: 'Not found' } }
  const components = { responses, schemas: Object.fromEntries(schemas) }
  const info = { title: 'Many', version: '1' }
  return JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(paths), components })
}

async function timeOf(count: number): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 2; turn += 1) {
    // a text of its own each time, because readings are remembered
    const text = manyPaths(count) + ' '.repeat(turn)
    const start = performance.now()
    const found = await judge(text)
    times.push(performance.now() - start)
    expect(found.length).toBeGreaterThan(count / 2)
  }
  return Math.min(...times)
}

test('four times as many paths take about four times as long, not sixteen times', async () => {
  await timeOf(100)
  const small = await timeOf(750)
  const large = await timeOf(3_000)
  expect(large / small).toBeLessThan(8)
})
