import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorkspace } from '../app.ts'
import { freshFolder } from '../../test/support/folder.ts'
import { openRuns } from './runs.ts'

test('a workflow that keeps no run here is not loaded to list names', async () => {
  const cwd = freshFolder()
  const workspace = await openWorkspace({ cwd, env: {}, begun: 0 })
  if (!workspace.ok) throw new Error(workspace.error.what)
  let loads = 0
  const load = () => {
    loads += 1
    return Promise.reject(new Error('loaded'))
  }
  const runs = openRuns(workspace.value, { pages: { does: '', load, isKept: true } })
  expect(await runs.names()).toEqual([])
  expect(loads).toBe(0)
  mkdirSync(join(workspace.value.privateFolder, 'pages', 'one'), { recursive: true })
  await expect(runs.names()).rejects.toThrow('loaded')
})
