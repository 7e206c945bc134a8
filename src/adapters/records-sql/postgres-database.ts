import type { Pool, PoolClient } from 'pg'
import type { Database, Session } from './database.ts'
import { postgres } from './dialects.ts'

const mostConnections = 4
const patienceMs = 15_000

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
