import { numberIn } from '../../kit/number-words.ts'
import type { DesignIntent } from './intent.ts'
import { listed, nodesOf } from './nodes.ts'
import { stem } from './prose.ts'

/** One statement of a design: a text with the place it stands at and the person it is about. */
export type Part = {
  readonly kind: 'goal' | 'flow' | 'step' | 'component' | 'data' | 'interaction'
  readonly path: string
  readonly text: string
  /** For flows and their steps. */
  readonly actor?: string | undefined
  readonly flow?: number
  /** For interactions, and for steps with an outcome: what happens first, and what follows. */
  readonly trigger?: string
  readonly response?: string
}

const joined = (...texts: readonly (string | readonly string[] | undefined)[]): string =>
  texts.flat().join(' ')

/** Everything a design states, one part for each thing that can carry a requirement. */
export function partsOf(intent: DesignIntent): readonly Part[] {
  const nodes = nodesOf(intent)
  const names = new Map(intent.dataModel.entities.map(({ id, name }) => [id, name]))
  const goals = listed('/goals', intent.goals)
  const title = intent.title === undefined ? [] : [{ path: '/title', value: intent.title }]
  return [
    ...[...title, ...goals].map(({ path, value }): Part => ({ kind: 'goal', path, text: value })),
    ...nodes.flow.flatMap(({ path, at: flow, value: { name, goal = '', actor, steps } }) => [
      { kind: 'flow', path, text: `${name}. ${goal}`, actor, flow } as const,
      ...listed(`${path}/steps`, steps).map(({ path: place, value: { action, outcome = '' } }) => ({
        kind: 'step' as const,
        path: place,
        text: `${action}. ${outcome}`,
        actor,
        flow,
        trigger: action,
        response: outcome,
      })),
    ]),
    ...nodes.component.map(({ path, value: { name, description, binds = [] } }): Part => ({
      kind: 'component',
      path,
      text: `${name}. ${joined(description, binds)}`,
    })),
    ...nodes.entity.map(({ path, value: { name, id, attributes } }): Part => ({
      kind: 'data',
      path,
      text: `${name} ${id}. ${attributes.map((each) => joined(each.name, each.description)).join('. ')}`,
    })),
    ...nodes.relationship.map(({ path, value: { from, to, description } }): Part => ({
      kind: 'data',
      path,
      text: joined(names.get(from) ?? from, names.get(to) ?? to, description),
    })),
    ...nodes.interaction.map(({ path, value: { trigger, response, states = [] } }): Part => ({
      kind: 'interaction',
      path,
      text: `${trigger}. ${joined(response, states)}`,
      trigger,
      response: joined(response, states),
    })),
  ]
}

/** A stem that is the same for "add" and "adds". */
export function rootOf(word: string): string {
  const short = stem(word)
  return short.length > 1 && short.at(-1) === short.at(-2) ? short.slice(0, -1) : short
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Words that tell no requirement from another. Order, bounds and "all" do, so they are not here. */
const small = set(
  `a an the this that these those it its they them their his her he she him our we us you your i my me who whom whose which what there here
  is are be been being was were am has have had do does did done can could may might must shall should will would able allowed possible
  and or but so then also too of in on at to from by with for into onto via about as like per
  when if where while whenever once please let want need needs like own new`,
)

const negations = set('no not never cannot none neither nor nobody nothing')

/** Things every design has: they say nothing of its subject. */
export const general = set(
  `user users person people someone anyone system app application software service feature page screen view list form button field show display
  see open use click press choose select enter add create make get set name date time status type text number detail information data value item`,
)

export const asNumber = numberIn

/** Every requirement is held against the same texts. */
function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? make(text)
    if (known.size > 10_000) known.clear()
    known.set(text, value)
    return value
  }
}

const tokens = remembered(
  (text): readonly string[] =>
    text
      .normalize('NFC')
      .replace(/n['’]t\b/g, ' not')
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\d+(?:[.,]\d+)*|\p{L}+/gu) ?? [],
)

const generalStems: ReadonlySet<string> = new Set([...general].map(rootOf))
export const isGeneral = (word: string): boolean => generalStems.has(word)

/** The words that carry a statement, as stems in their order; numbers as digits. */
export const wordsOf = remembered((text): readonly string[] =>
  tokens(text)
    .filter((word) => !small.has(word) && !negations.has(word))
    .map((word) => asNumber(word) ?? rootOf(word)),
)

export const numbersIn = (text: string): readonly string[] =>
  tokens(text).flatMap((word) => {
    const number = asNumber(word)
    return number === null || word === 'one' ? [] : [number]
  })

/** Whether a text says no: an odd number of words that turn it around. */
export const isNegative = (text: string): boolean =>
  tokens(text).filter((word) => negations.has(word)).length % 2 === 1

/** Whether a text says yes where a statement says no, in the sentence that holds its words. */
export const contradicts = (text: string, said: string): boolean =>
  isNegative(sentenceWith(text, wordsOf(said))) !== isNegative(said)

/** The sentence of a text that holds all these words; the whole text where none does alone. */
export const sentenceWith = (text: string, words: readonly string[]): string =>
  sentencesOf(text).find((each) => covers(each, words)) ?? text

export const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.;!?])\s+/)

export const covers = (text: string, words: readonly string[]): boolean => {
  const there = new Set(wordsOf(text))
  return words.every((word) => there.has(word))
}

export const sharedWords = (text: string, words: readonly string[]): readonly string[] => {
  const there = new Set(wordsOf(text))
  return words.filter((word) => there.has(word))
}

const opposites: readonly (readonly string[])[] =
  `public private|visible hidden|visible invisible|required optional|mandatory optional|enabled disabled|ascending descending|
  allowed forbidden|accept reject|accept refuse|allow block|before after|automatically manually|online offline|oldest newest|
  first last|least most|minimum maximum|always never|paid free|anonymous named|approved declined|show hide|lowest highest|
  increase decrease|daily weekly|daily monthly|weekly monthly|morning evening`
    .split('|')
    .map((pair) => pair.trim().split(' ').map(rootOf))
const oppositeOf = new Map<string, Set<string>>()
for (const [left = '', right = ''] of opposites) {
  oppositeOf.set(left, (oppositeOf.get(left) ?? new Set()).add(right))
  oppositeOf.set(right, (oppositeOf.get(right) ?? new Set()).add(left))
}

/** The word of a text that stands where a statement has its opposite, all its other words being there. */
export function oppositeIn(text: string, words: readonly string[]): string | null {
  const there = new Set(wordsOf(text))
  const missing = words.filter((word) => !there.has(word))
  const [only] = missing
  if (only === undefined || missing.length > 1 || words.length < 3) return null
  // "confirms after it is weighed" is "weighs before it is confirmed"
  const order = [...there].filter((word) => words.includes(word))
  const isTurned = order.some((word, at) => word !== words.filter((each) => there.has(each))[at])
  if (isTurned && /^(?:befor|after)/.test(only)) return null
  return [...(oppositeOf.get(only) ?? [])].find((word) => there.has(word)) ?? null
}

const plainText = (text: string): string => tokens(text).join(' ')

/** A text that only repeats a sentence of the task shows nothing. */
export const echoes = (text: string, sentence: string): boolean =>
  tokens(sentence).length > 4 && plainText(text).includes(plainText(sentence))

/** What happens and what comes of it may share a sentence out, or add to it; one alone only repeats it. */
export function isEcho({ text, trigger, response }: Part, sentence: string): boolean {
  if (!echoes(text, sentence)) return false
  const fields = [trigger ?? text, response ?? '']
  const asked = wordsOf(sentence)
  const isOwn = (field: string): boolean =>
    !echoes(field, sentence) && wordsOf(field).some((word) => !asked.includes(word))
  return fields.some((field) => echoes(field, sentence)) && !fields.some(isOwn)
}
