import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Protocol, startFakeModelServer, type Treatment } from '../fake-model-server.ts'
import { freshFolder } from '../support/folder.ts'
import {
  evolution,
  lw,
  newStory,
  readEvents,
  readRun,
  storyWorkspace,
} from '../support/workspace.ts'

const gates = `name: hello
version: 1
phase: { A: { threshold: 0.8, active_levels: [A] }, B: { threshold: 0.9, active_levels: [A, B] } }
rules:
  - { id: a.completeness.hello, description: says hello, severity: fail, phase: A, check: 'it says "hello"' }
`
const say = (answer: unknown): Treatment => ({
  do: 'answer',
  text: typeof answer === 'string' ? answer : JSON.stringify(answer),
  usage: { input: 100, output: 20 },
  model: 'the-model-2026',
})
const plan = say({ plan: ['one', 'two', 'three'] })
const checks = say({
  checks: [
    { rule_id: 'a.completeness.hello', type: 'content', search: 'hello', expected: 'present' },
  ],
})
const critique = say({
  issues: [
    {
      rule_id: 'a.completeness.hello',
      problem: 'no hello',
      fix_instruction: 'say hello',
      expected_effect: 'it passes',
    },
  ],
})
const wholeLoop = [
  plan,
  say('# Title'),
  checks,
  critique,
  say('# Title, hello'),
  plan,
  say('# Title, hello'),
  checks,
  checks,
] as const

async function loopWith(
  protocol: Protocol,
  treatments: readonly [Treatment, ...Treatment[]],
  more: readonly string[] = [],
) {
  const server = await startFakeModelServer(protocol, treatments)
  const folder = storyWorkspace(`agents:
  default:
    kind: model
    provider: ${protocol}
    model: some-model
    temperature: 0
    base_url: ${server.url}
    api_key_env: TEST_MODEL_KEY
    price: { input_per_mtok: 10, output_per_mtok: 50 }
workflows: { reflex: { parallel: false } }
`)
  writeFileSync(join(folder, 'gates.yaml'), gates)
  const { status, stdout, stderr } = await lw(folder, [...newStory, '--quiet', ...more], {
    TEST_MODEL_KEY: 'sk-test-secret-value-123',
  })
  await server.close()
  return { folder, status, said: stdout + stderr, requests: server.requests }
}

describe('a loop with a model', () => {
  test.each(['anthropic', 'openai', 'openai-compatible'] as const)(
    'over the protocol of %s refines until its gate passes, with model, temperature and cost recorded',
    async (protocol) => {
      const { folder, status, said, requests } = await loopWith(protocol, wholeLoop)
      expect(status, said).toBe(0)
      expect(readFileSync(evolution(folder, 'story', 'artifact.md'), 'utf8')).toBe('# Title, hello')
      expect(requests).toHaveLength(9)
      const [started] = readEvents(folder)
      expect(started).toMatchObject({
        payload: {
          setup: {
            agents: {
              producer: { kind: 'model', model: `${protocol}/some-model`, temperature: 0 },
            },
          },
        },
      })
      expect(said).toContain('1,080 tokens, $0.02')
      const everything =
        readFileSync(evolution(folder, 'story', 'history.jsonl'), 'utf8') +
        JSON.stringify(readRun(folder)) +
        said
      expect(everything).not.toContain('sk-test-secret-value')
    },
  )

  test('[MODEL-4] waits out a 429 and a 500 and goes on', async () => {
    const busy: Treatment = {
      do: 'reply',
      status: 429,
      headers: { 'retry-after': '0' },
      body: '{"error":{"message":"slow down"}}',
    }
    const broken: Treatment = {
      do: 'reply',
      status: 500,
      headers: { 'retry-after': '0' },
      body: '{}',
    }
    const { status, said } = await loopWith('openai-compatible', [busy, broken, ...wholeLoop])
    expect(status, said).toBe(0)
  })

  test('[REFLEX-22] asks once more with the error when the answer breaks the contract, then fails plainly', async () => {
    const { folder, status, requests } = await loopWith('openai-compatible', [
      say('I would rather not.'),
      say('{"plan": "no"}'),
    ])
    expect(status).toBe(5)
    expect(requests.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(requests.at(-1)?.body)).toContain('not accepted')
    expect(readEvents(folder).map(({ event }) => event)).toEqual([
      'run_started',
      'phase_error',
      'phase_error',
      'failed',
    ])
  })

  test('[CAP-2] is refused before a call that could pass its money cap', async () => {
    const { folder, status, requests } = await loopWith('openai-compatible', wholeLoop, [
      '--max-cost',
      '0.5',
    ])
    expect(status).toBe(4)
    expect(requests).toHaveLength(0)
    expect(readRun(folder)).toMatchObject({ stop: { code: 'budget_exceeded', cap: 'cost_usd' } })
  })

  test('[CAP-2] that tells tokens alone is priced by the list, and held by the money cap too', async () => {
    const folder = storyWorkspace(
      'agents: { default: { kind: codex, model: gpt-5.4, max_cost_usd: 2 } }\ncaps: { cost_usd: 4 }\n',
    )
    const bin = freshFolder()
    const plans = JSON.stringify({ plan: ['one', 'two', 'three'] })
    const events = [
      { type: 'item.completed', item: { type: 'agent_message', text: plans } },
      { type: 'turn.completed', usage: { input_tokens: 1_000_000, output_tokens: 0 } },
    ].map((event) => JSON.stringify(event))
    writeFileSync(
      join(bin, 'codex'),
      `#!/bin/sh\n[ "$1" = --version ] && echo 0.169.0 || cat <<'END'\n${events.join('\n')}\nEND\n`,
      { mode: 0o755 },
    )
    const env = { PATH: `${bin}:${process.env['PATH']}` }
    expect((await lw(folder, newStory, env)).status).toBe(4)
    expect(readRun(folder)).toMatchObject({ stop: { code: 'budget_exceeded', cap: 'cost_usd' } })
    expect((await lw(folder, ['report', 'story'])).stdout).toMatch(/\$2\.50/)
  })

  test('[MODEL-6] says which variable to set when the key is refused', async () => {
    const { status, said } = await loopWith('anthropic', [
      {
        do: 'reply',
        status: 401,
        body: '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
      },
    ])
    expect(status).toBe(5)
    expect(said).toContain('TEST_MODEL_KEY')
  })
})
