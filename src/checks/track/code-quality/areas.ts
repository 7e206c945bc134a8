import { isBuiltin } from 'node:module'
import { below, is, isFunction, type Source } from '../../integrity/source.ts'
import { importsOf, packageOf } from '../imports.ts'
import type { TrackCode } from '../track-code.ts'
import { needsBrowser, roleOf } from './file-kinds.ts'

export type Area = 'business logic' | 'API routes' | 'utilities' | 'components' | 'other'

const utility = /(?:^|\/)(?:utils?|helpers?|lib|kit|shared|common|tools)(?:\/|\.[cm]?[jt]sx?$)/
const business =
  /(?:^|\/)(?:domain|core|logic|rules|use-?cases|services?|business|engine|features|pricing|billing)(?:\/|\.[cm]?[jt]sx?$)/

/** Which minimum a file is held to, and whether that is sure. */
export function areaOf(
  code: TrackCode,
  source: Source,
): { readonly area: Area; readonly isSure: boolean } {
  const role = roleOf(source)
  if (role === 'route') return { area: 'API routes', isSure: true }
  if (role === 'component' || role === 'hook' || needsBrowser(source))
    return { area: 'components', isSure: true }
  if (utility.test(source.path)) return { area: 'utilities', isSure: true }
  const isPure = importsOf(code, source.path).every(
    ({ request }) => !isBuiltin(request) && !outside.test(packageOf(request) ?? ''),
  )
  const decides = source.nodes.some(
    (node) =>
      isFunction(node) &&
      [...below(node)].some(
        is('IfStatement', 'ConditionalExpression', 'SwitchStatement', 'BinaryExpression'),
      ),
  )
  if (isPure && decides && !/\bfetch\(|\bprocess\.|\blisten\(/.test(source.text))
    return { area: 'business logic', isSure: true }
  return business.test(source.path)
    ? { area: 'business logic', isSure: false }
    : { area: 'other', isSure: true }
}

const outside =
  /^(?:pg|mysql2?|better-sqlite3|sqlite3|mongodb|mongoose|i?o?redis|knex|typeorm|sequelize|@prisma\/client|drizzle-orm|postgres|kysely|axios|got|undici|ky|stripe|nodemailer|express|fastify|koa|hono|@supabase\/.+|@aws-sdk\/.+|react|react-dom|zustand|@reduxjs\/toolkit|openai|@google\/.+|@anthropic-ai\/.+)$/
