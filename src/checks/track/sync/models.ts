/** An AI model that a text names, and where. */
export type NamedModel = {
  readonly name: string
  readonly line: number
  /** In the text. */
  readonly start: number
  /** `claude-3-5-sonnet` and "Claude 3.5 Sonnet" are the same parts. */
  readonly parts: readonly string[]
}

const families =
  'gpt|chatgpt|claude|gemini|gemma|llama|mistral|mixtral|deepseek|qwen|grok|command-r|dall-e|whisper|sora|imagen|veo|text-embedding|nova'
const variant =
  'pro|flash|lite|ultra|nano|mini|turbo|vision|sonnet|opus|haiku|large|small|medium|instruct|codex|fast'
const model = new RegExp(
  String.raw`(?<![\w@-])(?:${families})(?:(?:[-_. :](?:${variant}|v?\d[\w.]*\b(?!\s?%)))+[\w.:-]*(?: (?:${variant})\b)*|[-:][\w.:-]*\d[\w.:-]*)`,
  'gi',
)
const family = new RegExp(String.raw`(?<![\w@-])(?:${families})(?![\w/])`, 'gi')

/** Whose date or label says only which edition of it. */
const edition = /^(?:20\d{6}|\d{4}|latest|preview|exp|experimental|beta|thinking|instruct|v\d+)$/

export const partsOf = (name: string): readonly string[] => {
  const parts = name
    .toLowerCase()
    .replace(/20\d\d-\d\d-\d\d$/, '')
    .split(/[-_.:\s]+|(?<=gpt|claude|gemini|llama|qwen|grok)(?=\d)/)
    .filter((part) => part !== '')
  return parts.filter((part, index) => index < 2 || !edition.test(part))
}

/** The models of a text that are named with a version or a variant. */
export function modelsIn(text: string): readonly NamedModel[] {
  return [...text.matchAll(model)].flatMap((match) => {
    const name = match[0].replace(/[-.:]+$/, '')
    const { length } = text.slice(0, match.index).split('\n')
    return /\d|(?:sonnet|opus|haiku)/i.test(name)
      ? [{ name, line: length, start: match.index, parts: partsOf(name) }]
      : []
  })
}

export const familiesIn = (text: string): ReadonlySet<string> =>
  new Set((text.match(family) ?? []).map((each) => each.toLowerCase()))

/** Says of a model whether a text names it: the same one, or without more detail the line it belongs to. */
export function modelNames(text: string): {
  readonly some: boolean
  readonly has: (parts: readonly string[]) => boolean
} {
  const stated = modelsIn(text).map(({ parts }) => parts)
  const bare = familiesIn(text)
  const versions = new Set(stated.map(([first = '']) => first))
  return {
    some: stated.length > 0,
    has: (parts) =>
      stated.some((each) => each.every((part) => parts.includes(part)) || isSame(each, parts)) ||
      // "Google Gemini API" leaves open which one
      (bare.has(parts[0] ?? '') && !versions.has(parts[0] ?? '')),
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  other.every((part) => one.includes(part))
