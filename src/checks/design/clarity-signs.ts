import { type DesignRule, type Seen, textRule } from './rule.ts'
import { isName, type Prose } from './prose.ts'
import { oneOf } from './design-model.ts'

const statements: ReadonlySet<Prose['kind']> = new Set([
  'description',
  'goal',
  'flow-goal',
  'action',
  'outcome',
  'trigger',
  'response',
])

const openEnds = oneOf('and or the a an but because whose')
const english = oneOf('the and to with from that which for by when this')
const openInSentences = oneOf(
  'of than from which into with its their his her your our while although between during via per without',
)

/** Names and the notes of relationships end in small words by custom: "is part of", "Sign in with". */
function unfinished({ kind, path, text, words }: Prose): readonly Seen[] {
  const last = words.at(-1)
  if (last === undefined || last.quoted || kind === 'relationship-note' || kind === 'state')
    return []
  const rest = text.slice(last.end).trim()
  const sentence = statements.has(kind)
  const dangling =
    (rest === '' || rest === '.') &&
    /^\p{Ll}/u.test(last.raw) &&
    words.some((word) => word !== last && english.has(word.lower)) &&
    (openEnds.has(last.lower) ||
      (rest === '' && sentence && openInSentences.has(last.lower) && words.length > 3))
  const open = /^[,;:(–—&/]+$/.test(rest) || (rest === '-' && text.endsWith(' -'))
  const unclosed = text.lastIndexOf('(') > text.lastIndexOf(')')
  return dangling || open || unclosed ? [{ path, message: 'ends in the middle of a sentence' }] : []
}

// joiners are left alone where a script needs them
const unseen =
  /[\u200E\u200F\u2028\u2029\u3164\u115F\u180E\u00AD\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]|(?![\n\r\t])\p{Cc}/gu

/** Signs that a text was read in the wrong encoding, or escaped once too often. */
const damaged =
  /\uFFFD|Ã[\u0080-\u00BF]|Ã[\u0192\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u201A-\u203A\u20AC]|â€|Â[\u00A0-\u00BF]|&(?:amp|nbsp|lt|gt|quot|apos|#\d{2,4}|#x[0-9a-f]{2,4});|\\[nrtu"']|%20|\p{Co}/u

const damagedSigns = ({ path, text }: Prose): readonly Seen[] => {
  const match = /[^ -~]|[&\\%]/.test(text) ? damaged.exec(text) : null
  return match === null
    ? []
    : [{ path, message: `"${match[0]}" is what remains of a sign that was damaged` }]
}

function invisible(prose: Prose): readonly Seen[] {
  const { path, text } = prose
  if (/^[ -~]*$/.test(text)) return []
  const latin = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text)
  const joined = latin && !/\p{Extended_Pictographic}/u.test(text)
  const bare = joined ? text.replace(/[\u200C\u200D]/gu, '') : text
  const clean = (isName(prose) ? bare.replaceAll('\u00A0', ' ') : bare).replace(unseen, '')
  if (clean === text) return []
  const message = 'holds characters that nobody can see'
  if (clean.trim() === '') return [{ path, message }]
  const fix = {
    title: 'remove the invisible characters',
    edits: [{ op: 'replace' as const, path, value: clean }],
  }
  return [{ path, message, fix }]
}

export const claritySignRules: readonly DesignRule[] = [
  textRule('clarity/unfinished', unfinished),
  textRule('clarity/damaged-sign', damagedSigns),
  textRule('clarity/invisible-character', invisible),
]
