// A deterministic agent on the public protocol for stories. It logs every call, one line each.
import { appendFileSync } from 'node:fs'

let text = ''
for await (const chunk of process.stdin) text += chunk
const request = JSON.parse(text)
const { phase, iteration, attempt, input } = request
if (process.env.CALLS) appendFileSync(process.env.CALLS, `${iteration} ${phase} ${attempt}\n`)
if (process.env.SLOW) await new Promise((resolve) => setTimeout(resolve, Number(process.env.SLOW)))

const answers = {
  PLAN: () => ({ plan: ['first', 'second', 'third'] }),
  PRODUCE: () => input.previous_artifact ?? '# Title\n\nFirst draft.\n',
  PREPARE: () => ({
    checks: input.active_rules.map(({ id, check }) => ({
      rule_id: id,
      type: 'content',
      search: check.replaceAll('"', ''),
      expected: 'present',
    })),
  }),
  CRITIQUE: () => ({
    issues: [...input.evaluation.failed, ...input.evaluation.warnings]
      .slice(0, 1)
      .map(({ id, message }) => ({
        rule_id: id,
        problem: message,
        fix_instruction: `write ${id}`,
        expected_effect: 'it passes',
      })),
  }),
  REFINE: () =>
    `${input.artifact}\nNow with ${input.issues.map(({ fix_instruction }) => fix_instruction.replace('write ', 'MARK-')).join(' ')}\n`,
}
const answer = answers[phase]()
process.stdout.write(typeof answer === 'string' ? answer : JSON.stringify(answer))
