import type { CopyBlock } from './copy-blocks.ts'
import type { CopySlip } from './copy-finding.ts'
import { sentencesOf, startsWithVerb, wordsOf } from './prose.ts'

type Limit = { readonly words?: number; readonly sentences?: readonly [number, number] }

/** How long each text may be. */
const limits: Readonly<Record<string, Limit>> = {
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

export const mostFeatures = 6
export const mostHighlights = 5

/** Length and form of one text. */
export function limitSlips(block: CopyBlock): readonly CopySlip[] {
  const key = `${block.section}.${block.field}`
  return [
    ...lengthSlips(block, limits[key] ?? {}),
    ...(/^(?:hero\.cta_primary|cta\.button_text)$/.test(key) ? buttonSlips(block) : []),
    ...(key === 'problem.body' ? secondPerson(block) : []),
    ...(key === 'solution.headline' ? mechanism(block) : []),
  ]
}

function lengthSlips({ text, pointer, field }: CopyBlock, limit: Limit): readonly CopySlip[] {
  const slip = (message: string): CopySlip => ({
    rule: 'limit',
    severity: 'fail',
    pointer,
    message,
  })
  const words = wordsOf(text).length
  const sentences = sentencesOf(text).length
  const [least, most] = limit.sentences ?? [0, Number.POSITIVE_INFINITY]
  return [
    ...(limit.words !== undefined && words > limit.words
      ? [slip(`${field} has ${words} words; at most ${limit.words} are allowed`)]
      : []),
    ...(sentences < least || sentences > most
      ? [
          slip(
            `${field} has ${sentences} ${sentences === 1 ? 'sentence' : 'sentences'}; ${least} to ${most} are wanted`,
          ),
        ]
      : []),
    ...(words === 0 ? [slip(`${field} has no words`)] : []),
  ]
}

/** Words that follow a verb and name nothing. */
const noObject =
  /^(?:up|in|on|out|off|now|today|here|there|more|started|us|it|free|for|to|with|the|a|an|and|online|all|now)$/i
const noVerb =
  /^(?:the|a|an|your|our|my|more|free|here|this|that|yes|no|new|best|why|how|what|ok)$/i

/** A button says what happens: a verb, and what it is done to. */
function buttonSlips({ text, pointer, field }: CopyBlock): readonly CopySlip[] {
  const slip = (message: string, severity: CopySlip['severity']): CopySlip => ({
    rule: 'button',
    severity,
    pointer,
    message,
    evidence: text,
  })
  const [first = '', ...rest] = wordsOf(text)
  if (first === '') return []
  if (noVerb.test(first)) return [slip(`${field} does not begin with a verb`, 'fail')]
  if (rest.every((word) => noObject.test(word)))
    return [slip(`${field} does not say what "${first}" is done to`, 'fail')]
  return startsWithVerb(text) ? [] : [slip(`"${first}" may be no verb`, 'warn')]
}

const secondPerson = ({ text, pointer }: CopyBlock): readonly CopySlip[] =>
  /\b(?:you|your|yours|yourself)\b/i.test(text)
    ? []
    : [
        {
          rule: 'second-person',
          severity: 'fail',
          pointer,
          message: 'the problem is not told in the second person',
          evidence: text,
        },
      ]

const mechanisms =
  /\b(?:with|by|through|via|because|using|when|from|in|on|at|before|after|without|so|that|until|for|into|while|and)\b|[:,;–—]|[.!?]\s/i

/** A claim alone is not believed: the headline of the solution says by what means. */
const mechanism = ({ text, pointer }: CopyBlock): readonly CopySlip[] =>
  mechanisms.test(text)
    ? []
    : [
        {
          rule: 'mechanism',
          severity: 'warn',
          pointer,
          message: 'the headline claims something and does not say how',
          evidence: text,
        },
      ]
