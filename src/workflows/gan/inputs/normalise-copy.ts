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
