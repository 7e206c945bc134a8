import { expect, test } from 'vitest'
import { z } from 'zod'
import { openLedger } from '../loop/budget.ts'
import { Caps } from '../model/caps.ts'
import type { AgentAnswer, AgentFailure } from '../model/agent.ts'
import { err, ok, type Result } from '../model/result.ts'
import { rawRequest } from '../ports/agent.contract.ts'
import type { Agent } from '../ports/agent.ts'
import { ask, type Asker } from './ask.ts'
import { openMeter } from './meter.ts'

const spent = { activeMs: 0, tokens: 0, costUsd: 0, calls: 0 }

const answering = (output: unknown): Result<AgentAnswer, AgentFailure> =>
  ok({ output, usage: { input_tokens: 7, output_tokens: 1, cost_usd: 0 } })

/** Asks an agent that answers so, within the default caps. */
async function answerOf(answered: Result<AgentAnswer, AgentFailure>, doing?: Asker['doing']) {
  const agent: Agent = {
    identity: { kind: 'claude' },
    ceiling: () => ({ tokens: 0, costUsd: 0 }),
    async ask(_request, _signal, tell) {
      tell?.('Read src/a.ts')
      return answered
    },
  }
  const meter = openMeter()
  const asker: Asker = {
    agent,
    meter,
    answers: { get: async () => null, keep: async () => undefined },
    ledger: openLedger(Caps.parse({}), spent),
    signal: new AbortController().signal,
    calling: () => undefined,
    called: () => undefined,
    ...(doing === undefined ? {} : { doing }),
  }
  const schema = z.object({ answer: z.object({ notes: z.string() }) })
  const answer = await ask(asker, { request: rawRequest, schema, place: 'here' })
  return { answer, tokens: meter.cost(0).tokens }
}

test('an agent that asks a question instead of working is quoted, and what it used is counted', async () => {
  const question = 'Which database should I use?'
  for (const output of [question, { answer: question }]) {
    const { answer, tokens } = await answerOf(answering(output))
    expect(answer).toMatchObject({
      error: { why: 'contract', error: expect.stringContaining(`it said: ${question}`) },
    })
    expect(JSON.stringify(answer)).not.toContain('Invalid input')
    expect(tokens).toBe(8)
  }
})

test('whoever watches is told what the agent does meanwhile', async () => {
  const told: string[] = []
  const { answer } = await answerOf(answering({ answer: { notes: 'done' } }), (what) =>
    told.push(what),
  )
  expect([answer.ok, told]).toEqual([true, ['Read src/a.ts']])
})

test('an agent that does not answer in time is told of with what it did last', async () => {
  const { answer } = await answerOf(err({ type: 'timed-out', afterMs: 40_000 }))
  expect(answer).toMatchObject({
    error: {
      why: 'timed-out',
      error: expect.stringMatching(
        /did not answer within 40 s; what it did last: Read src\/a\.ts$/,
      ),
    },
  })
})
