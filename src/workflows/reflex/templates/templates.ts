import { type Criteria, Criteria as CriteriaSchema, type Rule } from '../../../model/rule.ts'
import type { TaskType } from '../events.ts'

type Row = readonly [id: string, severity: Rule['severity'], description: string, builtin: string]
type Template = {
  readonly name: string
  readonly thresholds: readonly [number, number]
  readonly rows: readonly Row[]
}

const apiSpec: Template = {
  name: 'api_specification_v1',
  thresholds: [0.8, 0.9],
  rows: [
    [
      'a.correctness.endpoints',
      'fail',
      'Required paths and HTTP methods named in the task exist',
      'openapi/endpoints',
    ],
    [
      'a.correctness.schemas',
      'fail',
      'Each operation has request and response schemas that match the domain entities',
      'openapi/schemas',
    ],
    [
      'a.completeness.examples',
      'fail',
      'At least one JSON example per endpoint',
      'openapi/examples',
    ],
    [
      'a.completeness.errors',
      'warn',
      'Responses 400, 404 and 500 where they apply',
      'openapi/errors',
    ],
    ['b.style.naming', 'warn', 'One naming convention over paths and parameters', 'openapi/naming'],
    [
      'b.completeness.pagination',
      'warn',
      'List endpoints define page and limit, or a cursor',
      'openapi/pagination',
    ],
    [
      'b.completeness.auth',
      'fail',
      'Security schemes and per-operation authentication are documented',
      'openapi/auth',
    ],
    [
      'b.quality.descriptions',
      'warn',
      'Every operation has a summary or description',
      'openapi/descriptions',
    ],
  ],
}

const code: Template = {
  name: 'code_generation_v1',
  thresholds: [0.8, 0.9],
  rows: [
    ['a.correctness.compiles', 'fail', 'The code compiles or parses', 'code/compiles'],
    ['a.correctness.logic', 'fail', 'The behaviour covers the required scenarios', 'code/logic'],
    [
      'a.completeness.functions',
      'fail',
      'All required public functions, classes and methods are there',
      'code/functions',
    ],
    ['a.completeness.types', 'warn', 'The required type signatures are there', 'code/types'],
    [
      'b.quality.error-handling',
      'warn',
      'Edge and failure paths of critical flows are handled',
      'code/error-handling',
    ],
    ['b.quality.logging', 'warn', 'Key operations are logged at suitable levels', 'code/logging'],
    [
      'b.style.conventions',
      'warn',
      'Naming, style and format match the project',
      'code/conventions',
    ],
    [
      'b.security.input-validation',
      'fail',
      'External input is validated and rejected',
      'code/input-validation',
    ],
  ],
}

const docs: Template = {
  name: 'documentation_v1',
  thresholds: [0.75, 0.85],
  rows: [
    [
      'a.correctness.accuracy',
      'fail',
      'Statements match the code and the configuration',
      'document/accuracy',
    ],
    [
      'a.completeness.sections',
      'fail',
      'The required headings are there and say something',
      'document/sections',
    ],
    [
      'a.completeness.examples',
      'warn',
      'Referenced snippets are there and complete',
      'document/examples',
    ],
    ['a.quality.clarity', 'warn', 'Instructions are concrete and unambiguous', 'document/clarity'],
    ['b.quality.structure', 'warn', 'The headings form a hierarchy and flow', 'document/structure'],
    ['b.completeness.cross-refs', 'warn', 'Links and anchors resolve', 'document/cross-refs'],
    ['b.style.consistency', 'warn', 'Terms and format are consistent', 'document/consistency'],
    ['b.quality.audience', 'warn', 'The depth fits the audience', 'document/audience'],
  ],
}

const config: Template = {
  name: 'configuration_v1',
  thresholds: [0.8, 0.9],
  rows: [
    [
      'a.correctness.syntax',
      'fail',
      'The parser of the target format accepts it',
      'configuration/syntax',
    ],
    ['a.correctness.required', 'fail', 'Mandatory keys are there', 'configuration/required'],
    [
      'a.completeness.env-vars',
      'warn',
      'Each environment variable is documented with purpose and default',
      'configuration/env-vars',
    ],
    ['a.security.no-secrets', 'fail', 'No secret is embedded', 'configuration/no-secrets'],
    [
      'b.quality.defaults',
      'warn',
      'Optional settings have safe defaults',
      'configuration/defaults',
    ],
    [
      'b.completeness.comments',
      'warn',
      'Values that are not obvious have a note',
      'configuration/comments',
    ],
    [
      'b.quality.portability',
      'warn',
      'Assumptions about the environment are parameters',
      'configuration/portability',
    ],
    ['b.security.permissions', 'warn', 'Least privilege', 'configuration/permissions'],
  ],
}

const templates: Partial<Record<TaskType, Template>> = { 'api-spec': apiSpec, code, docs, config }

/** The template's rules in full. Each `check` names the built-in check that decides it. */
export function templateFor(type: TaskType): Criteria | null {
  const template = templates[type]
  if (template === undefined) return null
  const [a, b] = template.thresholds
  return CriteriaSchema.parse({
    name: template.name,
    version: 1,
    phase: {
      A: { threshold: a, active_levels: ['A'] },
      B: { threshold: b, active_levels: ['A', 'B'] },
    },
    rules: template.rows.map(([id, severity, description, builtin]) => ({
      id,
      description,
      severity,
      phase: id.startsWith('a') ? 'A' : 'B',
      check: `builtin:${builtin} - ${description}`,
    })),
  })
}
