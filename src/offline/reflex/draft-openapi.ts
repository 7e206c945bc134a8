import { stringify } from 'yaml'
import { examinerOf, vocabulary } from '../../checks/openapi/exam.ts'
import { alike } from '../../checks/openapi/asked/schemas.ts'
import { plural, singular, wordsOf } from '../../checks/openapi/words.ts'
import { recase } from './recase.ts'
import type { DemandCheck } from '../../obligations/demand.ts'
import type { Member } from '../../obligations/members.ts'
import { examFrom, examine } from '../../obligations/exam.ts'
import { operationFor, type Planned } from './draft-openapi-operation.ts'
import {
  entitySchemas,
  type Resource,
  schemeName,
  sharedComponents,
} from './draft-openapi-schemas.ts'
import { at, isMap } from '../../checks/openapi/json.ts'
import { jsonMediaOf, operationsOf } from '../../checks/openapi/operations.ts'
import { readSpec } from '../../checks/openapi/spec.ts'
import { sampleOf } from '../../checks/openapi/sample.ts'

type Task = { readonly prompt: string; readonly ideal_result: string }
export type Drafting =
  | { readonly ok: true; readonly draft: string }
  | { readonly ok: false; readonly reason: string }

/**
 * Whether the embedded agent can describe this API: everything in the task was read by a form, and a
 * draft made of nothing but these demands meets each of them.
 */
export async function canDraftOpenapi(task: Task): Promise<Drafting> {
  const exam = examFrom(`${task.prompt}\n${task.ideal_result}`.trim(), 'task', vocabulary)
  const unread = exam.items.find(({ check }) => check === null)
  if (unread)
    return { ok: false, reason: `${unread.reason ?? 'no form reads it'}: "${unread.statement}"` }
  const wanted = exam.items.flatMap(({ check, negated }) => (check && !negated ? [check] : []))
  const resources = resourcesOf(wanted)
  if (resources.length === 0)
    return { ok: false, reason: 'the task names no resource and no path to describe' }
  const draft = documentOf(wanted, resources)
  const answers = await examine(exam, examinerOf(draft), '')
  const missed = answers.find(({ status, weight }) => weight === 'must' && status !== 'met')
  if (missed)
    return { ok: false, reason: `it cannot draft "${missed.statement}": ${missed.reason}` }
  return { ok: true, draft }
}

const boundOf = ({
  bound,
  value,
  unit,
}: Extract<DemandCheck, { type: 'limit' }>): Partial<Member> => ({
  [bound === 'least' ? 'least' : 'most']: value,
  ...(unit === undefined ? {} : { counts: unit === 'items' ? 'items' : 'characters' }),
})

/** The things the task names, with what it says is done to them and what they hold. */
function resourcesOf(checks: readonly DemandCheck[]): readonly Resource[] {
  const result = new Map<string, Resource>()
  const of = (noun: string): Resource => {
    const name = singular(wordsOf(noun).join(' '))
    const known = result.get(name) ?? { name, operations: new Set(), fields: [], paths: [] }
    result.set(name, known)
    return known
  }
  for (const check of checks) {
    if (check.type === 'resource')
      for (const kind of check.operations) of(check.noun).operations.add(kind)
    if (
      check.type === 'value' &&
      /^only |^read-only$/.test(String(check.value)) &&
      !/^(?:it|anything)$/.test(check.name)
    )
      for (const kind of ['list', 'get', 'create', 'update', 'delete'] as const)
        if (
          String(check.value).includes(kind) ||
          (check.value === 'read-only' && /list|get/.test(kind))
        )
          of(check.name).operations.add(kind)
    if (check.type === 'endpoint') {
      const thing = check.path.split('/').findLast((part) => /^[a-z][\w-]*$/i.test(part))
      if (thing !== undefined)
        of(thing).paths.push({
          method: check.method.toLowerCase(),
          path: check.path.replace(/:(\w+)/g, '{$1}'),
        })
    }
    if (check.type === 'fields' && check.owner !== undefined)
      of(check.owner).fields.push(...check.fields)
  }
  const all = [...result.values()]
  for (const check of checks) {
    const limit = check.type === 'limit' ? check : null
    const named = check.type === 'fields' && check.owner === undefined ? check.fields : []
    for (const { fields } of all)
      for (const [index, field] of fields.entries()) {
        const match = named.find(({ name }) => alike(field.name, name))
        const bound = limit && alike(field.name, limit.name) ? boundOf(limit) : {}
        fields[index] = { ...field, ...match, name: field.name, ...bound }
      }
    const [only] = all
    const fresh = named.filter(
      ({ name }) => !all.some(({ fields }) => fields.some((one) => alike(one.name, name))),
    )
    if (all.length === 1) only?.fields.push(...fresh)
  }
  return all.filter(({ operations, paths }) => operations.size > 0 || paths.length > 0)
}

function documentOf(checks: readonly DemandCheck[], resources: readonly Resource[]): string {
  const valueOf = (name: string) =>
    checks.flatMap((check) =>
      check.type === 'value' && check.name.toLowerCase() === name ? [String(check.value)] : [],
    )[0]
  const topic = checks.find((check) => check.type === 'topic')
  const things = resources.map(({ name }) => plural(name))
  const words = topic?.type === 'topic' ? topic.words : (things[0] ?? 'api').split(' ')
  const security = valueOf('security everywhere') ?? valueOf('security') ?? 'bearer'
  const style = valueOf('pagination') ?? 'page'
  const open = new Set(
    checks.flatMap((check) =>
      check.type === 'value' && check.value === 'none' ? [check.name] : [],
    ),
  )
  const plans = plansOf(resources)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const plan of plans) {
    const label = `security of ${plan.method.toUpperCase()} ${plan.path}`
    const drafted = operationFor(plan, { style, secured: security !== 'none' && !open.has(label) })
    ;(paths[plan.path] ??= {})[plan.method] = {
      ...drafted,
      ...(open.has(label) ? { security: [] } : {}),
    }
  }
  const version = valueOf('openapi') ?? '3.1'
  const document = {
    openapi: /^3\.\d$/.test(version) ? `${version}.0` : version,
    info: {
      title: `${words.map((word) => recase(word, 'pascal')).join(' ')} API`,
      version: '1.0.0',
      description: `Describes ${things.join(', ')}.`,
    },
    servers: [{ url: 'https://api.example.com' }],
    ...(security === 'none' ? { security: [] } : { security: [{ [schemeName(security)]: [] }] }),
    paths,
    components: {
      ...sharedComponents(security, plans),
      schemas: Object.assign({}, ...resources.map((one) => entitySchemas(one, plans)), errorSchema),
    },
  }
  const yaml = stringify(withExamples(document), { lineWidth: 0, aliasDuplicateObjects: false })
  return `# ${document.info.title}\n\n\`\`\`yaml\n${yaml}\`\`\`\n`
}

const errorSchema = {
  Error: {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { type: 'string' }, message: { type: 'string' } },
  },
}

/** The operations as they stand in the task, and those that a noun with CRUD words stands for. */
function plansOf(resources: readonly Resource[]): readonly Planned[] {
  return resources.flatMap(({ name, operations, paths }) => {
    const collection = `/${recase(plural(name), 'kebab')}`
    const item = `${collection}/{${recase(`${name} id`, 'snake')}}`
    const plain = [...operations].map((kind): Planned => {
      const path = kind === 'list' || kind === 'create' ? collection : item
      const method = { list: 'get', get: 'get', create: 'post', update: 'put', delete: 'delete' }[
        kind
      ]
      return { method, path, kind, thing: name }
    })
    const written = paths.map(({ method, path }): Planned => ({
      method,
      path,
      kind: kindOf(method, path),
      thing: name,
    }))
    return [
      ...written,
      ...plain.filter(
        (one) =>
          !written.some(
            (own) => own.method === one.method && own.path.endsWith('}') === one.path.endsWith('}'),
          ),
      ),
    ]
  })
}

function kindOf(method: string, path: string): Planned['kind'] {
  const item = path.endsWith('}')
  if (method === 'get') return item ? 'get' : 'list'
  if (method === 'delete') return 'delete'
  return method === 'post' ? 'create' : 'update'
}

type Json = Record<string, unknown>

/** The same document with an example of every JSON body, made from its schema. */
function withExamples<Document extends Json>(document: Document): Document {
  const copy: Document = structuredClone(document)
  const reading = readSpec(JSON.stringify(copy))
  if (!reading.ok) return copy
  const { spec } = reading
  for (const { body, responses } of operationsOf(spec)) {
    const sent = (body ? jsonMediaOf(body) : []).map((media) => ({
      ...media,
      way: 'request' as const,
    }))
    const answered = responses.flatMap((one) =>
      jsonMediaOf(one).map((media) => ({ ...media, way: 'response' as const })),
    )
    for (const { node, schema, way } of [...sent, ...answered]) {
      const example = schema ? sampleOf(spec, schema, way) : undefined
      const holder = at(copy, node.pointer)
      if (example !== undefined && isMap(holder)) Object.assign(holder, { example })
    }
  }
  return copy
}
