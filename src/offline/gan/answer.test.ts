import { describe, expect, test } from 'vitest'
import type { AgentRequest } from '../../model/agent.ts'
import {
  BuildOutput,
  JudgeOutput,
  ProposeOutput,
  ResolveOutput,
  ReviewOutput,
} from '../../workflows/gan/contracts.ts'
import { answerOfflineGan } from './answer.ts'
import { examples, sourcesOf } from './example-inputs.contract.ts'

const sources = sourcesOf(examples[0])
const request = (phase: string, input: Record<string, unknown>): AgentRequest => ({
  protocol: 1,
  workflow: 'gan',
  run_id: 'run',
  iteration: 1,
  phase,
  role: phase === 'BUILD' || phase === 'REVIEW' ? 'builder' : 'evaluator',
  prompt: '',
  input,
  output_schema: null,
  workspace: null,
  attempt: 1,
})

async function outputOf(phase: string, more: Record<string, unknown>): Promise<unknown> {
  const answer = await answerOfflineGan(request(phase, { ...sources, ...more }))
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value.output
}

describe('the offline agent on a page', () => {
  test('answers every phase in the shape of its contract', async () => {
    const proposal = ProposeOutput.parse(await outputOf('PROPOSE', { priority: 'Completeness' }))
    const review = ReviewOutput.parse(await outputOf('REVIEW', { proposal }))
    expect(review.answer).toBe('accept')
    expect(ResolveOutput.parse(await outputOf('RESOLVE', { proposal, review }))).toEqual({
      proposal,
      resolution: 'without a model the contract stands as the BRIEF asks for it',
    })
    const contract = proposal.acceptance_checklist
    const built = BuildOutput.parse(await outputOf('BUILD', { contract }))
    expect(built.files.map(({ path }) => path)).toContain('index.html')
    const judged = JudgeOutput.parse(await outputOf('JUDGE', { contract, files: built.files }))
    expect(judged.verdicts).toHaveLength(contract.length)
  })

  test('says what it misses instead of throwing', async () => {
    const told = async (input: Record<string, unknown>, phase = 'BUILD') => {
      const answer = await answerOfflineGan(request(phase, input))
      return answer.ok ? 'answered' : JSON.stringify(answer.error)
    }
    expect(await told({ ...sources, copy: null })).toContain('copy.json is missing')
    expect(await told({ ...sources, copy: '{' })).toContain('COPY_INVALID copy.json')
    expect(await told({ ...sources, tokens: '[]' })).toContain('DESIGN_TOKENS_INVALID tokens.json')
    expect(await told({ ...sources, brief: '# Nothing' })).toContain('BRIEF_SECTION_INCOMPLETE')
    expect(await told({ projectId: 'x' })).toContain('input.brief')
    expect(await told(sources, 'DANCE')).toContain('input.phase')
  })
})
