import type { AudienceKind } from './brand.ts'
import { copyBlocks, sectionBlocks } from './copy-blocks.ts'
import { type CopyFinding, type CopySlip, locatedFindings } from './copy-finding.ts'
import { limitSlips, mostFeatures, mostHighlights } from './copy-limits.ts'
import { phraseSlips } from './copy-phrases.ts'
import { type Voice, sectionSlips, voiceSlips } from './copy-voice.ts'
import { Variant } from './copy.ts'
import type { ParsedCopy } from './parse-copy.ts'
import { gradeOf, wordsOf } from './prose.ts'

/** School grades that each kind of reader is written for. */
export const readingLevels: Readonly<Record<AudienceKind, readonly [number, number]>> = {
  b2b_developers: [10, 12],
  smb: [8, 10],
  consumers: [6, 8],
}

export type ReviewOptions = Voice & { readonly audience?: AudienceKind }

/** Holds the words of copy.json against the rules of copy. `text` is the file itself, for places and fixes. */
export function reviewCopy(
  parsed: ParsedCopy,
  text: string,
  options: ReviewOptions = {},
): readonly CopyFinding[] {
  const forms = parsed.order.flatMap((section) =>
    Variant.options.map((variant) => ({
      pointer: `/sections/${section}/${variant}`,
      blocks: sectionBlocks(parsed, section, variant),
    })),
  )
  const slips = forms.flatMap(({ pointer, blocks }) => [
    ...blocks.flatMap((block) => [
      ...limitSlips(block),
      ...phraseSlips(block),
      ...voiceSlips(block, options),
    ]),
    ...sectionSlips(blocks, pointer),
  ])
  return locatedFindings(text, [...slips, ...countSlips(parsed), ...metadataSlips(parsed, options)])
}

function countSlips({ copy }: ParsedCopy): readonly CopySlip[] {
  const { features, pricing } = copy.sections
  const slip = (pointer: string, message: string): CopySlip => ({
    rule: 'limit',
    severity: 'fail',
    pointer,
    message,
  })
  return Variant.options.flatMap((variant) => {
    const items = features?.[variant]?.items ?? []
    const plans = pricing?.[variant]?.plans ?? []
    return [
      ...(items.length > mostFeatures
        ? [
            slip(
              `/sections/features/${variant}/items`,
              `features has ${items.length} items; at most ${mostFeatures} are allowed`,
            ),
          ]
        : []),
      ...plans.flatMap(({ name, highlights }, index) =>
        highlights.length > mostHighlights
          ? [
              slip(
                `/sections/pricing/${variant}/plans/${index}/highlights`,
                `the plan ${name} has ${highlights.length} highlights; at most ${mostHighlights} are allowed`,
              ),
            ]
          : [],
      ),
    ]
  })
}

const prose = /(?:^|\.)(?:subheadline|body|description|supporting_text|quote|text)$/

/** The figures of the copy itself, as a reader of the primary forms would count them. */
export function copyFigures(parsed: ParsedCopy): {
  readonly words: number
  readonly grade: number
} {
  const blocks = copyBlocks(parsed)
  const long = blocks.filter(({ field }) => prose.test(field)).map(({ text }) => text)
  return {
    words: blocks.reduce((sum, { text }) => sum + wordsOf(text).length, 0),
    grade: gradeOf(long.length > 0 ? long : blocks.map(({ text }) => text)),
  }
}

// counters of syllables differ by about this much on the same text
const leeway = 0.5

function metadataSlips(parsed: ParsedCopy, { audience }: ReviewOptions): readonly CopySlip[] {
  const { words, grade } = copyFigures(parsed)
  const { word_count: claimed, reading_level: level } = parsed.copy.metadata
  const [least, most] = audience === undefined ? [-99, 99] : readingLevels[audience]
  const at = '/metadata/reading_level'
  return [
    ...(claimed === words
      ? []
      : [
          {
            rule: 'word-count',
            // another way to count hyphens is no lie
            severity: Math.abs(claimed - words) > words * 0.05 ? 'fail' : 'warn',
            pointer: '/metadata/word_count',
            message: `the metadata says ${claimed} words; there are ${words}`,
            repair: { title: 'write the real count', whole: words },
          } satisfies CopySlip,
        ]),
    ...(claimsGrade(level, grade)
      ? []
      : [
          {
            rule: 'reading-level',
            severity: 'fail',
            pointer: at,
            message: `the metadata says ${level}; the text reads at grade ${grade}`,
            repair: { title: 'write the real grade', whole: grade },
          } satisfies CopySlip,
        ]),
    ...(grade > most + leeway || grade < least - leeway
      ? [
          {
            rule: 'reading-level',
            // easier than the reader needs is a matter of taste; harder loses readers
            severity: grade > most ? 'fail' : 'warn',
            pointer: at,
            message: `the text reads at grade ${grade}; ${audience ?? ''} read at ${least} to ${most}`,
          } satisfies CopySlip,
        ]
      : []),
  ]
}

/** Whether a claim such as 7, "grade 7" or "6-8" holds for the real grade. */
function claimsGrade(level: string | number, grade: number): boolean {
  const figures =
    String(level)
      .match(/\d+(?:\.\d+)?/g)
      ?.map(Number)
      .filter((each) => each < 30) ?? []
  const [first, last = first] = figures
  if (first === undefined || last === undefined) return false
  const room = figures.length === 1 ? 1 : leeway
  return grade >= Math.min(first, last) - room && grade <= Math.max(first, last) + room
}
