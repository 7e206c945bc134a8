import { cancelHold, type HoldResult, holdsOf, placeHold } from '../data/holds.ts'
import { borrow, type LoanResult, loansOf, renewLoan, returnLoan } from '../data/loans.ts'
import type { Member } from '../data/members.ts'
import { dayOf } from '../domain/days.ts'
import { type Context, memberOf } from './context.ts'
import { bodyOf, json, problem, type Reply } from './reply.ts'

type ForMember = (context: Context, member: Member) => Reply | Promise<Reply>

const signedIn =
  (work: ForMember) =>
  (context: Context): Reply | Promise<Reply> => {
    const member = memberOf(context)
    return member === null ? problem(401, 'Please sign in first.') : work(context, member)
  }

const replyTo = (result: LoanResult, status: number): Reply =>
  result.ok ? json(status, result.loan) : problem(result.status, result.reason)

const holdReply = (result: HoldResult, status: number): Reply =>
  result.ok ? json(status, result.hold) : problem(result.status, result.reason)

const today = ({ now }: Context) => dayOf(now())

async function bookIdOf({ request }: Context): Promise<number | null> {
  const body = await bodyOf(request)
  const id = body?.bookId
  return typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null
}

export const listLoans = signedIn((context, member) => json(200, loansOf(context.db, member, today(context))))

export const createLoan = signedIn(async (context, member) => {
  const bookId = await bookIdOf(context)
  if (bookId === null) return problem(400, 'Say which book you want: bookId is a number.')
  return replyTo(borrow(context.db, member, bookId, today(context)), 201)
})

export const createRenewal = signedIn((context, member) =>
  replyTo(renewLoan(context.db, member, Number(context.params.id), today(context)), 200),
)

export const createReturn = signedIn((context, member) =>
  replyTo(returnLoan(context.db, member, Number(context.params.id), today(context)), 200),
)

export const listHolds = signedIn((context, member) => json(200, holdsOf(context.db, member, today(context))))

export const createHold = signedIn(async (context, member) => {
  const bookId = await bookIdOf(context)
  if (bookId === null) return problem(400, 'Say which book you want: bookId is a number.')
  return holdReply(placeHold(context.db, member, bookId, today(context)), 201)
})

export const removeHold = signedIn((context, member) =>
  holdReply(cancelHold(context.db, member, Number(context.params.id), today(context)), 200),
)
