import { capitalised, collapse } from '../text/plain-text.ts'
import { sentences } from '../text/sentences.ts'

const made =
  '(?:built|made|rendered|implemented|done|written|styled|powered|drawn|developed|coded|realised|using|based)'
const before = '(?:in|with|for|of|by|as|on|via|through|using|from|at|inside|like)'
const goesOn =
  'and|or|so|that|where|when|which|to|if|in|on|is|are|was|has|have|with|for|of|by|as|who|but|until|while|why|how|what|they|he|she|it|we|you|the|an?|because|can|may|must|shall|will|before|after|than|then'

/** Ways to say a text without a phrase, from the least loss to the greatest. The first that is clean is taken. */
export function rewordings(text: string, phrase: string): readonly string[] {
  const word = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
  const without = (pattern: string, put = ''): string =>
    text.replace(new RegExp(pattern, 'iu'), put)
  const edge = (inner: string) => `(?<![\\p{L}\\d])${inner}(?![\\p{L}\\d])`
  const few = `(?:\\s+(?!(?:${goesOn})\\b)[\\p{L}\\d-]+){0,2}`
  const isVerb = /^(?:handle|manage|process|deal|support|work|take care|address)/i.test(phrase)
  // without its verb a sentence says nothing
  if (isVerb) return unique(text, [withoutSentence(text, new RegExp(edge(word), 'iu'))])
  return unique(text, [
    without(
      `,?\\s*\\(?(?<!\\b(?:is|are|be|was|been)\\s)\\b${made}\\s+(?:${before}\\s+)?[^.;,()]{0,80}?${edge(word)}${few}\\)?`,
    ),
    without(`\\s*\\([^()]{0,80}${edge(word)}[^()]{0,80}\\)`),
    without(
      `\\s+${before}\\s+(?:(?:an?|the|its|their|our)\\s+)?(?:(?!${goesOn})[\\p{L}\\d-]+\\s+){0,2}${edge(word)}${few}`,
    ),
    without(`,?\\s+(?:and|or)\\s+${edge(word)}(?=\\s*[.,;]|$)`),
    without(`${edge(word)}\\s*(?:,|\\band\\b|\\bor\\b)\\s+`),
    withArticle(text, `\\b(an?)\\s+${word}\\s+(\\p{L})`),
    without(`${edge(word)}\\s+`),
    without(`\\s*,?\\s*${edge(word)}`),
    withoutClause(text, new RegExp(edge(word), 'iu')),
    withoutSentence(text, new RegExp(edge(word), 'iu')),
  ])
}

// "a suitable file" becomes "a file", "a various app" would become "an app"
const withArticle = (text: string, pattern: string): string =>
  text.replace(new RegExp(pattern, 'iu'), (_, article: string, next: string) => {
    const right = /[aeiou]/i.test(next) ? 'an' : 'a'
    return `${article.startsWith('A') ? capitalised(right) : right} ${next}`
  })

function withoutClause(text: string, phrase: RegExp): string {
  const clauses = text.split(/(?<=[,;])\s+/)
  if (clauses.length < 2) return text
  const kept = clauses.filter((clause) => !phrase.test(clause))
  return kept.join(' ').replace(/[,;]\s*$/, '.')
}

function withoutSentence(text: string, phrase: RegExp): string {
  const all = sentences(text)
  return all.length < 2 ? text : all.filter((sentence) => !phrase.test(sentence)).join(' ')
}

const unique = (text: string, found: readonly string[]): readonly string[] =>
  [...new Set(found.map(tidy))].filter(
    (candidate) => candidate !== '' && candidate !== text && !hanging.test(candidate),
  )

// a sentence that lost what its last word leads to
const hanging =
  /\b(?:is|are|be|was|the|an?|of|in|with|for|to|by|as|and|or|has|have|that|which)\.?$/i

const tidy = (text: string): string => {
  const joined = collapse(text)
    .replace(/\s+([,.;:!?])/g, '$1')
    .replace(/,\s*([.;])/g, '$1')
    .replace(/\(\s*\)/g, '')
    .replace(/^[,;.\s]+/, '')
    .trim()
  return capitalised(joined)
}
