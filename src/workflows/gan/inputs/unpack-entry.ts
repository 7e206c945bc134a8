import { constants, crc32, inflateRawSync } from 'node:zlib'
import { err, ok, type Result } from '../../../model/result.ts'
import type { ZipEntry } from './zip-directory.ts'

/** The bytes of an entry. Never more than the directory announced, and exactly those it signed for. */
export function unpackEntry(archive: Uint8Array, entry: ZipEntry): Result<Uint8Array, string> {
  const packed = archive.subarray(entry.start, entry.start + entry.packed)
  const bytes = entry.method === 0 ? packed : inflated(packed, entry.size)
  if (bytes === null) return err('does not unpack to the size it announces')
  if (bytes.length !== entry.size) return err('does not unpack to the size it announces')
  return crc32(bytes) === entry.crc ? ok(new Uint8Array(bytes)) : err('has a wrong checksum')
}

function inflated(packed: Uint8Array, size: number): Uint8Array | null {
  try {
    return inflateRawSync(packed, {
      // one byte more than announced, so that a file that goes on is noticed
      maxOutputLength: size + 1,
      finishFlush: constants.Z_FINISH,
    })
  } catch {
    return null
  }
}
