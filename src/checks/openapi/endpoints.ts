import type { TextEdit } from '../../model/finding.ts'
import { readBrief } from './brief.ts'
import type { Brief } from './brief.ts'
import { does, isAbout, lastWord, performs, sameName, samePath } from './brief-match.ts'
import type { Action } from './brief-found.ts'
import { addMember, addTree, fixOf } from './edit.ts'
import { draftEntity } from './entity-draft.ts'
import { sharedSchema } from './error-draft.ts'
import type { Issue } from './issue.ts'
import { isMap, mapOf, pointerOf } from './json.ts'
import type { JsonMap } from './json.ts'
import { conventionOf } from './naming-convention.ts'
import { completeOperation } from './operation-complete.ts'
import { planFor, planOf } from './operation-draft.ts'
import type { PlannedOperation } from './operation-draft.ts'
import { componentsOf, operationsOf, segmentsOf } from './operations.ts'
import type { Method } from './operations.ts'
import { openapiCheck } from './rule.ts'
import type { Spec } from './spec.ts'
import { plural } from './words.ts'

// examples compare paths as endpoints do
export { samePath }

/** Every path and method the task names exists. */
export const endpoints = openapiCheck({
  aspect: 'endpoints',
  title: 'Required paths and methods exist',
  passed: (spec) =>
    `${operationsOf(spec).length} operations; every endpoint the task names is there`,
  look: (spec, { task }) => endpointIssues(spec, readBrief(task.prompt)),
})

function endpointIssues(spec: Spec, brief: Brief): readonly Issue[] {
  const operations = operationsOf(spec)
  const casing = conventionOf(spec)
  const bases = basePathsOf(spec)
  const exists = (method: Method, path: string): boolean =>
    operations.some(
      (one) => one.method === method && bases.some((base) => samePath(`${base}${one.path}`, path)),
    )
  const written = brief.endpoints
    .filter(({ method, path }) => !exists(method, path))
    .map(({ method, path }) =>
      missing(
        planOf(method, path),
        `The task names ${method.toUpperCase()} ${path}, which does not exist`,
      ),
    )
  const asked = brief.resources.flatMap((resource) => {
    if (resource.operations.length === 0)
      return operations.some((operation) => isAbout(operation, resource.name, brief))
        ? []
        : [
            missing(
              planFor(resource, 'list', casing),
              `The task names ${resource.plural}, but no path is about them`,
            ),
          ]
    return resource.operations
      .filter(
        (kind) => !operations.some((operation) => does(operation, kind, resource.name, brief)),
      )
      .map((kind) =>
        missing(
          planFor(resource, kind, casing),
          `The task asks to ${kind} ${kind === 'list' ? resource.plural : resource.name}, which no operation does`,
        ),
      )
  })
  const acted = brief.actions
    .filter((action) => !operations.some((operation) => performs(operation, action, brief)))
    .map((action) =>
      missing(
        actionPlan(action, brief, spec),
        `The task asks to ${action.verb} (${action.noun}), which no operation does`,
      ),
    )
  return issuesOf(spec, brief, [...written, ...asked, ...acted])
}

type Missing = { readonly message: string; readonly plan: PlannedOperation }

const missing = (plan: PlannedOperation, message: string): Missing => ({ plan, message })

function existingPath(spec: Spec, path: string): string | null {
  return Object.keys(mapOf(spec.root['paths'])).find((known) => samePath(known, path)) ?? null
}

/** The first finding about a new path adds all its operations, so that no path is added twice. */
function issuesOf(spec: Spec, brief: Brief, found: readonly Missing[]): readonly Issue[] {
  const drafted = new Set(componentsOf(spec, 'schemas').map(({ key }) => key))
  return found.map(({ plan, message }, index) => {
    const item = existingPath(spec, plan.path)
    const pointer = item === null ? '/paths' : pointerOf('paths', item)
    const together =
      item === null
        ? found.filter((one) => samePath(one.plan.path, plan.path))
        : [{ plan, message }]
    if (item === null && found.findIndex((one) => samePath(one.plan.path, plan.path)) < index)
      return { pointer, message }
    const known = withInput(spec, plan)
    const entity = drafted.has(plan.schema) ? {} : entityFor(spec, brief, plan)
    if (entity === null) return { pointer, message }
    drafted.add(plan.schema)
    const schemas = { ...mapOf(mapOf(spec.root['components'])['schemas']), ...entity }
    const imagined: Spec = {
      ...spec,
      root: { ...spec.root, components: { ...mapOf(spec.root['components']), schemas } },
    }
    const edits = [
      ...sharedSchema(spec),
      ...addTree(spec, { components: { schemas: entity } }),
      operationsEdit(
        imagined,
        together.map((one) => ({ ...one.plan, ...known })),
        item,
      ),
    ]
    return {
      pointer,
      message,
      ...fixOf(`Add ${plan.method.toUpperCase()} ${item ?? plan.path}`, edits),
    }
  })
}

function entityFor(spec: Spec, brief: Brief, plan: PlannedOperation): JsonMap | null {
  if (!isMap(mapOf(spec.root['components'])['schemas'])) return null
  const resource = brief.resources.find(({ name }) => names(name, plan.thing))
  return resource === undefined ? null : draftEntity(resource, conventionOf(spec))
}

/** The schema a request of this kind already uses in the description. */
function withInput(spec: Spec, plan: PlannedOperation): { input?: string } {
  const schemas = mapOf(mapOf(spec.root['components'])['schemas'])
  const known = ['Input', 'Create', 'Request'].map((end) => `${plan.schema}${end}`)
  const input = [...known, `Create${plan.schema}`, `New${plan.schema}`, plan.schema].find((name) =>
    isMap(schemas[name]),
  )
  return input === undefined ? {} : { input }
}

function operationsEdit(
  spec: Spec,
  plans: readonly PlannedOperation[],
  item: string | null,
): TextEdit | null {
  const [first] = plans
  if (first === undefined) return null
  const shared = mapOf(mapOf(spec.root['paths'])[item ?? ''])['parameters']
  const declared = Array.isArray(shared)
    ? segmentsOf(item ?? '').flatMap(({ param }) => (param === null ? [] : [param]))
    : []
  const drafts = plans.map((plan): readonly [Method, JsonMap] => [
    plan.method,
    completeOperation(spec, { ...plan, path: item ?? plan.path }, declared),
  ])
  if (item === null) return addMember(spec, '/paths', [first.path, Object.fromEntries(drafts)])
  const [draft] = drafts
  return draft ? addMember(spec, pointerOf('paths', item), draft) : null
}

function actionPlan(action: Action, brief: Brief, spec: Spec): PlannedOperation {
  const casing = conventionOf(spec)
  const parent = brief.resources.find(({ name }) => names(name, action.noun)) ?? {
    name: action.noun,
    plural: plural(action.noun),
    fields: [],
    operations: [],
    parent: null,
  }
  const noun =
    action.words.find((word) => /(?:ment|tion|ing|al)$/.test(word)) ??
    action.words.at(-1) ??
    action.verb
  const known = componentsOf(spec, 'schemas').some(({ key }) => names(key, noun))
  const plan = planFor(
    { ...parent, name: noun, plural: `${noun}s`, parent: parent.name },
    'create',
    casing,
  )
  return known ? plan : { ...plan, schema: planFor(parent, 'get', casing).schema }
}

/** The paths of the servers, which a task may write out before the paths of the description. */
function basePathsOf(spec: Spec): readonly string[] {
  const servers: unknown = spec.root['servers']
  const urls = Array.isArray(servers)
    ? servers.slice(0, 10).map((server) => mapOf(server)['url'])
    : []
  return [
    '',
    ...urls.flatMap((url) =>
      typeof url === 'string' ? [url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/$/, '')] : [],
    ),
  ]
}

/** Whether a path segment or schema name is about a thing, in singular or plural. */
function names(text: string, thing: string): boolean {
  return lastWord(text) === lastWord(thing) || sameName(text, thing)
}
