import { endpointsIn, pathsIn } from './brief-endpoints.ts'
import type { Endpoint } from './brief-endpoints.ts'
import { fieldsOf, nameResource, nothingYet } from './brief-found.ts'
import type { Action, Found, Notes } from './brief-found.ts'
import type { ResourceOperation } from './brief-words.ts'
import { scan } from './brief-scan.ts'
import { segmentsOf } from './operations.ts'
import { isPlural, isUncountable, pascal, plural, wordsOf } from './words.ts'

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

const longestPrompt = 200_000
const mostResources = 60

/** Reads a task prompt. Plain English and lists are understood; what is not understood is left out. */
export function readBrief(prompt: string): Brief {
  const text = prompt.slice(0, longestPrompt).replace(/\r/g, '')
  const notes = nothingYet()
  const endpoints = endpointsIn(text)
  for (const path of [...endpoints.map((endpoint) => endpoint.path), ...pathsIn(text)])
    namePath(notes, path)
  scan(text, notes)
  const resources = resourcesOf(notes)
  return {
    title: titleOf(text.slice(0, 2_000), resources),
    resources,
    endpoints,
    actions: [...notes.actions.values()].slice(0, mostResources),
    auth: authIn(text),
    pagination: paginationIn(text),
  }
}

/** A path names the last collection in it, under the one before. */
function namePath(notes: Notes, path: string): void {
  const names = segmentsOf(path).flatMap(({ text, param }) =>
    param === null && isPlural(text) && !isUncountable(text) ? [wordsOf(text).join(' ')] : [],
  )
  const last = names.at(-1)
  if (last !== undefined) nameResource(notes, last, names.at(-2) ?? null)
}

function resourcesOf(notes: Notes): readonly Resource[] {
  const names = [...notes.resources.keys()].slice(0, mostResources)
  return [...notes.resources].slice(0, mostResources).map(([name, found]) => ({
    name,
    plural: plural(name),
    fields: fieldsOf(found, notes),
    operations: operationsOf(found),
    parent: found.parent === null ? null : knownParent(found.parent, name, names),
  }))
}

/** The resource a parent's name means: "station" may be short for "weather station". */
function knownParent(parent: string, name: string, names: readonly string[]): string | null {
  const long = names.find((other) => other !== name && other.endsWith(` ${parent}`))
  return names.includes(parent) ? parent : (long ?? null)
}

function operationsOf({ operations, without, managed }: Found): readonly ResourceOperation[] {
  const asked = operations.size > 0 || !managed ? operations : new Set(order)
  return order.filter((operation) => asked.has(operation) && !without.has(operation))
}

const order: readonly ResourceOperation[] = ['list', 'create', 'get', 'update', 'delete']

function titleOf(text: string, resources: readonly Resource[]): string {
  const named =
    /\b(?:for|of)\s+(?:an?|the|our|my)\s+([A-Za-z][A-Za-z -]{2,40}?)(?:\s+(?:API|service|platform|app|application|system|backend))?(?=[.,:;\n(]|\s+(?:with|that|where|which|and|using|to|API|service|platform|app|application|system|backend)\b|$)/i.exec(
      text,
    )?.[1]
  const before = /\b((?:[A-Za-z][A-Za-z-]*\s+){0,2}[A-Za-z][A-Za-z-]*)\s+API\b/.exec(text)?.[1]
  const generic =
    /\b(?:openapi|rest|restful|http|web|json|simple|small|the|an?|public|crud|design|write|create|draft|build|describe|produce|make|specify|for|of|we|need|please|our|my|document|following|these|this|generate|specify|give|me)\b/gi
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
