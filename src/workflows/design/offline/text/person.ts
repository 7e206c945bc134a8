import { collapse, uncapitalised } from './plain-text.ts'
import { singular } from './words.ts'

const adverbs = new Set([
  'never',
  'always',
  'only',
  'also',
  'quickly',
  'easily',
  'still',
  'often',
  'just',
  'then',
  'now',
  'immediately',
  'simply',
  'really',
  'successfully',
  'already',
  'later',
  'first',
  'again',
  'usually',
  'either',
  'correctly',
])
const modals = new Set([
  'can',
  'could',
  'may',
  'might',
  'must',
  'shall',
  'should',
  'will',
  'would',
  "can't",
  'cannot',
])
const special: Readonly<Record<string, string>> = {
  am: 'is',
  are: 'is',
  have: 'has',
  do: 'does',
  go: 'goes',
  "don't": 'does not',
  "haven't": 'has not',
  "aren't": 'is not',
}

/** A sentence said by "I" or "we", told of someone else: "I pick my slot" becomes "The patient picks their slot". */
export function toldOf(subject: string, said: string): string {
  const text = collapse(said).replaceAll('’', "'")
  const own = /^(?:I|we)(?:'(m|ve|ll|d|re))?\s+(.*)$/i.exec(text)
  if (own === null || /^i[^\s']/i.test(text)) return theirs(text)
  const short = own[1] === undefined ? '' : (shortened[own[1].toLowerCase()] ?? '')
  return collapse(`${subject} ${theirs(conjugated(`${short} ${own[2] ?? ''}`))}`)
}
const shortened: Readonly<Record<string, string>> = {
  m: 'am',
  ve: 'have',
  ll: 'will',
  d: 'would',
  re: 'are',
}

/** The possessives and objects of the first person, told of others. */
export const theirs = (text: string): string =>
  text
    .replace(/\b(?:my|our)\b/gi, (word) =>
      word.startsWith('M') || word.startsWith('O') ? 'Their' : 'their',
    )
    .replace(/\b(?:mine|ours)\b/gi, 'theirs')
    .replace(/\bmyself|ourselves\b/gi, 'themselves')
    .replace(/\b(?:I am|we are|I'm|we're)\b/g, 'they are')
    .replace(/\b(?:I|we)'ve\b/g, 'they have')
    .replace(/\b(?:I|we)\b(?!['/-])/g, 'they')
    .replace(/\b(?:me)\b/g, 'them')

function conjugated(text: string): string {
  const words = collapse(text).split(' ')
  const at = words.findIndex((word) => !adverbs.has(word.toLowerCase()))
  const verb = words[at]
  if (verb === undefined) return text
  words[at] = thirdPerson(verb)
  return words.join(' ')
}

/** The form of a verb that goes with he, she or it. */
export function thirdPerson(verb: string): string {
  const lower = verb.toLowerCase()
  if (modals.has(lower)) return verb
  if (Object.hasOwn(special, lower)) return special[lower] ?? verb
  if (/(?:ed|ing)$/.test(lower) && lower.length > 5) return verb
  if (/[^aeiou]y$/.test(lower)) return `${verb.slice(0, -1)}ies`
  return /(?:ch|sh|ss|x|z|o)$/.test(lower) ? `${verb}es` : `${verb}s`
}

/** "the patient", whatever article the document gave; but "marketing". */
export function theActor(actor: string): string {
  const name = uncapitalised(singular(actor.replace(/^(?:an?|the)\s+/i, '')))
  return /^(?:marketing|finance|sales|support|accounting|management|everyone|anyone|everybody|anybody)$/.test(
    name,
  )
    ? name
    : `the ${name}`
}
