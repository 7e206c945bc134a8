import { literalOf } from '../../integrity/names.ts'
import { rootOf } from '../../../obligations/said.ts'
import { is, lineAt, type Source } from '../../integrity/source.ts'
import { type Issue, notApplicable, type Part, unmet } from '../evaluation.ts'
import type { Business } from './business.ts'
import type { DocumentLine } from './lines.ts'
import { shorten, wordsOf } from './words.ts'

type Worded = { readonly words: ReadonlySet<string>; readonly figures: readonly string[] }

const figure = /\b\d{1,2}:\d\d\b|\d+(?:[.,]\d+)*/g

const worded = (text: string): Worded => ({
  words: new Set(
    wordsOf(text)
      .filter((word) => word.length > 2 && !/\d/.test(word))
      .map((word) => rootOf(word)),
  ),
  figures: text.match(figure) ?? [],
})

const sentencesOf = ({ text, cells, code }: DocumentLine): readonly string[] =>
  cells !== null || code !== null ? [] : text.split(/(?<=[.!?])\s+(?=\p{Lu})/u)

const enoughWords = 3
const alike = 0.75

/** Whether one says nearly all that the other says, with as many figures, of which one differs. */
function contradicts(own: Worded, stated: Worded): boolean {
  if (own.words.size < enoughWords || own.figures.length !== stated.figures.length) return false
  const shared = [...own.words].filter((word) => stated.words.has(word)).length
  const isSame = shared / own.words.size >= alike && shared >= stated.words.size / 2
  return isSame && own.figures.some((each) => !stated.figures.includes(each))
}

/** Rules that the code says in words, against those of the documents. */
export function wordedRules({ code, product, spec }: Business): readonly Part[] {
  const about = 'what the code says of a rule is what the documents say'
  const lines = [...product, ...spec]
  const stated = lines.flatMap((line) =>
    sentencesOf(line)
      .map((text) => ({ line, text, ...worded(text) }))
      .filter(({ figures }) => figures.length > 0),
  )
  const issues = code.touched('source', 'script').flatMap((source) =>
    textsIn(source).flatMap(({ text, at }): readonly Issue[] => {
      const own = worded(text)
      if (own.figures.length === 0 || stated.some((each) => agrees(own, each))) return []
      const other = stated.find((each) => contradicts(own, each))
      return other === undefined
        ? []
        : [
            {
              message: `the code says "${shorten(text)}" where ${other.line.path}:${other.line.line} says "${shorten(other.text)}"`,
              path: source.path,
              line: at,
              fix: 'make it what the document says, or have the document changed',
            },
          ]
    }),
  )
  return issues.length === 0
    ? [notApplicable('worded-rules', about, 'the code says no rule of the documents otherwise')]
    : [unmet('worded-rules', about, issues)]
}

const agrees = (own: Worded, stated: Worded): boolean =>
  own.figures.every((each) => stated.figures.includes(each)) &&
  [...own.words].some((word) => stated.words.has(word))

function textsIn(source: Source): readonly { readonly text: string; readonly at: number }[] {
  return source.nodes.flatMap((node) => {
    const text = is('TemplateElement')(node) ? (node.value.cooked ?? '') : literalOf(node)
    return text === null || !/\d/.test(text) ? [] : [{ text, at: lineAt(source.text, node.start) }]
  })
}
