/** What a style sheet may do to the case of a text. */
export type TextTransform = 'none' | 'uppercase' | 'lowercase' | 'capitalize'

/**
 * A text as two people would agree that it is the same: spaces of any kind and line breaks are one
 * space, invisible marks are nothing, quotes, hyphens and the ellipsis have one form. Case stays.
 */
export const normaliseCopy = (text: string): string =>
  text
    .normalize('NFC')
    // soft hyphens, zero-width characters, joiners and direction marks
    .replaceAll(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g, '')
    .replaceAll(/[\u2018\u2019\u201A\u201B\u2032\u02BC]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]/g, '"')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll('\u2026', '...')
    .replaceAll(/[\s\u0085\u180E]+/g, ' ')
    .trim()

/** The text as a style sheet would show it. */
export function transformed(text: string, transform: TextTransform): string {
  if (transform === 'uppercase') return text.toUpperCase()
  if (transform === 'lowercase') return text.toLowerCase()
  if (transform === 'capitalize')
    return text.replaceAll(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
  return text
}

/** Whether a page shows the text. Case may differ only as the style sheet changes it. */
export function isSameCopy(
  expected: string,
  shown: string,
  transform: TextTransform = 'none',
): boolean {
  const wanted = normaliseCopy(expected)
  const found = normaliseCopy(shown)
  return wanted === found || normaliseCopy(transformed(wanted, transform)) === found
}

/** Where two texts part, with a few words around it, to show a reader what was changed. */
export function firstDifference(
  expected: string,
  shown: string,
): { readonly at: number; readonly expected: string; readonly shown: string } | null {
  const [wanted, found] = [normaliseCopy(expected), normaliseCopy(shown)]
  if (wanted === found) return null
  let at = 0
  while (at < wanted.length && at < found.length && wanted[at] === found[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 20), at + 30)
  return { at, expected: around(wanted), shown: around(found) }
}
