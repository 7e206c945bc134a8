import { z } from 'zod'
import { readExpression } from '../kit/expression.ts'
import { Power } from './power.ts'

/** How bad what a rule finds is. One scale for all rules. */
export const RuleSeverity = z.enum(['error', 'warning', 'info'])
export type RuleSeverity = z.infer<typeof RuleSeverity>

/** What a rule of a user's own can look at. */
export const subjectKinds = [
  'page',
  'code',
  'change',
  'openapi',
  'config',
  'docs',
  'design',
  'text',
] as const
export const SubjectKind = z.enum(subjectKinds)
export type SubjectKind = z.infer<typeof SubjectKind>

/** Families of built-in rules; a rule of a user's own has a family of its own. */
export const builtInFamilies: readonly string[] = [
  'accessibility',
  'build',
  'code',
  'compile',
  'configuration',
  'design',
  'document',
  'integrity',
  'lint',
  'mutation',
  'openapi',
  'page',
  'secrets',
  'tests',
]

const RuleId = z
  .string()
  .regex(
    /^[a-z][\w-]*(?:\/[a-z0-9][\w-]*)+$/,
    'must be a family and a name, such as shop/price-has-currency',
  )
  .refine(
    (id) => !builtInFamilies.includes(id.split('/')[0] ?? ''),
    'begins with a family of built-in rules; take a family of your own',
  )

const most = 20_000
const expression = z.string().min(1).max(4_000).superRefine(checkExpression)
const words = z.string().trim().min(1).max(500)

function checkExpression(text: string, context: z.RefinementCtx): void {
  const { source, flags } = readExpression(text)
  try {
    RegExp(source, flags)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    context.addIssue({ code: 'custom', message })
  }
}

/** What must hold of each thing that was found, or of how many there are. */
const Condition = z
  .strictObject({
    /** Reads this attribute of an element instead of its text. */
    attribute: z.string().min(1).optional(),
    match: expression.optional(),
    not_match: expression.optional(),
    equal: z.json().optional(),
    one_of: z.array(z.json()).min(1).optional(),
    /** Numbers. */
    min: z.number().optional(),
    max: z.number().optional(),
    /** How many there must be. */
    at_least: z.int().nonnegative().optional(),
    at_most: z.int().nonnegative().optional(),
  })
  .refine(
    (asked) => Object.keys(asked).some((key) => key !== 'attribute'),
    'must say what must hold, such as match or at_least',
  )
export type Condition = z.infer<typeof Condition>

const Must = z.union([z.enum(['exist', 'not-exist']), Condition])

/** One example: a text, with a name where that matters; of a change the files before and after it. */
const Example = z.union([
  z.string().max(most),
  z.strictObject({ name: z.string().min(1), text: z.string().max(most) }),
  z.strictObject({
    before: z.record(z.string(), z.string().max(most)).default({}),
    after: z.record(z.string(), z.string().max(most)).default({}),
  }),
])
export type Example = z.infer<typeof Example>

const forms = ['selector', 'path', 'pattern', 'syntax', 'schema', 'module'] as const
type RuleForm = (typeof forms)[number]

/** Which forms can look at which subject. */
const formsOf: Readonly<Record<SubjectKind, readonly RuleForm[]>> = {
  page: ['selector', 'pattern', 'module'],
  code: ['syntax', 'pattern', 'module'],
  change: ['syntax', 'pattern', 'module'],
  openapi: ['path', 'schema', 'pattern', 'module'],
  config: ['path', 'schema', 'pattern', 'module'],
  docs: ['pattern', 'module'],
  design: ['path', 'schema', 'pattern', 'module'],
  text: ['pattern', 'module'],
}

/** A rule as a user writes it down in loopwright.rules.yaml. */
export const OwnRule = z
  .strictObject({
    id: RuleId,
    about: words.describe('what is asked, in one sentence'),
    on: SubjectKind.describe('what is looked at'),
    files: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('only files that these patterns cover'),
    severity: RuleSeverity.default('error'),
    power: Power.optional().describe('blocks for errors and advises for the rest, unless told'),
    message: words.optional().describe('what a finding says; the sentence of the rule unless told'),
    fix: words.optional().describe('what to do about it'),
    selector: z.string().min(1).max(2_000).optional().describe('a CSS selector'),
    path: z
      .string()
      .regex(/^(?:\/[^/]+)+$/, 'must be a JSON pointer; * is any member, ** any depth')
      .max(2_000)
      .optional()
      .describe('a JSON pointer; * stands for any member, ** for any depth'),
    pattern: expression.optional().describe('a regular expression'),
    syntax: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe('a query of the syntax tree (esquery)'),
    schema: z.record(z.string(), z.json()).optional().describe('a JSON Schema'),
    module: z
      .string()
      .regex(/^loopwright\.rules\/[\w.-]+\.mjs$/, 'must be a file loopwright.rules/<name>.mjs')
      .optional()
      .describe('a module in the folder loopwright.rules'),
    must: Must.optional(),
    passes: Example.describe('an example that the rule passes'),
    fails: Example.describe('an example in which the rule finds something'),
  })
  .superRefine((rule, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const named = forms.filter((form) => rule[form] !== undefined)
    const [form] = named
    if (form === undefined || named.length > 1)
      return wrong('id', `${rule.id} must have exactly one of ${forms.join(', ')}`)
    if (!formsOf[rule.on].includes(form))
      wrong(form, `cannot look at "${rule.on}"; use ${formsOf[rule.on].join(', ')}`)
    if (rule.must !== undefined && (form === 'schema' || form === 'module'))
      wrong('must', `says nothing beside ${form}`)
    if (typeof rule.must === 'object' && rule.must.attribute !== undefined && form !== 'selector')
      wrong('must', 'only elements that a selector finds have attributes')
    for (const side of ['passes', 'fails'] as const) {
      const example = rule[side]
      const isChange = typeof example === 'object' && 'after' in example
      if (isChange !== (rule.on === 'change'))
        wrong(side, isChange ? 'must be a text' : 'must have files "before" and "after"')
    }
  })
export type OwnRule = z.infer<typeof OwnRule>

/** loopwright.rules.yaml, and the files *.yaml in the folder loopwright.rules. */
export const OwnRuleFile = z.strictObject({ rules: z.array(OwnRule).max(500).default([]) })

/** What the rule may do by its own word. */
export const statedPower = ({ power, severity }: OwnRule): Power =>
  power ?? (severity === 'error' ? 'blocks' : 'advises')

/** Where a user's rules lie, in the folder of the workspace: the file, and the folder with more of them and their modules. */
export const ruleFile = 'loopwright.rules.yaml'
export const ruleFolder = 'loopwright.rules'

/** Whether a path from the workspace holds rules, or what they run. */
export const holdsRules = (path: string): boolean =>
  path === ruleFile || path.startsWith(`${ruleFolder}/`)

/** What people say of findings. */
export const labelFile = 'loopwright.labels.yaml'

/** Whether a file is about rules, and so holds examples of what they forbid. */
export const isAboutRules = (path: string): boolean => holdsRules(path) || path === labelFile

/** The schema by which editors complete and check rules. */
export const ruleSchemaText = (): string =>
  `${JSON.stringify(
    {
      ...z.toJSONSchema(OwnRuleFile, { io: 'input', unrepresentable: 'any' }),
      title: 'Rules of your own for Loopwright',
    },
    null,
    2,
  )}\n`
