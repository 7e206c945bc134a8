import { describe, expect, test } from 'vitest'
import type { Disk } from './disk.ts'

const textOf = (bytes: Uint8Array | null) =>
  bytes === null ? null : Buffer.from(bytes).toString('utf8')

/** What every disk promises. `open` opens an empty one, and tells a folder in which all paths lie. */
export function describeDisk(
  name: string,
  open: () => { readonly disk: Disk; readonly folder: string },
): void {
  describe(`the disk ${name}`, () => {
    test('gives null for what is missing and keeps what is there', async () => {
      const { disk, folder } = open()
      const path = `${folder}/a/b`
      for (const read of [
        disk.read(path),
        disk.readFrom(path, 0),
        disk.size(path),
        disk.stamp(path),
      ])
        expect(await read).toBeNull()
      expect(await disk.list(`${folder}/a`)).toEqual([])
      expect(await disk.isFolder(`${folder}/a`)).toBe(false)
      expect(await disk.create(path, 'first')).toBe(true)
      expect(await disk.create(path, 'second')).toBe(false)
      expect(textOf(await disk.read(path))).toBe('first')
      await disk.remove(`${folder}/none`)
      await disk.removeTree(`${folder}/none`)
    })

    test('gives back text and bytes as they were written, whole, from an offset and by their size', async () => {
      const { disk, folder } = open()
      const [text, bytes] = ['# Ünïcode\r\n', new Uint8Array([0, 255, 10, 13, 128])]
      for (const write of [disk.replace, disk.writeDurably]) {
        await write(`${folder}/x/text`, 'before')
        await write(`${folder}/x/text`, text)
        await write(`${folder}/x/bytes`, bytes)
        expect(textOf(await disk.read(`${folder}/x/text`))).toBe(text)
        expect([...((await disk.read(`${folder}/x/bytes`)) ?? [])]).toEqual([...bytes])
      }
      expect(await disk.size(`${folder}/x/bytes`)).toBe(5)
      expect([...((await disk.readFrom(`${folder}/x/bytes`, 3)) ?? [])]).toEqual([13, 128])
      expect(await disk.readFrom(`${folder}/x/bytes`, 9)).toHaveLength(0)
      // nothing is left beside what was written
      expect(await disk.list(`${folder}/x`)).toEqual(['bytes', 'text'])
    })

    test('appends behind what is there, and cuts', async () => {
      const { disk, folder } = open()
      const path = `${folder}/x/history`
      const file = await disk.openAppend(path)
      expect(await file.size()).toBe(0)
      expect(await disk.size(path)).toBe(0)
      await file.append(Buffer.from('one\n'))
      await file.append(Buffer.from('two\n'))
      await file.sync()
      await file.truncate(6)
      expect(await file.size()).toBe(6)
      await file.append(Buffer.from('!'))
      await file.close()
      const again = await disk.openAppend(path)
      await again.append(Buffer.from('?'))
      await again.close()
      expect(textOf(await disk.read(path))).toBe('one\ntw!?')
    })

    test('lists the names in a folder in order, and removes a file or a tree and nothing beside it', async () => {
      const { disk, folder } = open()
      for (const path of ['t/b', 't/a/deep/er', 't/a/two', 't-2/x', 'tx'])
        await disk.replace(`${folder}/${path}`, path)
      expect(await disk.list(`${folder}/t`)).toEqual(['a', 'b'])
      expect(await disk.list(`${folder}/t/`)).toEqual(['a', 'b'])
      expect(await disk.isFolder(`${folder}/t/a`)).toBe(true)
      expect(await disk.isFolder(`${folder}/t/b`)).toBe(false)
      await disk.remove(`${folder}/t/b`)
      expect(await disk.list(`${folder}/t`)).toEqual(['a'])
      await disk.removeTree(`${folder}/t`)
      expect(await disk.read(`${folder}/t/a/deep/er`)).toBeNull()
      expect(await disk.isFolder(`${folder}/t`)).toBe(false)
      expect(textOf(await disk.read(`${folder}/t-2/x`))).toBe('t-2/x')
      expect(textOf(await disk.read(`${folder}/tx`))).toBe('tx')
      await disk.removeTree(`${folder}/tx`)
      expect(await disk.read(`${folder}/tx`)).toBeNull()
    })

    test('stamps a file anew whenever it was written to', async () => {
      const { disk, folder } = open()
      const path = `${folder}/x`
      await disk.replace(path, 'one')
      const first = await disk.stamp(path)
      expect(await disk.stamp(path)).toBe(first)
      const file = await disk.openAppend(path)
      await file.append(Buffer.from('more'))
      await file.close()
      const second = await disk.stamp(path)
      await disk.replace(path, 'two')
      expect(new Set([first, second, await disk.stamp(path), null]).size).toBe(4)
    })
  })
}
