import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
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

  test('gives null for what is missing and keeps what is there', async () => {
    const folder = freshFolder()
    const disk = openNodeDisk(folder)
    expect(await disk.read(join(folder, 'none'))).toBeNull()
    expect(await disk.create(join(folder, 'a', 'b'), 'first')).toBe(true)
    expect(await disk.create(join(folder, 'a', 'b'), 'second')).toBe(false)
    expect(readFileSync(join(folder, 'a', 'b'), 'utf8')).toBe('first')
  })
})

describe('artifact versions', () => {
  test('[BLOB-1] are kept by their SHA-256 and given back byte for byte', async () => {
    const folder = freshFolder()
    const blobs = openFileBlobs(openNodeDisk(folder), folder)
    const hash = await blobs.put('# Ünïcode\r\n')
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await blobs.get(hash)).toBe('# Ünïcode\r\n')
    expect(await blobs.put('# Ünïcode\r\n')).toBe(hash)
  })

  test('[BLOB-1] that were damaged are not given, and are healed when the same text comes again', async () => {
    const folder = freshFolder()
    const blobs = openFileBlobs(openNodeDisk(folder), folder)
    const hash = await blobs.put('text')
    writeFileSync(join(folder, hash.slice(0, 2), hash), 'tex')
    expect(await blobs.get(hash)).toBeNull()
    await blobs.put('text')
    expect(await blobs.get(hash)).toBe('text')
    expect(await blobs.get('../../etc/passwd')).toBeNull()
  })
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
