import type { Lesson, LessonState } from '../model/lesson.ts'
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

/** A text that may become a lesson, and its id where it is recorded already. */
export type ProposedLesson = Pick<Lesson, 'errorCode' | 'text'> & { readonly id?: string }

/** What speaks against trying a lesson at all. Any finding rejects it. */
export function lintLesson(
  proposed: ProposedLesson,
  others: readonly Lesson[],
  policy: Policy,
): readonly LintFinding[] {
  const sentences = sentencesOf(proposed.text)
  if (sentences.every(({ words }) => words.size === 0)) return [{ type: 'empty' }]
  const tokens = tokensOf(proposed.text)
  const judged = others.filter(({ id, state }) => id !== proposed.id && !unjudged.has(state))
  const alive = judged.filter(({ state }) => isTried(state) || state === 'queued')
  const opposed = alive.flatMap((other) => contradicts(sentences, other))
  const opposedIds = new Set(opposed.map(({ of }) => of))
  // advice against another error is measured on its own, even in the same words
  const rivals = judged.filter(
    ({ id, errorCode }) => errorCode === proposed.errorCode && !opposedIds.has(id),
  )
  return [
    ...tooLong(tokens, policy),
    ...overBudget(tokens, alive, policy),
    ...opposed,
    ...rivals.flatMap((other) => repeats(sentences, other)),
  ]
}

/** Nothing was tried of these, so they are in nobody's way. What was tried once is not tried again. */
const unjudged: ReadonlySet<LessonState> = new Set(['proposed', 'rejected'])

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

type Contradiction = Extract<LintFinding, { readonly type: 'contradiction' }>

function contradicts(sentences: readonly Sentence[], other: Lesson): readonly Contradiction[] {
  const theirs = sentencesOf(other.text)
  const opposed = sentences.find((own) =>
    theirs.some((their) => own.forbids !== their.forbids && alike(own.words, their.words)),
  )
  if (opposed === undefined) return []
  return [{ type: 'contradiction', of: other.id, sentence: opposed.text }]
}

function repeats(sentences: readonly Sentence[], other: Lesson): readonly LintFinding[] {
  const all = (some: readonly Sentence[]) => new Set(some.flatMap(({ words }) => [...words]))
  const isSame = alike(all(sentences), all(sentencesOf(other.text)))
  return isSame ? [{ type: 'duplicate', of: other.id }] : []
}

const likeness = 0.8

/** Most words are the same. */
function alike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0 || other.size === 0) return false
  const shared = [...one].filter((word) => other.has(word)).length
  return shared / (one.size + other.size - shared) >= likeness
}

const forbidding =
  /\b(?:never|avoid|not|don't|dont|no|without|stop|cannot|can't|mustn't|shouldn't)\b/gi

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
      // "never without" asks for it
      forbids: (sentence.match(forbidding)?.length ?? 0) % 2 === 1,
      words: new Set(
        sentence
          .toLowerCase()
          .split(/[^\p{L}\p{N}_$]+/u)
          .filter((word) => word !== '' && !manner.has(word)),
      ),
    }))
