import { z } from 'zod'
import { jsonOf } from '../../kit/parse.ts'
import { Finding } from '../../model/finding.ts'
import type { OwnRule } from '../../model/own-rule.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { RuleSubject } from '../../ports/own-rules.ts'
import type { Sandbox } from '../../ports/sandbox.ts'

const limitMs = 10_000
const mostBytes = 5_000_000
const mostFindings = 50

/** What a module prints: findings in the words of the rule, or its own. */
const Printed = z.strictObject({
  findings: z.array(
    z.strictObject({
      message: z.string().trim().min(1).max(500).optional(),
      line: z.int().positive().optional(),
      column: z.int().positive().optional(),
      path: z.string().min(1).optional(),
      evidence: z.string().max(2_000).optional(),
    }),
  ),
})

export type ModulePlace = { readonly sandbox: () => Promise<Sandbox>; readonly source: string }

/** Runs a module in the sandbox: the subject as JSON on its standard input, findings as JSON on its output. */
export async function runModule(
  rule: OwnRule,
  subject: RuleSubject,
  { sandbox, source, signal }: ModulePlace & { readonly signal: AbortSignal },
): Promise<Result<readonly Finding[], string>> {
  const stdin = JSON.stringify(subject)
  if (stdin.length > mostBytes) return err(`the work is larger than ${mostBytes / 1e6} MB`)
  const job = {
    argv: ['node', '--no-warnings', 'rule.mjs'],
    files: { 'rule.mjs': source },
    stdin,
    limits: { wallMs: limitMs },
  } as const
  const ran = await (await sandbox()).run(job, signal)
  if (!ran.ok) return err(`${ran.error.reason}; ${ran.error.remedy}`)
  const run = ran.value
  if (run.type === 'stopped') return err(`it was stopped: ${run.limit}`)
  const said = run.stderr.trim().split('\n').slice(-3).join(' / ').slice(0, 300)
  if (run.code !== 0) return err(`it ended with exit ${run.code}${said === '' ? '' : `: ${said}`}`)
  const printed = Printed.safeParse(jsonOf(run.stdout))
  if (!printed.success)
    return err(
      `it must print {"findings": [{"message"?, "line"?, "column"?, "path"?, "evidence"?}]}: ${issueOf(printed.error)}`,
    )
  return ok(printed.data.findings.slice(0, mostFindings).map((each) => findingFrom(rule, each)))
}

const issueOf = ({ issues: [issue] }: z.ZodError): string =>
  issue === undefined ? '' : `${issue.path.join('.')} ${issue.message}`.trim()

function findingFrom(
  { id, about, message = about, fix }: OwnRule,
  result: z.infer<typeof Printed>['findings'][number],
): Finding {
  const { message: own = message, evidence, ...place } = result
  const text = fix === undefined ? own : `${own}. ${fix}`
  return Finding.parse({
    rule: id,
    message: text,
    place,
    ...(evidence === undefined ? {} : { evidence }),
  })
}
