import { describe, expect, test } from 'vitest'
import { err, ok } from '../../model/result.ts'
import { describeAgent, rawRequest } from '../../ports/agent.contract.ts'
import { openOfflineAgent } from './open-offline-agent.ts'

const signal = new AbortController().signal

describeAgent('offline', {
  answering: async (output) => openOfflineAgent({ reflex: async () => ok({ output }) }),
  failing: async () => openOfflineAgent({}),
  hanging: async () => openOfflineAgent({ reflex: () => new Promise(() => {}) }),
})

describe('the offline agent', () => {
  test('hands each request to its own workflow', async () => {
    const agent = openOfflineAgent({
      reflex: async (request) => ok({ output: `reflex ${request.phase}` }),
      gan: async () => ok({ output: 'gan' }),
    })
    expect(await agent.ask(rawRequest, signal)).toEqual(
      ok({ output: 'reflex PRODUCE', usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 } }),
    )
    expect(await agent.ask({ ...rawRequest, workflow: 'gan' }, signal)).toMatchObject({
      value: { output: 'gan' },
    })
  })

  test('says what to do about a workflow it does not know', async () => {
    const agent = openOfflineAgent({ reflex: async () => ok({ output: '' }) })
    for (const workflow of ['track', '__proto__', 'constructor', '']) {
      const answer = await agent.ask({ ...rawRequest, workflow }, signal)
      expect(answer).toMatchObject({ error: { type: 'unavailable', retryable: false } })
      expect(JSON.stringify(answer)).toContain('it can: reflex')
    }
  })

  test('costs nothing and passes a failure on', async () => {
    const agent = openOfflineAgent({
      reflex: async () => err({ type: 'bad-output', issues: ['no'] }),
    })
    expect(agent.identity).toEqual({ kind: 'offline' })
    expect(agent.ceiling(rawRequest)).toEqual({ tokens: 0, costUsd: 0 })
    expect(await agent.ask(rawRequest, signal)).toEqual(err({ type: 'bad-output', issues: ['no'] }))
  })
})
