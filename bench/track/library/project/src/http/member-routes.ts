import { addMember, closeSession, openSession } from '../data/members.ts'
import { isCard } from '../domain/cards.ts'
import { type Context, tokenOf } from './context.ts'
import { bodyOf, empty, json, problem, type Reply } from './reply.ts'

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const pinPattern = /^\d{6}$/

const cookie = (token: string, seconds: number, isProduction: boolean): string =>
  `session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isProduction ? '; Secure' : ''}`

export async function createMember({ request, db }: Context): Promise<Reply> {
  const body = await bodyOf(request)
  const { email, pin, card } = body ?? {}
  if (typeof email !== 'string' || !emailPattern.test(email)) return problem(400, 'Enter your email address.')
  if (typeof pin !== 'string' || !pinPattern.test(pin)) return problem(400, 'Choose a PIN of 6 digits.')
  if (!isCard(card)) return problem(400, 'Choose a child, adult or scholar card.')
  const member = addMember(db, email, pin, card)
  return member === null ? problem(409, 'This address has a card already. Sign in instead.') : json(201, member)
}

export async function signIn({ request, db, now, isProduction }: Context): Promise<Reply> {
  const body = await bodyOf(request)
  const { email, pin } = body ?? {}
  if (typeof email !== 'string' || typeof pin !== 'string')
    return problem(400, 'Enter your email address and your PIN.')
  const token = openSession(db, email, pin, now())
  return token === null
    ? problem(401, 'Address or PIN are wrong. Try again.')
    : json(201, { email }, { 'set-cookie': cookie(token, 1200, isProduction) })
}

export function signOut(context: Context): Reply {
  closeSession(context.db, tokenOf(context))
  return empty(204, { 'set-cookie': cookie('', 0, context.isProduction) })
}
