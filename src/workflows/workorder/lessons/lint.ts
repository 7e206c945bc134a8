import { type LintFinding, lintLesson, type ProposedLesson } from '../../../learning/lint.ts'
import { policy } from '../../../learning/policy.ts'
import type { Lesson } from '../../../model/lesson.ts'

const forbidden: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\{\{|\}\}/, 'it contains a place of a template'],
  [/^\s*(`{3,}|#{1,6}\s|<\/?[a-z])/im, 'it contains a fence, a heading or markup'],
  [/https?:\/\//i, 'it contains an address'],
  [/[^\n\P{C}]/u, 'it contains characters that nobody sees'],
  [
    /\b(ignore|disregard|forget)\b.{0,40}\b(above|previous|earlier|prior|instructions?|guidelines?)\b/i,
    'it speaks against other instructions',
  ],
  [
    /\b(delete|remove|skip|disable|weaken)\b.{0,30}\b(tests?|assertions?|checks?|lint)\b/i,
    'it asks to take checks away',
  ],
]

/** Why a text cannot become a lesson, or nothing: what speaks against any lesson, and what no prompt may say. */
export function problemsOf(proposed: ProposedLesson, others: readonly Lesson[]): readonly string[] {
  const { text } = proposed
  return [
    ...(text.trim().length < 10 ? ['it is too short to be advice'] : []),
    ...(text.split('\n').length > 8 ? ['it has more than 8 lines'] : []),
    ...forbidden.flatMap(([pattern, why]) =>
      pattern.test(text) && !isForbidding(pattern, text) ? [why] : [],
    ),
    ...new Set(lintLesson(proposed, others, policy).map(inWords)),
  ]
}

function inWords(finding: LintFinding): string {
  switch (finding.type) {
    case 'empty':
      return 'it says nothing'
    case 'too-long':
      return `it costs ${finding.tokens} tokens; at most ${finding.most}`
    case 'over-budget':
      return `it costs ${finding.tokens} tokens; what is promoted leaves ${Math.max(0, finding.most)}`
    case 'duplicate':
      return 'it says what another lesson says already'
    case 'contradiction':
      return `it contradicts another lesson where it says "${finding.sentence}"`
  }
}

/** "Do not remove tests" is the very advice that is wanted. */
function isForbidding(pattern: RegExp, text: string): boolean {
  const match = pattern.exec(text)
  if (match === null) return false
  return negation.test(text.slice(Math.max(0, match.index - 24), match.index))
}

const negation = /\b(not|never|no|don't|without|instead of|avoid)\b/i
