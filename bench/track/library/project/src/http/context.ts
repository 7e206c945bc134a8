import type { IncomingMessage } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'
import { type Member, memberOfSession } from '../data/members.ts'
import type { Catalogue } from '../upstream/catalogue.ts'

export type Services = {
  readonly db: DatabaseSync
  readonly catalogue: Catalogue
  readonly now: () => number
  readonly isProduction: boolean
}

export type Context = Services & {
  readonly request: IncomingMessage
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
}

export function tokenOf({ request }: Pick<Context, 'request'>): string {
  const cookies = request.headers.cookie ?? ''
  return /(?:^|;\s*)session=([0-9a-f]+)/.exec(cookies)?.[1] ?? ''
}

export const memberOf = (context: Context): Member | null =>
  memberOfSession(context.db, tokenOf(context), context.now())
