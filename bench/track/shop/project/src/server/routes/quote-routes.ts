import { quoteFor } from '../../shop/quote.ts'
import { tierIds, tiers } from '../../shop/tiers.ts'
import { json, problem } from '../respond.ts'
import { route, type Route } from '../router.ts'

export const quoteRoutes = (): readonly Route[] => [
  route('GET', '/api/health', () => json(200, { status: 'ok' })),
  route('GET', '/api/tiers', () =>
    json(
      200,
      tierIds.map((tierId) => tiers[tierId]),
    ),
  ),
  route('GET', '/api/quote', ({ url }) => {
    const boxes = Number(url.searchParams.get('boxes') || Number.NaN)
    const result = quoteFor(url.searchParams.get('tier') ?? '', boxes)
    return result.ok ? json(200, result.value) : problem(400, result.message)
  }),
]
