import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freshFolder } from '../../test/support/folder.ts'
import { openNodeDisk } from '../adapters/disk-node/disk.ts'
import { unkeyed } from '../kit/seal.contract.ts'
import { openSummaries, type Summary } from './summaries.ts'

const summary: Summary = {
  alias: 'one',
  status: 'completed',
  iteration: 1,
  maxIterations: 4,
  score: 1,
  updatedAt: 'then',
  isOver: true,
  asks: false,
  damage: null,
}

function shelf() {
  const folder = freshFolder()
  const history = join(folder, 'history.jsonl')
  writeFileSync(history, 'one\n')
  let made = 0
  const list = async (made_: Summary | null = summary) => {
    const summaries = await openSummaries({
      disk: openNodeDisk(folder),
      seal: unkeyed,
      privateFolder: folder,
    })
    const found = await summaries.of(history, async () => {
      made += 1
      return made_
    })
    await summaries.keep()
    return found
  }
  return { folder, history, list, made: () => made }
}

test('a list opens a run once, and again only when its history has grown', async () => {
  const { history, list, made } = shelf()
  expect(await list()).toEqual(summary)
  expect(await list()).toEqual(summary)
  expect(made()).toBe(1)
  writeFileSync(history, 'one\ntwo\n')
  expect(await list({ ...summary, status: 'running' })).toMatchObject({ status: 'running' })
  expect(made()).toBe(2)
})

test('a history that was edited is opened again, whatever its size and time say', async () => {
  const { history, list, made } = shelf()
  utimesSync(history, 1_000, 1_000)
  await list()
  await wait(40)
  writeFileSync(history, 'two\n')
  utimesSync(history, 1_000, 1_000)
  await list()
  expect(made()).toBe(2)
})

test('[ATTACK-8] what was kept is sealed: a status that somebody wrote there is not shown', async () => {
  const { folder, list, made } = shelf()
  await list({ ...summary, status: 'failed' })
  const path = join(folder, 'cache', 'summaries')
  writeFileSync(path, readFileSync(path, 'utf8').replace('failed', 'completed'))
  expect(await list({ ...summary, status: 'failed' })).toMatchObject({ status: 'failed' })
  expect(made()).toBe(2)
})

test('damage is looked at every time', async () => {
  const { list, made } = shelf()
  await list({ ...summary, damage: 'line 3 was edited' })
  await list({ ...summary, damage: 'line 3 was edited' })
  expect(made()).toBe(2)
})
