import { wordsIn } from '../../obligations/sentence-words.ts'
import type { Fact } from './facts.ts'
import { textOf } from './look.ts'

export type Read = {
  readonly fact: Fact
  readonly key: readonly string[]
  readonly words: readonly string[]
}

export const partsOf = (text: string): readonly string[] => [
  ...wordsIn(marked(text).replaceAll(/[_./-]+/g, ' ')).words,
]

/** The "s" of https is no ending. */
export const marked = (text: string): string => text.replaceAll(/\bhttps\b/gi, 'tlshttp')

export function readFact(fact: Fact): Read {
  const keys = fact.path.filter((part) => !/^\d+$/.test(part))
  const last = keys.at(-1) ?? ''
  const key = [...partsOf(last), ...(last.toLowerCase().match(/[a-z]+/g) ?? [])]
  const around = keys.flatMap(partsOf)
  const squeezed = keys.map((part) => `=${part.toLowerCase().replaceAll(/[^a-z]/g, '')}`)
  return { fact, key, words: [...around, ...squeezed, ...partsOf(textOf(fact))] }
}

const rootOf = (word: string): string => [...wordsIn(word).words][0] ?? word

const others = new Map(
  Object.entries({
    every: 'interval period schedule',
    folder: 'dir directory path root',
    directory: 'dir path root',
    mail: 'smtp',
    email: 'mail smtp',
    password: 'pass secret',
    kept: 'keep retention',
    memory: 'mem',
    user: 'username',
    database: 'db',
    environment: 'env',
    degree: 'temperature temp',
    c: 'temperature temp celsius',
    percent: 'percent percentage',
  }).map(([word, same]) => [rootOf(word), same.split(' ').map(rootOf)] as const),
)

/** Two words are the same but for their endings: "evaluate" and "evaluation", "warnings" and "warn". */
export const alike = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short === long || `${short}s` === long) return true
  return short.length >= 4 && long.startsWith(short) && ending.test(long.slice(short.length))
}

const ending = /^(?:s|e[dnrs]?|enc|anc|ing|at|ation|ion|or|ment|al|ly|[drty]|iv)$/

/** Keys that were written as one word stand here with a mark before them. */
const isJoined = (each: string, word: string): boolean =>
  each.startsWith('=') && each.includes(word)

export const isSaid = (word: string, said: readonly string[]): boolean =>
  said.some((each) => alike(word, each) || (word.length >= 4 && isJoined(each, word))) ||
  (others.get(word) ?? []).some((each) => said.includes(each))
