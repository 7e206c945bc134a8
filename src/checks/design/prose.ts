import type { DesignIntent } from './intent.ts'

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

/** Every text of an intent that is written for people. */
export function textsOf(intent: DesignIntent): readonly Text[] {
  const texts: Text[] = []
  const add = (kind: ProseKind, path: string, text: string | undefined) => {
    if (text !== undefined) texts.push({ kind, path, text })
  }
  add('title', '/title', intent.title)
  intent.goals.forEach((goal, index) => add('goal', `/goals/${index}`, goal))
  intent.userFlows.forEach((flow, index) => {
    const path = `/userFlows/${index}`
    add('flow-name', `${path}/name`, flow.name)
    add('actor', `${path}/actor`, flow.actor)
    add('flow-goal', `${path}/goal`, flow.goal)
    flow.steps.forEach((step, place) => {
      add('action', `${path}/steps/${place}/action`, step.action)
      add('outcome', `${path}/steps/${place}/outcome`, step.outcome)
    })
  })
  intent.components.forEach((component, index) => {
    add('component-name', `/components/${index}/name`, component.name)
    add('description', `/components/${index}/description`, component.description)
  })
  intent.dataModel.entities.forEach((entity, index) => {
    const path = `/dataModel/entities/${index}`
    add('entity-name', `${path}/name`, entity.name)
    entity.attributes.forEach(({ description }, place) =>
      add('attribute-note', `${path}/attributes/${place}/description`, description),
    )
  })
  intent.dataModel.relationships.forEach(({ description }, index) =>
    add('relationship-note', `/dataModel/relationships/${index}/description`, description),
  )
  intent.interactions.forEach((interaction, index) => {
    const path = `/interactions/${index}`
    add('trigger', `${path}/trigger`, interaction.trigger)
    add('response', `${path}/response`, interaction.response)
    interaction.states?.forEach((state, place) => add('state', `${path}/states/${place}`, state))
  })
  return texts
}

const wordPattern = /[\p{L}\p{N}\p{M}_$]+(?:[.'’\-+#][\p{L}\p{N}\p{M}_$]+)*/gu
// labels are short; the limit keeps a text full of lone quotes from being read again and again
const quotePattern =
  /"[^"]{0,120}"|“[^”]{0,120}”|‘[^’]{0,120}’|«[^»]{0,120}»|(?<![\p{L}\p{N}])'[^']{0,120}'(?![\p{L}\p{N}])/gu

/** A text and its words. */
export function proseOf(text: Text): Prose {
  return { ...text, words: wordsOf(text.text) }
}

export function wordsOf(text: string): readonly Word[] {
  const quotes = quotedSpans(text)
  const words: Word[] = []
  let end = 0
  for (const match of text.matchAll(wordPattern)) {
    const [raw] = match
    const gap = text.slice(end, match.index)
    end = match.index + raw.length
    words.push({
      raw,
      lower: raw.toLowerCase(),
      start: match.index,
      end,
      gap,
      first: words.length === 0 || /[.!?:;\n•]/.test(gap),
      quoted: quotes.some(([from, to]) => match.index >= from && end <= to),
    })
  }
  return words
}

/** Spans in quotes; a text with very many of them is not prose, and is taken as it stands. */
function quotedSpans(text: string): readonly (readonly [number, number])[] {
  if (!/["“‘«']/.test(text)) return []
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
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !smallWords.has(word))
    .map(stem)

export function stem(word: string): string {
  if (word.length <= 3) return word
  const bare = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:sses|shes|ches|xes|zes)$/, (ending) => ending.slice(0, -2))
    .replace(/(?<=[^su])s$/, '')
    .replace(/(?<=.{3})(?:ing|ed)$/, '')
  return bare.replace(/(?<=.{3})e$/, '').replace(/(.)\1$/, '$1')
}

/** A text without case, punctuation and spacing: two texts that differ only there say the same. */
export const normalised = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
