import { type DesignModel, oneOf, standsAt } from './design-model.ts'
import leftovers from './leftovers.json' with { type: 'json' }
import { carriesMeaning, isName, isStatement, type Prose, stem } from './prose.ts'
import { type DesignRule, nodeRule, replacing, type Seen, textRule } from './rule.ts'
import lists from './vague-words.json' with { type: 'json' }

const quotes = /"[^"]{0,120}"|“[^”]{0,120}”|‘[^’]{0,120}’|„[^“”]{0,120}[“”]|`[^`]{0,120}`/g

type Lexicon = ReadonlyMap<string, readonly (readonly string[])[]>

/** Phrases by their first word, the longest first, so that "easy to use" is not reported as "easy". */
export const lexicon = (phrases: readonly string[]): Lexicon =>
  Map.groupBy(
    phrases.map((phrase) => phrase.split(' ')).toSorted((one, other) => other.length - one.length),
    ([first = '']) => first,
  )

const pairs = lists.pairs.flatMap(([firsts = '', seconds = '']) =>
  firsts
    .split(' ')
    .flatMap((first) =>
      seconds.split(' ').map((second) => `${first.replaceAll('-', ' ')} ${second}`),
    ),
)
const inNames = lexicon(lists.anywhere.split('|'))
const inSentences = lexicon([
  ...lists.anywhere.split('|'),
  ...lists.sentences.split('|'),
  ...pairs,
  ...lists.ends.split('|'),
])
const ends = new Set(lists.ends.split('|'))
const comparatives = lexicon(lists.comparatives.split(' '))
const isCapital = (text: string | undefined): boolean => /^\p{Lu}/u.test(text ?? '')
const mostInOneText = 5

function vagueIn(prose: Prose, words: Lexicon): readonly string[] {
  const names: string[] = []
  for (let at = 0; at < prose.words.length && names.length < mostInOneText; at += 1) {
    const word = prose.words[at]!
    if (word.quoted) continue
    const phrase = words.get(word.lower)?.find((each) => standsAt(prose, at, each))
    if (phrase === undefined) continue
    const [last, next] = [prose.words[at + phrase.length - 1]!, prose.words[at + phrase.length]]
    // "Some Like It Hot": a capital that goes on in capitals is a title
    const isTitle = isCapital(word.raw) && (!word.first || isCapital(prose.words[at + 1]?.raw))
    if (!isTitle && !(ends.has(phrase.join(' ')) && next !== undefined))
      names.push(prose.text.slice(word.start, last.end))
    if (!isTitle) at += phrase.length - 1
  }
  return names
}

function vagueTerms(prose: Prose): readonly Seen[] {
  const { kind, path, text } = prose
  if (kind === 'state' || kind === 'actor') return []
  // "a firm has several contracts" is exact where it explains a relationship
  const isShort = isName(prose) || kind === 'relationship-note'
  const results = [
    ...vagueIn(prose, isShort ? inNames : inSentences),
    ...(isShort || /\bthan\b/i.test(text) ? [] : vagueIn(prose, comparatives)),
    ...(/\band\s?\/\s?or\b|\bas (?!soon|far)\p{L}+ as possible\b/iu.exec(text) ?? []),
  ].map((words) => ({ path, message: `"${words}" leaves open what is meant` }))
  // labels on the screen trail off on purpose
  return !isName(prose) && /\p{L}[,)]?\s?(?:\.\.\.+|…)(?:\s|$)/u.test(text.replace(quotes, ''))
    ? [...results, { path, message: 'trails off in dots, which leaves the rest to the reader' }]
    : results
}

const stems = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stem))
const [claims, motions, links] = [lists.claims, lists.motions, lists.links].map(stems)
/** Acting on one of these is an exact thing to say in a step. */
const exactInSteps = stems('page screen')

const meaningful = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(carriesMeaning).map(stem)

/** Whether a text could stand in the design of any feature. */
export const isEmptyTalk = (text: string): boolean =>
  meaningful(text).every((word) => claims!.has(word) || motions!.has(word) || links!.has(word))

function hollow(prose: Prose): readonly Seen[] {
  const { kind, path, text } = prose
  if (!isStatement(prose) || prose.words.length > 20) return []
  const words = meaningful(text)
  const isWish = kind === 'goal' || kind === 'flow-goal'
  const isEmpty = isWish
    ? words.every((word) => claims!.has(word))
    : words.every(
        (word) => motions!.has(word) && (kind === 'description' || !exactInSteps.has(word)),
      )
  return words.length > 0 && isEmpty
    ? [{ path, message: `"${text.slice(0, 40)}" would fit any feature; say what is meant` }]
    : []
}

const places: Readonly<Record<string, (prose: Prose) => boolean>> = {
  anywhere: (prose) => isStatement(prose) || isName(prose),
  statements: isStatement,
  goals: ({ kind }) => kind === 'goal',
}
const patterns = leftovers.map(({ in: place, pattern, flags, says }) => ({
  isPlace: places[place]!,
  found: new RegExp(pattern, flags),
  says,
}))

/** What stands outside quotes, where labels and titles may be anything, and belongs into no design. */
const leftOver = (prose: Prose): readonly Seen[] =>
  patterns.flatMap(({ isPlace, found: result, says }) => {
    const match = isPlace(prose) ? result.exec(prose.text.replace(quotes, '')) : null
    return match === null
      ? []
      : [{ path: prose.path, message: `"${match[0].trim().slice(0, 40)}" ${says}` }]
  })

const fairDoubles = oneOf(
  'that had bye so very much far no long hush cha knock ha boo do dum yo win',
)

function doubledWords({ path, text, words }: Prose): readonly Seen[] {
  const at = words.findIndex(
    ({ raw, lower, gap, quoted }, index) =>
      words[index - 1]?.lower === lower &&
      /^(?:\p{Ll}{2,}|a)$/u.test(raw) &&
      !fairDoubles.has(lower) &&
      !quoted &&
      /^\s+$/.test(gap),
  )
  const [first, second] = [words[at - 1], words[at]]
  if (first === undefined || second === undefined) return []
  const fix = replacing(
    `write "${second.raw}" once`,
    path,
    text.slice(0, first.end) + text.slice(second.end),
  )
  return [{ path, message: `"${second.raw}" stands twice in a row`, fix }]
}

const openEnd =
  /\b(?:and|or|the|a|an|but|because|whose|of|than|from|which|into|with|its|their|his|her|your|our|while|although|between|during|via|per|without)$|[,;:(–—&/]$| -$/

/** Endings are those of English, so some other word has to be, too. */
const isEnglish = ({ words }: Prose): boolean =>
  words
    .slice(0, -1)
    .some(({ lower }) =>
      /^(?:the|and|to|with|from|that|which|for|by|when|this|an?|of)$/.test(lower),
    )

/** Names and the notes of relationships end in small words by custom: "is part of", "Sign in with". */
const unfinished = (prose: Prose): readonly Seen[] => {
  const text = prose.text.trim().replace(/(?<=\w)\.$/, '')
  const isOpen =
    isStatement(prose) && prose.words.length > 3 && isEnglish(prose) && openEnd.test(text)
  const isUnclosed = text.lastIndexOf('(') > text.lastIndexOf(')')
  return isOpen || isUnclosed
    ? [{ path: prose.path, message: 'ends in the middle of a sentence' }]
    : []
}

/** Signs that a text was read in the wrong encoding, or escaped once too often. */
const damaged =
  /\uFFFD|Ã[\u0080-\u00BF]|Ã[\u0192\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u201A-\u203A\u20AC]|â€|Â[\u00A0-\u00BF]|&(?:amp|nbsp|lt|gt|quot|apos|#\d{2,4}|#x[0-9a-f]{2,4});|\\[nrtu"']|%20|\p{Co}/u

const damagedSigns = ({ path, text }: Prose): readonly Seen[] => {
  const match = damaged.exec(text)
  return match === null
    ? []
    : [{ path, message: `"${match[0]}" is what remains of a sign that was damaged` }]
}

// joiners are left alone where a script needs them
const unseen =
  /[\u200E\u200F\u2028\u2029\u3164\u115F\u180E\u00AD\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]|(?![\n\r\t])\p{Cc}/gu

function invisible(prose: Prose): readonly Seen[] {
  const { path, text } = prose
  const isLatin = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text)
  const needsJoiners = !isLatin || /\p{Extended_Pictographic}/u.test(text)
  const bare = needsJoiners ? text : text.replace(/[\u200C\u200D]/gu, '')
  const clean = (isName(prose) ? bare.replaceAll('\u00A0', ' ') : bare).replace(unseen, '')
  if (clean === text) return []
  const fix = replacing('remove the invisible characters', path, clean)
  return [
    {
      path,
      message: 'holds characters that nobody can see',
      ...(clean.trim() !== '' && { fix }),
    },
  ]
}

const nobody =
  /^(?:(?:the|an?) )?(?:some(?:one|body)|any(?:one|body)|every(?:one|body)|people|persons?|whoever|they|them|s?he|it|one|actors?|roles?|stakeholders?|others?)$|\b(?:some|any|various|several|different|certain|etc|misc|multiple|random)\b/

export const wordingRules: readonly DesignRule[] = [
  textRule('clarity/vague-term', vagueTerms),
  textRule('clarity/hollow-text', hollow),
  textRule('clarity/leftover', leftOver),
  textRule('clarity/doubled-word', doubledWords),
  textRule('clarity/unfinished', unfinished),
  textRule('clarity/damaged-sign', damagedSigns),
  textRule('clarity/invisible-character', invisible),
  nodeRule('clarity/vague-actor', ['flow', 'actor'], ({ actor = '' }, { plain }: DesignModel) =>
    nobody.test(plain(actor)) ? `"${actor.slice(0, 40)}" could be anybody; name who it is` : null,
  ),
]
