import { expect, test } from 'vitest'
import { cpuMs } from '../../../test/support/cpu-time.ts'
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

let texts = 0

async function timeOf(count: number): Promise<number> {
  // a text of its own each time, because readings are remembered
  texts += 1
  const text = manyPaths(count) + ' '.repeat(texts)
  const start = cpuMs()
  const found = await judge(text)
  expect(found.length).toBeGreaterThan(count / 2)
  return cpuMs() - start
}

test('four times as many paths take about four times as long, not sixteen times', async () => {
  await timeOf(100)
  const ratios: number[] = []
  while (ratios.length < 3 && !ratios.some((ratio) => ratio < 8))
    ratios.push((await timeOf(1_200)) / (await timeOf(300)))
  expect(Math.min(...ratios)).toBeLessThan(8)
})
