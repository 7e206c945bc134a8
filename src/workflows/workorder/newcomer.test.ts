import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { gitIn, orderWorkspace } from '../../../test/support/order-workspace.ts'
import { openWorkspace } from '../../app.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { addOrder, readOrderFile } from './add.ts'
import { filesOf, nextOrderNumber } from './orders.ts'
import { carryRun } from '../../engine/carry-run.ts'
import { cleanRun, stopRun } from '../../engine/command-run.ts'
import { openRun } from '../../engine/open-run.ts'
import { readVersion } from '../../engine/versions.ts'
import { workorder } from './definition.ts'
import { planOrders } from './plan.ts'
import { reviewQueue } from './queue.ts'
import { affordsProposer } from './route.ts'
import { changeVersions } from './versions.ts'
import { reworkOrder } from './rework.ts'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function workspace(): Promise<Workspace> {
  if (folder === '') folder = orderWorkspace()
  const opened = await openWorkspace({ cwd: folder, env: {} })
  if (!opened.ok) throw new Error(opened.error.what)
  return opened.value
}

const order = { title: 'Round prices', description: 'to cents' }

describe('an order that is added', () => {
  test('starts from a commit that is named by a branch, a tag or the start of its id', async () => {
    folder = orderWorkspace()
    const at = await workspace()
    const head = gitIn(folder, 'rev-parse', 'HEAD').trim()
    gitIn(folder, 'tag', 'v1')
    for (const base of ['main', 'v1', head.slice(0, 8), head]) {
      const added = await addOrder(at, order, { by: 'ada', base })
      const open = added.ok ? await openRun(workorder, at, added.value.runId) : added
      expect(open.ok && open.value.state.setup.base).toBe(head)
    }
    for (const base of ['nowhere', '', '--help'])
      expect(await addOrder(at, order, { by: 'ada', base })).toMatchObject({
        error: { exit: 2, what: expect.stringContaining('names no commit') },
      })
    // what was refused took no number
    expect(await nextOrderNumber(at)).toBe(5)
  })

  test('says which field is missing, wrong or misspelt', async () => {
    folder = orderWorkspace()
    const at = await workspace()
    const told = async (given: unknown) => {
      const added = await addOrder(at, given, { by: 'ada' })
      return added.ok ? '' : added.error.what
    }
    expect(await told({ title: 'T' })).toBe('the order has no description')
    expect(await told({ ...order, files_in_scope: ['src', '../x'] })).toContain('files_in_scope.1:')
    const file = join(folder, 'order.yaml')
    // a scope that is not read would allow everything
    writeFileSync(file, 'title: T\ndescription: d\nfiles_in_scop: [src]\n')
    expect(await readOrderFile(await workspace(), file)).toMatchObject({
      error: { what: 'an order has no field files_in_scop', where: file },
    })
    for (const text of ['', '- 1', 'only words']) {
      writeFileSync(file, text)
      expect(await readOrderFile(await workspace(), file)).toMatchObject({ error: { where: file } })
    }
  })

  test('can be made of the file of another order', async () => {
    folder = orderWorkspace()
    const at = await workspace()
    const first = await addOrder(at, order, { by: 'ada' })
    if (!first.ok) throw new Error(first.error.what)
    const read = await readOrderFile(await workspace(), filesOf(at, first.value.runId).order)
    expect(read).toMatchObject({ ok: true, value: order })
    expect(await addOrder(at, read.ok ? read.value : {}, { by: 'ada' })).toMatchObject({ ok: true })
  })

  test('is refused where a proposer is bound to an agent that is not there', async () => {
    folder = orderWorkspace(
      'proposers: [{ name: small, agent: nobody, complexity_threshold: 1, cost: 1 }]',
    )
    expect(await addOrder(await workspace(), order, { by: 'ada' })).toMatchObject({
      error: { exit: 2, what: expect.stringContaining('"nobody"') },
    })
  })
})

describe('the money of a day', () => {
  const team = `proposers: [{ name: small, agent: default, complexity_threshold: 0.4, cost: 1 }, { name: large, agent: default, complexity_threshold: 1, cost: 5 }]`
  const afforded = async (budget: string) => {
    folder = orderWorkspace(`${team}, budget: ${budget}`)
    const at = await workspace()
    const added = await addOrder(at, order, { by: 'ada' })
    const open = added.ok ? await openRun(workorder, at, added.value.runId) : added
    if (!open.ok) throw new Error(open.error.what)
    const who = ['small', 'large']
    const asyncResults = who.map((proposer) =>
      affordsProposer(at, { ...open.value.state, proposer }),
    )
    const answers = (await Promise.all(asyncResults)).map(({ ok }) => ok)
    rmSync(folder, { recursive: true, force: true })
    return answers
  }

  test('[WOBUG-18] is for the cheapest only above the hard limit, and for nobody above the last', async () => {
    expect(await afforded('{ soft_usd: 0, hard_usd: 1, emergency_usd: 2 }')).toEqual([true, true])
    expect(await afforded('{ soft_usd: 0, hard_usd: 0, emergency_usd: 2 }')).toEqual([true, false])
    expect(await afforded('{ soft_usd: 0, hard_usd: 0, emergency_usd: 0 }')).toEqual([false, false])
  })
})

describe('a plan', () => {
  test('that an agent spoils is blamed on the agent, one that says nothing on the text', async () => {
    folder = orderWorkspace()
    const command = JSON.stringify([process.execPath, '-e', 'console.log("{}")'])
    writeFileSync(
      join(folder, 'loopwright.yaml'),
      `agents:\n  odd: { kind: command, command: ${command} }\nroles: { decomposer: odd }\n`,
    )
    const spec = join(folder, 'spec.md')
    writeFileSync(spec, '')
    expect(await planOrders(await workspace(), spec)).toMatchObject({
      error: { exit: 5, todo: expect.stringContaining('decomposer') },
    })
    rmSync(join(folder, 'loopwright.yaml'))
    expect(await planOrders(await workspace(), spec)).toMatchObject({
      error: { exit: 2, todo: expect.stringContaining('heading') },
    })
  })
})

describe('the queue', () => {
  const carried = async (at: Workspace, runId: string) => {
    const open = await openRun(workorder, at, runId)
    if (!open.ok) throw new Error(open.error.what)
    const rest = await carryRun(workorder, at, open.value, {
      state: () => undefined,
      progress: () => undefined,
      note: () => undefined,
      pause: new AbortController().signal,
    })
    if (!rest.ok) throw new Error(rest.error.what)
    return rest.value.run
  }
  const queued = async (at: Workspace) => {
    const queue = await reviewQueue(at)
    return queue.ok ? queue.value.map(({ run_id, why }) => [run_id, why.length > 0]) : queue
  }

  test('says why an order waits there, with a diff against its base, and forgets it once a rework of it is completed', async () => {
    folder = orderWorkspace('mutation_seconds: 0, threshold: 10')
    const script = join(folder, 'agent.mjs')
    // it leaves a note behind until it is told what is wrong
    writeFileSync(
      script,
      `import { text } from 'node:stream/consumers'
const { prompt } = JSON.parse(await text(process.stdin))
const note = prompt.includes('scored') || prompt.includes('mend it') ? '' : Array.from({ length: 11 }, () => '// TODO\\n').join('')
const files = [
  { path: 'src/one.ts', content: note + '/** One more. */\\nexport const one = (value: number): number => value + 1\\n' },
  { path: 'src/one.test.ts', content: "import assert from 'node:assert/strict'\\nimport { test } from 'node:test'\\nimport { one } from './one.ts'\\n\\ntest('counts on', () => {\\n  assert.equal(one(1), 2)\\n})\\n" },
]
process.stdout.write(JSON.stringify({ files, deleted: [], notes: '' }))
`,
    )
    const command = JSON.stringify([process.execPath, script])
    writeFileSync(
      join(folder, 'loopwright.yaml'),
      `agents:\n  default: { kind: command, command: ${command} }\nworkflows:\n  workorder: { mutation_seconds: 0, threshold: 10 }\n`,
    )
    const at = await workspace()
    const asked = { ...order, acceptance_criteria: ['`one(1)` is 2'] }
    const added = await addOrder(at, asked, { by: 'ada' })
    if (!added.ok) throw new Error(added.error.what)
    const first = await carried(at, added.value.runId)
    expect(await queued(at)).toEqual([['wo1-round-prices', true]])
    const versions = await changeVersions(at, first)
    if (!versions.ok) throw new Error(versions.error.what)
    const shown = (version: string) => readVersion(first.name, versions.value, version)
    // with one version only, what was before it is the base
    expect(await shown('previous')).toEqual({
      ok: true,
      value: { hash: first.state.base, text: '' },
    })
    expect(await shown('last')).toMatchObject({
      value: { text: expect.stringContaining('+export const one') },
    })
    const again = await reworkOrder(at, first, { by: 'ada', feedback: 'mend it' })
    if (!again.ok) throw new Error(again.error.what)
    const second = await carried(at, again.value.runId)
    expect(second.state).toMatchObject({ at: 'ended', outcome: 'completed' })
    expect(await queued(at)).toEqual([])
    // there is nothing to say against it, and nothing was said
    expect(await reworkOrder(at, second, { by: 'ada', feedback: undefined })).toMatchObject({
      error: { exit: 2, todo: expect.stringContaining('--feedback') },
    })
  })
})

describe('an order that is cleaned', () => {
  test('leaves its number to no other order, as its branch stays', async () => {
    folder = orderWorkspace()
    const at = await workspace()
    const added = await addOrder(at, order, { by: 'ada' })
    if (!added.ok) throw new Error(added.error.what)
    const { runId } = added.value
    const open = await openRun(workorder, at, runId)
    if (!open.ok) throw new Error(open.error.what)
    await stopRun(workorder, at, open.value, { reason: 'enough', by: 'ada' })
    const ended = await openRun(workorder, at, runId)
    if (!ended.ok) throw new Error(ended.error.what)
    expect(await cleanRun(workorder, at, ended.value)).toMatchObject({ ok: true })
    expect(await openRun(workorder, at, runId)).toMatchObject({ ok: false })
    expect(await addOrder(at, order, { by: 'ada' })).toMatchObject({
      value: { runId: 'wo2-round-prices' },
    })
  })
})
