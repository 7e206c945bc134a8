import { utf8Of } from '../../ports/disk.ts'

export function nulList(bytes: Buffer): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(0, from)
    const to = end < 0 ? bytes.length : end
    parts.push(bytes.toString('utf8', from, to))
    from = to + 1
  }
  return parts
}

/** The text of a file, or null where it is not text. */
export const textOf = (bytes: Uint8Array): string | null =>
  bytes.includes(0) ? null : utf8Of(bytes, { ignoreBOM: true })
