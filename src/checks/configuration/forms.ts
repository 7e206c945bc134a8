import type { DemandCheck } from '../../obligations/demand.ts'
import type { Span } from '../../obligations/examine.ts'

/** Code or quoted text in a task. */
export const code = '`[^`\\n]+`|"[^"\\n]+"'

export const bare = (text: string): string => text.trim().replace(/^[`"']|[`"']$/g, '')

export const scalarOf = (text: string): string | number | boolean => {
  const value = bare(text)
  if (/^\(?empty\)?$/i.test(value)) return ''
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value)
  return value === 'true' ? true : value === 'false' ? false : value
}

/** Every match of a pattern that makes a demand. */
export const all = (
  sentence: string,
  pattern: RegExp,
  make: (match: RegExpMatchArray) => DemandCheck | null,
): readonly Span[] =>
  [...sentence.matchAll(pattern)].flatMap((match) => {
    const check = make(match)
    return check === null ? [] : [{ start: match.index, end: match.index + match[0].length, check }]
  })

type List = { readonly group: number; readonly item: RegExp; readonly whole?: boolean }

/** A list that one pattern reads as a whole, with a demand for each item; `whole` spans reach from the match's start to its end. */
export const each = (
  sentence: string,
  pattern: RegExp,
  { group, item, whole = false }: List,
  make: (text: string, match: RegExpMatchArray) => DemandCheck | null,
): readonly Span[] =>
  [...sentence.matchAll(pattern)].flatMap((match) => {
    const list = match[group] ?? ''
    const from = match.index + match[0].indexOf(list)
    const items = [...list.matchAll(item)]
    return items.flatMap((one, index): readonly Span[] => {
      const check = make(one[0], match)
      const isLast = index === items.length - 1
      return check === null
        ? []
        : [
            {
              start: whole && index === 0 ? match.index : from + one.index,
              end:
                whole && isLast
                  ? match.index + match[0].trimEnd().length
                  : from + one.index + one[0].length,
              check,
            },
          ]
    })
  })
