import { stem } from '../../../obligations/glue.ts'

/** The words of a name or a text, in lower case and in the singular: `maxProjects`, `MAX_PROJECTS`, "max. projects". */
export const wordsOf = (text: string): readonly string[] =>
  (text.replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').match(/\p{L}[\p{L}\p{N}]*/gu) ?? []).map(
    (word) => stem(word.replace(/^(year|month|week)ly$/i, '$1')),
  )

/** One form for all ways to write a label: "Brand kit", `brandKit`, `brand_kit`. */
export const labelKey = (text: string): string => wordsOf(text).join(' ')

export const shorten = (text: string, most = 100): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}
