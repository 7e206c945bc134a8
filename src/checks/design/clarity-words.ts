import type { IntentFix } from './critique.ts'
import { isName, type Prose } from './prose.ts'
import { covered, type DesignRule, type Seen, type Spot, standsAt } from './design-model.ts'
import { hedges, type Leaving, type Vague, vagueWords } from './vague-words.ts'

const mostInOneText = 5

function byFirstWord(list: readonly Vague[]): ReadonlyMap<string, readonly Vague[]> {
  const found = new Map<string, Vague[]>()
  for (const vague of list) {
    const [first = ''] = vague.phrase
    found.set(first, [...(found.get(first) ?? []), vague])
  }
  // the longest first, so that "easy to use" is not reported as "easy"
  for (const group of found.values()) group.sort((a, b) => b.phrase.length - a.phrase.length)
  return found
}

const vagueByWord = byFirstWord(vagueWords)
const hedgesByWord = byFirstWord(hedges)

type Found = { readonly spot: Spot; readonly vague: Vague }

function findIn(prose: Prose, lexicon: ReadonlyMap<string, readonly Vague[]>): readonly Found[] {
  if (prose.kind === 'state' || prose.kind === 'actor') return []
  const found: Found[] = []
  for (let at = 0; at < prose.words.length && found.length < mostInOneText; at += 1) {
    const word = prose.words[at]
    if (word === undefined || word.quoted) continue
    const vague = lexicon
      .get(word.lower)
      ?.find(
        ({ phrase, unless, inNames }) =>
          (!isName(prose) || inNames) &&
          standsAt(prose, at, phrase) &&
          !unless?.({ prose, at, length: phrase.length }),
      )
    if (vague === undefined) continue
    found.push({ spot: { prose, at, length: vague.phrase.length }, vague })
    at += vague.phrase.length - 1
  }
  return found
}

function vagueTerms(prose: Prose): readonly Seen[] {
  return [
    ...findIn(prose, vagueByWord).map(({ spot, vague }): Seen => {
      const text = vague.leave && leftOut(spot, vague.leave)
      return {
        path: prose.path,
        message: `"${covered(spot)}" leaves open what is meant`,
        ...(text !== undefined && { fix: rewrite(prose, text, `leave out "${covered(spot)}"`) }),
      }
    }),
    ...eitherOr(prose),
    ...trailing(prose),
  ]
}

const rewrite = ({ path }: Prose, text: string, title: string): IntentFix => ({
  title,
  edits: [{ op: 'replace', path, value: text }],
})

function eitherOr(prose: Prose): readonly Seen[] {
  if (!prose.text.includes('/')) return []
  const match = /\band\s?\/\s?or\b/i.exec(prose.text)
  if (match === null) return []
  const text = prose.text.replace(/\band\s?\/\s?or\b/gi, 'or')
  return [
    {
      path: prose.path,
      message: `"${match[0]}" leaves open which of the two is meant`,
      fix: rewrite(prose, text, 'say "or"'),
    },
  ]
}

/** A sentence that trails off. Labels on the screen do so on purpose. */
function trailing(prose: Prose): readonly Seen[] {
  if (isName(prose) || !/\.\.|…/.test(prose.text)) return []
  const text = prose.text.replace(/"[^"]{0,120}"|“[^”]{0,120}”|‘[^’]{0,120}’|`[^`]{0,120}`/g, '')
  return /\p{L}[,)]?\s?(?:\.\.\.+|…)(?:\s|$)/u.test(text)
    ? [{ path: prose.path, message: 'trails off in dots, which leaves the rest to the reader' }]
    : []
}

/** The text without the spot, or undefined where that would hurt the sentence. */
function leftOut(spot: Spot, how: Leaving): string | undefined {
  const { prose, at, length } = spot
  const [first, last] = [prose.words[at], prose.words[at + length - 1]]
  if (first === undefined || last === undefined) return undefined
  const [head, rest] = [prose.text.slice(0, first.start), prose.text.slice(last.end)]
  if (how === 'tail') {
    if (!/^\.?\s*(?:[.;)]|$)/.test(rest) && !/^\.?\s+\p{Lu}/u.test(rest)) return undefined
    const text =
      head.replace(/[\s,]+$/, '') +
      (/\.\s*$/.test(prose.text) ? `.${rest.replace(/^\./, '')}` : rest)
    return sound(text)
  }
  const next = prose.words[at + length]
  const before = prose.words[at - 1]?.lower ?? ''
  if (how === 'adverb') {
    if (before === 'and' || next?.lower === 'and') return undefined
    return sound(
      capitalLike(prose.text, head.replace(/\s+$/, '') + (head === '' ? rest.trimStart() : rest)),
    )
  }
  if (
    next === undefined ||
    !/^\s+$/.test(next.gap) ||
    /^(?:and|or|to|for|with|in|on|at|of)$/.test(next.lower)
  )
    return undefined
  if (/^(?:is|are|be|and|or|more|very|the|these|those)$/.test(before) && how === 'quantity')
    return undefined
  if (/^(?:is|are|be|and|or|more|most|very|so|feels|looks)$/.test(before)) return undefined
  const article = /^(?:a|an)$/.test(before) ? (/^[aeiou]/i.test(next.raw) ? 'an' : 'a') : null
  const start =
    article === null
      ? head
      : head.replace(/\ban?\s+$/i, (was) =>
          was.startsWith('A') ? `${article[0]?.toUpperCase()}${article.slice(1)} ` : `${article} `,
        )
  return sound(capitalLike(prose.text, start + rest.trimStart()))
}

const capitalLike = (from: string, text: string): string =>
  /^\p{Lu}/u.test(from) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text

const sound = (text: string): string | undefined =>
  text.trim() === '' ? undefined : text.replace(/ {2,}/g, ' ').trim()

const clarity = { dimension: 'clarity', over: 'texts' } as const

export const clarityWordRules: readonly DesignRule[] = [
  {
    ...clarity,
    id: 'clarity/vague-term',
    severity: 'warning',
    about:
      'Texts avoid words that leave the reader guessing, such as "etc.", "various", "user-friendly" or "as needed". Labels in quotes are not judged.',
    example: {
      bad: '"Shows various details, etc."',
      better: '"Shows the name, the floor and the capacity"',
    },
    read: vagueTerms,
  },
  {
    ...clarity,
    id: 'clarity/hedge',
    severity: 'warning',
    about: 'Texts say what happens, not what should.',
    example: { bad: '"The list should reload"', better: '"The list reloads"' },
    read: (prose) =>
      // goals are wishes by nature
      (prose.kind === 'goal' || prose.kind === 'flow-goal' ? [] : findIn(prose, hedgesByWord)).map(
        ({ spot }) => ({
          path: prose.path,
          message: `"${covered(spot)}" says what is wished for; say what happens`,
        }),
      ),
  },
]
