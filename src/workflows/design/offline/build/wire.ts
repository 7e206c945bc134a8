import { limits } from '../limits.ts'
import type { PartFact } from '../read/facts.ts'
import { capitalised, uncapitalised } from '../text/plain-text.ts'
import { spoken } from '../text/names.ts'
import { contentWords, coverage, everyWord, shared } from '../text/words.ts'
import { adopt, type Parts } from './build-components.ts'
import { withoutScreenWord } from './draft.ts'
import type { DraftComponent, DraftEntity, DraftFlow } from './draft.ts'

const partWord =
  /\b(?:button|link|field|checkbox|toggle|switch|dropdown|picker|menu|form|dialog|panel|list|table|calendar)s?\b/i

/** Joins each step to the components and entities its words name, and each part to the view it is used on. */
export function wireFlows(
  flows: readonly DraftFlow[],
  parts: Parts,
  entities: readonly DraftEntity[],
  notes: string[],
): void {
  for (const flow of flows) {
    let view = viewFor(flow, parts, notes)
    for (const step of flow.steps) {
      const named = namedIn(step.action, parts, view)
      view = viewOf(named, parts) ?? view
      const later =
        step.outcome === '' ? [] : namedIn(step.outcome, parts, view).filter(isSure(step.outcome))
      const used = [...(named.length > 0 ? named : [view]), ...later]
      step.componentIds.push(...new Set(used.map(({ id }) => id)))
      for (const part of used)
        if (part.id !== view.id && !later.includes(part)) adopt(parts, view, part)
      const words = everyWord(`${step.action} ${step.outcome}`)
      step.entityIds.push(
        ...entities.filter((entity) => coverage(entity.words, words) === 1).map(({ id }) => id),
      )
    }
  }
}

// what an outcome only seems to mean is left out
const isSure = (text: string) => (part: DraftComponent) =>
  unquotedText(text).includes(part.name.toLowerCase()) || part.type === 'view'

/** The components a text names, the most telling first. */
function namedIn(said: string, parts: Parts, view: DraftComponent): readonly DraftComponent[] {
  const words = contentWords(said)
  const text = unquotedText(said)
  const near = new Set([view.id, ...view.children])
  const found = parts.all
    .map((part) => ({ part, weight: weightOf(part, { words, text, near }) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  // where something is named outright, what only might be meant is left out
  const sure = found.filter(({ weight }) => weight > guess)
  return (sure.length > 0 ? sure : found).slice(0, 4).map(({ part }) => part)
}

const guess = 3

// "the "Confirm" button" names the Confirm button
const unquotedText = (text: string): string => text.toLowerCase().replace(/["“”'‘’]/g, '')

type Said = {
  readonly words: ReadonlySet<string>
  readonly text: string
  readonly near: ReadonlySet<string>
}

function weightOf(part: DraftComponent, { words, text, near }: Said): number {
  if (text.includes(part.name.toLowerCase())) return 10 + part.words.size
  if (part.type === 'control' && isPressed(part, text)) return 9
  if (part.type === 'view') return isScreenIn(part, text) ? 8 + part.words.size : 0
  const isHere = near.has(part.id) || part.words.size > 2
  if (isHere && part.words.size > 1 && coverage(part.words, words) === 1) return 5 + part.words.size
  // "confirms the booking" uses the Confirm button of the view it happens on
  const action = contentWords(part.name.replace(partWord, ''))
  return near.has(part.id) && part.type === 'control' && coverage(action, words) === 1 ? guess : 0
}

// presses "Sign in"
function isPressed({ name }: DraftComponent, text: string): boolean {
  const label = name.toLowerCase().replace(/ (?:button|link)$/, '')
  const at = text.indexOf(label)
  return (
    at > 0 &&
    /\b(?:press(?:es)?|clicks?|taps?|hits?|push(?:es)?)\s+(?:on\s+)?(?:the\s+)?$/.test(
      text.slice(0, at),
    )
  )
}

// "the member's page", "the booking screen"
function isScreenIn({ name }: DraftComponent, text: string): boolean {
  const own = withoutScreenWord(name).toLowerCase()
  if (own === '') return false
  return ['page', 'screen', 'view', 'dashboard'].some((word) =>
    [`${own} ${word}`, `${own}s ${word}`, `${own}'s ${word}`, `${own}’s ${word}`].some((said) =>
      text.includes(said),
    ),
  )
}

function viewOf(named: readonly DraftComponent[], parts: Parts): DraftComponent | null {
  const view = named.find(({ type }) => type === 'view')
  if (view !== undefined) return view
  for (const part of named) {
    let at = parts.parentOf.get(part.id)
    for (let up = 0; at !== undefined && up < 10; up += 1) {
      const parent = parts.all.find(({ id }) => id === at)
      if (parent?.type === 'view') return parent
      at = parts.parentOf.get(at)
    }
  }
  return null
}

/** The view a flow begins on: the one that shares most words with it; without any views, one of its own. */
function viewFor(flow: DraftFlow, parts: Parts, notes: string[]): DraftComponent {
  const actor = contentWords(flow.actor)
  const said = contentWords(`${flow.name} ${flow.steps.map(({ action }) => action).join(' ')}`)
  const words = new Set([...said].filter((word) => !actor.has(word)))
  // a view that is known only from a step of this flow says nothing of where the flow begins
  const own = new Set(flow.steps.flatMap(({ action, outcome }) => [action, outcome]))
  const views = parts.all.filter(({ type }) => type === 'view')
  let best: DraftComponent | null = null
  let most = 0
  for (const view of views) {
    const sentences = view.sentences.filter((sentence) => !own.has(sentence))
    const told = contentWords([view.name, ...sentences, ...view.children].join(' '))
    const score = shared(words, told) + 2 * shared(words, view.words)
    if (score > most) [best, most] = [view, score]
  }
  if (best !== null && most > 1) return best
  const made = parts.add(ownPart(flow), null)
  if (made !== null) {
    notes.push(`The document names no screen for "${flow.name}"; it has a ${made.type} of its own.`)
    return made
  }
  return best ?? views[0] ?? fallbackView(parts)
}

/** What nobody starts happens by itself; everything else happens on a view. */
function ownPart(flow: DraftFlow): PartFact {
  const name = capitalised(flow.name)
  const [first] = flow.steps
  if (
    flow.actor === '' &&
    flow.steps.every(({ action, outcome }) => outcome !== '' || /^the system\b/i.test(action))
  )
    return {
      name,
      type: 'utility',
      description: `Acts by itself. ${first?.outcome || first?.action || ''}`,
    }
  const who = flow.actor === '' ? 'people' : `the ${uncapitalised(flow.actor)}`
  const told = flow.isWish ? `Where ${who} can ${uncapitalised(flow.name)}.` : (first?.action ?? '')
  return { name, type: 'view', description: told }
}

function fallbackView(parts: Parts): DraftComponent {
  const [first] = parts.all
  if (first !== undefined) return first
  const made: DraftComponent = {
    id: 'view',
    name: 'View',
    type: 'view',
    sentences: [],
    children: [],
    binds: [],
    words: new Set(),
  }
  parts.all.push(made)
  return made
}

/** Parts that no step uses go to the view whose sentences mention them. */
export function housePartsByMention(parts: Parts): void {
  for (const part of parts.all) {
    if (part.type === 'view' || parts.parentOf.has(part.id)) continue
    const view = parts.all.find(
      (other) =>
        other.type === 'view' &&
        other.sentences.some((sentence) =>
          sentence.toLowerCase().includes(part.name.toLowerCase()),
        ),
    )
    if (view !== undefined) adopt(parts, view, part)
  }
}

/** What each component shows or changes: the attributes its own words name. */
export function bindParts(parts: Parts, entities: readonly DraftEntity[]): void {
  const owners = new Map<string, number>()
  for (const { name } of entities.flatMap(({ attributes }) => attributes))
    owners.set(spoken(name), (owners.get(spoken(name)) ?? 0) + 1)
  // what is told of several parts at once says nothing of each
  const told = new Map<string, number>()
  for (const sentence of parts.all.flatMap(({ sentences }) => sentences))
    told.set(sentence, (told.get(sentence) ?? 0) + 1)
  for (const part of parts.all) {
    if (/\b(?:button|link|icon)s?$/i.test(part.name)) continue
    const name = contentWords(part.name)
    const own = part.sentences
      .filter((sentence) => part.type === 'view' || told.get(sentence) === 1)
      .join(' ')
    const said = contentWords(`${part.name} ${own}`)
    const every = everyWord(`${part.name} ${own}`)
    for (const entity of entities) {
      const isNamed = coverage(entity.words, every) === 1
      for (const attribute of entity.attributes) {
        const words = contentWords(spoken(attribute.name))
        if (words.size === 0 || coverage(words, entity.words) === 1 || isStamp.test(attribute.name))
          continue
        const isOnly =
          part.type !== 'view' &&
          owners.get(spoken(attribute.name)) === 1 &&
          !isCommon.test(attribute.name)
        const isHere = isNamed ? coverage(words, said) === 1 : isOnly && coverage(words, name) === 1
        if (isHere && part.binds.length < limits.binds)
          part.binds.push(`${entity.id}.${attribute.name}`)
      }
    }
  }
}
// when something was stored is rarely what a control is for
const isStamp = /(?:_at|[a-z]At)$/
// words so common that they may mean anything
const isCommon =
  /^(?:date|time|name|title|type|number|id|code|text|note|notes|image|picture|value|uploaded_?at|created_?at|updated_?at)$/i
