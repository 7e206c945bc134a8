import { expect, test } from 'vitest'
import { saidOf, type SmallTrack, trackFacts } from '../../../../test/support/track.ts'
import { evaluateBusinessLogic } from './evaluate.ts'

async function issues(pass: number, track: SmallTrack): Promise<string> {
  return saidOf(await evaluateBusinessLogic(trackFacts(track)), pass).issues.join('\n')
}

const product = `# Pots

## The way of a piece

- wet → dry or cracked
- dry → glazed or cracked
- glazed and cracked pieces stay as they are.

Pieces are small. A glazed piece cannot be discarded.

## Sign-in

A session lasts 45 minutes. After 10 attempts within 15 minutes an address has to wait.
`
const types = { 'src/types.ts': "export type PieceStatus = 'wet' | 'dry' | 'glazed' | 'cracked'\n" }

const machine = (dry: string) => ({
  ...types,
  'src/next.ts': `import type { PieceStatus } from './types.ts'
export function next(status: PieceStatus, event: string): PieceStatus | null {
  switch (status) {
    case 'wet':
      return event === 'rest' ? 'dry' : event === 'crack' ? 'cracked' : null
    case 'dry':
      return ${dry}
    case 'glazed':
    case 'cracked':
      return null
  }
}
`,
})
const right = "event === 'glaze' ? 'glazed' : event === 'crack' ? 'cracked' : null"

test('a switch whose cases pick by an event has all transitions', async () => {
  expect(await issues(4, { product, wrote: machine(right) })).toBe('')
  const missing = "event === 'glaze' ? 'glazed' : null"
  expect(await issues(4, { product, wrote: machine(missing) })).toContain(
    'dry cannot become cracked',
  )
  const extra = right.replace("event === 'crack'", "event === 'wet' ? 'wet' : event === 'crack'")
  expect(await issues(4, { product, wrote: machine(extra) })).toContain('dry may become wet')
})

test('labels of states are no transitions', async () => {
  const labels =
    "export const labels = { wet: 'Wet', dry: 'Dry', glazed: 'Glazed', cracked: 'Cracked' }\n"
  expect(await issues(4, { product, wrote: { ...machine(right), 'src/labels.ts': labels } })).toBe(
    '',
  )
})

test('what is forbidden in a state asks for the state', async () => {
  const discard = (guard: string) => ({
    ...machine(right),
    'src/shelf.ts': `export class Shelf {
  pieces = new Map()
  discard(id: number): void {
    const piece = this.pieces.get(id)
    ${guard}
    this.pieces.delete(piece.id)
  }
}
`,
  })
  const asked = "if (piece.status === 'glazed') throw new Error('It waits for its firing.')"
  expect(await issues(4, { product, wrote: discard('') })).toContain('discard never asks')
  expect(await issues(4, { product, wrote: discard(asked) })).toBe('')
})

test('a figure may be another one of the same sentence', async () => {
  const limit = (minutes: number) => ({
    'src/limit.ts': `export const sessionMs = 45 * 60_000\nexport const attempts = limitAttempts(10, ${minutes} * 60_000)\n`,
  })
  expect(await issues(1, { product, wrote: limit(15) })).toBe('')
})

const tables = {
  'db/schema.sql':
    'CREATE TABLE pieces (id INTEGER PRIMARY KEY, title TEXT NOT NULL, fired_on TEXT);\nCREATE TABLE firings (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL, at TEXT NOT NULL);\n',
}
const store = (more: string) => ({
  ...tables,
  'src/store.js': `export const add = (db, title) => db.run('INSERT INTO pieces (title) VALUES (?)', title)
export const all = (db) => db.all('SELECT title, fired_on FROM pieces')
${more}`,
})

test('tables and columns are filled by something', async () => {
  const fire =
    "export const fire = (db, id) => db.run('UPDATE pieces SET fired_on = ? WHERE id = ?', now(), id)\n"
  const keep =
    "export const keep = (db, cents) => db.run('INSERT INTO firings (cents, at) VALUES (?, ?)', cents, now())\n"
  expect(await issues(5, { wrote: store(fire + keep) })).toBe('')
  expect(await issues(5, { wrote: store(fire) })).toContain('nothing ever fills firings')
  expect(await issues(5, { wrote: store(keep) })).toContain('nothing ever fills pieces.fired_on')
})

test('a figure that only tests ask for is decided by nobody', async () => {
  const rules =
    'export const sessionMinutes = 45\nexport const endOf = (start: number): number => start + sessionMinutes * 60_000\n'
  const track = (ends: string): SmallTrack => ({
    product,
    wrote: {
      'src/rules.ts': `${rules}export const isOpen = (at: number): boolean => at > 0\n`,
      'src/session.ts': `import { ${ends}isOpen } from './rules.ts'\nexport const session = (at: number) => ({ at, isOpen: isOpen(at) })\n`,
      'src/rules.test.ts':
        "import { endOf } from './rules.ts'\ntest('ends', () => expect(endOf(0)).toBe(2_700_000))\n",
    },
  })
  expect(await issues(2, track(''))).toContain('nothing asks for what conductor/product.md')
  expect(await issues(2, track('endOf, '))).not.toContain('nothing asks for')
})

test('fields are followed through a function that sends and a service that a controller holds', async () => {
  const track = (field: string, seats = 'seats'): SmallTrack => ({
    wrote: {
      'src/service.ts': `const count = (value: unknown): number => (value === undefined ? 0 : Number(value))
export class Trips {
  book(input: Record<string, unknown>): object {
    return { day: String(input.day), seats: count(input.${seats}), bikes: count(input.bikes) }
  }
}
`,
      'src/controller.ts': `import { Trips } from './service.ts'
export class TripsController {
  #trips: Trips
  constructor(trips: Trips) {
    this.#trips = trips
  }
  book(): void {}
  register(router: Router): void {
    router.on('POST', '/api/trips', async ({ json }) => ({ body: this.#trips.book(await json()) }))
  }
}
`,
      'web/api.js': `export async function call(method, path, data) {
  return fetch(path, { method, body: JSON.stringify(data) })
}
`,
      'web/book.js': `import { call } from './api.js'
export const book = (form) => call('POST', '/api/trips', { day: form.day, ${field}: form.seats })
`,
    },
  })
  expect(await issues(5, track('seats'))).toBe('')
  const wrong = await issues(5, track('places'))
  expect(wrong).toContain('places is sent, and POST /api/trips')
})

test('a span of time is read where its unit is a constant', async () => {
  const hours = '# Boats\n\n## Refunds\n\n- A ticket is refunded until 24 hours before departure.\n'
  const refund = (count: number): SmallTrack => ({
    product: hours,
    wrote: {
      'src/refund.ts': `const HOUR = 60 * 60 * 1000\nexport const isRefunded = (msToDeparture: number): boolean => msToDeparture >= ${count} * HOUR\n`,
    },
  })
  expect(await issues(1, refund(24))).toBe('')
  expect(await issues(1, refund(12))).toContain('24 hours')
})

test('the script of a page leads where the spec says', async () => {
  const spec =
    '# Orders\n\n## Pages\n\n1. `/sign-in` lets people in and leads to `/orders`.\n2. `/orders` lists the orders.\n'
  const page = (way: string): SmallTrack => ({
    spec,
    wrote: {
      'web/sign-in.js': `export const here = '/sign-in'\nexport const enter = () => location.assign('${way}')\n`,
      'web/orders.js': "export const orders = () => fetch('/orders')\n",
    },
  })
  expect(await issues(6, page('/orders'))).toBe('')
  expect(await issues(6, page('/'))).toContain('leads to /, and not to /orders')
})

test('what goes by a list of the product is asked for by it', async () => {
  const plans =
    '# Walks\n\n## Plans\n\n| Plan | Discount |\n|---|---|\n| single | 0 % |\n| weekly | 10 % |\n| pack | 20 % |\n'
  const walk = (plan: string): SmallTrack => ({
    product: plans,
    wrote: {
      'src/price.js':
        'const PLANS = { single: 0, weekly: 10, pack: 20 }\nexport const priceOf = (cents, plan) => (cents * (100 - PLANS[plan])) / 100\n',
      'src/walk.js': `import { priceOf } from './price.js'\nexport const ask = (owner) => ({ price: priceOf(1400, ${plan}) })\n`,
    },
  })
  expect(await issues(2, walk('owner.plan'))).not.toContain('only ever asked')
  expect(await issues(2, walk("'single'"))).toContain('priceOf is only ever asked for "single"')
})
