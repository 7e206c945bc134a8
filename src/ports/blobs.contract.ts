import { describe, expect, test } from 'vitest'
import type { Blobs } from './blobs.ts'

/** What every store of texts promises. `damage` changes the stored text of a hash behind its back. */
export function describeBlobs(
  name: string,
  open: () => { readonly blobs: Blobs; damage(hash: string): Promise<void> },
): void {
  describe(`artifact versions on ${name}`, () => {
    test('[BLOB-1] are kept by their SHA-256 and given back byte for byte', async () => {
      const { blobs } = open()
      const hash = await blobs.put('# Ünïcode\r\n')
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      expect(await blobs.get(hash)).toBe('# Ünïcode\r\n')
      expect(await blobs.put('# Ünïcode\r\n')).toBe(hash)
      expect(await blobs.get(await blobs.put(''))).toBe('')
    })

    test('that were damaged are not given, and are healed when the same text comes again', async () => {
      const { blobs, damage } = open()
      const hash = await blobs.put('text')
      await damage(hash)
      expect(await blobs.get(hash)).toBeNull()
      await blobs.put('text')
      expect(await blobs.get(hash)).toBe('text')
      expect(await blobs.get('../../etc/passwd')).toBeNull()
      expect(await blobs.get('0'.repeat(64))).toBeNull()
    })
  })
}
