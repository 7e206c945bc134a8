import type { DemandCheck } from '../../obligations/demand.ts'
import type { Span } from '../../obligations/examine.ts'
import { asNumber } from './exam-words.ts'

/** What a statement is about: who, and what. It travels as a name with the word that joins both. */
export const statement = (role: Joined, subject: string, rest: string): DemandCheck => ({
  type: 'name',
  role,
  name: `${subject} | ${rest}`,
})
export const joined = ['can', 'cannot', 'only', 'when', 'system', 'fact', 'many', 'one'] as const
export type Joined = (typeof joined)[number]

/** A sentence that was read whole; where it holds several demands, each gets a stretch of its own. */
export const whole = (sentence: string, ...checks: readonly DemandCheck[]): readonly Span[] =>
  checks.map((check, at) => ({
    start: at,
    end: at === checks.length - 1 ? sentence.length : at + 1,
    check,
    negated: false,
  }))

/** Without the number a list gives its requirements, and without emphasis. */
export const bare = (sentence: string): string =>
  sentence
    .replace(/^(?:[A-Z]{1,5}-?\d+(?:\.\d+)*[.:)]?|\((?:must|should)\)|(?:must|should):)\s+/i, '')
    .replace(/\*\*|__|(?<=\s)[*_](?=\w)|(?<=\w)[*_](?=\s|$)/g, '')
    .trim()

const article = /^(?:an?|the|each|every|any|all|its|their|one|exactly one)\s+/i
export const noun = (text: string): string => text.trim().replace(article, '').replace(/`/g, '')
/** A statement that bounds, orders or turns something is only as clear as its shortest form. */
export const most = 14
export const isShort = (text: string): boolean =>
  text.split(/\s+/).length <= most && !/[;:]/.test(text)
export const system =
  /^(?:the )?(?:system|app|application|service|web ?site|site|software|feature|design|platform)$/i

export const bounds =
  /\b(at most|no more than|not more than|up to|a maximum of|at least|no fewer than|a minimum of|exactly)\s+(\d+|\p{L}+)\s+(\p{L}+)/iu
export const boundOf = (words: string): 'most' | 'least' | 'exactly' =>
  /least|fewer|minimum/i.test(words) ? 'least' : /exactly/i.test(words) ? 'exactly' : 'most'

/** A statement and the bounds in it: "upload at most 5 photos" is to upload photos, and at most 5. */
export function bounded(role: Joined, subject: string, rest: string): readonly DemandCheck[] {
  const match = bounds.exec(rest)
  const [all = '', words = '', count = '', name = ''] = match ?? []
  const value = asNumber(count)
  if (match === null || value === null) return [statement(role, subject, rest)]
  const limit = { type: 'limit', name, bound: boundOf(words), value: Number(value) } as const
  return [...bounded(role, subject, rest.replace(all, name)), limit]
}

export const turned = /\b(?:no|not|never|nobody|only|except|unless|\d+)\b|n['’]t\b/i
