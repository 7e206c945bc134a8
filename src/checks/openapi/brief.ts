import { endpointsIn } from './brief-endpoints.ts'
import type { Endpoint } from './brief-endpoints.ts'
import { fieldsIn } from './brief-fields.ts'
import type { ResourceOperation } from './brief-words.ts'
import { scan } from './brief-scan.ts'
import type { Action, Mention } from './brief-phrases.ts'
import { segmentsOf } from './operations.ts'
import { pascal, plural, singular, wordsOf } from './words.ts'

export type Resource = {
  /** Singular, lower case, words apart: `order line`. */
  readonly name: string
  readonly plural: string
  readonly fields: readonly string[]
  /** The operations the prompt names; none means that it names the resource alone. */
  readonly operations: readonly ResourceOperation[]
  readonly parent: string | null
}

/** What a task prompt asks of an API: only what it names, nothing that would merely be usual. */
export type Brief = {
  readonly title: string
  readonly resources: readonly Resource[]
  readonly endpoints: readonly Endpoint[]
  readonly actions: readonly Action[]
  readonly auth: 'bearer' | 'apiKey' | 'oauth2' | 'basic' | null
  readonly pagination: 'cursor' | 'page' | null
}

const longestPrompt = 20_000
const mostResources = 40

/** Reads a task prompt. Plain English and lists are understood; what is not understood is left out. */
export function readBrief(prompt: string): Brief {
  const text = prompt.slice(0, longestPrompt).replace(/\r/g, '')
  const { mentions, actions } = scan(text)
  const endpoints = endpointsIn(text)
  const resources = merged([...mentions, ...endpoints.map(mentionOf)], text).slice(0, mostResources)
  return {
    title: titleOf(text, resources),
    resources,
    endpoints,
    actions: actions.filter(({ noun }) => noun !== ''),
    auth: authIn(text),
    pagination: paginationIn(text),
  }
}

function mentionOf({ path }: Endpoint): Mention {
  const fixed = segmentsOf(path).filter(
    ({ text, param }) => param === null && !/^(?:api|v\d+)$/i.test(text),
  )
  const noun = (index: number): string | null =>
    wordsOf(fixed.at(index)?.text ?? '').join(' ') || null
  return { noun: noun(-1) ?? '', operations: [], parent: noun(-2) }
}

function merged(mentions: readonly Mention[], text: string): readonly Resource[] {
  const found = new Map<string, { operations: Set<ResourceOperation>; parent: string | null }>()
  for (const { noun, operations, parent } of mentions) {
    const name = singular(noun)
    if (name === '') continue
    const known = found.get(name) ?? { operations: new Set(), parent: null }
    for (const operation of operations) known.operations.add(operation)
    known.parent ??= parent === null || singular(parent) === name ? null : singular(parent)
    found.set(name, known)
  }
  const names = [...found.keys()]
  const fields = fieldsIn(text, names)
  return [...found].map(([name, { operations, parent }]) => ({
    name,
    plural: plural(name),
    fields: fields.get(name) ?? [],
    operations: order.filter((operation) => operations.has(operation)),
    parent: parent !== null && found.has(parent) ? parent : null,
  }))
}

const order: readonly ResourceOperation[] = ['list', 'create', 'get', 'update', 'delete']

function titleOf(text: string, resources: readonly Resource[]): string {
  const named =
    /\b(?:for|of)\s+(?:an?|the|our|my)\s+([A-Za-z][A-Za-z -]{2,40}?)(?:\s+(?:API|service|platform|app|application|system|backend))?(?=[.,:;\n(]|\s+(?:with|that|where|which|and|using|to|API|service|platform|app|application|system|backend)\b|$)/i.exec(
      text,
    )?.[1]
  const before = /\b((?:[A-Za-z][A-Za-z-]*\s+){0,2}[A-Za-z][A-Za-z-]*)\s+API\b/.exec(text)?.[1]
  const generic =
    /\b(?:openapi|rest|restful|http|web|json|simple|small|the|an?|public|crud|design|write|create|draft|build|describe|produce|make|specify|for|of|we|need|please|our|my)\b/gi
  for (const candidate of [before, named]) {
    const words = (candidate ?? '')
      .replace(generic, ' ')
      .split(/\s+/)
      .filter((word) => /^[A-Za-z][A-Za-z-]+$/.test(word))
    if (words.length > 0)
      return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')} API`
  }
  const [first] = resources
  return first ? `${wordsOf(first.plural).map(pascal).join(' ')} API` : 'Service API'
}

function authIn(text: string): Brief['auth'] {
  if (/\boauth\s*2?(?:\.0)?\b|\bopenid\b/i.test(text)) return 'oauth2'
  if (/\bapi[ -]?keys?\b/i.test(text)) return 'apiKey'
  if (/\b(?:jwt|bearer)\b/i.test(text)) return 'bearer'
  return /\bbasic auth/i.test(text) ? 'basic' : null
}

function paginationIn(text: string): Brief['pagination'] {
  if (/\bcursors?\b/i.test(text)) return 'cursor'
  return /\bpaginat|\bpaged\b|\bpage\s*(?:\/|and|&)\s*limit\b|\boffset\b/i.test(text)
    ? 'page'
    : null
}
