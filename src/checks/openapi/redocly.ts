import type { Config, NormalizedProblem } from '@redocly/openapi-core'
import { mayExplode } from './safe-pattern.ts'
import { at, isMap, type JsonMap, mapOf } from './json.ts'
import type { Aspect, Issue, Spec } from './spec.ts'

type Linted = Issue & { readonly aspect: Aspect; readonly rule: string }

/** The rules of the linter that are relied on, each with the check that reports them; `place` decides by pointer. */
const owners: Readonly<Record<string, Aspect | 'place'>> = {
  struct: 'place',
  'no-unresolved-refs': 'place',
  'no-ambiguous-paths': 'valid',
  'no-identical-paths': 'valid',
  'no-empty-servers': 'valid',
  'no-server-trailing-slash': 'valid',
  'no-server-variables-empty-enum': 'valid',
  'no-undefined-server-variable': 'valid',
  'no-unused-components': 'place',
  'no-unsafe-markdown': 'descriptions',
  'no-duplicated-tag-names': 'descriptions',
  'no-path-trailing-slash': 'naming',
  'path-not-include-query': 'naming',
  'path-declaration-must-exist': 'valid',
  'path-parameters-defined': 'valid',
  'no-schema-type-mismatch': 'schemas',
  'no-required-schema-properties-undefined': 'schemas',
  'no-mixed-number-range-constraints': 'schemas',
  'no-duplicated-enum-values': 'schemas',
  'no-enum-type-mismatch': 'schemas',
  'nullable-type-sibling': 'schemas',
  'no-invalid-schema-examples': 'schemas',
  'no-invalid-media-type-examples': 'examples',
  'no-invalid-parameter-examples': 'examples',
  'no-example-value-and-externalValue': 'examples',
  'operation-operationId-unique': 'valid',
  'operation-operationId-url-safe': 'naming',
  'operation-parameters-unique': 'valid',
  'operation-tag-defined': 'descriptions',
  'security-defined': 'auth',
  'security-scopes-defined': 'auth',
  'spec-components-invalid-map-name': 'valid',
  'spec-ref-siblings': 'place',
  'spec-no-invalid-tag-parents': 'descriptions',
  'spec-no-invalid-encoding-combinations': 'valid',
  'spec-querystring-parameters': 'valid',
}

/** What the linter says in vain: a choice of the author, or something that another document may settle. */
const choices: readonly ((problem: Linted, root: JsonMap) => boolean)[] = [
  // a description beside a reference is ignored by 3.0 tools and harms nobody
  ({ rule, pointer }) => rule === 'spec-ref-siblings' && /\/(?:description|summary)$/.test(pointer),
  ({ rule, message }, root) =>
    rule === 'operation-tag-defined' && (!('tags' in root) || message.endsWith('be defined')),
  // what is called from outside is sent by the service itself
  ({ message, pointer }) =>
    message.endsWith('request context.') && /^\/webhooks\/|\/callbacks\//.test(pointer),
  // a time of day has no zone
  ({ message }) => message.endsWith('must match format "time".'),
  ({ rule }, root) =>
    rule === 'security-defined' && '$ref' in mapOf(mapOf(root['components'])['securitySchemes']),
]

const lintedSpecs = new WeakMap<Spec, Promise<readonly Linted[]>>()
let loading: Promise<(spec: Spec) => Promise<readonly NormalizedProblem[]>> | null = null

/** What Redocly's linter sees, run once per description; nothing outside the document is ever read. */
export function redoclyIssues(spec: Spec): Promise<readonly Linted[]> {
  const known = lintedSpecs.get(spec)
  if (known) return known
  const issues = lint(spec)
  lintedSpecs.set(spec, issues)
  return issues
}

async function lint(spec: Spec): Promise<readonly Linted[]> {
  loading ??= loadLinter()
  const run = await loading
  try {
    return (await run(spec))
      .map((problem) => linted(problem, spec))
      .filter((problem) => !choices.some((isChoice) => isChoice(problem, spec.root)))
  } catch (error) {
    // a document so odd that the linter gives up is not valid; what our own rules see still counts
    const reason = error instanceof Error ? error.message : String(error)
    const message = `The linter cannot read the document: ${plain(reason)}`
    return [{ aspect: 'valid', rule: 'struct', pointer: '', message }]
  }
}

async function loadLinter(): Promise<(spec: Spec) => Promise<readonly NormalizedProblem[]>> {
  const { BaseResolver, createConfig, lintDocument, Source } = await import('@redocly/openapi-core')
  const rules = Object.fromEntries(Object.keys(owners).map((name) => [name, 'error' as const]))
  const config: Config = await createConfig({ rules })
  return async (spec) => {
    const externalRefResolver = Object.assign(new BaseResolver(config.resolve), {
      loadExternalRef: async () => {
        throw new Error('references to other documents are not followed')
      },
    })
    const source = new Source('/openapi.yaml', spec.source)
    const parsed = lintable(spec.root)
    return lintDocument({ document: { source, parsed }, config, externalRefResolver })
  }
}

/** The document as the linter gets it: without patterns that could run for ever, a default shown as an example. */
function lintable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lintable)
  if (!isMap(value)) return value
  const { pattern, type, default: usual } = value
  const isSchema = typeof type === 'string' || Array.isArray(type)
  const copy: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) copy[key] = lintable(member)
  if (typeof pattern === 'string' && mayExplode(pattern)) delete copy['pattern']
  if (isSchema && usual !== undefined && usual !== null && !('example' in value))
    copy['example'] = usual
  return copy
}

function linted(problem: NormalizedProblem, { root }: Spec): Linted {
  const { ruleId: rule } = problem
  const raw = problem.location[0]?.pointer ?? '#/'
  const written = raw.replace(/^#\/?/, '/').replace(/\/$/, '')
  const isDefault = rule === 'no-invalid-schema-examples' && at(root, written) === undefined
  const pointer = isDefault
    ? written.replace(/\/example(?=\/|$)/, '/default')
    : rule === 'operation-operationId-unique'
      ? written.replace(/[^/]+$/, 'operationId')
      : written
  const owner = owners[rule] ?? 'valid'
  const message = plain(problem.message).replace(
    /^Example value must conform to the schema/,
    `The ${isDefault ? 'default' : 'example'} does not satisfy its schema`,
  )
  const missing = missingField(message)
  const place = missing === null ? pointer : `${pointer}/${missing}`
  const aspect = owner === 'place' ? aspectAt(place) : owner
  return { aspect, rule, pointer, message, evidence: `redocly ${rule}` }
}

const certainRules: Readonly<Record<string, RegExp>> = {
  struct: /./,
  'no-unresolved-refs': /./,
  'path-declaration-must-exist': /./,
  'operation-parameters-unique': /./,
  'operation-operationId-unique': /./,
  'path-parameters-defined': /does not define/,
  'security-defined': /^There is no/,
}

// well-made descriptions have members of other versions, empty texts and parts in other documents
const harmless = /not followed|is not (?:expected|allowed) here|but got `null`|should be an empty/
// a key among responses is a status, `default` or an extension; nothing else is read
const noStatus =
  /\/(?:get|put|post|delete|options|head|patch|trace)\/responses\/(?!x-|default$|[1-5](?:\d\d|XX)$)[^/]+$/i
const fromOtherVersions = /\/exclusiveM(?:in|ax)imum$/

/** What the standard forbids and real descriptions do not do. */
export const certainLinting = ({ rule, message, pointer }: Linted): boolean =>
  certainRules[rule]?.test(message) === true &&
  (!harmless.test(message) || noStatus.test(pointer)) &&
  !fromOtherVersions.test(pointer)

const missingField = (message: string): string | null =>
  /^The field `(\w+)` must be present/.exec(message)?.[1] ?? null

const plain = (message: string): string =>
  message.split('\n')[0]?.slice(0, 400).trim() || 'Not valid here'

/** The check that owns a place of the description, the nearest first. */
const places: readonly (readonly [RegExp, Aspect])[] = [
  [/^\/(?:components\/securitySchemes|security)(?:\/|$)/, 'auth'],
  [/^\/paths\/[^/]+\/\w+\/security(?:\/|$)/, 'auth'],
  [/(?<!\/properties)\/examples?(?:\/|$)/, 'examples'],
  // a component that nobody uses
  [/^\/components\/\w+\/[^/]+$/, 'valid'],
  [/\/(?:schema|schemas)(?:\/|$)/, 'schemas'],
  [/^\/tags(?:\/|$)/, 'descriptions'],
  [/^\/paths\/[^/]+\/\w+\/(?:summary|description|tags)$/, 'descriptions'],
  [/\/responses\/[^/]+\/description$/, 'descriptions'],
  [/\/responses\/(?:[45][^/]*|default)(?:\/|$)/, 'errors'],
  [/^\/paths\/[^/]+\/\w+\/responses$/, 'errors'],
  [/\/(?:requestBody|responses)(?:\/|$)/, 'schemas'],
]

const aspectAt = (pointer: string): Aspect =>
  places.find(([place]) => place.test(pointer))?.[1] ?? 'valid'
