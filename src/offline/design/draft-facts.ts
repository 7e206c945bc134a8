import { joined } from '../../checks/design/exam-sentence.ts'
import { requirementsExam } from '../../checks/design/exam-requirements.ts'
import type { DemandCheck } from '../../obligations/demand.ts'

type Fields = Extract<DemandCheck, { type: 'fields' }>

export type ScreenFact = {
  readonly name: string
  readonly description: string
  readonly parts: ScreenFact[]
}
export type FlowFact = { readonly name: string; readonly actor: string; readonly steps: string[] }

/** What the embedded drafter can read in requirements, and the sentences it cannot. */
export type Facts = {
  readonly title: string
  readonly goals: readonly string[]
  readonly benefits: readonly string[]
  readonly flows: readonly FlowFact[]
  readonly entities: readonly { readonly owner: string; readonly fields: Fields['fields'] }[]
  readonly relations: readonly {
    readonly from: string
    readonly to: string
    readonly isMany: boolean
  }[]
  readonly reactions: readonly { readonly trigger: string; readonly response: string }[]
  readonly screens: readonly ScreenFact[]
  readonly unread: readonly string[]
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const plain = (text: string): string => text.replace(/\*\*|`/g, '').trim()
const singular = (word: string): string =>
  word
    .replace(/ies$/i, 'y')
    .replace(/(?<=(?:ss|sh|ch|x))es$/i, '')
    .replace(/(?<![su])s$/i, '')

/** "reserve a tool" as somebody does it: "reserves a tool". */
function thirdPerson(rest: string): string {
  const [verb = '', ...more] = rest.split(' ')
  const done = /[^aeiou]y$/.test(verb)
    ? `${verb.slice(0, -1)}ies`
    : /(?:s|sh|ch|x|z|o)$/.test(verb)
      ? `${verb}es`
      : `${verb}s`
  return [done, ...more].join(' ')
}

/** Reads a document by the forms of the exam, and by its headings and lists. */
export function readFacts(text: string): Facts {
  const { items } = requirementsExam(text)
  const sections = sectionsOf(text)
  const flows = new Map<string, FlowFact>()
  const benefits: string[] = []
  const relations: Facts['relations'][number][] = []
  const reactions: Facts['reactions'][number][] = []
  const entities: Facts['entities'][number][] = []
  const read = new Set<string>()
  for (const { check, source } of items) {
    if (check === null) continue
    const role = check.type === 'name' ? joined.find((each) => each === check.role) : undefined
    const [subject = '', rest = ''] = check.type === 'name' ? check.name.split(' | ') : []
    if (check.type === 'fields' && check.owner !== undefined)
      entities.push({ owner: check.owner, fields: check.fields })
    else if (role === 'many' || role === 'one')
      relations.push({ from: subject, to: rest, isMany: role === 'many' })
    else if (role === 'when') reactions.push({ trigger: capital(subject), response: capital(rest) })
    else if (role === 'can' || role === 'only') {
      const actor = capital(singular(subject))
      const flow = flows.get(actor) ?? {
        name: `What the ${actor.toLowerCase()} does`,
        actor,
        steps: [],
      }
      flows.set(actor, flow)
      const step = `The ${actor.toLowerCase()} ${thirdPerson(wordsFrom(source.text, rest))}`
      if (!flow.steps.includes(step)) flow.steps.push(step)
      const [, benefit] = /,? so that (.+)$/i.exec(plain(source.text)) ?? []
      if (benefit !== undefined)
        benefits.push(capital(benefit.replace(/^I\b/, `the ${actor.toLowerCase()}`)))
    } else if (role !== 'cannot') continue
    read.add(source.text)
  }
  const flowFacts = sections.flatMap((section) => flowOf(section, read))
  const screens = sections.filter(({ title }) => isOfScreens.test(title))
  const goals = sections
    .filter(({ title }) => isOfGoals.test(title) && !/non-?goals/i.test(title))
    .flatMap(({ list }) => list.map((each) => withoutStop(each.text)))
  const placed = [
    ...read,
    ...goals,
    ...flowFacts.flatMap(({ steps }) => steps),
    ...screens.flatMap(({ list }) => list.map((each) => each.text)),
  ].map(withoutStop)
  return {
    title: sections.find(({ level }) => level === 1)?.title ?? '',
    goals,
    benefits,
    flows: [...flowFacts, ...flows.values()],
    entities: merged(entities),
    relations,
    reactions,
    screens: screens.flatMap(screensOf),
    unread: [...new Set(items.map(({ source }) => source.text))].filter(
      (each) => !placed.some((known) => known.includes(withoutStop(each))),
    ),
  }
}

const isOfScreens = /\b(?:screens?|pages|views)\b/i
const isOfGoals = /\b(?:goals?|objectives?|what we want)\b/i
const withoutStop = (text: string): string => plain(text).replace(/\.$/, '')

/** What somebody can do in the words of the sentence, bounds included. */
const wordsFrom = (sentence: string, rest: string): string => {
  const [verb = ''] = rest.split(' ')
  const said = plain(sentence).split(/,? so that /i)[0] ?? ''
  const at = said.toLowerCase().lastIndexOf(` ${verb.toLowerCase()} `)
  // "can read recipes but cannot rate them" says more than what they do
  return at < 0 || / but /i.test(said) ? rest : said.slice(at + 1).replace(/\.$/, '')
}

function merged(results: readonly Facts['entities'][number][]): Facts['entities'] {
  const byName = new Map<string, Fields['fields'][number][]>()
  for (const { owner, fields } of results) {
    const name = capital(singular(owner))
    byName.set(name, [...(byName.get(name) ?? []), ...fields])
  }
  return [...byName].map(([owner, fields]) => ({ owner, fields }))
}

type Item = { readonly text: string; readonly depth: number; readonly isNumbered: boolean }
type Section = { readonly title: string; readonly level: number; readonly list: Item[] }

function sectionsOf(text: string): readonly Section[] {
  const sections: Section[] = [{ title: '', level: 0, list: [] }]
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const [, hashes, title] = /^(#{1,6})\s+(.+?)\s*#*$/.exec(line) ?? []
    if (hashes !== undefined && title !== undefined) {
      sections.push({ title: plain(title), level: hashes.length, list: [] })
      continue
    }
    const [, indent, mark, item] = /^(\s*)([-*+]|\d+[.)])\s+(.+)$/.exec(line) ?? []
    const list = sections.at(-1)?.list ?? []
    if (item !== undefined && indent !== undefined)
      list.push({ text: plain(item), depth: indent.length, isNumbered: /\d/.test(mark ?? '') })
    else if (/^\s{2,}\S/.test(line) && list.length > 0) {
      const last = list.pop()!
      list.push({ ...last, text: `${last.text} ${line.trim()}` })
    }
  }
  return sections
}

/** A numbered list that no form reads is a flow: its heading names it, its items are the steps. */
function flowOf({ title, list }: Section, read: ReadonlySet<string>): readonly FlowFact[] {
  const steps = list.filter(({ isNumbered, depth }) => isNumbered && depth < 2)
  const isRead = steps.some(({ text }) => [...read].some((each) => text.includes(each)))
  if (steps.length < 2 || isRead || title === '' || /\b(?:goals?|objectives?)\b/i.test(title))
    return []
  const [, actor = ''] = /^(?:the|an?)\s+(\p{L}+(?: of \p{L}+)?)/iu.exec(steps[0]?.text ?? '') ?? []
  return [{ name: title, actor: capital(actor), steps: steps.map(({ text }) => text) }]
}

const described = /^(.+?)\s*(?::|–|—)\s+(.+)$/

function screensOf({ list }: Section): readonly ScreenFact[] {
  const screens: ScreenFact[] = []
  for (const { text, depth } of list) {
    const [, name = text, description = ''] = described.exec(text) ?? []
    const fact: ScreenFact = {
      name: capital(name.replace(/\.$/, '')),
      description: capital(description),
      parts: [],
    }
    const above = depth < 2 ? undefined : screens.at(-1)
    if (above === undefined) screens.push(fact)
    else above.parts.push(fact)
  }
  return screens
}
