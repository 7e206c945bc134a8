import { particles } from './brief-words.ts'

/** One word or sign of a prompt; `raw` keeps the case. */
export type Token = { readonly text: string; readonly raw: string }
/** A stretch of the prompt that is read as one: a sentence, a list item, a part between semicolons. */
export type Clause = { readonly tokens: readonly Token[]; readonly item: boolean }

const longestClause = 1_000

/** The prompt as clauses of tokens. Endpoints, code and links are read elsewhere and would look like nouns here. */
export function clausesOf(text: string): readonly Clause[] {
  return text
    .split('\n')
    .filter((line) => !/^\s{0,8}\|/.test(line))
    .flatMap((line) => {
      const bullet = /^\s{0,12}(?:[-*•–+]|\d{1,3}[.)])\s{1,4}/.exec(line)?.[0] ?? ''
      return sentencesOf(proseOf(line.slice(bullet.length))).map((sentence, index) => ({
        tokens: tokensOf(sentence),
        item: bullet !== '' && index === 0,
      }))
    })
    .filter(({ tokens }) => tokens.length > 0)
}

function proseOf(line: string): string {
  if (!/[/`*"“”’]/.test(line)) return line
  return line
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(
      /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[`*:|"']{0,4}[ \t]{1,8}[`"'*|(]{0,3}\/\S*/g,
      ' ; ',
    )
    .replace(/(?<![\w}>])\/[\w{}<>/:.~-]*/g, ' ')
    .replace(/[`*"“”]/g, ' ')
    .replace(/’/g, "'")
}

const sentencesOf = (prose: string): readonly string[] =>
  prose.split(/(?<=[a-z0-9)\]%][.!?])\s+|;/i).flatMap((part) => {
    const pieces: string[] = []
    for (let at = 0; at < part.length; at += longestClause)
      pieces.push(part.slice(at, at + longestClause))
    return pieces
  })

function tokensOf(sentence: string): readonly Token[] {
  const found =
    sentence.match(
      /[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*|'s?(?![A-Za-z])|[,:()+/&–—]|(?<=\s)-(?=\s)|\d+/g,
    ) ?? []
  const tokens: Token[] = []
  for (const raw of found) {
    const text = raw.toLowerCase()
    const before = tokens.at(-1)
    const verb = !/^[a-z]{2,3}$/.test(text) ? '' : (before?.text.replace(/(?:ed|ing|s)$/, '') ?? '')
    // "check out" is one verb
    if (before && Object.hasOwn(particles, verb) && particles[verb]?.has(text)) {
      const joined = `${verb}${text}${before.text.slice(verb.length)}`
      tokens.splice(-1, 1, { text: joined, raw: joined })
    } else tokens.push({ text, raw })
  }
  return tokens
}
