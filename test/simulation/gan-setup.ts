import { createHash } from 'node:crypto'
import type { GanSetup } from '../../src/workflows/gan/events.ts'
import type { Chance } from './random.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A run's set-up by chance: small limits, all kinds of contract, rare caps. */
export function setupBy(chance: Chance): GanSetup {
  const strict = chance.happens(0.3)
  return {
    projectId: 'sim',
    folder: 'sim',
    artifactDir: 'run',
    level: 'standard',
    contract: chance.pick(['required', 'wanted', 'none']),
    profile: 'design',
    loop: {
      maxIterations: (strict ? 2 : 1) + chance.below(5),
      passThreshold: chance.pick([0.6, 0.75, 0.75, 0.9]),
      escalationAfter: 1 + chance.below(4),
      improvementThreshold: chance.pick([0, 0.05, 0.05, 0.2]),
      strict,
    },
    maxNegotiationRounds: chance.below(3),
    weights: {
      'Design Quality': 0.25,
      Originality: 0.25,
      Completeness: 0.25,
      Functionality: 0.25,
    },
    aggregation: {
      'Design Quality': 'min',
      Originality: 'min',
      Completeness: 'min',
      Functionality: 'min',
    },
    inputs: {
      brief: sha256('brief'),
      copy: null,
      tokens: null,
      voice: null,
      visual: null,
      audience: null,
    },
    projectNumber: 1 + chance.below(6),
    baseline: null,
    caps: {
      iterations: 4,
      wall_time_s: 3_600,
      tokens: chance.happens(0.15) ? 200 + chance.below(400) : 1_000_000,
      cost_usd: 20,
    },
    agents: { builder: { kind: 'chance' }, evaluator: { kind: 'chance' } },
    promptsSha256: sha256('prompts'),
  }
}
