import { literalOf } from '../../integrity/names.ts'
import { rootOf } from '../../../obligations/sentence-words.ts'
import { is, lineAt, type Source } from '../../integrity/source.ts'
import { type Issue, notApplicable, type Part, unmet } from '../evaluation.ts'
import { valuesOf } from './code-values.ts'
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

/** Rules that the code says in words, and times of the day, against those of the documents. */
export function wordedRules({ code, product, spec }: Business): readonly Part[] {
  const about = 'what the code says of a rule is what the documents say'
  const lines = [...product, ...spec]
  const stated = lines.flatMap((line) =>
    sentencesOf(line)
      .map((text) => ({ line, text, ...worded(text) }))
      .filter(({ figures }) => figures.length > 0),
  )
  const said = code.touched('source', 'script').flatMap((source) =>
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
  const issues = [...said, ...hours(code, lines)]
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

const ends: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:open|opening|opens|start|first|begin|from)$/,
    /\b(?:from|after|opens?(?: at)?|begins? at|starts? at|between)\s+$/i,
  ],
  [
    /^(?:close|closing|closes|end|last|until|to)$/,
    /\b(?:by|until|till|before|closes?(?: at)?|ends? at|to|and|–|-)\s+$/i,
  ],
]

/** `closingHour = 20` where the documents say "end by 18:00". */
function hours(code: Business['code'], lines: readonly DocumentLine[]): readonly Issue[] {
  const times = lines.flatMap((line) =>
    [...line.text.matchAll(/\b(\d{1,2}):00\b/g)].map(({ 1: hour, index }) => ({
      line,
      hour: Number(hour),
      before: line.text.slice(0, index),
    })),
  )
  return valuesOf(code).flatMap(({ value, names: [own = []], path, line }) => {
    const [, before] = own.includes('hour')
      ? (ends.find(([name]) => own.some((word) => name.test(word))) ?? [])
      : []
    const meant = before === undefined ? [] : times.filter((each) => before.test(each.before))
    const [first] = meant
    return first === undefined ||
      meant.some(({ hour }) => hour === value) ||
      !code.facts.touched.includes(path)
      ? []
      : [
          {
            message: `the code has the hour ${value} where ${first.line.path}:${first.line.line} says "${shorten(first.line.text)}"`,
            path,
            line,
            fix: `make it ${first.hour}, or have the document changed`,
          },
        ]
  })
}
