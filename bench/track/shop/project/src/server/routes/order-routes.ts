import { orderResponse } from '../../shared/api.ts'
import { canDownloadGuide, growGuide } from '../../shop/grow-guide.ts'
import { isOrderStatus, moveOrder, type Order, type OrderStatus } from '../../shop/order.ts'
import { type OrderDependencies, placeOrder, type PlaceOrderResult } from '../../shop/place-order.ts'
import { readBody, textIn } from '../read-body.ts'
import { json, problem } from '../respond.ts'
import { type Route, type SignedInContext, signedInRoute } from '../router.ts'

/** What customers may do themselves; shipping is the warehouse's. */
const movesOfCustomers: ReadonlySet<OrderStatus> = new Set(['paid', 'cancelled'])

export function orderRoutes({ orders, stockOf, now }: OrderDependencies): readonly Route[] {
  const ownOrder = ({ account, parameters }: SignedInContext): Order | null => {
    const order = orders.find(parameters.id ?? '')
    return order?.email === account.email ? order : null
  }
  return [
    signedInRoute('GET', '/api/orders', ({ account }) =>
      json(200, orders.listOf(account.email).map(orderResponse)),
    ),
    signedInRoute('POST', '/api/orders', async ({ account, request }) => {
      const body = await readBody(request)
      if (!body.ok) return problem(body.status, body.message)
      const key = request.headers.get('idempotency-key')
      const result = await placeOrder(
        {
          email: account.email,
          tier: textIn(body.value.tier),
          boxes: Number(body.value.boxes),
          ...(key === null ? {} : { key }),
        },
        { orders, stockOf, now },
      )
      return answerOf(result)
    }),
    signedInRoute('PATCH', '/api/orders/:id', async (context) => {
      const body = await readBody(context.request)
      if (!body.ok) return problem(body.status, body.message)
      const order = ownOrder(context)
      if (order === null) return problem(404, 'You have no such order.')
      const { status } = body.value
      if (!isOrderStatus(status) || !movesOfCustomers.has(status))
        return problem(400, 'You can pay an order or cancel it.')
      const moved = moveOrder(order, status, now())
      if (!moved.ok) return problem(409, moved.message)
      orders.save(moved.order)
      return json(200, orderResponse(moved.order))
    }),
    signedInRoute('GET', '/api/orders/:id/guide', (context) => {
      const order = ownOrder(context)
      if (order === null) return problem(404, 'You have no such order.')
      if (!canDownloadGuide(order))
        return problem(403, 'The grow guide comes with Pro and Farm boxes once they are paid.')
      return new Response(growGuide(order.tier), {
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'content-disposition': 'attachment; filename="grow-guide.txt"',
        },
      })
    }),
  ]
}

function answerOf(result: PlaceOrderResult): Response {
  switch (result.kind) {
    case 'placed':
      return json(201, orderResponse(result.order))
    case 'repeated':
      return json(200, orderResponse(result.order))
    case 'invalid':
      return problem(400, result.message)
    case 'refused':
      return problem(409, result.message)
    case 'unavailable':
      return problem(503, result.message)
  }
}
