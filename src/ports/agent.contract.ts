import { describe, expect, test } from 'vitest'
import { AgentAnswer, type AgentRequest } from '../model/agent.ts'
import type { Agent } from './agent.ts'

/** Ways to open one kind of agent, each behaving as its name says. */
export type AgentOpeners = {
  /** Answers every request with this text or object. */
  answering(output: string | Readonly<Record<string, unknown>>): Promise<Agent>
  /** Cannot answer any request. */
  failing(): Promise<Agent>
  /** Does not answer until it is told to stop. */
  hanging(): Promise<Agent>
}

export const rawRequest: AgentRequest = {
  protocol: 1,
  workflow: 'reflex',
  run_id: 'courses-api-20260218-120000',
  iteration: 1,
  phase: 'PRODUCE',
  role: 'producer',
  prompt: 'Write the artifact.',
  input: { task: 'Describe a courses API', plan: ['Name the endpoints'] },
  output_schema: null,
  workspace: null,
  attempt: 1,
}

export const jsonRequest: AgentRequest = {
  ...rawRequest,
  phase: 'PLAN',
  role: 'planner',
  prompt: 'Plan the iteration.',
  output_schema: {
    type: 'object',
    properties: { plan: { type: 'array', items: { type: 'string' } } },
    required: ['plan'],
    additionalProperties: false,
  },
}

const promptly = 5_000

/** What every agent keeps, whatever stands behind it. */
export function describeAgent(name: string, open: AgentOpeners): void {
  const never = () => new AbortController().signal

  describe(`the ${name} agent`, () => {
    test('answers a raw request with exactly its text', async () => {
      const text = '# Courses API\n\nGrüße, 課程, 🎓 and "quotes"\n\n```json\n{ "id": 1 }\n```\n'
      const agent = await open.answering(text)
      const answer = await agent.ask(rawRequest, never())
      expect(answer).toMatchObject({ ok: true, value: { output: text } })
    })

    test('answers a JSON request with an object', async () => {
      const output = { plan: ['List "all" endpoints', 'Grüße 🎓'] }
      const agent = await open.answering(output)
      const answer = await agent.ask(jsonRequest, never())
      expect(answer).toMatchObject({ ok: true, value: { output } })
    })

    test('hands a failure back as a value', async () => {
      const agent = await open.failing()
      const answer = await agent.ask(rawRequest, never())
      expect(answer).toMatchObject({ ok: false, error: { type: expect.any(String) } })
    })

    test('is cancelled at once when the signal was given before', async () => {
      const agent = await open.hanging()
      const answer = await agent.ask(rawRequest, AbortSignal.abort())
      expect(answer).toEqual({ ok: false, error: { type: 'cancelled' } })
    })

    test('is cancelled promptly in the middle of its work', async () => {
      const agent = await open.hanging()
      const stop = new AbortController()
      const asked = agent.ask(rawRequest, stop.signal)
      await new Promise((resolve) => setTimeout(resolve, 150))
      const before = performance.now()
      stop.abort()
      expect(await asked).toEqual({ ok: false, error: { type: 'cancelled' } })
      expect(performance.now() - before).toBeLessThan(promptly)
    })

    test('[PROTOCOL-5] says what every answer used', async () => {
      const agent = await open.answering({ plan: ['one', 'two', 'three'] })
      const answer = await agent.ask(jsonRequest, never())
      expect(answer.ok && AgentAnswer.parse(answer.value).usage).toMatchObject({
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        cost_usd: expect.any(Number),
      })
    })

    test('keeps its identity and its ceiling from call to call', async () => {
      const agent = await open.answering('text')
      const { identity } = agent
      const before = structuredClone(identity)
      const ceiling = agent.ceiling(rawRequest)
      await agent.ask(rawRequest, never())
      await agent.ask(rawRequest, never())
      expect(identity.kind).not.toBe('')
      expect(agent.identity).toEqual(before)
      expect(agent.ceiling(rawRequest)).toEqual(ceiling)
      expect(ceiling.tokens).toBeGreaterThanOrEqual(0)
      expect(ceiling.costUsd).toBeGreaterThanOrEqual(0)
    })

    test('leaves the request as it was and answers several at once', async () => {
      const agent = await open.answering({ plan: ['one'] })
      const request = deepFreeze(structuredClone(jsonRequest))
      const answers = await Promise.all([1, 2, 3].map(() => agent.ask(request, never())))
      expect(answers.map((answer) => answer.ok)).toEqual([true, true, true])
      expect(request).toEqual(jsonRequest)
    })
  })
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner)
    Object.freeze(value)
  }
  return value
}
