import { commonGlue, stem, turningWords } from '../../../obligations/glue.ts'
import type { Kind } from '../path-match.ts'

/** Words that ask for nothing by themselves in a task about an API description. */
export const glue: ReadonlySet<string> = new Set(
  `openapi swagger api rest restful spec specification description document documentation file yaml json http https
  endpoint operation path route resource service server backend app application system web schema field property
  parameter method object entity entities interface contract written down body payload scope describe design specify model return respond answer accept expose id valid`.split(
    /\s+/,
  ),
)

/** What a list of things never holds: "CRUD for books and bearer auth" is about books alone. */
const notThings =
  /^(?:nobody|somebody|someone|anyone|while|until|they|anywhere|everywhere|anything|everything|nothing|auth(?:entication|orization)?|tokens?|keys?|pagination|pages?|errors?|headers?|examples?|versions?|webhooks?|callbacks?|uploads?|body|bodies|requests?|responses?|fields?|lists?|operations?|access|security|scopes?|status|statuses|codes?|search|filters?|filtering|sorting|limits?|tags?|crud|websockets?|only|everything|everyone|them|it|its?elf|details?|ids?|by|roles?|states?|types?|values?|options?|kinds?|levels?|formats?|languages?|notes?|columns?|rules?|constraints?|requirements?|features?)$/i

export type Noun = { readonly text: string; readonly start: number; readonly end: number }

const isGlue = (word: string): boolean => {
  const lower = word.toLowerCase()
  // a to-do list has tasks, a race has results
  if (/^(?:task|goal|result|work)s?$/.test(lower)) return false
  return [lower, stem(lower)].some((one) => commonGlue.has(one) || turningWords.has(one))
}

/** The last one or two words before a place that can be the name of a thing, or null. */
export function nounBefore(sentence: string, end: number): Noun | null {
  const match = /(?:([a-z][a-z-]*)\s+)?([a-z][a-z-]*)\s*$/i.exec(sentence.slice(0, end))
  const last = match?.[2]
  if (!match || last === undefined || !isThing(last)) return null
  const first = match[1]
  const joined = first !== undefined && /^[a-z]/.test(first) && isThing(first) && !isVerb(first)
  const start = joined ? match.index : match.index + match[0].lastIndexOf(last)
  // "lessons of a course (list)": the lessons are listed
  const held =
    /([a-z][a-z-]*)\s+(?:of|under|in|for|within)\s+(?:an?|the|each|every|their)\s+$/i.exec(
      sentence.slice(0, start),
    )
  const part = held?.[1]
  if (held && part !== undefined && isThing(part)) return { text: part, start: held.index, end }
  return { text: sentence.slice(start, end).trim(), start, end }
}

/** The one or two words after a place that can be the name of a thing, or null. */
export function nounAfter(sentence: string, from: number): Noun | null {
  const lead =
    /^\s*(?:(?:an?|the|all|every|each|single|new|existing|unknown|missing|invalid|one|own|their|its)\s+)*/i.exec(
      sentence.slice(from),
    )
  const start = from + (lead?.[0].length ?? 0)
  const match = /^([a-z][a-z-]*)(?:\s+([a-z][a-z-]*))?/i.exec(sentence.slice(start))
  const first = match?.[1]
  const isArticled = /\b(?:an?|the|each|every) $/i.test(lead?.[0] ?? '')
  if (!match || first === undefined) return null
  // "a show" is a thing, "show" alone is a verb
  if (isArticled && /^(?:show|offer|set|build|draft|need|use)s?$/i.test(first))
    return { text: first, start, end: start + first.length }
  if (isGlue(first)) return null
  const second = match[2]
  const joined =
    second !== undefined && isThing(second) && second.endsWith('s') && !first.endsWith('s')
  const text = joined ? match[0] : first
  if (!isThing(joined ? second : first)) return null
  return { text, start, end: start + text.length }
}

export const isSubject = (word: string): boolean => !isGlue(word) && !glue.has(stem(word))

const isThing = (word: string): boolean =>
  !isGlue(word) && !glue.has(stem(word)) && !notThings.test(word) && !isVerb(word)

const isVerb = (word: string): boolean => kindOf(word) !== null

const kindWords: readonly (readonly [Kind, RegExp])[] = [
  ['list', /^(?:list(?:s|ed|ing)?|index|browsed?)$/i],
  ['get', /^(?:get|gets|got|fetch(?:ed|ing)?|reads?|retrieved?|retrieving|viewed|view|shown)$/i],
  ['create', /^(?:created?|creating|creation|add(?:ed|ing)?|insert(?:ed)?)$/i],
  ['update', /^(?:updated?|updating|edit(?:ed|ing)?|changed?|modify|modified|replaced?)$/i],
  ['delete', /^(?:deleted?|deleting|deletion|removed?|removing)$/i],
]

export const kindOf = (word: string): Kind | null =>
  kindWords.find(([, words]) => words.test(word))?.[0] ?? null

const one =
  '(?:list(?:s|ed|ing)?|index|browsed?|get|fetch(?:ed|ing)?|read|retrieved?|viewed|view|created?|creating|creation|add(?:ed|ing)?|insert(?:ed)?|updated?|updating|edit(?:ed|ing)?|changed?|modify|modified|replaced?|deleted?|deleting|deletion|removed?|removing)(?: all| one| single)?(?: by id)?'

/** "list and get", "created, listed and fetched". */
export const kindsPattern = `${one}(?:(?:,? and |,? or |,? nor | & |/|, )${one})*`

export const kindsIn = (text: string): readonly Kind[] => [
  ...new Set((text.match(/[a-z]+/gi) ?? []).flatMap((word) => kindOf(word) ?? [])),
]
