const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The parts of a list that git ends with zero bytes, as text. */
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
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
