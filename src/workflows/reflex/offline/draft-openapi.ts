import { stringify } from 'yaml'
import { readBrief } from '../../../checks/openapi/brief.ts'
import type { Brief, Resource } from '../../../checks/openapi/brief.ts'
import type { Action } from '../../../checks/openapi/brief-found.ts'
import { isAbout, samePath } from '../../../checks/openapi/brief-match.ts'
import type { ResourceOperation } from '../../../checks/openapi/brief-words.ts'
import { draftEntity } from '../../../checks/openapi/entity-draft.ts'
import { draftOperation, planFor, planOf } from '../../../checks/openapi/operation-draft.ts'
import type { PlannedOperation } from '../../../checks/openapi/operation-draft.ts'
import { plural, recase, singular, withArticle } from '../../../checks/openapi/words.ts'
import type { Convention } from '../../../checks/openapi/words.ts'
import { domainNotes } from './draft-openapi-notes.ts'

const casing = 'snake'
const everything: readonly ResourceOperation[] = ['list', 'create', 'get', 'update', 'delete']

/**
 * A first draft of an API description: what the task states, plainly. It has no examples, no error
 * responses, no pagination and no security; the checks ask for those and their fixers add them.
 */
export function draftOpenapi(task: { prompt: string; ideal_result: string }): string {
  const brief = readBrief(`${task.prompt}\n${task.ideal_result}`)
  const resources = withActions(brief)
  const plans = plansOf(brief, resources)
  const document = {
    openapi: '3.1.0',
    info: {
      title: brief.title,
      version: '1.0.0',
      description: `An API for ${listed(resources.map((resource) => resource.plural))}.`,
    },
    servers: [{ url: 'https://api.example.com' }],
    paths: pathsOf(plans.map((plan) => ({ ...plan, cursor: brief.pagination === 'cursor' }))),
    components: {
      schemas: Object.assign({}, ...resources.map((resource) => draftEntity(resource, casing))),
    },
  }
  const yaml = stringify(withoutUnused(document), { lineWidth: 0, aliasDuplicateObjects: false })
  const notes = /\b(?:ddd|domain[- ]driven|aggregates?|bounded contexts?)\b/i.test(
    `${task.prompt} ${task.ideal_result}`,
  )
    ? domainNotes(resources)
    : ''
  return `# ${brief.title}\n\n\`\`\`yaml\n${yaml}\`\`\`\n${notes}`
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

/** The resources of the brief; a task that names none gets one, so that there is something to refine. */
function withActions(brief: Brief): readonly Resource[] {
  const plain = (
    name: string,
    parent: string | null,
    operations: readonly ResourceOperation[],
  ): Resource => ({
    name,
    plural: plural(name),
    fields: [],
    operations,
    parent,
  })
  const found = [...brief.resources]
  const knows = (name: string) => found.some((resource) => resource.name === name)
  for (const action of brief.actions) {
    const owner = ownerOf(action, found)?.name ?? singular(action.noun)
    if (!knows(owner)) found.push(plain(owner, null, ['get']))
    const name = thingOf(action)
    if (name !== null && !knows(name) && name !== owner)
      found.push(plain(name, owner, ['create', 'list']))
  }
  for (const { method, path } of brief.endpoints) {
    const { thing } = planOf(method, path)
    if (!knows(thing)) found.push(plain(thing, null, []))
  }
  for (const { parent } of found.slice())
    if (parent !== null && !knows(parent)) found.push(plain(parent, null, []))
  return found.length > 0 ? found : [plain(subjectOf(brief), null, [])]
}

function subjectOf(brief: Brief): string {
  const word = brief.title.replace(/ API$/, '').toLowerCase().split(' ').at(-1) ?? 'item'
  return word === 'service' ? 'item' : singular(word)
}

const ownerOf = (action: Action, resources: readonly Resource[]): Resource | undefined =>
  resources.find(({ name }) => name === action.noun) ??
  resources.find(({ name }) => name.split(' ').at(-1) === action.noun.split(' ').at(-1))

/** What an action leaves behind, where it has a name: enrolling makes an enrollment. */
const thingOf = ({ verb, words }: Action): string | null =>
  verb === 'cancel' ? null : (words.find((word) => /(?:ment|tion|ing|al)$/.test(word)) ?? null)

function plansOf(brief: Brief, resources: readonly Resource[]): readonly Planned[] {
  const written = brief.endpoints.map(writtenPlan)
  const { prefix, params } = habitsOf(brief)
  const asked = resources.flatMap((resource) => {
    const shown = written.some(({ path }) => isAbout({ method: 'get', path }, resource.name, brief))
    const kinds = resource.operations.length > 0 ? resource.operations : shown ? [] : everything
    return kinds.map((kind) => planFor(resource, kind, params))
  })
  const acted = brief.actions.flatMap((action) => actionPlans(action, resources, params))
  const further = [...asked, ...acted].filter(
    ({ method, path }) => !written.some((one) => one.method === method && samePath(one.path, path)),
  )
  return [...written, ...further.map((plan) => ({ ...plan, path: `${prefix}${plan.path}` }))]
}

/** How the paths that the task writes out begin and name their parameters. */
function habitsOf({ endpoints }: Brief): { prefix: string; params: Convention } {
  const first = endpoints[0]?.path ?? ''
  const prefix = /^(?:\/(?:api|rest|v\d{1,3})(?=\/))+/i.exec(first)?.[0] ?? ''
  const camel = endpoints.some(({ path }) => /\{[a-z]+[A-Z]/.test(path))
  return { prefix, params: camel ? 'camel' : casing }
}

function writtenPlan({ method, path }: Brief['endpoints'][number]): Planned {
  const plan = planOf(method, path)
  const verb = path.split('/').at(-1) ?? ''
  return plan.kind === 'action' && /^[a-z-]+$/.test(verb) ? { ...plan, verb } : plan
}

type Planned = PlannedOperation & { readonly verb?: string }

function actionPlans(
  action: Action,
  resources: readonly Resource[],
  params: Convention,
): readonly Planned[] {
  const owner = ownerOf(action, resources)
  if (owner === undefined || thingOf(action) !== null) return []
  if (action.verb === 'cancel') return [planFor(owner, 'delete', params)]
  const item = planFor(owner, 'get', params)
  const path = `${item.path}/${action.verb}`
  return [{ ...item, method: 'post', path, kind: 'action', verb: action.verb }]
}

function pathsOf(plans: readonly Planned[]): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  const ids = new Set<string>()
  for (const plan of plans) {
    const item = (paths[plan.path] ??= {})
    if (item[plan.method] !== undefined) continue
    const operation = { ...draftOperation(plan), ...namesOf(plan) }
    const id = unique(String(operation['operationId']), ids)
    item[plan.method] = { ...operation, operationId: id }
  }
  return paths
}

function namesOf({ verb, thing }: Planned): { operationId?: string; summary?: string } {
  if (verb === undefined) return {}
  const said = verb.charAt(0).toUpperCase() + verb.slice(1)
  return {
    operationId: recase(`${verb} ${thing}`, 'camel'),
    summary: `${said} ${withArticle(thing)}`,
  }
}

function unique(name: string, taken: Set<string>): string {
  let candidate = name
  for (let count = 2; taken.has(candidate); count += 1) candidate = `${name}${count}`
  taken.add(candidate)
  return candidate
}

type Document = { readonly components: { readonly schemas: Readonly<Record<string, unknown>> } }

// an input schema of a resource that is only read would be left over
function withoutUnused<Draft extends Document>(document: Draft): Draft {
  const text = JSON.stringify({ ...document, components: {} })
  const schemas = Object.entries(document.components.schemas).filter(([name]) =>
    text.includes(`"#/components/schemas/${name}"`),
  )
  return { ...document, components: { schemas: Object.fromEntries(schemas) } }
}
