import type { CopyBlock } from './copy-blocks.ts'
import type { CopyRule, CopySlip } from './copy-finding.ts'
import { leverageVerbs } from './leverage.ts'
import { hasFigure, sentencesOf } from './prose.ts'

/** Words that no page may use, block by block. */
export const phraseSlips = (block: CopyBlock): readonly CopySlip[] => [
  ...openers(block),
  ...cliches(block),
  ...leverage(block),
  ...unproven(block),
  ...fillers(block),
  ...vague(block),
]

const world = /in today['’]s fast[-\s‐‑]paced world,?\s*/i

function openers(block: CopyBlock): readonly CopySlip[] {
  const found = world.exec(block.text)
  if (!found) return []
  const from = found.index
  const rest = block.text.slice(from + found[0].length)
  const opens = opensSentence(block.text, from)
  const slip = slipOf(block, 'cliche', `"${found[0].trim()}" says nothing`, found[0])
  if (!opens || !found[0].includes(',') || rest === '') return [slip]
  const text = (rest[0] ?? '').toUpperCase()
  return [
    { ...slip, repair: { title: 'drop the phrase', from, to: from + found[0].length + 1, text } },
  ]
}

const opensSentence = (text: string, at: number): boolean =>
  at === 0 || /[.!?]\s*$/.test(text.slice(Math.max(0, at - 10), at))

const worn =
  /\b(?:cutting[-‐‑]edge|state[-‐‑]of[-‐‑]the[-‐‑]art|revolutionary|game[-‐‑]chang(?:ing|ers?))\b/gi
const wornApart = /\b(?:cutting edge|state of the art|game chang(?:ing|ers?))\b/gi

function cliches(block: CopyBlock): readonly CopySlip[] {
  const { text } = block
  const certain = [...text.matchAll(worn)]
    // the war and the calendar are history, not praise
    .filter(
      ({ index }) =>
        !/^Revolutionary (?:War|Wars|Calendar|Guard)\b/.test(text.slice(index, index + 40)),
    )
    .map((found) => ({
      ...slipOf(block, 'cliche', `"${found[0]}" is worn out`, found[0]),
      ...dropping(text, found.index, found[0]),
    }))
  const likely = [...text.matchAll(wornApart)].map((found): CopySlip => ({
    ...slipOf(
      block,
      'cliche',
      `"${found[0]}" is worn out, unless it is meant as it stands`,
      found[0],
    ),
    severity: 'warn',
  }))
  return [...certain, ...likely]
}

/** An adjective before its noun can go; after "is" it can't, and after "a" the article might change. */
function dropping(text: string, from: number, found: string): Pick<CopySlip, 'repair'> {
  const before =
    /(\p{L}+)\s+$/u.exec(text.slice(Math.max(0, from - 60), from))?.[1]?.toLowerCase() ?? ''
  const after = /^ (?=\p{Ll})/u.exec(text.slice(from + found.length, from + found.length + 2))
  if (
    !after ||
    /^(?:a|an|is|are|be|was|and|or|most|more|truly|very)$/.test(before) ||
    /ers?$/.test(found)
  )
    return {}
  const next = text[from + found.length + 1] ?? ''
  const opens = opensSentence(text, from)
  const to = from + found.length + 2
  return {
    repair: { title: `drop "${found}"`, from, to, text: opens ? next.toUpperCase() : next },
  }
}

const leverage = (block: CopyBlock): readonly CopySlip[] =>
  leverageVerbs(block.text).map(({ at, found, plain }) => ({
    ...slipOf(block, 'leverage', `"${found}" is jargon for "${plain}"`, found),
    repair: { title: `say "${plain}"`, from: at, to: at + found.length, text: plain },
  }))

const proof = /\b(?:seamless(?:ly)?|frictionless(?:ly)?|best[-‐‑ ]in[-‐‑ ]class)\b/i

function unproven(block: CopyBlock): readonly CopySlip[] {
  return sentencesOf(block.text).flatMap((sentence) => {
    const found = proof.exec(sentence)
    if (!found || hasFigure(sentence)) return []
    return [slipOf(block, 'unproven', `"${found[0]}" needs a number beside it`, sentence)]
  })
}

/** Long ways to say little, and the short way; an empty one means that the words can go. */
const wordy: readonly (readonly [RegExp, string])[] = [
  [/\bin order to\b/gi, 'to'],
  [/\bdue to the fact that\b/gi, 'because'],
  [/\bat this point in time\b/gi, 'now'],
  [/\bin the event that\b/gi, 'if'],
  [/\bfor the purpose of\b/gi, 'for'],
  [/\b(?:it is|it's) (?:important|worth) (?:to note|noting|to mention|mentioning) that\s+/gi, ''],
  [/\bneedless to say,\s+/gi, ''],
  [/\bas a matter of fact,\s+/gi, ''],
  [/\bat the end of the day,\s+/gi, ''],
  [/\bwhen all is said and done,\s+/gi, ''],
  [/\b(?:basically|essentially|simply put),\s+/gi, ''],
]

function fillers(block: CopyBlock): readonly CopySlip[] {
  const { text } = block
  return wordy.flatMap(([pattern, short]) =>
    [...text.matchAll(pattern)].map((found) => {
      const from = found.index
      const capital = /^\p{Lu}/u.test(found[0])
      const next = text[from + found[0].length] ?? ''
      const put =
        short === '' ? (capital ? next.toUpperCase() : next) : capital ? upper(short) : short
      const to = from + found[0].length + (short === '' ? next.length : 0)
      const title = short === '' ? 'drop the filler' : `say "${short}"`
      return {
        ...slipOf(block, 'filler', `"${found[0].trim()}" fills space`, found[0].trim()),
        repair: { title, from, to, text: put },
      }
    }),
  )
}

const upper = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())

const promises =
  /\b(?:save (?:you )?time(?: and money)?|save money|boost (?:your )?productivity|(?:increase|improve|maximi[sz]e) (?:your )?efficiency|to the next level|unlock (?:your|the) (?:full )?potential|better results|world[- ]class|high[- ]quality|peace of mind|one[- ]stop shop|and (?:so )?much more|tailored solutions?|drive growth|grow your business|exceed expectations|unparalleled|second to none)\b/i

function vague(block: CopyBlock): readonly CopySlip[] {
  return sentencesOf(block.text).flatMap((sentence) => {
    const found = promises.exec(sentence)
    if (!found || hasFigure(sentence)) return []
    return [slipOf(block, 'vague', `"${found[0]}" promises nothing that can be checked`, sentence)]
  })
}

const slipOf = (
  { pointer }: CopyBlock,
  rule: CopyRule,
  message: string,
  evidence: string,
): CopySlip => ({ rule, severity: 'fail', pointer, message, evidence })
