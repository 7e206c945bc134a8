#!/usr/bin/env node
// The smallest agent that answers every phase of the reflex workflow. It knows nothing: it repeats
// what it is told in the shape it is asked for. Put calls to your model where the text is made.
import { readFileSync } from 'node:fs'

const { phase, input } = JSON.parse(readFileSync(0, 'utf8'))
const topic = (id) => id.split('.').at(-1).replace(/^no-/, '')
const title = (id) => topic(id).replace(/^./, (letter) => letter.toUpperCase())

const answers = {
  PLAN({ active_rules: rules = [], previous_failures: failures = [] }) {
    const aims = (failures.length > 0 ? failures : rules).map(({ id }) => `Satisfy ${id}`)
    const rest = ['Keep what already passes', 'Follow every active rule', 'Leave the rest out']
    return { plan: [...aims, ...rest].slice(0, Math.min(5, Math.max(3, aims.length))) }
  },
  PRODUCE({ task_prompt: task = '', plan = [], previous_artifact: previous }) {
    if (previous) return previous
    return `# ${task.split('\n')[0]}\n\n${task}\n\n${plan.map((step) => `- ${step}\n`).join('')}`
  },
  PREPARE({ active_rules: rules = [] }) {
    const check = ({ id }) => ({
      rule_id: id,
      type: 'content',
      search: `/^## .*${topic(id)}/im`,
      expected: /\.no-/.test(id) ? 'absent' : 'present',
    })
    return { checks: rules.map(check) }
  },
  EVALUATE: ({ rules = [] }) => ({
    rule_results: rules.map(({ id }) => ({
      id,
      evidence: '',
      reason: 'this example cannot judge',
      verdict: 'fail',
    })),
  }),
  CRITIQUE({ evaluation: { failed = [], warnings = [] } }) {
    const issue = ({ id, message }) => ({
      rule_id: id,
      problem: message || `${id} does not pass`,
      fix_instruction: `Add a section titled "${title(id)}"`,
      expected_effect: `${id} passes`,
    })
    return { issues: [...failed, ...warnings].slice(0, 5).map(issue) }
  },
  REFINE: ({ artifact, issues = [] }) =>
    issues.reduce(
      (text, { rule_id: id, problem }) => `${text.trimEnd()}\n\n## ${title(id)}\n\n${problem}\n`,
      artifact,
    ),
}

if (!Object.hasOwn(answers, phase)) {
  console.error(`echo-agent has no answer for the phase ${phase}`)
  process.exit(1)
}
const answer = answers[phase](input)
process.stdout.write(typeof answer === 'string' ? answer : JSON.stringify(answer))
