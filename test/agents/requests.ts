import type { AgentRequest } from '../../src/model/agent.ts'

/** Requests as a run makes them; the contract of agents has the same, inside of its suite. */
export const rawRequest: AgentRequest = {
  protocol: 1,
  workflow: 'reflex',
  run_id: 'courses-api-20260218-120000',
  iteration: 1,
  phase: 'PRODUCE',
  role: 'producer',
  prompt: 'Write the artifact.',
  input: { task: 'Describe a courses API' },
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
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { plan: { type: 'array', items: { type: 'string' } } },
    required: ['plan'],
    additionalProperties: false,
  },
}
