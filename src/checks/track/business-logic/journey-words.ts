import { rootOf } from '../../../obligations/sentence-words.ts'

/** Who does it, and how it is told, says nothing about what is done. */
const glue = new Set(
  `the and for with from into onto then that this their they its when after before back next first has have can will may must are
  user customer visitor admin person click press tap open see view enter choose select page screen button form app system`
    .split(/\s+/)
    .flatMap((word) => [word, rootOf(word)]),
)

/** The words of a step that say what is done, by their roots. */
export const rootsOf = (text: string): readonly string[] =>
  (
    text
      .replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  )
    .map((word) => rootOf(word))
    .filter((word) => !glue.has(word))
