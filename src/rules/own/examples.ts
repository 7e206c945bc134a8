import type { Example, OwnRule, SubjectKind } from '../../model/own-rule.ts'
import type { RuleSubject } from '../../ports/own-rules.ts'
import type { Result } from '../../model/result.ts'
import type { Finding } from '../../model/finding.ts'

/** What a text is called where its example does not say. */
const names: Readonly<Record<Exclude<SubjectKind, 'change'>, string>> = {
  page: 'index.html',
  code: 'example.ts',
  openapi: 'openapi.yaml',
  config: 'config.yaml',
  docs: 'README.md',
  design: 'intent.json',
  text: 'example.txt',
}

/** An example as what the rule looks at in earnest. */
export function subjectOf({ on, files }: OwnRule, example: Example): RuleSubject {
  if (on === 'change') {
    const { before, after } =
      typeof example === 'object' && 'after' in example ? example : { before: {}, after: {} }
    const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return {
      kind: on,
      files: paths
        .map((path) => ({ path, before: before[path] ?? null, after: after[path] ?? null }))
        .filter((file) => file.before !== file.after),
    }
  }
  const named = typeof example === 'object' && 'text' in example ? example : null
  const literal = files?.find((pattern) => !/[*?[{!]/.test(pattern))
  const extension = files?.find((pattern) => /\.[\w.]+$/.test(pattern))?.match(/\.[\w.]+$/)?.[0]
  const usual = literal ?? (extension === undefined ? names[on] : `example${extension}`)
  const text = typeof example === 'string' ? example : (named?.text ?? '')
  return { kind: on, path: named?.name ?? usual, text }
}

type Ask = (rule: OwnRule, subject: RuleSubject) => Promise<Result<readonly Finding[], string>>

/** What is wrong with a rule by its own examples, or null where it behaves on both. */
export async function misbehaviour(rule: OwnRule, ask: Ask): Promise<string | null> {
  const passed = await ask(rule, subjectOf(rule, rule.passes))
  if (!passed.ok) return `cannot be used: ${passed.error}`
  const [first] = passed.value
  if (first !== undefined)
    return `finds something in the example it ought to pass: ${first.message}${first.evidence === undefined ? '' : ` (${first.evidence})`}`
  const failed = await ask(rule, subjectOf(rule, rule.fails))
  if (!failed.ok) return `cannot be used: ${failed.error}`
  return failed.value.length > 0 ? null : 'finds nothing in the example it ought to fail'
}
