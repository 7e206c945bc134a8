import { limits } from '../limits.ts'
import { collapse, cut } from './plain-text.ts'

const shortForms = new Set([
  'e.g',
  'i.e',
  'etc',
  'vs',
  'mr',
  'mrs',
  'ms',
  'dr',
  'no',
  'approx',
  'incl',
  'max',
  'min',
  'cf',
  'resp',
  'st',
  'fig',
])

/** Splits at full stops that end a sentence, not at those of short forms, numbers or file names. */
export function sentences(text: string): readonly string[] {
  const found: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign !== '.' && sign !== '!' && sign !== '?') continue
    const after = /^["'”’)]*(?:\s+|$)/.exec(text.slice(at + 1, at + 12))
    if (after === null || (sign === '.' && isShortForm(text, start, at))) continue
    const next = at + 1 + after[0].length
    if (next < text.length && !begins(text, start, at, next)) continue
    found.push(text.slice(start, next))
    start = next
    at = next - 1
  }
  found.push(text.slice(start))
  return found.map((part) => cut(collapse(part), limits.sentence)).filter((part) => part !== '')
}

// a capital begins a sentence; a small letter does so too, after a whole word
function begins(text: string, start: number, at: number, next: number): boolean {
  if (/^["'“‘([\d\p{Lu}]/u.test(text.slice(next, next + 2))) return true
  const word = /\p{L}+$/u.exec(text.slice(Math.max(start, at - 20), at))?.[0] ?? ''
  return (
    word.length > 2 && word.toLowerCase() !== 'etc' && /^\p{L}/u.test(text.slice(next, next + 2))
  )
}

function isShortForm(text: string, start: number, at: number): boolean {
  const word = /[\p{L}.]{1,8}$/u.exec(text.slice(Math.max(start, at - 8), at))?.[0].toLowerCase()
  if (word === undefined) return false
  // "etc." may end a sentence; a capital after it decides, so it is no short form here
  return word !== 'etc' && (shortForms.has(word) || /^\p{L}$/u.test(word))
}

/** Splits a list in one line at commas, semicolons and "and", but not inside brackets or quotes. */
export function enumerated(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"') quoted = !quoted
    else if (sign === '(' || sign === '[' || sign === '{') depth += 1
    else if (sign === ')' || sign === ']' || sign === '}') depth = Math.max(0, depth - 1)
    else if (depth === 0 && !quoted && (sign === ',' || sign === ';')) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
    .flatMap((part) => splitAnd(part))
    .map((part) => collapse(part.replace(/^\s*(?:and|or|plus|as well as)\s+/i, '')))
    .filter((part) => part !== '')
}

function splitAnd(part: string): readonly string[] {
  const open = part.indexOf('(')
  const head = open === -1 ? part : part.slice(0, open)
  const at = / (?:and|plus|&|as well as) /i.exec(head)
  if (at === null) {
    const close = part.lastIndexOf(')')
    const rest = close === -1 ? null : / (?:and|plus|&|as well as) /i.exec(part.slice(close))
    if (rest === null) return [part]
    const cutAt = close + rest.index
    return [part.slice(0, cutAt), ...splitAnd(part.slice(cutAt + rest[0].length))]
  }
  return [part.slice(0, at.index), ...splitAnd(part.slice(at.index + at[0].length))]
}
