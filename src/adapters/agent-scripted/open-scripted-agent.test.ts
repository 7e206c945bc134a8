import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ok } from '../../model/result.ts'
import { describeAgent, jsonRequest, rawRequest } from '../../ports/agent.contract.ts'
import { loadScript } from './load-script.ts'
import { openScriptedAgent } from './open-scripted-agent.ts'

const signal = new AbortController().signal

describeAgent('scripted', {
  answering: async (output) => openScriptedAgent({ answers: [{ repeat: true, output }] }),
  failing: async () => openScriptedAgent({ answers: [{ phase: 'NEVER', output: '' }] }),
  hanging: async () => openScriptedAgent({ answers: [{ output: 'late', delay_ms: 60_000 }] }),
})

describe('a script', () => {
  test('answers with the first unused entry that fits phase, role, iteration and attempt', async () => {
    const agent = openScriptedAgent({
      answers: [
        { phase: 'PLAN', iteration: 2, output: { plan: ['second'] } },
        { phase: 'PLAN', output: { plan: ['first'] } },
        { role: 'producer', attempt: 2, output: 'retried' },
        { role: 'producer', output: 'drafted' },
      ],
    })
    const outputs = []
    for (const request of [
      jsonRequest,
      { ...jsonRequest, iteration: 2 },
      rawRequest,
      { ...rawRequest, attempt: 2 },
    ]) {
      const answer = await agent.ask(request, signal)
      outputs.push(answer.ok && answer.value.output)
    }
    expect(outputs).toEqual([{ plan: ['first'] }, { plan: ['second'] }, 'drafted', 'retried'])
  })

  test('repeats an entry that says so and names what it lacks otherwise', async () => {
    const agent = openScriptedAgent(
      {
        answers: [
          { phase: 'PRODUCE', repeat: true, output: 'again' },
          { phase: 'PLAN', output: {} },
        ],
      },
      { source: 'demo.yaml' },
    )
    expect(await agent.ask(rawRequest, signal)).toMatchObject({ ok: true })
    expect(await agent.ask(rawRequest, signal)).toMatchObject({ ok: true })
    expect(await agent.ask(jsonRequest, signal)).toMatchObject({ ok: true })
    const answer = await agent.ask({ ...jsonRequest, iteration: 3, attempt: 2 }, signal)
    expect(answer).toMatchObject({
      error: {
        type: 'unavailable',
        retryable: false,
        reason: expect.stringContaining(
          'demo.yaml has no answer left for phase PLAN, role planner, iteration 3, attempt 2',
        ),
      },
    })
  })

  test('fails as written, after its delay, and reports its usage', async () => {
    const agent = openScriptedAgent({
      answers: [
        { fail: { type: 'timed-out', after_ms: 7 }, delay_ms: 30 },
        { fail: { type: 'unavailable', reason: 'down', retryable: false } },
        { fail: { type: 'bad-output', issues: ['no plan'] } },
        { output: 'done', usage: { input_tokens: 3, output_tokens: 4, cost_usd: 0.5, model: 'm' } },
      ],
    })
    const before = performance.now()
    expect(await agent.ask(rawRequest, signal)).toMatchObject({
      error: { type: 'timed-out', afterMs: 7 },
    })
    expect(performance.now() - before).toBeGreaterThan(25)
    expect(await agent.ask(rawRequest, signal)).toMatchObject({
      error: { type: 'unavailable', reason: 'down' },
    })
    expect(await agent.ask(rawRequest, signal)).toMatchObject({ error: { type: 'bad-output' } })
    expect(await agent.ask(rawRequest, signal)).toEqual(
      ok({
        output: 'done',
        usage: { input_tokens: 3, output_tokens: 4, cost_usd: 0.5, model: 'm' },
      }),
    )
  })

  test('hands out a copy, so that no caller can change the script', async () => {
    const agent = openScriptedAgent({ answers: [{ repeat: true, output: { plan: ['one'] } }] })
    const first = await agent.ask(jsonRequest, signal)
    const plan = first.ok && first.value.output
    if (plan !== null && typeof plan === 'object') Object.assign(plan, { plan: [] })
    expect(await agent.ask(jsonRequest, signal)).toMatchObject({
      value: { output: { plan: ['one'] } },
    })
  })
})

describe('a script file', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'script-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const load = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return loadScript(join(folder, name))
  }

  test('is read from YAML and from JSON alike', async () => {
    const yaml = await load(
      'a.yaml',
      'answers:\n  - phase: PLAN\n    output: { plan: [one] }\n  - output: |\n      # Title\n',
    )
    const json = await load(
      'a.json',
      '{"answers":[{"phase":"PLAN","output":{"plan":["one"]}},{"output":"# Title\\n"}]}',
    )
    expect(yaml).toMatchObject({ ok: true })
    expect(yaml).toEqual(json)
  })

  test.each([
    ['answers:\n  - output: a\n  - phase: PLAN\n', 'answer 2: needs either output or fail'],
    [
      'answers:\n  - { output: a, fail: { type: cancelled } }\n',
      'answer 1: needs either output or fail',
    ],
    ['answers:\n  - { output: a, iteration: 0 }\n', 'answer 1 iteration:'],
    ['answers:\n  - { output: a, phse: PLAN }\n', 'answer 1: Unrecognized key: "phse"'],
    ['answers:\n  - { fail: { type: exploded } }\n', 'answer 1 fail.type:'],
    ['answers: []\n', 'answers: must hold an answer'],
    ['', 'expected object'],
    ['answers: [', 'at line 1'],
  ])('%j is refused with the entry at fault', async (text, issue) => {
    const script = await load('bad.yaml', text)
    expect(script).toMatchObject({
      error: { type: 'bad-script', issues: [expect.stringContaining(issue)] },
    })
  })

  test('that cannot be read is a value, not an exception', async () => {
    expect(await loadScript(join(folder, 'none.yaml'))).toMatchObject({
      error: { type: 'bad-script', issues: [expect.stringContaining('ENOENT')] },
    })
  })
})
