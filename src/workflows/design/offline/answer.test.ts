import { describe, expect, test } from 'vitest'
import { DesignIntent } from '../../../checks/design/intent.ts'
import type { AgentRequest } from '../../../model/agent.ts'
import { answerOfflineDesign } from './answer.ts'

const request = (
  input: Record<string, unknown>,
  more: Partial<AgentRequest> = {},
): AgentRequest => ({
  protocol: 1,
  workflow: 'design',
  run_id: 'run',
  iteration: 1,
  phase: 'GENERATE',
  role: 'generator',
  prompt: '',
  input,
  output_schema: null,
  workspace: null,
  attempt: 1,
  ...more,
})
const requirements = 'As a member I want to reserve a tool so that I find it ready.\n'

describe('the offline agent on a design', () => {
  test('[DRAFT-19] drafts an intent from the requirements, and refines the one it is given', async () => {
    const drafted = await answerOfflineDesign(request({ feature_id: 'tool-library', requirements }))
    expect(drafted.ok && DesignIntent.parse(drafted.value.output)).toMatchObject({
      featureId: 'tool-library',
      userFlows: [{ name: 'Reserve a tool' }],
    })
    const intent = drafted.ok ? drafted.value.output : null
    const refined = await answerOfflineDesign(
      request({
        feature_id: 'tool-library',
        requirements,
        previous_intent: intent,
        findings: [],
        feedback: ['Rename the flow "Reserve a tool" to "Keep a tool"'],
      }),
    )
    expect(refined.ok && DesignIntent.parse(refined.value.output)).toMatchObject({
      userFlows: [{ id: 'keep-a-tool', name: 'Keep a tool' }],
    })
    expect(drafted.ok && drafted.value.usage).toEqual({
      input_tokens: 0,
      output_tokens: 0,
      cost_usd: 0,
      model: 'offline',
    })
  })

  test('[DRAFT-19] gives a critic short recommendations, the grave ones first', async () => {
    const finding = (ruleId: string, severity: string, path: string) => ({
      ruleId,
      severity,
      path,
      message: 'says too little',
    })
    const answer = await answerOfflineDesign(
      request(
        {
          findings: [
            finding('a/one', 'warning', '/goals/0'),
            finding('a/two', 'error', '/goals/1'),
            finding('a/one', 'warning', '/goals/2'),
          ],
        },
        { role: 'critic', phase: 'EVALUATE' },
      ),
    )
    expect(answer.ok && answer.value.output).toEqual({
      recommendations: ['/goals/1: says too little', '/goals/0, /goals/2: says too little'],
    })
  })

  test('[DRAFT-19] answers what it can not read or does not know with a failure, never with a throw', async () => {
    expect(await answerOfflineDesign(request({ feature_id: 7 }))).toMatchObject({
      ok: false,
      error: { type: 'bad-output' },
    })
    expect(
      await answerOfflineDesign(request({ feature_id: 'x', requirements, previous_intent: {} })),
    ).toMatchObject({ ok: false, error: { type: 'bad-output' } })
    expect(
      await answerOfflineDesign(request({ findings: 'none' }, { role: 'critic' })),
    ).toMatchObject({ ok: false, error: { type: 'bad-output' } })
    expect(await answerOfflineDesign(request({}, { role: 'judge' }))).toMatchObject({
      ok: false,
      error: { type: 'unavailable' },
    })
  })
})
