import type { Order } from '../shop/order.ts'
import type { Quote } from '../shop/quote.ts'

/** What the API sends, for both sides. */
export type QuoteResponse = Quote
export type OrderResponse = Omit<Order, 'email'>
export type AccountResponse = { readonly email: string }
export type ErrorResponse = { readonly error: { readonly message: string } }

export const orderResponse = ({ email: _, ...order }: Order): OrderResponse => order
