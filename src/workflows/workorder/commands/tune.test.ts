import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { telling, writeOrder } from '../../../../test/support/tuning-orders.ts'
import { openWorkspace } from '../../../app.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { locateRun } from '../../../engine/open-run.ts'
import { commandOf } from '../../../entrypoints/cli/workflow-verb.ts'
import { keptOrders } from '../orders.ts'
import { workflow } from '../workflow.ts'
import { applyTuning } from '../tuning/apply.ts'
import type { Fact } from '../../../model/entry.ts'
import { type Call, parse } from '../../../entrypoints/cli/command.ts'
import { openTerminal } from '../../../entrypoints/cli/terminal.ts'
import { command as tune } from './tune.ts'

const command = commandOf(workflow, tune)

let cwd: string
/** A workspace whose orders tell that weights should be otherwise. */
let template: string
const folder = () => mkdtempSync(join(tmpdir(), 'loopwright-tune-'))
const gone = (path: string) => rmSync(path, { recursive: true, force: true })

beforeAll(async () => {
  template = folder()
  const workspace = await houseIn(template)
  for (const [index, each] of telling.entries()) await writeOrder(workspace, index + 1, each)
})
afterAll(() => gone(template))
beforeEach(() => {
  cwd = folder()
})
afterEach(() => gone(cwd))

const settings = `# ours
agents:
  default: {kind: offline}   # nobody
workflows:
  workorder:
    threshold: 7 # of 10
    weights:
      codeComplexity: 0.2 # as it was
`
const begun = { iteration: 1, phase: null, step: 'start', status: 'ok' } as const
const config = () => join(cwd, 'loopwright.yaml')
const log = () => join(cwd, '.loopwright/workorder-weights.jsonl')

async function houseIn(place: string, disk?: Workspace['disk']): Promise<Workspace> {
  const workspace = await openWorkspace({
    cwd: place,
    env: {},
    ...(disk === undefined ? {} : { disk }),
  })
  if (!workspace.ok) throw new Error(workspace.error.what)
  return workspace.value
}

function seed(text: string | null = settings): void {
  cpSync(template, cwd, { recursive: true })
  if (text !== null) writeFileSync(config(), text)
}

async function run(...args: readonly string[]) {
  const parsed = parse(command, args)
  if (!parsed.ok) throw new Error(parsed.error.what)
  let out = ''
  const stream = { write: (text: string) => (out += text) }
  const env = { NO_COLOR: '1', LOOPWRIGHT_USER: 'ada' }
  const stdin = Readable.from([])
  const terminal = openTerminal({ stdout: stream, stderr: { write: () => '' }, stdin, env })
  const call: Call = { ...parsed.value, terminal, cwd, env, stdin, begun: Date.now(), verbs: {} }
  const ended = await command.run(call)
  return ended.ok
    ? { exit: ended.value, out, problem: null }
    : { exit: ended.error.exit, out, problem: ended.error }
}

const Told = z.looseObject({
  suggestion: z.looseObject({ weights: z.record(z.string(), z.number()), yaml: z.string() }),
  applied: z.looseObject({ by: z.string(), after: z.record(z.string(), z.number()) }).nullable(),
})

describe('workorder tune', () => {
  test('says that there are not enough orders, also where there is none', async () => {
    expect(await run()).toMatchObject({
      exit: 0,
      out: expect.stringContaining('not enough orders: 0'),
    })
    expect(existsSync(log())).toBe(false)
    expect(existsSync(config())).toBe(false)
    expect((await run('--apply')).exit).toBe(1)
    expect(existsSync(config())).toBe(false)
  })

  test('[ROUTE-11] changes nothing unless a person says --apply', async () => {
    seed()
    const { exit, out } = await run()
    expect(exit).toBe(0)
    expect(out).toContain('      reasoningDepth: 0.1')
    expect(out).toContain('workorder tune --apply')
    const said = Told.parse(JSON.parse((await run('--json')).out))
    expect(said.applied).toBeNull()
    expect(out).toContain(said.suggestion.yaml)
    expect(readFileSync(config(), 'utf8')).toBe(settings)
    expect(existsSync(log())).toBe(false)
  })

  test('--apply writes the weights, keeps who, when, before and after, and then the weights rest', async () => {
    seed()
    const said = Told.parse(JSON.parse((await run('--apply', '--json', '--by', 'bob')).out))
    const text = readFileSync(config(), 'utf8')
    for (const line of [
      '# ours',
      '  default: {kind: offline}   # nobody',
      '    threshold: 7 # of 10',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toMatch(/codeComplexity: \d\.\d+ # as it was\n/)
    const workspace = await houseIn(cwd)
    expect(workspace.config.workflows.workorder.weights).toEqual(said.suggestion.weights)
    const [line = '', ...rest] = readFileSync(log(), 'utf8').trimEnd().split('\n')
    expect(rest).toEqual([])
    expect(JSON.parse(line)).toMatchObject({
      by: 'bob',
      at: expect.stringMatching(/^\d{4}-/),
      before: { codeComplexity: 0.2, reasoningDepth: 0.1 },
      after: said.suggestion.weights,
      orders: 60,
      accuracy: 0.5,
    })
    const again = await run('--apply')
    expect(again).toMatchObject({ exit: 1, out: expect.stringContaining('by bob') })
    expect(again.out).toContain('60 that were added before the weights were last changed')
    expect(readFileSync(config(), 'utf8')).toBe(text)
  })

  test('--apply makes the file where there was none', async () => {
    seed(null)
    expect((await run('--apply')).exit).toBe(0)
    const { config: read } = await houseIn(cwd)
    expect(read.workflows.workorder.weights.reasoningDepth).toBeGreaterThan(0.1)
  })

  test('refuses a file that has no safe place for weights, and shows what to put in', async () => {
    const shared = settings.replace('0.2 # as it was', '&n 0.2\n      securityImplications: *n')
    seed(shared)
    const refused = await run('--apply')
    expect(refused).toMatchObject({ exit: 2, problem: { where: 'loopwright.yaml' } })
    expect(refused.problem?.todo).toContain('reasoningDepth')
    expect(readFileSync(config(), 'utf8')).toBe(shared)
    const elsewhere = join(cwd, 'elsewhere.yaml')
    renameSync(config(), elsewhere)
    symlinkSync(elsewhere, config())
    expect((await run('--apply')).exit).toBe(2)
    expect(readFileSync(elsewhere, 'utf8')).toBe(shared)
    expect(existsSync(log())).toBe(false)
  })

  test('weights that could not be recorded are not changed', async () => {
    seed()
    const { disk } = await houseIn(cwd)
    const full: Workspace['disk'] = {
      ...disk,
      writeDurably: (path, content) =>
        path === log() ? Promise.reject(new Error('no space')) : disk.writeDurably(path, content),
    }
    expect(await applyTuning(await houseIn(cwd, full), 'ada')).toMatchObject({
      error: { exit: 2, what: expect.stringContaining('no space') },
    })
    expect(readFileSync(config(), 'utf8')).toBe(settings)
    mkdirSync(log())
    expect((await run('--apply')).problem?.where).toBe('.loopwright/workorder-weights.jsonl')
    expect(readFileSync(config(), 'utf8')).toBe(settings)
  })

  test('weights that changed since they were looked at are left alone', async () => {
    seed()
    const before = await houseIn(cwd)
    const other = settings.replace('0.2 #', '0.15 #').concat('      reasoningDepth: 0.15\n')
    writeFileSync(config(), other)
    expect(await applyTuning(before, 'ada')).toMatchObject({
      error: { what: expect.stringContaining('changed meanwhile') },
    })
    expect(readFileSync(config(), 'utf8')).toBe(other)
  })

  test('a damaged record of changes is named with its line; a damaged journal is left out', async () => {
    seed()
    writeFileSync(log(), '\n{"at": "yesterday"}\n')
    const damaged = await run()
    expect(damaged.problem?.where).toBe('.loopwright/workorder-weights.jsonl:2')
    rmSync(log())
    const journal = join(cwd, '.loopwright/workorder/wo7-sample/history.jsonl')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('ada', 'eve'))
    const { exit, out } = await run()
    expect(exit).toBe(0)
    expect(out).toContain('59 of 59 ended orders')
    expect(out).toContain('not counted: wo7-sample')
    // whole, but nothing may follow the end of an order
    const { store } = await locateRun(keptOrders, await houseIn(cwd), 'wo8-sample')
    const read = await store.journal.read()
    if (!read.ok) throw new Error(read.error.type)
    const more: Fact = { ...begun, event: 'based', payload: { base: 'a'.repeat(40) } }
    expect((await store.journal.append(read.value.mark, [more], () => true)).ok).toBe(true)
    await store.journal.close()
    expect((await run()).out).toContain('58 of 58 ended orders')
  })
})
