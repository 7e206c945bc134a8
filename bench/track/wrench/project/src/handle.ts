import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Bookings } from './bookings.ts'
import { services } from './catalogue.ts'
import type { Customers } from './customers.ts'
import { Failure } from './failure.ts'
import { findPart, type PartsOptions } from './parts.ts'
import { isStatus } from './rules.ts'

export type Reply = { status: number; body?: unknown; cookie?: string }

export type Context = {
  bookings: Bookings
  customers: Customers
  parts: PartsOptions
  shopKey: string
}

const mostBytes = 20_000

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > mostBytes) throw new Failure(413, 'This is too long. Shorten it and try again.')
  }
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>
  } catch {
    throw new Failure(400, 'Send JSON.')
  }
  throw new Failure(400, 'Send a JSON object.')
}

const sessionOf = (request: IncomingMessage): string | undefined =>
  /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]

const cookie = (session: string, rest = '') =>
  `session=${session}; HttpOnly; SameSite=Strict; Path=/${rest}`

function requireShop(request: IncomingMessage, shopKey: string): void {
  const given = Buffer.from(String(request.headers['x-shop-key'] ?? ''))
  const wanted = Buffer.from(shopKey)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new Failure(403, 'Only the workshop can do this.')
}

/** What anybody may ask. */
function answerPublic(url: URL, { bookings }: Context): Record<string, () => Reply> {
  return {
    'GET /api/health': () => ({ status: 200, body: { ok: true } }),
    'GET /api/services': () => ({
      status: 200,
      body: Object.entries(services).map(([code, service]) => ({ code, ...service })),
    }),
    'GET /api/days': () => {
      const day = url.searchParams.get('day') ?? ''
      if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Failure(400, 'Name a day, such as 2026-03-01.')
      return { status: 200, body: { day, free: bookings.freePlaces(day) } }
    },
  }
}

async function handleAccount(
  call: string,
  request: IncomingMessage,
  customers: Customers,
): Promise<Reply | null> {
  if (call === 'POST /api/accounts') {
    const { email, password } = await readJson(request)
    return { status: 201, body: await customers.join(email, password) }
  }
  if (call === 'POST /api/sessions') {
    const { email, password } = await readJson(request)
    const session = await customers.signIn(email, password)
    return { status: 201, body: { email }, cookie: cookie(session) }
  }
  if (call !== 'DELETE /api/sessions') return null
  const session = sessionOf(request)
  if (session !== undefined) customers.signOut(session)
  return { status: 204, cookie: cookie('', '; Max-Age=0') }
}

async function handleBookings(
  call: string,
  request: IncomingMessage,
  { bookings, customers, shopKey }: Context,
): Promise<Reply | null> {
  const customer = () => customers.signedIn(sessionOf(request))
  if (call === 'GET /api/bookings') return { status: 200, body: bookings.of(customer()) }
  if (call === 'POST /api/bookings') {
    const who = customer()
    return { status: 201, body: bookings.book(who, await readJson(request)) }
  }
  const [, method, id = '', action] =
    /^(\w+) \/api\/bookings\/(\d+)(\/\w+)?$/.exec(call) ?? []
  if (method === 'GET' && action === undefined)
    return { status: 200, body: bookings.one(Number(id), customer()) }
  if (method === 'POST' && action === '/cancel')
    return { status: 200, body: bookings.cancel(customer(), Number(id)) }
  if (method === 'PUT' && action === '/status') {
    requireShop(request, shopKey)
    const { status } = await readJson(request)
    if (!isStatus(status)) throw new Failure(400, 'Name one of the states of a booking.')
    return { status: 200, body: bookings.move(bookings.one(Number(id)), status) }
  }
  return null
}

async function handleParts(call: string, parts: PartsOptions): Promise<Reply | null> {
  const [, sku] = /^GET \/api\/parts\/([\w-]+)$/.exec(call) ?? []
  if (sku === undefined) return null
  const part = await findPart(sku, parts)
  if (part === 'unknown') throw new Failure(404, 'The wholesaler has no such part.')
  if (part === null)
    throw new Failure(503, 'The wholesaler does not answer. Try again in a few minutes.')
  return { status: 200, body: part }
}

/** Every call of the API. */
export async function handle(
  request: IncomingMessage,
  url: URL,
  context: Context,
): Promise<Reply> {
  const call = `${request.method} ${url.pathname}`
  const reply =
    answerPublic(url, context)[call]?.() ??
    (await handleAccount(call, request, context.customers)) ??
    (await handleBookings(call, request, context)) ??
    (await handleParts(call, context.parts))
  if (reply === null) throw new Failure(404, 'There is nothing at this address.')
  return reply
}
