import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { openNodeDisk } from '../disk-node/disk.ts'
import { openFileProjections } from './projections.ts'

function counted() {
  const folder = freshFolder()
  const disk = openNodeDisk(folder)
  const written: string[] = []
  const counting = {
    ...disk,
    replace: (path: string, text: string) => {
      written.push(text)
      return disk.replace(path, text)
    },
  }
  return { path: join(folder, 'run.json'), disk: counting, written }
}

describe('projections', () => {
  test('[PROJECTION-1] of quick steps share a write, the newest is on disk when they are settled', async () => {
    const { path, disk, written } = counted()
    const projections = openFileProjections(disk, 10_000)
    for (let step = 0; step < 100; step += 1) {
      projections.show([{ path, content: String(step) }])
      await new Promise((resolve) => setImmediate(resolve))
    }
    await projections.settled()
    expect(readFileSync(path, 'utf8')).toBe('99')
    expect(written.length).toBeLessThan(10)
  })

  test('[PROJECTION-1] are written without anybody waiting for them', async () => {
    const { path, disk, written } = counted()
    const projections = openFileProjections(disk, 5)
    projections.show([{ path, content: 'one' }])
    await expect.poll(() => written).toEqual(['one'])
    projections.show([{ path, content: 'two' }])
    await expect.poll(() => written).toEqual(['one', 'two'])
  })

  test('[DELIVER-4] that last and were changed behind our back are named', async () => {
    const { path, disk } = counted()
    const projections = openFileProjections(disk)
    projections.show([{ path, content: 'judged', durable: true }])
    expect(await projections.settled()).toEqual([])
    writeFileSync(path, 'another')
    expect(await projections.settled()).toEqual([path])
  })

  test('[PROJECTION-1] settle at once when there is nothing to show', async () => {
    const projections = openFileProjections(counted().disk)
    projections.show([])
    await projections.settled()
  })
})
