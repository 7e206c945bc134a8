import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { orderWorkspace } from '../../../test/support/order-workspace.ts'
import { openWorkspace } from '../../app.ts'
import { weighted } from './complexity/complexity.ts'
import { addOrder } from './add.ts'
import { carryRun } from '../../engine/carry-run.ts'
import { openRun } from '../../engine/open-run.ts'
import { workorder } from './definition.ts'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function added() {
  folder = orderWorkspace()
  const workspace = await openWorkspace({ cwd: folder, env: {} })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const order = { title: 'Round prices', description: 'Analyse why prices drift; rounding' }
  const place = await addOrder(workspace.value, order, { by: 'ada' })
  if (!place.ok) throw new Error(place.error.what)
  return { workspace: workspace.value, runId: place.value.runId }
}

type Added = Awaited<ReturnType<typeof added>>

const open = async ({ workspace, runId }: Added) => {
  const result = await openRun(workorder, workspace, runId)
  if (!result.ok) throw new Error(result.error.what)
  return result.value
}

/** What is told until the order has its commit. */
async function notesOf(given: Added): Promise<readonly string[]> {
  const notes: string[] = []
  const pause = new AbortController()
  const rest = await carryRun(workorder, given.workspace, await open(given), {
    state: ({ state: { at } }) => (at === 'starting' ? undefined : pause.abort()),
    progress: () => undefined,
    note: (text) => notes.push(text),
    pause: pause.signal,
  })
  if (!rest.ok) throw new Error(rest.error.what)
  expect(rest.value).toMatchObject({ type: 'paused', state: { at: 'measuring-before' } })
  return notes
}

describe('an order that starts', () => {
  test('has the seven factors of its complexity and their weights in its journal', async () => {
    const given = await added()
    const { complexity } = (await open(given)).state.setup
    const { weights } = given.workspace.config.workflows.workorder
    expect(complexity.weights).toEqual(weights)
    const factors = complexity.factors ?? {}
    expect(Object.keys(factors).toSorted()).toEqual(Object.keys(weights).toSorted())
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys were compared above
    expect(weighted(factors as typeof weights, weights)).toBe(complexity.score)
  })

  test('tells once what it does not see, such as changes that are not committed', async () => {
    const given = await added()
    writeFileSync(join(folder, 'src/price.ts'), '// not committed\n')
    expect(await notesOf(given)).toContainEqual(expect.stringMatching(/commit/i))
    expect(await notesOf(given)).toEqual([])
  })

  test('is routed among those who can be asked on the day of its work, not of its plan', async () => {
    const given = await added()
    const config = join(folder, 'loopwright.yaml')
    const renamed = readFileSync(config, 'utf8')
      .replace('default:', 'fresh:')
      .replace('roles: {', 'roles: { proposer: fresh, reviewer: fresh,')
    writeFileSync(config, renamed)
    const workspace = await openWorkspace({ cwd: folder, env: {} })
    if (!workspace.ok) throw new Error(workspace.error.what)
    expect(await notesOf({ ...given, workspace: workspace.value })).not.toBeNull()
  })

  test('tells nothing where nothing is hidden', async () => {
    expect(await notesOf(await added())).toEqual([])
  })
})
