import { type Criteria, Criteria as CriteriaSchema } from '../../../model/rule.ts'
import type { TaskType } from '../events.ts'

type Template = {
  readonly name: string
  readonly thresholds: readonly [number, number]
  /** The family of the checks: the last word of a rule's id is the check that decides it. */
  readonly checks: string
  /** Rules by their ids, a `!` before those that block. */
  readonly rules: Readonly<Record<string, string>>
}

const templates: Partial<Record<TaskType, Template>> = {
  'api-spec': {
    name: 'api_specification_v1',
    thresholds: [0.8, 0.9],
    checks: 'openapi',
    rules: {
      'a.correctness.endpoints': '!Required paths and HTTP methods named in the task exist',
      'a.correctness.schemas':
        '!Each operation has request and response schemas that match the domain entities',
      'a.completeness.examples': '!At least one JSON example per endpoint',
      'a.completeness.errors': 'Responses 400, 404 and 500 where they apply',
      'b.style.naming': 'One naming convention over paths and parameters',
      'b.completeness.pagination': 'List endpoints define page and limit, or a cursor',
      'b.completeness.auth': '!Security schemes and per-operation authentication are documented',
      'b.quality.descriptions': 'Every operation has a summary or description',
    },
  },
  code: {
    name: 'code_generation_v1',
    thresholds: [0.8, 0.9],
    checks: 'code',
    rules: {
      'a.correctness.compiles': '!The code compiles or parses',
      'a.correctness.logic': '!The behaviour covers the required scenarios',
      'a.completeness.functions': '!All required public functions, classes and methods are there',
      'a.completeness.types': 'The required type signatures are there',
      'b.quality.error-handling': 'Edge and failure paths of critical flows are handled',
      'b.quality.logging': 'Key operations are logged at suitable levels',
      'b.style.conventions': 'Naming, style and format match the project',
      'b.security.input-validation': '!External input is validated and rejected',
    },
  },
  docs: {
    name: 'documentation_v1',
    thresholds: [0.75, 0.85],
    checks: 'document',
    rules: {
      'a.correctness.accuracy': '!Statements match the code and the configuration',
      'a.completeness.sections': '!The required headings are there and say something',
      'a.completeness.examples': 'Referenced snippets are there and complete',
      'a.quality.clarity': 'Instructions are concrete and unambiguous',
      'b.quality.structure': 'The headings form a hierarchy and flow',
      'b.completeness.cross-refs': 'Links and anchors resolve',
      'b.style.consistency': 'Terms and format are consistent',
      'b.quality.audience': 'The depth fits the audience',
    },
  },
  config: {
    name: 'configuration_v1',
    thresholds: [0.8, 0.9],
    checks: 'configuration',
    rules: {
      'a.correctness.syntax': '!The parser of the target format accepts it',
      'a.correctness.required': '!Mandatory keys are there',
      'a.completeness.env-vars': 'Each environment variable is documented with purpose and default',
      'a.security.no-secrets': '!No secret is embedded',
      'b.quality.defaults': 'Optional settings have safe defaults',
      'b.completeness.comments': 'Values that are not obvious have a note',
      'b.quality.portability': 'Assumptions about the environment are parameters',
      'b.security.permissions': 'Least privilege',
    },
  },
}

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
    rules: Object.entries(template.rules).map(([id, text]) => {
      const description = text.replace(/^!/, '')
      return {
        id,
        description,
        severity: text.startsWith('!') ? 'fail' : 'warn',
        phase: id.startsWith('a') ? 'A' : 'B',
        check: `builtin:${template.checks}/${id.slice(id.lastIndexOf('.') + 1)} - ${description}`,
      }
    }),
  })
}
