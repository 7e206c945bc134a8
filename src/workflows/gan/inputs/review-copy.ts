import { scanJson } from '../../../checks/design/json-text.ts'
import { lineStarts, placeAt } from '../../../kit/lines.ts'
import type { Finding } from '../../../model/finding.ts'
import type { AudienceKind } from './brand.ts'
import { type CopyBlock, copyBlocks, sectionBlocks } from './copy-blocks.ts'
import { Variant } from './copy.ts'
import type { ParsedCopy } from './parse-copy.ts'

/** School grades that each kind of reader is written for. */
const readingLevels: Readonly<Record<AudienceKind, readonly [number, number]>> = {
  b2b_developers: [10, 12],
  smb: [8, 10],
  consumers: [6, 8],
}

type Slip = { readonly pointer: string; readonly message: string }

/** Advice on the words of copy.json. `text` is the file itself, for the lines. */
export function reviewCopy(
  parsed: ParsedCopy,
  text: string,
  audience?: AudienceKind,
): readonly Finding[] {
  const forms = parsed.order.flatMap((section) =>
    Variant.options.map((variant) => ({
      pointer: `/sections/${section}/${variant}`,
      blocks: sectionBlocks(parsed, section, variant),
    })),
  )
  const slips = forms.flatMap(({ pointer, blocks }) => [
    ...blocks.flatMap((block) => [...lengthSlips(block), ...phraseSlips(block)]),
    ...sectionSlips(blocks, pointer),
  ])
  const offsets = new Map<string, number>()
  scanJson(text, (pointer, offset) => offsets.set(pointer, offset))
  const starts = lineStarts(text)
  return [...slips, ...metadataSlips(parsed, audience)].map(({ pointer, message }) => ({
    message,
    place: { ...placeAt(starts, offsets.get(pointer) ?? 0), pointer },
  }))
}

/** How many words or sentences each text may have. */
const limits: Readonly<
  Record<string, { readonly words?: number; readonly sentences?: readonly [number, number] }>
> = {
  'hero.headline': { words: 12 },
  'hero.subheadline': { words: 25 },
  'hero.cta_primary': { words: 5 },
  'hero.cta_secondary': { words: 5 },
  'problem.body': { sentences: [2, 3] },
  'solution.body': { sentences: [3, 4] },
  'features.items.title': { words: 5 },
  'features.items.description': { sentences: [1, 2] },
  'cta.button_text': { words: 5 },
}

function lengthSlips({ text, pointer, section, field }: CopyBlock): readonly Slip[] {
  const limit = limits[`${section}.${field}`]
  const words = wordsOf(text).length
  const sentences = sentencesOf(text).length
  const [least, most] = limit?.sentences ?? [0, Infinity]
  return [
    ...(words > (limit?.words ?? Infinity)
      ? [{ pointer, message: `${field} has ${words} words; at most ${limit?.words} are allowed` }]
      : []),
    ...(sentences < least || sentences > most
      ? [
          {
            pointer,
            message: `${field} has ${sentences} sentences; ${least} to ${most} are wanted`,
          },
        ]
      : []),
  ]
}

const worn =
  /in today['’]s fast[-\s‐‑]paced world|\b(?:cutting[-‐‑]edge|state[-‐‑]of[-‐‑]the[-‐‑]art|revolutionary|game[-‐‑]chang(?:ing|ers?))\b/gi
const unproven =
  /\b(?:seamless(?:ly)?|frictionless(?:ly)?|best[-‐‑ ]in[-‐‑ ]class|save (?:you )?(?:time|money)|(?:boost|increase|improve) (?:your )?(?:productivity|efficiency)|to the next level|world[- ]class|peace of mind|unparalleled)\b/i
const phrases: readonly (readonly [RegExp, string])[] = [
  [worn, 'is worn out'],
  [
    /\bleverag(?:es|ing)\b|\b(?:to|can|could|will|we|they) leverage\b|\bleverage (?:the|an?|your|our|their|its|every|all|existing|new)\b/gi,
    'is jargon for "use"',
  ],
  [
    /\b(?:in order to|due to the fact that|at this point in time|in the event that|needless to say|at the end of the day|it is (?:important|worth) (?:to note|noting) that)\b/gi,
    'fills space',
  ],
  [
    /\b(?:is|are|was|were|be|been|being)\s+(?:\p{L}+ly\s+)?\p{L}+(?:ed|en|ilt|ade)\s+by\s+(?:the|an?|our|your|us|them)\b(?! (?:end|time|hour|day|week|month|year|way|side)\b)/giu,
    'is a needless passive: say who does it first',
  ],
]
const aloof =
  /\b(?:our (?:company|team|firm|studio|agency|platform)|the (?:company|team at)|(?:our|the) \w+ (?:is|are) (?:an?|the) (?:leading|trusted|premier))\b/i

function phraseSlips({ text, pointer, section }: CopyBlock): readonly Slip[] {
  const claims = sentencesOf(text).flatMap((sentence) => {
    const claim = hasFigure(sentence) ? null : unproven.exec(sentence)
    return claim === null ? [] : [`"${claim[0]}" needs a number beside it`]
  })
  const match = section === 'hero' ? aloof.exec(text) : null
  const messages = [
    ...phrases.flatMap(([pattern, why]) =>
      [...text.matchAll(pattern)].map(([result]) => `"${result}" ${why}`),
    ),
    ...claims,
    ...(match === null ? [] : [`"${match[0]}" speaks of itself in the third person`]),
  ]
  return messages.map((message) => ({ pointer, message }))
}

function sectionSlips(blocks: readonly CopyBlock[], pointer: string): readonly Slip[] {
  const [first] = blocks
  if (first === undefined) return []
  const { section } = first
  const whole = blocks.map(({ text }) => text).join('\n')
  const marks = whole.match(/[!\uFF01]/g)?.length ?? 0
  return [
    ...(section !== 'footer' && !hasFigure(whole)
      ? [{ pointer, message: `${section} has no number, percentage or time` }]
      : []),
    ...(['pricing', 'social_proof', 'footer'].includes(section) || /\byou(?:r|rs)?\b/i.test(whole)
      ? []
      : [{ pointer, message: `${section} never speaks to the reader` }]),
    ...(marks > 1
      ? [{ pointer, message: `${section} has ${marks} exclamation marks; 1 is allowed` }]
      : []),
  ]
}

const prose = /(?:^|\.)(?:subheadline|body|description|supporting_text|quote|text)$/

// counters of syllables differ by about this much on the same text
const leeway = 0.5

/** What the metadata and the audience say, against what a reader of the primary forms would count. */
function metadataSlips(parsed: ParsedCopy, audience: AudienceKind | undefined): readonly Slip[] {
  const blocks = copyBlocks(parsed)
  const long = blocks.filter(({ field }) => prose.test(field)).map(({ text }) => text)
  const words = blocks.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  const grade = gradeOf(long.length > 0 ? long : blocks.map(({ text }) => text))
  const { word_count: claimed } = parsed.copy.metadata
  const [least, most] = audience === undefined ? [-99, 99] : readingLevels[audience]
  return [
    ...(claimed === words
      ? []
      : [
          {
            pointer: '/metadata/word_count',
            message: `the metadata says ${claimed} words; there are ${words}`,
          },
        ]),
    ...(grade > most + leeway || grade < least - leeway
      ? [
          {
            pointer: '/metadata/reading_level',
            message: `the text reads at grade ${grade}; ${audience ?? ''} read at ${least} to ${most}`,
          },
        ]
      : []),
  ]
}

const word = /[\p{L}\p{N}]+(?:['.,/:-][\p{L}\p{N}]+)*/gu

/** Words as a reader counts them: `cutting-edge`, `4.5`, `don't` and `24/7` are one each. */
export const wordsOf = (text: string): readonly string[] => normaliseCopy(text).match(word) ?? []

const shortened = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|st|no|approx|inc|ltd|co|[a-z])\.$/i

/** Sentences; a text without a full stop is one. Abbreviations and decimals end none. */
export function sentencesOf(text: string): readonly string[] {
  const plain = normaliseCopy(text)
  const sentences: string[] = []
  let start = 0
  for (const match of plain.matchAll(/[.!?]+["')\]]*(?=\s)/g)) {
    const end = match.index + match[0].length
    const next = plain.slice(end, end + 20).trimStart()[0] ?? ''
    if (shortened.test(plain.slice(Math.max(start, end - 12), end)) || /[\p{Ll},;]/u.test(next))
      continue
    sentences.push(plain.slice(start, end).trim())
    start = end
  }
  const last = plain.slice(start).trim()
  return last === '' ? sentences : [...sentences, last]
}

/** Common words that their vowels count wrongly. */
const uneven: ReadonlyMap<string, number> = new Map([
  ['being', 2],
  ['busines', 2],
  ['client', 2],
  ['create', 2],
  ['created', 3],
  ['diet', 2],
  ['evening', 2],
  ['every', 2],
  ['everyone', 3],
  ['everything', 3],
  ['people', 2],
  ['quiet', 2],
  ['science', 2],
])

/** The syllables of an English word, by its vowels. Figures count as one. */
export function syllablesIn(text: string): number {
  const plain = text.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (plain.length <= 3) return 1
  const known = uneven.get(plain.replace(/s$/, ''))
  if (known !== undefined) return known
  const quiet = plain
    .replace(/(?<![sxzcghl])es$|(?<=[aeiouy]l)es$|(?<![td])ed$|(?<!l)e$|(?<=[aeiouy]l)e$/, '')
    .replace(/^y/, '')
  const groups = quiet.match(/[aeiouy]+/g)?.length ?? 0
  // vowels that meet but are spoken apart, as in bicycle-ist, idea and create
  const parted = quiet.match(/i[ao](?!u)|ea(?=[lt]e|$)|eo|ua|uo|yi/g)?.length ?? 0
  const joined = quiet.match(/tion|sion|cian|cial|tial|gion|ious|quo|qua/g)?.length ?? 0
  return Math.max(1, groups + Math.max(0, parted - joined))
}

/** The grade of Flesch and Kincaid, of texts that each end a sentence. */
export function gradeOf(texts: readonly string[]): number {
  const sentences = texts.flatMap(sentencesOf).filter((sentence) => wordsOf(sentence).length > 0)
  const words = sentences.flatMap(wordsOf).flatMap((each) => each.split(/[-/]/))
  if (words.length === 0) return 0
  const syllables = words.reduce((sum, each) => sum + syllablesIn(each), 0)
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
  return Math.round(grade * 10) / 10
}

const spelled =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|half|twice|dozen)\b/i
const timed =
  /\b(?:one|a|an|every|each|same|next|this|per)[ -](?:second|minute|hour|day|night|morning|evening|week|weekend|month|year)\b|\b(?:tonight|tomorrow|overnight|daily|weekly|monthly|yearly|noon|midnight)\b/i

/** Whether a text names a number, a percentage or a time. "one of the best" does not. */
export const hasFigure = (text: string): boolean =>
  /\p{N}/u.test(text) || spelled.test(text) || timed.test(text)

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
