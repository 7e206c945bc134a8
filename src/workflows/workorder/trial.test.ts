import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { openWorkspace } from '../../app.ts'
import { beginTrial, stopTrial, trials } from './trial.ts'

const config = `agents:
  small: { kind: command, command: ["node", "small.mjs"] }
workflows:
  workorder:
    proposers: [{ name: small, agent: small, complexity_threshold: 0.4, cost: 1 }]
`

let folder = ''
beforeEach(() => {
  folder = freshFolder()
  writeFileSync(join(folder, 'loopwright.yaml'), config)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Each look is a process of its own: records are closed after it. */
async function workspace() {
  const opened = await openWorkspace({ cwd: folder, env: {} })
  if (!opened.ok) throw new Error(opened.error.what)
  return opened.value
}

test('a proposer is tried one band above what it is trusted with, one trial at a time', async () => {
  const begun = await beginTrial(await workspace(), 'small', 0.5)
  expect(begun).toMatchObject({
    ok: true,
    value: { current_threshold: 0.4, experimental_threshold: 0.5, complexity_band: '0.4-0.5' },
  })
  expect(await beginTrial(await workspace(), 'small', 0.45)).toMatchObject({
    error: { what: expect.stringContaining('being tried already') },
  })
  expect(await stopTrial(await workspace(), 'small')).toMatchObject({ value: { status: 'paused' } })
  expect(await stopTrial(await workspace(), 'small')).toMatchObject({ ok: false })
  expect(await beginTrial(await workspace(), 'small', 0.45)).toMatchObject({ ok: true })
  const all = await trials(await workspace())
  expect(all.ok && all.value.map(({ status }) => status).toSorted()).toEqual(['paused', 'running'])
})

test('no trial begins for nobody, downwards, or over more than one band', async () => {
  for (const [name, threshold] of [
    ['large', 0.5],
    ['small', 0.4],
    ['small', 0.3],
    ['small', 0.61],
    ['small', 1.2],
    ['small', Number.NaN],
  ] as const)
    expect(await beginTrial(await workspace(), name, threshold)).toMatchObject({
      ok: false,
      error: { exit: 2 },
    })
})
