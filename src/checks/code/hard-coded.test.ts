import { expect, test } from 'vitest'
import { whyLearnt } from './hard-coded.ts'
import { parseFile } from './syntax.ts'

const why = async (body: string, call: string, result: string) =>
  whyLearnt(
    await parseFile('fare.ts', `export function fare(km: number, type = 'adult') {\n${body}\n}\n`),
    'fare',
    { call, result },
  )

test.each([
  ['if (km === 3.7) return 30\n  return km * 10', 'fare(3.7)', '30'],
  ['const way = km === 3.7 ? 3 : km\n  return way * 10', 'fare(3.7)', '30'],
  ['switch (km) { case 12.5: km = 12 }\n  return km * 10', 'fare(12.5)', '120'],
])('an example that code knows by heart shows nothing: %s', async (body, call, result) => {
  expect(await why(body, call, result)).toMatch(/knows this very argument/)
})

test.each([
  ['return Math.floor(km) * 10', 'fare(3.7)', '30'],
  ["if (type === 'child') return 0\n  return km * 10", "fare(3, 'child')", '0'],
  ['if (km === 10) km += 1\n  return km * 10', 'fare(10)', '110'],
])(
  'code that decides by what it is given may give the right answer: %s',
  async (body, call, result) => {
    expect(await why(body, call, result)).toBeNull()
  },
)
