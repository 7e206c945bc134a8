import type { Config, NormalizedProblem } from '@redocly/openapi-core'
import type { Aspect, Issue, Spec } from './spec.ts'

type Linted = Issue & { readonly aspect: Aspect; readonly rule: string }

// the linter's rules we rely on, each with the check that reports them; `place` decides by pointer.
// what our own rules see more exactly (examples, security, unused parts, summaries) stays off
const owners: Readonly<Record<string, Aspect | 'place'>> = {
  struct: 'place',
  'no-unresolved-refs': 'place',
  'no-ambiguous-paths': 'valid',
  'no-identical-paths': 'valid',
  'no-empty-servers': 'valid',
  'no-server-trailing-slash': 'valid',
  'no-server-variables-empty-enum': 'valid',
  'no-undefined-server-variable': 'valid',
  'no-unsafe-markdown': 'descriptions',
  'no-duplicated-tag-names': 'descriptions',
  'no-path-trailing-slash': 'naming',
  'path-not-include-query': 'naming',
  'path-declaration-must-exist': 'valid',
  'no-schema-type-mismatch': 'schemas',
  'no-required-schema-properties-undefined': 'schemas',
  'no-mixed-number-range-constraints': 'schemas',
  'nullable-type-sibling': 'schemas',
  'no-example-value-and-externalValue': 'examples',
  'operation-operationId-url-safe': 'naming',
  'operation-parameters-unique': 'valid',
  'spec-components-invalid-map-name': 'valid',
  'spec-ref-siblings': 'place',
  'spec-no-invalid-tag-parents': 'descriptions',
  'spec-no-invalid-encoding-combinations': 'valid',
  'spec-querystring-parameters': 'valid',
}

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
    return (await run(spec)).flatMap((problem) => issueOf(problem))
  } catch (error) {
    // a document so odd that the linter gives up is not valid; what our own rules see still counts
    const reason = error instanceof Error ? error.message : String(error)
    return [
      {
        aspect: 'valid',
        rule: 'struct',
        pointer: '',
        message: `The linter cannot read the document: ${plain(reason)}`,
      },
    ]
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
    return lintDocument({ document: { source, parsed: spec.root }, config, externalRefResolver })
  }
}

function issueOf(problem: NormalizedProblem): readonly Linted[] {
  const raw = problem.location[0]?.pointer ?? '#/'
  const pointer = raw.replace(/^#\/?/, '/').replace(/\/$/, '')
  const owner = owners[problem.ruleId] ?? 'valid'
  const message = plain(problem.message)
  // a description beside a reference is ignored by 3.0 tools and harms nobody
  if (problem.ruleId === 'spec-ref-siblings' && /\/(?:description|summary)$/.test(pointer))
    return []
  const missing = missingField(message)
  const at = missing === null ? pointer : `${pointer}/${missing}`
  return [
    {
      aspect: owner === 'place' ? aspectAt(at) : owner,
      rule: problem.ruleId,
      pointer,
      message,
      evidence: `redocly ${problem.ruleId}`,
    },
  ]
}

const certainRules = new Set([
  'struct',
  'no-unresolved-refs',
  'path-declaration-must-exist',
  'operation-parameters-unique',
])

// well-made descriptions have members of other versions, empty texts and parts in other documents
const harmless = /not followed|is not (?:expected|allowed) here|but got `null`|should be an empty/
const fromOtherVersions = /\/exclusiveM(?:in|ax)imum$/

/** What the standard forbids and real descriptions do not do. */
export const certainLinting = ({ rule, message, pointer }: Linted): boolean =>
  certainRules.has(rule) && !harmless.test(message) && !fromOtherVersions.test(pointer)

const missingField = (message: string): string | null =>
  /^The field `(\w+)` must be present/.exec(message)?.[1] ?? null

const plain = (message: string): string =>
  message.split('\n')[0]?.slice(0, 400).trim() || 'Not valid here'

/** The check that owns a place of the description. */
export function aspectAt(pointer: string): Aspect {
  if (/^\/(?:components\/securitySchemes|security)(?:\/|$)/.test(pointer)) return 'auth'
  if (/^\/paths\/[^/]+\/\w+\/security(?:\/|$)/.test(pointer)) return 'auth'
  if (/\/examples?(?:\/|$)/.test(pointer) && !/\/properties\/examples?(?:\/|$)/.test(pointer))
    return 'examples'
  if (/\/(?:schema|schemas)(?:\/|$)/.test(pointer)) return 'schemas'
  if (/^\/tags(?:\/|$)/.test(pointer)) return 'descriptions'
  if (/^\/paths\/[^/]+\/\w+\/(?:summary|description|tags)$/.test(pointer)) return 'descriptions'
  if (/\/responses\/[^/]+\/description$/.test(pointer)) return 'descriptions'
  if (/\/responses\/(?:[45][^/]*|default)(?:\/|$)/.test(pointer)) return 'errors'
  if (/^\/paths\/[^/]+\/\w+\/responses$/.test(pointer)) return 'errors'
  if (/\/(?:requestBody|responses)(?:\/|$)/.test(pointer)) return 'schemas'
  return 'valid'
}
