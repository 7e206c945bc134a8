import { limits } from '../limits.ts'
import { bare, capitalised, cut } from './plain-text.ts'

/** Lower-case Latin letters, digits and single hyphens; empty where the text has none of them. */
export function kebab(text: string): string {
  const name = text
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/[\u0300-\u036F'’]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
  if (name.length <= limits.id) return name
  const part = name.slice(0, limits.id)
  const hyphen = part.lastIndexOf('-')
  return hyphen > limits.id / 2 ? part.slice(0, hyphen) : part.replace(/-$/, '')
}

/** Hands out ids that nothing in the same list bears yet: the name itself, then name-2, name-3 … */
export function idsFor(fallback: string, taken: Iterable<string> = []) {
  const used = new Set(taken)
  const counts = new Map<string, number>()
  return (name: string): string => {
    const wanted = kebab(name) || fallback
    let count = counts.get(wanted) ?? 1
    let id = wanted
    while (used.has(id)) {
      count += 1
      id = `${wanted}-${count}`
    }
    counts.set(wanted, count)
    used.add(id)
    return id
  }
}

/** An attribute's name: as written where it is one word, otherwise its words joined. */
export function attributeName(text: string): string {
  const cleaned = bare(text).replace(/^(?:an?|the|its|their|his|her|your|my|optional)\s+/i, '')
  const letters = cleaned
    .normalize('NFKD')
    .replace(/[\u0300-\u036F'’"“”]/g, '')
    .slice(0, 120)
  const words = letters.match(/[\p{L}\d_]+/gu) ?? []
  const [first, ...rest] = words
  if (first === undefined) return ''
  if (rest.length === 0)
    return /^[A-Z][a-z\d]*$/.test(first) ? first.toLowerCase() : first.slice(0, 60)
  const joined = lowered(first) + rest.map((word) => capitalised(lowered(word))).join('')
  return joined.slice(0, 60)
}

const lowered = (word: string) =>
  /^[A-Z\d]+$/.test(word) || /^[A-Z][a-z\d]*$/.test(word) ? word.toLowerCase() : word

/** A name for people: no marks at its ends, a capital, not a whole paragraph. */
export const title = (text: string, most = 80): string => capitalised(cut(bare(text), most))

/** The words of an identifier: dailyFee and daily_fee become "daily fee". */
export const spoken = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .trim()
