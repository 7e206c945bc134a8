import type { DesignIntent } from './intent.ts'
import { type NodeKind, nodeKinds, type Nodes } from './nodes.ts'

/** What a text is in the intent; rules differ by it. */
export type ProseKind =
  | 'title'
  | 'goal'
  | 'flow-name'
  | 'actor'
  | 'flow-goal'
  | 'action'
  | 'outcome'
  | 'component-name'
  | 'description'
  | 'entity-name'
  | 'attribute-note'
  | 'relationship-note'
  | 'trigger'
  | 'response'
  | 'state'

export type Word = {
  readonly raw: string
  readonly lower: string
  readonly start: number
  readonly end: number
  /** What stands between the word before and this one. */
  readonly gap: string
  /** Whether a sentence begins here, where a capital letter says nothing. */
  readonly first: boolean
  /** Whether it stands in quotes, as a label on the screen does. */
  readonly quoted: boolean
}

export type Prose = {
  readonly kind: ProseKind
  readonly path: string
  readonly text: string
  readonly words: readonly Word[]
}

export type Text = Pick<Prose, 'kind' | 'path' | 'text'>

const nameKinds: ReadonlySet<ProseKind> = new Set([
  'title',
  'flow-name',
  'actor',
  'component-name',
  'entity-name',
  'state',
])

/** Names and labels, where capitals and dots follow other customs than in sentences. */
export const isName = ({ kind }: Pick<Prose, 'kind'>): boolean => nameKinds.has(kind)

const statementKinds: ReadonlySet<ProseKind> = new Set([
  'goal',
  'flow-goal',
  'description',
  'action',
  'outcome',
  'trigger',
  'response',
])

export const isStatement = ({ kind }: Pick<Prose, 'kind'>): boolean => statementKinds.has(kind)

/** What the texts of each kind of thing are; a list holds one text an item. */
const fields: { readonly [Kind in NodeKind]: { readonly [key: string]: ProseKind } } = {
  flow: { name: 'flow-name', actor: 'actor', goal: 'flow-goal' },
  step: { action: 'action', outcome: 'outcome' },
  component: { name: 'component-name', description: 'description' },
  entity: { name: 'entity-name' },
  attribute: { description: 'attribute-note' },
  relationship: { description: 'relationship-note' },
  interaction: { trigger: 'trigger', response: 'response', states: 'state' },
}

/** Every text of an intent that is written for people. */
export function textsOf({ title, goals }: DesignIntent, nodes: Nodes): readonly Text[] {
  const texts = (kind: ProseKind, path: string, value: unknown): readonly Text[] =>
    Array.isArray(value)
      ? value.flatMap((each, at) => texts(kind, `${path}/${at}`, each))
      : typeof value === 'string'
        ? [{ kind, path, text: value }]
        : []
  return [
    ...texts('title', '/title', title),
    ...texts('goal', '/goals', goals),
    ...nodeKinds.flatMap((kind) =>
      nodes[kind].flatMap(({ path, value }) =>
        Object.entries(fields[kind]).flatMap(([key, is]) =>
          texts(is, `${path}/${key}`, Reflect.get(value, key)),
        ),
      ),
    ),
  ]
}

const plain = /^[ -~]*$/
const plainWord = /[A-Za-z0-9_$]+(?:[.'\-+#][A-Za-z0-9_$]+)*/g
const wordPattern = /[\p{L}\p{N}\p{M}_$]+(?:[.'’\-+#][\p{L}\p{N}\p{M}_$]+)*/gu
// labels are short; the limit keeps a text full of lone quotes from being read again and again
const quotePattern =
  /"[^"]{0,120}"|“[^”]{0,120}”|‘[^’]{0,120}’|«[^»]{0,120}»|„[^“”]{0,120}[“”]|`[^`]{0,120}`|「[^」]{0,120}」|(?<![\p{L}\p{N}])'[^']{0,120}'(?![\p{L}\p{N}])/gu

export function proseOf(text: Text): Prose {
  return { ...text, words: wordsOf(text.text) }
}

export function wordsOf(text: string): readonly Word[] {
  const quotes = quotedSpans(text)
  const words: Word[] = []
  let end = 0
  // letters of all scripts cost more to find, so plain text takes the short way
  for (const match of text.matchAll(plain.test(text) ? plainWord : wordPattern)) {
    const [raw] = match
    const gap = text.slice(end, match.index)
    end = match.index + raw.length
    words.push({
      raw,
      lower: raw.toLowerCase(),
      start: match.index,
      end,
      gap,
      first: words.length === 0 || (gap !== ' ' && /[.!?:;\n•]/.test(gap)),
      quoted: quotes.some(([from, to]) => match.index >= from && end <= to),
    })
  }
  return words
}

/** Spans in quotes; a text with very many of them is not prose, and is taken as it stands. */
function quotedSpans(text: string): readonly (readonly [number, number])[] {
  if (!/["“‘«'„`「]/.test(text)) return []
  const spans = [...text.matchAll(quotePattern)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  )
  return spans.length > 40 ? [] : spans
}

const smallWords: ReadonlySet<string> = new Set(
  'a an the and or of to in on at by for with from as is are be it its this that their his her your our all each every into one two'.split(
    ' ',
  ),
)

/** The words that carry meaning, cut to their stems as far as a plural or an ending goes. */
export const stemsOf = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(plain.test(text) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u)
    .filter(carriesMeaning)
    .map(stem)

/** Whether a word in small letters is more than an article, a preposition and the like. */
export const carriesMeaning = (word: string): boolean => word !== '' && !smallWords.has(word)

/** Cuts off plurals and the commonest endings: enough to see that two words are one. */
export function stem(word: string): string {
  if (word.length <= 3) return word
  let bare = word
  if (bare.endsWith('ies') || bare.endsWith('ied')) bare = `${bare.slice(0, -3)}y`
  else if (bare.endsWith('es') && /(?:ss|sh|ch|x|z)es$/.test(bare)) bare = bare.slice(0, -2)
  if (bare.endsWith('s') && !bare.endsWith('ss') && !bare.endsWith('us')) bare = bare.slice(0, -1)
  if (bare.length > 5 && bare.endsWith('ing')) bare = bare.slice(0, -3)
  else if (bare.length > 4 && bare.endsWith('ed')) bare = bare.slice(0, -2)
  if (bare.length > 3 && bare.endsWith('e')) bare = bare.slice(0, -1)
  return bare.length > 1 && bare.at(-1) === bare.at(-2) ? bare.slice(0, -1) : bare
}

/** A text without case, punctuation and spacing: two texts that differ only there say the same. */
export const normalised = (text: string): string =>
  plain.test(text)
    ? text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    : text
        .normalize('NFC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
