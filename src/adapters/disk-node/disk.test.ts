import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { describeBlobs } from '../../ports/blobs.contract.ts'
import { openFileBlobs } from '../blobs-files/blobs.ts'
import { openFileProjections } from '../projection-files/projections.ts'
import { openNodeDisk } from './disk.ts'

describe('the disk', () => {
  test('[DISK-1] refuses to write through a symbolic link, wherever it stands in the path', async () => {
    const folder = freshFolder()
    const outside = freshFolder()
    symlinkSync(outside, join(folder, 'link'))
    symlinkSync(join(outside, 'target'), join(folder, 'file'))
    const disk = openNodeDisk(folder)
    await expect(disk.replace(join(folder, 'link', 'a'), 'x')).rejects.toMatchObject({
      code: 'ELINK',
    })
    await expect(disk.openAppend(join(folder, 'link', 'b', 'c'))).rejects.toMatchObject({
      code: 'ELINK',
    })
    await expect(disk.create(join(folder, 'file'), 'x')).rejects.toMatchObject({ code: 'ELINK' })
  })

  test('[DISK-1] refuses to write outside its root', async () => {
    const folder = freshFolder()
    const disk = openNodeDisk(folder)
    await expect(disk.replace(`${folder}-sibling/x`, 'x')).rejects.toMatchObject({
      code: 'EOUTSIDE',
    })
    await expect(disk.writeDurably(join(folder, '..', 'x'), 'x')).rejects.toMatchObject({
      code: 'EOUTSIDE',
    })
  })
})

describeBlobs('the disk of the machine', () => {
  const folder = freshFolder()
  return {
    blobs: openFileBlobs(openNodeDisk(folder), folder),
    damage: async (hash) => writeFileSync(join(folder, hash.slice(0, 2), hash), 'tex'),
  }
})

describe('projections', () => {
  test('[PROJECTION-1] are written behind, newest content last, and removed when they must not exist', async () => {
    const folder = freshFolder()
    const projections = openFileProjections(openNodeDisk(folder))
    const path = join(folder, 'run.json')
    for (let n = 0; n < 50; n += 1) projections.show([{ path, content: String(n) }])
    await projections.settled()
    expect(readFileSync(path, 'utf8')).toBe('49')
    projections.show([{ path, content: null }])
    await projections.settled()
    expect(await openNodeDisk(folder).read(path)).toBeNull()
  })

  test('that cannot be written are told to whoever waits for them', async () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'run.json'))
    const projections = openFileProjections(openNodeDisk(folder))
    projections.show([{ path: join(folder, 'run.json'), content: 'x' }])
    await expect(projections.settled()).rejects.toThrow()
    await projections.settled()
  })
})
