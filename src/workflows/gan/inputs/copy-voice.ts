import type { CopyBlock } from './copy-blocks.ts'
import type { CopyRule, CopySlip } from './copy-finding.ts'
import { passivesIn } from './passive.ts'
import { addressing, hasFigure } from './prose.ts'

export type Voice = {
  readonly brandName?: string | undefined
  readonly avoidedTerms?: readonly string[] | undefined
}

/** How one text speaks. */
export const voiceSlips = (block: CopyBlock, voice: Voice): readonly CopySlip[] => [
  ...(block.section === 'hero' ? heroSlips(block, voice) : []),
  ...(block.section === 'social_proof' ? [] : passiveSlips(block)),
  ...avoidedSlips(block, voice),
]

const slipOf = (
  { pointer }: CopyBlock,
  rule: CopyRule,
  message: string,
  evidence: string,
): CopySlip => ({ rule, severity: 'fail', pointer, message, evidence })

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A term as whole words; `\b` fails beside letters with accents and signs such as &. */
const termPattern = (term: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(term.trim())}(?![\\p{L}\\p{N}])`, 'iu')

const past = /\b(?:was|were|had|did|used to|shall|going to)\b|\bwill\b|['’]ll\b/
const selfFirst = /^(?:we|our|welcome|introducing|meet|about|at)\b/i
const aloof =
  /\b(?:our (?:company|team|firm|studio|agency|platform)|the (?:company|team at)|(?:our|the) \w+ (?:is|are) (?:a|an|the) (?:leading|trusted|premier))\b/i

function heroSlips(block: CopyBlock, { brandName }: Voice): readonly CopySlip[] {
  const { text, field } = block
  const named = brandName === undefined || brandName.trim() === '' ? null : termPattern(brandName)
  const spoken = named?.exec(text)
  const told =
    spoken &&
    /^(?:['’]s)?\s+(?:is|are|has|helps?|offers?|provides?|makes?|gives?|lets?|builds?|delivers?|brings?|does|keeps?)\b/i.test(
      text.slice(spoken.index + spoken[0].length),
    )
      ? spoken[0]
      : aloof.exec(text)?.[0]
  return [
    ...(field === 'headline' && past.test(text)
      ? [slipOf(block, 'present-tense', 'the headline is not in the present tense', text)]
      : []),
    ...(field === 'headline' && (selfFirst.test(text) || spoken?.index === 0)
      ? [
          slipOf(
            block,
            'outcome-first',
            'the headline does not begin with what the reader gets',
            text,
          ),
        ]
      : []),
    ...(told === undefined
      ? []
      : [slipOf(block, 'self-reference', `"${told}" speaks of itself in the third person`, text)]),
  ]
}

const passiveSlips = (block: CopyBlock): readonly CopySlip[] =>
  passivesIn(block.text).map(({ quote, agent }) => ({
    ...slipOf(
      block,
      'passive',
      agent ? `"${quote}": say who does it first` : `"${quote}" may be a needless passive`,
      quote,
    ),
    severity: agent ? 'fail' : 'warn',
  }))

const avoidedSlips = (block: CopyBlock, { avoidedTerms = [] }: Voice): readonly CopySlip[] =>
  avoidedTerms.flatMap((term) => {
    const found = term.trim() === '' ? null : termPattern(term).exec(block.text)
    return found
      ? [slipOf(block, 'avoided-term', `the brand avoids "${found[0]}"`, block.text)]
      : []
  })

/** What each section as a whole must have. `pointer` names the form of the section. */
export function sectionSlips(blocks: readonly CopyBlock[], pointer: string): readonly CopySlip[] {
  const [first] = blocks
  if (first === undefined) return []
  const { section } = first
  const whole = blocks.map(({ text }) => text).join('\n')
  const slip = (rule: CopyRule, message: string): CopySlip => ({
    rule,
    severity: 'fail',
    pointer,
    message: `${section} ${message}`,
  })
  const { reader, self } = blocks.reduce(
    (sum, { text }) => {
      const each = addressing(text)
      return { reader: sum.reader + each.reader, self: sum.self + each.self }
    },
    { reader: 0, self: 0 },
  )
  const speaks = !['pricing', 'social_proof', 'footer'].includes(section)
  return [
    ...(section !== 'footer' && !hasFigure(whole)
      ? [slip('figure', 'has no number, percentage or time')]
      : []),
    ...(speaks && reader === 0 ? [slip('reader', 'never speaks to the reader')] : []),
    ...(speaks && reader > 0 && self > reader
      ? [slip('reader', `says we or our ${self} times and you or your ${reader} times`)]
      : []),
    ...exclamations(blocks),
  ]
}

/** One exclamation mark a section; each further one becomes a full stop. */
function exclamations(blocks: readonly CopyBlock[]): readonly CopySlip[] {
  const all = blocks.flatMap((block) =>
    [...block.text.matchAll(/[!\uFF01]+/g)].map((found) => ({ block, found })),
  )
  const marks = all.reduce((sum, { found }) => sum + found[0].length, 0)
  return all.flatMap(({ block, found }, index) => {
    const [from, length] = [found.index, found[0].length]
    const kept = index === 0 ? '!' : ''
    if (index === 0 && length === 1) return []
    const ends = /^["'”’)\]]*(?:\s|$)/.test(block.text.slice(from + length, from + length + 10))
    return [
      {
        ...slipOf(
          block,
          'exclamation',
          `${block.section} has ${marks} exclamation marks; 1 is allowed`,
          block.text,
        ),
        repair: {
          title: kept === '' ? 'end with a full stop' : 'keep one exclamation mark',
          from,
          to: from + length,
          text: kept === '' ? (ends ? '.' : '') : kept,
        },
      },
    ]
  })
}
