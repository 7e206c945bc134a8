import type { Subject } from '../check.ts'
import type { MarkdownDocument } from './document.ts'

export type DocumentKind =
  | 'readme'
  | 'decision'
  | 'changelog'
  | 'guide'
  | 'reference'
  | 'contributing'
  | 'runbook'
  | 'other'

const byTask: readonly (readonly [RegExp, DocumentKind])[] = [
  [/\bread-?me\b/i, 'readme'],
  [/\bADR\b|\b(?:architecture )?decision record\b/i, 'decision'],
  [/\bchange-?log\b|\brelease notes\b/i, 'changelog'],
  [/\bcontributing\b|\bcontribution guide/i, 'contributing'],
  [/\brunbook\b|\bplaybook\b|\bincident (?:guide|procedure)/i, 'runbook'],
  [
    /\bAPI (?:reference|docs?|documentation)\b|\breference (?:manual|documentation|page)\b/i,
    'reference',
  ],
  [/\bguide\b|\btutorial\b|\bhow-?to\b|\bwalkthrough\b|\bgetting started\b/i, 'guide'],
]

const byTitle: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^(?:ADR|\d{1,4}[.:) -])/i, 'decision'],
  [/^change-?log|^release notes/i, 'changelog'],
  [/^contributing/i, 'contributing'],
  [/runbook|playbook/i, 'runbook'],
  [/\b(?:api|reference)\b/i, 'reference'],
  [/\bguide\b|\btutorial\b|^how to\b|getting started/i, 'guide'],
]

/** What sort of document the task asks for, or the artifact's title shows. */
export function kindOf(document: MarkdownDocument, task: Subject['task']): DocumentKind {
  const asked =
    byTask.find(([pattern]) => pattern.test(task.prompt)) ??
    byTask.find(([pattern]) => pattern.test(task.ideal_result))
  if (asked) return asked[1]
  const title = document.headings[0]?.text ?? ''
  const shown = byTitle.find(([pattern]) => pattern.test(title))
  if (shown) return shown[1]
  const headings = document.headings.map(({ text }) => text.toLowerCase())
  const has = (pattern: RegExp) => headings.some((text) => pattern.test(text))
  if (has(/^decision\b/) && has(/^(?:context|consequences)/)) return 'decision'
  return has(/^install|^getting started|^quick ?start/) && has(/^usage|^licen[cs]e|^quick ?start/)
    ? 'readme'
    : 'other'
}
