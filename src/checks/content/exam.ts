import type { DemandCheck } from '../../obligations/demand.ts'
import { type Answer, type Examiner, met, undecided, unmet } from '../../obligations/examine.ts'
import { stem } from '../../obligations/glue.ts'

/** Answers the demands that plain text can decide, for any kind of work; null for all others. */
export function textAnswer(check: DemandCheck, text: string): Answer | null {
  if (check.type !== 'pattern') return null
  const match = new RegExp(check.pattern, check.flags).exec(text)
  return match === null
    ? unmet(`nothing in the work matches /${check.pattern}/`)
    : met(`"${match[0].slice(0, 120)}"`, `line ${lineAt(text, match.index)}`)
}

/** A text of no known kind: names and phrases are looked for, and what takes understanding is left open. */
export function openTextExaminer(text: string): Examiner {
  return {
    vocabulary: { glue: new Set(['text', 'document', 'page', 'word', 'sentence']), forms: [] },
    examine(check) {
      const common = textAnswer(check, text)
      if (common !== null) return common
      switch (check.type) {
        case 'name':
          return lookFor(text, check.name)
        case 'phrase':
          return lookFor(text, check.text)
        case 'topic':
          return aboutTopic(text, check.words)
        case 'limit':
          return sizeLimit(text, check)
        case 'value':
        case 'endpoint':
        case 'call':
        case 'resource':
        case 'fields':
        case 'pattern':
        case 'command':
          return undecided('what kind of work this is is not known, so this cannot be looked up')
      }
    },
  }
}

function lookFor(text: string, wanted: string): Answer {
  const squeezed = (each: string) => each.replace(/\s+/g, ' ').toLowerCase()
  const at = text.toLowerCase().indexOf(wanted.toLowerCase())
  if (at >= 0) return met(`"${wanted}" stands there`, `line ${lineAt(text, at)}`)
  return squeezed(text).includes(squeezed(wanted))
    ? met(`"${wanted}" stands there`)
    : unmet(`"${wanted}" does not stand in the work`)
}

/** Every word of the subject is spoken of, whatever its ending. */
export function aboutTopic(text: string, words: readonly string[]): Answer {
  const spoken = new Set((text.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem))
  const parts = words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '')
  const missing = parts.filter((word) => !isSpoken(spoken, stem(word)))
  return missing.length === 0
    ? met(`it speaks of ${words.join(' ')}`)
    : unmet(`it does not speak of ${missing.join(' ')}`)
}

const isSpoken = (spoken: ReadonlySet<string>, word: string): boolean =>
  spoken.has(word) ||
  (word.length > 4 && [...spoken].some((each) => each.startsWith(word) || each.includes(word)))

function sizeLimit(
  text: string,
  { name, bound, value }: Extract<DemandCheck, { type: 'limit' }>,
): Answer {
  const unit = stem(name.split(' ').at(-1) ?? '')
  const count =
    unit === 'line'
      ? text.replace(/\n$/, '').split('\n').length
      : unit === 'word'
        ? (text.match(/\S+/g) ?? []).length
        : unit === 'character'
          ? text.length
          : null
  if (count === null) return undecided(`how many ${name} there are cannot be counted here`)
  const holds =
    bound === 'most' ? count <= value : bound === 'least' ? count >= value : count === value
  return (holds ? met : unmet)(`it has ${count} ${name}`)
}

export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length
