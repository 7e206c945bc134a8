import { expect, test } from 'vitest'
import { z } from 'zod'
import { openLedger } from '../loop/budget.ts'
import { Caps } from '../model/caps.ts'
import { ok } from '../model/result.ts'
import { rawRequest } from '../ports/agent.contract.ts'
import type { Agent } from '../ports/agent.ts'
import { ask, type Asker } from './ask.ts'
import { openMeter } from './meter.ts'

const spent = { activeMs: 0, tokens: 0, costUsd: 0, calls: 0 }

/** Asks an agent that answers so, within the default caps. */
async function answerOf(output: unknown, doing?: Asker['doing']) {
  const agent: Agent = {
    identity: { kind: 'claude' },
    ceiling: () => ({ tokens: 0, costUsd: 0 }),
    async ask(_request, _signal, tell) {
      tell?.('Read src/a.ts')
      return ok({ output, usage: { input_tokens: 7, output_tokens: 1, cost_usd: 0 } })
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
    const { answer, tokens } = await answerOf(output)
    expect(answer).toMatchObject({
      error: { why: 'contract', error: expect.stringContaining(`it said: ${question}`) },
    })
    expect(JSON.stringify(answer)).not.toContain('Invalid input')
    expect(tokens).toBe(8)
  }
})

test('whoever watches is told what the agent does meanwhile', async () => {
  const told: string[] = []
  const { answer } = await answerOf({ answer: { notes: 'done' } }, (what) => told.push(what))
  expect([answer.ok, told]).toEqual([true, ['Read src/a.ts']])
})
