import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AgentRequest } from '../../model/agent.ts'
import { PreparedCheck } from '../../model/check.ts'
import { openCommandAgent } from './open-command-agent.ts'

const folder = fileURLToPath(new URL('../../../examples/agents/', import.meta.url))
const has = (program: string) => spawnSync(program, ['--version']).status === 0

const agents = [
  { name: 'echo-agent.mjs', command: [process.execPath, 'echo-agent.mjs'], here: true },
  { name: 'agent.py', command: ['python3', 'agent.py'], here: has('python3') },
  { name: 'agent.sh', command: ['sh', 'agent.sh'], here: has('jq') },
] as const

const rules = [
  'a.correctness.endpoints',
  'a.correctness.schemas',
  'a.completeness.examples',
  'a.completeness.errors',
  'a.security.no-secrets',
  'b.style.naming',
].map((id) => ({
  id,
  description: `about ${id}`,
  severity: 'fail',
  weight: 2,
  phase: 'A',
  check: 'look',
}))
const missed = rules.map(({ id }) => ({ id, severity: 'fail', message: `nothing about ${id}` }))
const artifact = '# Courses\n\nGrüße 課程 🎓 "quoted" \\ back\n'

const request = (phase: string, input: Record<string, unknown>): AgentRequest => ({
  protocol: 1,
  workflow: 'reflex',
  run_id: 'courses-20260218-120000',
  iteration: 1,
  phase,
  role: 'producer',
  prompt: '',
  input,
  output_schema: phase === 'PRODUCE' || phase === 'REFINE' ? null : { type: 'object' },
  workspace: null,
  attempt: 1,
})

const plan = z.strictObject({ plan: z.array(z.string().min(1)).min(3).max(5) })
const checks = z.strictObject({ checks: z.array(PreparedCheck) })
const issues = z.strictObject({
  issues: z
    .array(
      z.strictObject({
        rule_id: z.string(),
        problem: z.string().min(1),
        fix_instruction: z.string().min(1),
        expected_effect: z.string().min(1),
      }),
    )
    .max(5),
})
const verdicts = z.strictObject({
  rule_results: z.array(
    z.strictObject({
      id: z.string(),
      evidence: z.string(),
      reason: z.string(),
      verdict: z.literal('fail'),
    }),
  ),
})

describe.each(agents)('the example $name', ({ command, here }) => {
  const ask = async (phase: string, input: Record<string, unknown>) => {
    const agent = openCommandAgent({ command: [...command], cwd: folder, timeoutMs: 20_000 })
    const answer = await agent.ask(request(phase, input), new AbortController().signal)
    return answer.ok ? answer.value.output : answer.error
  }

  test.skipIf(!here)('plans in 3 to 5 steps, whether rules are many, few or failed', async () => {
    for (const active_rules of [rules, rules.slice(0, 1), []])
      expect(plan.safeParse(await ask('PLAN', { active_rules })).success).toBe(true)
    const after = plan.parse(
      await ask('PLAN', { active_rules: rules, previous_failures: missed.slice(0, 1) }),
    )
    expect(after.plan[0]).toContain('a.correctness.endpoints')
  })

  test.skipIf(!here)('drafts from the task and keeps a previous artifact as it is', async () => {
    const drafted = await ask('PRODUCE', {
      task_prompt: 'Grüße 🎓 API\nwith "quotes"',
      plan: ['One', 'Two'],
    })
    expect(drafted).toBe('# Grüße 🎓 API\n\nGrüße 🎓 API\nwith "quotes"\n\n- One\n- Two\n')
    expect(await ask('PRODUCE', { task_prompt: 'x', plan: [], previous_artifact: artifact })).toBe(
      artifact,
    )
  })

  test.skipIf(!here)('prepares a check for every rule, and knows what must be absent', async () => {
    const prepared = checks.parse(await ask('PREPARE', { active_rules: rules }))
    expect(prepared.checks.map((check) => check.rule_id)).toEqual(rules.map(({ id }) => id))
    expect(prepared.checks[4]).toMatchObject({ search: '/^## .*secrets/im', expected: 'absent' })
  })

  test.skipIf(!here)(
    'names at most five issues, the blocking ones first, and judges nothing',
    async () => {
      const named = issues.parse(
        await ask('CRITIQUE', {
          artifact,
          evaluation: { failed: missed.slice(0, 4), warnings: missed.slice(4) },
        }),
      )
      expect(named.issues.map(({ rule_id }) => rule_id)).toEqual(
        missed.slice(0, 5).map(({ id }) => id),
      )
      expect(verdicts.parse(await ask('EVALUATE', { rules, artifact })).rule_results).toHaveLength(
        6,
      )
    },
  )

  test.skipIf(!here)('refines by adding what the issues ask for and keeps the rest', async () => {
    const refined = String(
      await ask('REFINE', {
        artifact,
        issues: [{ rule_id: 'a.correctness.endpoints', problem: 'No "paths" & none' }],
      }),
    )
    expect(refined).toBe(`${artifact}\n## Endpoints\n\nNo "paths" & none\n`)
    expect(await ask('REFINE', { artifact, issues: [] })).toBe(artifact)
  })

  test.skipIf(!here)('says on standard error that it does not know a phase', async () => {
    expect(await ask('DREAM', {})).toMatchObject({
      type: 'unavailable',
      reason: expect.stringContaining('has no answer for the phase DREAM'),
    })
  })
})

test('the example in the README is a request of the protocol and the answer to it', async () => {
  const readme = await readFile(`${folder}/README.md`, 'utf8')
  const [first, second] = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(
    (match) => match[1] ?? '',
  )
  const shown = AgentRequest.strict().parse(JSON.parse(first ?? ''))
  const agent = openCommandAgent({
    command: [process.execPath, 'echo-agent.mjs'],
    cwd: folder,
    timeoutMs: 20_000,
  })
  const answer = await agent.ask(shown, new AbortController().signal)
  expect(answer.ok && answer.value.output).toEqual(JSON.parse(second ?? ''))
})
