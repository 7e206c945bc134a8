import { announce } from '../../examples/own-workflow/workflow.ts'
import type { Command, State, Step } from '../../examples/own-workflow/machine.ts'
import { startRun } from '../../src/engine/command-run.ts'
import { err, ok } from '../../src/model/result.ts'
import type { Simulated } from './scene.ts'

const identity = { kind: 'simulated', model: 'chance', temperature: 0 }

/** The workflow of somebody else, as it is, with a writer who writes or fails by chance. */
export const announceLevel: Simulated<State, Command, Step> = {
  events: ['started', 'drafted', 'answered', 'published', 'stopped', 'failed'],
  ends: ['published', 'dropped', 'stopped', 'failed'],
  steps: ['DRAFT', 'PUBLISH'],
  open: () => ({
    define: () => announce,
    agent: ({ chanceAt }) => ({
      identity,
      ceiling: () => ({ tokens: 100, costUsd: 0.01 }),
      async ask(request) {
        const chance = await chanceAt(async () => JSON.stringify(request))
        const usage = { input_tokens: 1, output_tokens: 1, cost_usd: 0 }
        return chance.happens(0.05)
          ? err({ type: 'timed-out', afterMs: 1 })
          : ok({ output: `Draft ${chance.below(1_000_000)}.`, usage })
      },
    }),
    async start(workspace) {
      const agents = { writer: identity }
      const command = { type: 'start', topic: 'version 2', agents } as const
      const started = await startRun(
        announce,
        workspace,
        { name: 'news-1', runId: 'news-1' },
        command,
      )
      return started.ok ? ok('news-1') : started
    },
  }),
}
