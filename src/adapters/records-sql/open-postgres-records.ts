import { maskSecrets } from '../../model/mask-secrets.ts'
import { type AsyncResult, usageError } from '../../model/result.ts'
import type { Records } from '../../ports/records.ts'
import { recordsOn } from './records-on.ts'
import type { Pool, PoolClient } from 'pg'
import type { Database, Session } from './database.ts'
import { postgres } from './dialects.ts'
import { percentDecoded } from '../../kit/parse.ts'

/** Records on a server. Nothing that is said about it shows its password. */
export async function openPostgresRecords({
  url,
  now,
}: {
  readonly url: string
  readonly now: string
}): AsyncResult<Records> {
  const server = serverOf(url)
  if (server === null)
    return usageError(
      'records.url is no valid URL of a PostgreSQL database',
      'write it as postgresql://user@host:5432/database; encode @, : and / in a password',
    )
  try {
    return await recordsOn(await openPostgresDatabase(url), now)
  } catch (error) {
    return usageError(
      `the records on ${server.shown} cannot be opened: ${maskSecrets(reasonOf(error), server.secrets)}`,
      'see that the server runs and that the user may create tables, or set records.url',
    )
  }
}

/** What may be shown of a server, and what never. */
function serverOf(
  url: string,
): { readonly shown: string; readonly secrets: readonly string[] } | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  if (!/^postgres(ql)?:$/.test(parsed.protocol)) return null
  const query = parsed.searchParams.get('password')
  const secrets = [parsed.password, percentDecoded(parsed.password), query ?? '', url]
  return {
    shown: `${parsed.host === '' ? 'this machine' : parsed.host}${parsed.pathname}`,
    secrets: secrets.filter((secret) => secret !== ''),
  }
}

/** A connection that was tried over several addresses fails with a list and no words of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

const mostConnections = 4
const patienceMs = 15_000
const rowsAtOnce = 5_000

/** A server by its URL. Connections are made when they are needed. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const { Pool, types } = await import('pg')
  const pool = new Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: patienceMs,
    application_name: 'loopwright',
    // a command that is done ends, even if nobody closed the records
    allowExitOnIdle: true,
    types: {
      getTypeParser(oid, format) {
        const isNumber = oid === types.builtins.INT8 || oid === types.builtins.NUMERIC
        return isNumber ? Number : types.getTypeParser(oid, format)
      },
    },
  })
  // a connection that breaks while nobody uses it is replaced; whoever uses one is told
  pool.on('error', () => {})
  return {
    ...sessionOn(pool),
    each: (sql, values, take) => transaction(pool, (session) => session.each(sql, values, take)),
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  }
}

function sessionOn(connection: Pool | PoolClient): Session {
  return {
    dialect: postgres,
    async all(sql, values = []) {
      const { rows } = await connection.query<Record<string, unknown>>(sql, [...values])
      return rows
    },
    async each(sql, values, take) {
      await connection.query(`declare rows no scroll cursor for ${sql}`, [...values])
      for (;;) {
        const { rows } = await connection.query<unknown[]>({
          text: `fetch ${rowsAtOnce} from rows`,
          rowMode: 'array',
        })
        for (const row of rows) take(row)
        if (rows.length < rowsAtOnce) break
      }
      await connection.query('close rows')
    },
    async script(sql) {
      await connection.query(sql)
    },
  }
}

async function transaction<Outcome>(
  pool: Pool,
  work: (session: Session) => Promise<Outcome>,
): Promise<Outcome> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const outcome = await work(sessionOn(client))
    await client.query('commit')
    return outcome
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
