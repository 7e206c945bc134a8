import { cpuUsage } from 'node:process'
import { describe, expect, test } from 'vitest'
import {
  heldOutBriefs,
  measureBriefs,
  secondHeldOutBriefs,
  seenBriefs,
  sharesOf,
} from '../../../bench/openapi-briefs.ts'
import { readBrief } from './brief.ts'

const said = (prompt: string): readonly string[] => {
  const { resources, actions } = readBrief(prompt)
  return [
    ...resources.map(({ plural, operations }) => `${plural}: ${operations.join(' ')}`.trim()),
    ...actions.map(({ verb, noun }) => `${verb} ${noun}`),
  ]
}

describe('the reader of API tasks', () => {
  test.each([
    ['the prompts it was made with', seenBriefs],
    ['the prompts kept aside', heldOutBriefs],
    ['the prompts written last', secondHeldOutBriefs],
  ])('[OAS-30] finds at least 95 % and invents at most 1 % of the demands of %s', (_, cases) => {
    const readings = measureBriefs(cases)
    const { recall, invention, details } = sharesOf(readings)
    expect(cases.length).toBeGreaterThanOrEqual(15)
    expect(readings.reduce((total, { demanded }) => total + demanded, 0)).toBeGreaterThan(80)
    expect(recall).toBeGreaterThanOrEqual(0.95)
    expect(invention).toBeLessThanOrEqual(0.01)
    expect(details).toBeGreaterThanOrEqual(0.95)
  })

  test('[OAS-30] is measured by figures that notice what is missed and what is invented', () => {
    const [reading] = measureBriefs([
      { prompt: 'Books with CRUD', demands: ['films: crud', 'books: list'] },
    ])
    expect(reading?.missed).toHaveLength(5)
    expect(reading?.invented).toEqual(['create books', 'get books', 'update books', 'delete books'])
  })

  test.each([
    ['Everyone can list games; players join games', ['games: list', 'join game']],
    [
      'books and orders with CRUD',
      ['books: list create get update delete', 'orders: list create get update delete'],
    ],
    ['Payments: create, refund', ['payments: create', 'refund payment']],
    ['Orders\n- create\n- list', ['orders: list create']],
    ['Purchase orders can be listed', ['purchase orders: list']],
    ['CRUD for suppliers. No delete.', ['suppliers: list create get update']],
  ])('[OAS-31] gives operations to every noun they speak of: %s', (prompt, expected) => {
    expect(said(prompt)).toEqual(expected)
  })

  test.each([
    'An API for our partners',
    'Admins and customers can log in. Use kebab-case and JSON.',
    'A REST API for a hospital',
    'Must be valid OpenAPI 3.1, with examples for our mobile team',
  ])('[OAS-31] takes who uses the API, formats and the domain for no resource: %s', (prompt) => {
    expect(said(prompt)).toEqual([])
  })

  test('[OAS-35] reads 100 KB of any text in less than 200 ms', () => {
    const pieces = [
      'list and ',
      'GET/POST/',
      '((((',
      'courses (a, ',
      "user's ",
      'x: ',
      'books, ',
      'list x\n',
    ]
    // the first reading pays for compiling the code
    readBrief('books with CRUD and '.repeat(2_000))
    for (const piece of pieces) {
      const text = piece.repeat(Math.ceil(100_000 / piece.length))
      // processor time and the least of several, since other work shares the machine
      const times = Array.from({ length: 6 }, () => {
        const before = cpuUsage()
        readBrief(text)
        return cpuUsage(before).user / 1_000
      })
      expect(Math.min(...times), piece).toBeLessThan(200)
    }
  })

  test('[OAS-35] reads to the end of a long prompt', () => {
    const noise = 'The quick brown fox is very quick indeed. '.repeat(2_400)
    expect(said(`${noise}\nOrders can be listed.`)).toEqual(['orders: list'])
  })
})
