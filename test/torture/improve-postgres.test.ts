import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  earnAutonomy,
  git,
  improveWorkspace,
  startTaxes,
  type Told,
  told,
} from '../support/improve-workspace.ts'
import { neededPostgres, type Postgres, skipsPostgres } from '../support/postgres.ts'
import { lw } from '../support/workspace.ts'
import { isTorture } from './random.ts'

// it builds applications: only where there is time for torture
describe.runIf(isTorture && !skipsPostgres)('a loop whose records are on a server', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await neededPostgres()
  })
  afterAll(() => server?.stop(), 120_000)

  test('[IMPROVE-1] [IMPROVE-3] fills the tables as it decides by itself, and is stopped by one command', async () => {
    const url = server.fresh()
    const folder = improveWorkspace(
      '{ consecutive: 3, autonomous: true }',
      '\n- It runs by itself.\n',
    )
    appendFileSync(join(folder, 'loopwright.yaml'), `records: { url: "${url}" }\n`)
    await earnAutonomy(folder)
    const running = lw(folder, startTaxes('--autonomous'))
    // one change was applied without a person, and the next application is being built
    const isBuilding = async () => {
      const { iterations } = (await told(folder)) as Partial<Told>
      return (iterations?.length ?? 0) > 1
    }
    while (!(await isBuilding())) await wait(500)
    const stopped = await lw(folder, ['stop', 'taxes', 'that is enough'])
    expect(stopped.status, stopped.stderr).toBe(0)
    const ended = await running
    expect(ended.status, ended.stdout + ended.stderr).toBe(1)
    const state = await told(folder)
    expect(state).toMatchObject({ outcome: 'stopped' })
    expect(state.improvements.length).toBeGreaterThan(0)
    expect((await lw(folder, ['verify', 'taxes'])).status).toBe(0)
    const resumed = await lw(folder, ['resume', 'taxes'])
    expect(resumed.stdout + resumed.stderr).toMatch(/stopped|ended/)
    expect(git(join(folder, 'agents'), 'status', '--porcelain')).toBe('')

    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      const rowsOf = async (table: string) => (await client.query(`SELECT * FROM ${table}`)).rows
      const iterations = await rowsOf('test_iterations')
      expect(iterations.filter(({ project_name: name }) => name !== 'earned')).not.toEqual([])
      expect(iterations.map(({ status }) => status)).toContain('completed')
      expect(await rowsOf('iteration_work_order_logs')).not.toEqual([])
      expect(await rowsOf('moose_improvements')).toContainEqual(
        expect.objectContaining({ status: 'applied', approved_by: 'autonomous' }),
      )
      expect(await rowsOf('iteration_progress')).not.toEqual([])
      expect(await rowsOf('improvement_impact_report')).not.toEqual([])
    } finally {
      await client.end()
    }
  }, 900_000)
})
