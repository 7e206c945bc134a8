import { lineStarts, placeAt, scanJson } from '../../../checks/design/json-text.ts'
import type { Finding, TextEdit } from '../../../model/finding.ts'

export const copyRules = [
  'limit',
  'button',
  'present-tense',
  'outcome-first',
  'self-reference',
  'second-person',
  'mechanism',
  'exclamation',
  'cliche',
  'leverage',
  'unproven',
  'filler',
  'vague',
  'passive',
  'figure',
  'reader',
  'avoided-term',
  'reading-level',
  'word-count',
] as const
export type CopyRule = (typeof copyRules)[number]

/** Replaces part of one text; `whole` replaces the value itself, which may be no text. */
export type CopyRepair =
  | { readonly title: string; readonly from: number; readonly to: number; readonly text: string }
  | { readonly title: string; readonly whole: string | number }

/** What is wrong with the words, before it is known where they stand in the file. */
export type CopySlip = {
  readonly rule: CopyRule
  /** `warn` where only a reader can be sure. */
  readonly severity: 'fail' | 'warn'
  readonly pointer: string
  readonly message: string
  readonly evidence?: string
  readonly repair?: CopyRepair
}

export type CopyFinding = Finding & {
  readonly rule: CopyRule
  readonly severity: 'fail' | 'warn'
}

/** Slips with their lines in copy.json, and fixes as edits of its text. */
export function locatedFindings(text: string, slips: readonly CopySlip[]): readonly CopyFinding[] {
  const offsets = new Map<string, number>()
  scanJson(text, (pointer, offset) => offsets.set(pointer, offset))
  const starts = lineStarts(text)
  return slips.map(({ repair, rule, severity, pointer, message, evidence }) => {
    const offset = offsets.get(pointer) ?? 0
    const edit = repair === undefined ? null : editOf(text, offset, repair)
    return {
      rule,
      severity,
      message,
      place: { ...placeAt(starts, offset), pointer },
      ...(evidence === undefined ? {} : { evidence }),
      ...(edit === null ? {} : { fix: { title: repair?.title ?? '', edits: [edit] } }),
    }
  })
}

const literal = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/y

function editOf(text: string, offset: number, repair: CopyRepair): TextEdit | null {
  literal.lastIndex = offset
  const raw = literal.exec(text)?.[0]
  if (raw === undefined) return null
  const end = offset + raw.length
  if ('whole' in repair) return { start: offset, end, text: JSON.stringify(repair.whole) }
  const { from, to, text: put } = repair
  const value: unknown = JSON.parse(raw)
  if (typeof value !== 'string') return null
  // without escapes an offset in the value is an offset in the file
  if (raw.slice(1, -1) === value)
    return {
      start: offset + 1 + from,
      end: offset + 1 + to,
      text: JSON.stringify(put).slice(1, -1),
    }
  return { start: offset, end, text: JSON.stringify(value.slice(0, from) + put + value.slice(to)) }
}
