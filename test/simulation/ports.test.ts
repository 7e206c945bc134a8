import { describe, expect, test } from 'vitest'
import { openFileBlobs } from '../../src/adapters/blobs-files/blobs.ts'
import { openFileCheckCache } from '../../src/adapters/check-cache-files/check-cache.ts'
import { openNodeDisk } from '../../src/adapters/disk-node/disk.ts'
import { openFileJournal } from '../../src/adapters/journal-files/journal.ts'
import { openMemoryCache } from '../../src/checks/cache.ts'
import { unkeyed } from '../../src/kit/seal.contract.ts'
import { describeBlobs } from '../../src/ports/blobs.contract.ts'
import { describeCheckCache } from '../../src/ports/check-cache.contract.ts'
import type { Disk } from '../../src/ports/disk.ts'
import { describeDisk } from '../../src/ports/disk.contract.ts'
import { describeJournal } from '../../src/ports/journal.contract.ts'
import { freshFolder } from '../support/folder.ts'
import { type Death, dyingDisk } from '../support/hooked-disk.ts'
import { openWorld, processDisk } from './world.ts'

type Opened = { readonly disk: Disk; readonly folder: string }

/** Every disk there is, for a process that dies where told to, if anywhere. */
const disks: Readonly<Record<string, (death: Death | null) => Opened & { survivor: Disk }>> = {
  'of a dying process': (death) => {
    const folder = freshFolder()
    return { disk: dyingDisk(folder, death).disk, folder, survivor: openNodeDisk(folder) }
  },
  'of a simulated process': (death) => {
    const world = openWorld(1)
    const [disk, survivor] = [world.open(death), world.open()].map((each) =>
      processDisk(world, each),
    ) as [Disk, Disk]
    return { disk, folder: '/w', survivor }
  },
}

describeDisk('of the machine', () => {
  const folder = freshFolder()
  return { disk: openNodeDisk(folder), folder }
})

describeCheckCache('in memory', openMemoryCache)

for (const [name, open] of Object.entries(disks)) {
  describeDisk(name, () => open(null))

  describeBlobs(`the disk ${name}`, () => {
    const { disk, folder } = open(null)
    return {
      blobs: openFileBlobs(disk, folder),
      damage: (hash) => disk.replace(`${folder}/${hash.slice(0, 2)}/${hash}`, 'tex'),
    }
  })

  describeCheckCache(`on the disk ${name}`, () => {
    const { disk, folder } = open(null)
    return openFileCheckCache(disk, folder, unkeyed)
  })

  describeJournal(`the disk ${name}`, async () => {
    const { disk, folder } = open(null)
    const clock = { now: () => new Date('2026-02-18T12:00:00Z'), elapsedMs: () => 0 }
    const place = { path: `${folder}/history.jsonl`, runId: 'run', version: 1 }
    return () => openFileJournal(disk, clock, place)
  })

  describe(`the disk ${name}`, () => {
    test.each([
      ['before', 'one '],
      ['within', /^one t?w?$/],
      ['after', 'one two '],
    ] as const)(
      'keeps what was done %s the death, and does nothing any more afterwards',
      async (how, left) => {
        const { disk, folder, survivor } = open({ at: 2, how, counts: 'append' })
        const path = `${folder}/x`
        const file = await disk.openAppend(path)
        await file.append(Buffer.from('one '))
        await disk.replace(`${folder}/other`, 'before')
        await expect(file.append(Buffer.from('two '))).rejects.toThrow()
        for (const late of [
          () => file.append(Buffer.from('three')),
          () => file.sync(),
          () => disk.replace(path, 'late'),
          () => disk.create(`${folder}/late`, 'late'),
          () => disk.writeDurably(path, 'late'),
          () => disk.remove(path),
          () => disk.removeTree(folder),
          () => disk.read(path),
        ])
          await expect(late()).rejects.toThrow()
        const text = Buffer.from((await survivor.read(path)) ?? []).toString('utf8')
        expect(text).toMatch(left)
        if (typeof left === 'string') expect(text).toBe(left)
        expect(await survivor.list(folder)).toEqual(['other', 'x'])
      },
    )
  })
}
