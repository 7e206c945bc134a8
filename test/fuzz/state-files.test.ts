import { unkeyed } from '../../src/kit/seal.contract.ts'
import { writeFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openNodeDisk } from '../../src/adapters/disk-node/disk.ts'
import { openFileJournal } from '../../src/adapters/journal-files/journal.ts'
import { openRunStore } from '../../src/adapters/run-files/run-store.ts'
import { openWorkspace } from '../../src/app.ts'
import { workflows } from '../../src/app/workflows.ts'
import { openRuns } from '../../src/engine/runs.ts'
import { Entry } from '../../src/model/entry.ts'
import { GateAnswer } from '../../src/model/gate.ts'
import { journalStart } from '../../src/ports/journal.ts'
import { factOf } from '../../src/ports/journal.contract.ts'
import { freshFolder } from '../support/folder.ts'
import { evolution, lw, newStory, storyWorkspace } from '../support/workspace.ts'
import { anyValue, damaged, fuzz, nastyText, nearly, within } from './fuzz.ts'

const clock = { now: () => new Date('2026-02-18T12:00:00Z'), elapsedMs: () => 0 }

async function threeSteps() {
  const folder = freshFolder()
  const path = join(folder, 'history.jsonl')
  const open = () =>
    openFileJournal(openNodeDisk(folder), clock, { path, runId: 'r-1', version: 1 })
  const journal = open()
  let mark = journalStart
  for (const facts of [
    [factOf('one')],
    [factOf('two', { text: 'ünï "x"\n' }), factOf('three')],
    [factOf('four')],
  ]) {
    const appended = await journal.append(mark, facts)
    if (!appended.ok) throw new Error(appended.error.type)
    ;({ mark } = appended.value)
  }
  await journal.close()
  return { path, open, text: readFileSync(path, 'utf8') }
}

describe('a history from outside', () => {
  test('[FUZZ-1] is read or refused by its line, never with an exception; only what the chain proves is read', async () => {
    const { path, open, text } = await threeSteps()
    const good = await open().read()
    if (!good.ok) throw new Error(good.error.type)
    const written = good.value.entries.map((entry) => JSON.stringify(entry))
    const reach = { read: 0, refused: 0, torn: 0 }
    const lines = text.trimEnd().split('\n')
    const forged = nearly(
      JSON.parse(lines[0] ?? ''),
      anyValue(['event', 'n', 'hash'], ['x', 1]),
    ).map((entry) => `${JSON.stringify(entry) ?? ''}\n`)
    await fuzz(
      600,
      fc.oneof(nastyText, damaged([text]), forged, fc.uint8Array({ maxLength: 200 })),
      async (bytes) => {
        writeFileSync(path, bytes)
        const read = await within(1_000, () => open().read())
        if (!read.ok) {
          reach.refused += 1
          if (read.error.type !== 'damaged') throw new Error(read.error.type)
          expect(read.error.line).toBeGreaterThanOrEqual(1)
          expect(read.error.line).toBeLessThanOrEqual(
            Buffer.from(bytes).toString('latin1').split('\n').length,
          )
          return
        }
        reach.read += 1
        if (read.value.tornBytes > 0) reach.torn += 1
        for (const entry of read.value.entries) expect(Entry.safeParse(entry).success).toBe(true)
        // nothing was ever read that the writer did not write, in its order
        expect(written.slice(0, read.value.entries.length)).toEqual(
          read.value.entries.map((entry) => JSON.stringify(entry)),
        )
      },
    )
    expect(Math.min(reach.read, reach.refused, reach.torn)).toBeGreaterThan(20)
  })
})

describe('the files Loopwright keeps of a run', () => {
  test('[FUZZ-1] damaged in any way, count as absent: snapshot, kept answers, decisions and stop requests', async () => {
    const folder = freshFolder()
    const home = join(folder, 'run')
    const open = () =>
      openRunStore(openNodeDisk(folder), clock, {
        seal: unkeyed,
        folder: home,
        runId: 'r',
        journal: openFileJournal(openNodeDisk(folder), clock, {
          path: join(folder, 'h'),
          runId: 'r',
          version: 1,
        }),
      })
    const snapshot = {
      version: 1,
      mark: { events: 3, bytes: 900, ts: 't', hash: 'h' },
      state: { at: 'here', list: [1, 2] },
    }
    const answer = { gate: 'criteria-1', option: 'confirm', by: 'ada', at: 'now', shown: 'h' }
    await open().writeSnapshot(snapshot)
    await open().answers.keep('key', {
      output: { plan: ['a'] },
      usage: { input_tokens: 1, output_tokens: 2, cost_usd: 0 },
    })
    await open().decide(answer)
    await open().requestStop({ reason: 'enough', by: 'ada', at: 'now' })
    const disk = openNodeDisk(folder)
    const [kept = ''] = await disk.list(join(home, 'answers'))
    const [decided = ''] = await disk.list(join(home, 'decisions'))
    const files = [
      join(home, 'snapshot'),
      join(home, 'answers', kept),
      join(home, 'decisions', decided),
      join(home, 'stop.json'),
    ]
    const goods = files.map((path) => readFileSync(path, 'utf8'))
    let refused = 0
    const wrong = goods.map((good) =>
      fc.oneof(
        damaged([good]),
        nastyText,
        // the seal of the snapshot stands on a line of its own before the JSON
        nearly(JSON.parse(good.slice(good.indexOf('{'))), anyValue(['version', 'by'], ['x'])).map(
          (value) => good.slice(0, good.indexOf('{')) + (JSON.stringify(value) ?? ''),
        ),
      ),
    )
    await fuzz(100, fc.tuple(...wrong), async (texts) => {
      for (const [index, path] of files.entries()) writeFileSync(path, texts[index] ?? '')
      const store = open()
      const read = await store.readSnapshot()
      if (read !== null) expect(read).toEqual(snapshot)
      else refused += 1
      await store.answers.get('key')
      const decision = await store.decision('criteria-1')
      if (decision !== null) expect(GateAnswer.safeParse(decision).success).toBe(true)
      const stop = await store.stopRequested()
      if (stop !== null) expect(typeof stop.reason).toBe('string')
      // a damaged request or decision must not stand in the way of the next one for ever, or unexplained
      await store.requestStop({ reason: 'again', by: 'ada', at: 'now' })
      expect(await store.stopRequested()).not.toBeNull()
      const again = await store.decide(answer).catch((error: unknown) => error)
      if (decision === null) expect(again).toMatchObject({ code: 'EDAMAGED' })
    })
    expect(refused).toBeGreaterThan(40)
  })

  test('[RECOVER-1] run.json and current.json, whatever stands in them, decide nothing: the history does', async () => {
    const folder = storyWorkspace()
    expect(
      (
        await lw(
          folder,
          newStory.filter((word) => word !== '--yes'),
        )
      ).status,
    ).toBe(3)
    const paths = [
      evolution(folder, 'story', 'run.json'),
      evolution(folder, 'current.json'),
    ] as const
    const goods = paths.map((path) => readFileSync(path, 'utf8'))
    const house = await openWorkspace({ cwd: folder, env: process.env })
    if (!house.ok) throw new Error(house.error.what)
    const kinds = goods.map((good) =>
      fc.oneof(
        damaged([good]),
        nastyText,
        nearly(JSON.parse(good), anyValue(['status', 'plan'], ['running', 'story', '../x'])).map(
          (value) => JSON.stringify(value) ?? '',
        ),
      ),
    )
    await fuzz(200, fc.tuple(...kinds), async ([run = '', pointer = '']) => {
      writeFileSync(paths[0], run)
      writeFileSync(paths[1], pointer)
      const result = await openRuns(house.value, workflows).find()
      if (!result.ok) throw new Error(result.error.what)
      expect(result.value.view).toMatchObject({ alias: 'story', status: 'waiting' })
    })
  })

  test('[FUZZ-1] that are folders where files belong are no crash', async () => {
    const folder = storyWorkspace()
    mkdirSync(evolution(folder, 'story', 'run.json'), { recursive: true })
    mkdirSync(evolution(folder, 'current.json'), { recursive: true })
    for (const args of [['status'], ['list'], ['resume', 'story'], newStory]) {
      const { status, stdout, stderr } = await lw(folder, args)
      expect([0, 1, 2, 3, 4, 5]).toContain(status)
      expect(stdout + stderr).not.toMatch(/internal error/)
    }
  })
})
