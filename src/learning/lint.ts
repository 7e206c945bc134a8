import type { Lesson } from '../model/lesson.ts'
import { isTried } from './life-cycle.ts'
import type { Policy } from './policy.ts'

export type LintFinding =
  | { readonly type: 'empty' }
  | { readonly type: 'too-long'; readonly tokens: number; readonly most: number }
  | { readonly type: 'duplicate'; readonly of: string }
  | { readonly type: 'contradiction'; readonly of: string; readonly sentence: string }
  | { readonly type: 'over-budget'; readonly tokens: number; readonly most: number }

/** Characters of English for one token, about. */
const perToken = 4

export const tokensOf = (text: string): number => Math.ceil(text.trim().length / perToken)

/** What speaks against trying a lesson at all. Any finding rejects it. */
export function lintLesson(
  proposed: Pick<Lesson, 'id' | 'text'>,
  others: readonly Lesson[],
  policy: Policy,
): readonly LintFinding[] {
  const sentences = sentencesOf(proposed.text)
  if (sentences.every(({ words }) => words.size === 0)) return [{ type: 'empty' }]
  const tokens = tokensOf(proposed.text)
  const alive = others.filter(
    ({ id, state }) => id !== proposed.id && (isTried(state) || state === 'queued'),
  )
  return [
    ...tooLong(tokens, policy),
    ...overBudget(tokens, alive, policy),
    ...alive.flatMap((other) => clashes(sentences, other)),
  ]
}

const tooLong = (tokens: number, { lessonTokens: most }: Policy): readonly LintFinding[] =>
  tokens > most ? [{ type: 'too-long', tokens, most }] : []

/** Promoted lessons are nearly always there: what they leave of the budget must be enough for one more. */
function overBudget(
  tokens: number,
  alive: readonly Lesson[],
  { shortlist }: Policy,
): readonly LintFinding[] {
  const promoted = alive
    .filter(({ state }) => state === 'promoted')
    .reduce((sum, lesson) => sum + lesson.tokens, 0)
  const most = shortlist.tokens - promoted
  return tokens > most ? [{ type: 'over-budget', tokens, most }] : []
}

type Sentence = {
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly forbids: boolean
}

function clashes(sentences: readonly Sentence[], other: Lesson): readonly LintFinding[] {
  const theirs = sentencesOf(other.text)
  const opposed = sentences.find((own) =>
    theirs.some((their) => own.forbids !== their.forbids && alike(own.words, their.words)),
  )
  if (opposed !== undefined)
    return [{ type: 'contradiction', of: other.id, sentence: opposed.text }]
  return isSame(sentences, theirs) ? [{ type: 'duplicate', of: other.id }] : []
}

const isSame = (own: readonly Sentence[], theirs: readonly Sentence[]) => {
  const all = (some: readonly Sentence[]) => new Set(some.flatMap(({ words }) => [...words]))
  return alike(all(own), all(theirs))
}

const likeness = 0.8

/** Most words are the same. */
function alike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0 || other.size === 0) return false
  const shared = [...one].filter((word) => other.has(word)).length
  return shared / (one.size + other.size - shared) >= likeness
}

const forbidding =
  /\b(?:never|avoid|not|don't|dont|no|without|stop|cannot|can't|mustn't|shouldn't)\b/i

/** Words that say how strongly, not what. */
const manner = new Set(
  'never avoid not don dont no without stop always do does must should shall please the a an to of in on and or you your it is are be ever use using make sure can cannot mustn shouldn t only'.split(
    ' ',
  ),
)

const sentencesOf = (text: string): readonly Sentence[] =>
  text
    .replaceAll('’', "'")
    .split(/[.!?;\n]+(?:\s|$)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => ({
      text: sentence,
      forbids: forbidding.test(sentence),
      words: new Set(
        sentence
          .toLowerCase()
          .split(/[^\p{L}\p{N}_$]+/u)
          .filter((word) => word !== '' && !manner.has(word)),
      ),
    }))
