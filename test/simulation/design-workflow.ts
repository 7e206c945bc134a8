import { createHash } from 'node:crypto'
import type { Blobs } from '../../src/ports/blobs.ts'
import type { DesignSetup, IntentVersion, Judged } from '../../src/workflows/design/events.ts'
import { featureFiles, projectArtifacts, stateText } from '../../src/workflows/design/files.ts'
import { designMachine, type DesignStep } from '../../src/workflows/design/machine.ts'
import type { At, DesignCommand, DesignState, Live } from '../../src/workflows/design/state.ts'
import { inputHash } from '../../src/workflows/design/steps/evaluate.ts'
import { designLaws } from './design-laws.ts'
import type { Chance } from './random.ts'
import type { Bench, SimulatedWorkflow } from './workflow.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const files = featureFiles('/w/features', 'sim-run')

/** What designs score, by their number. Many are alike, so that runs get stuck. */
const scores = [60, 65, 70, 70, 70, 70.01, 70, 72.5, 75, 79.99, 80, 82.5, 85, 95]

/** The canonical hash is known from the text alone, as it is of a real intent. */
const versionOf = (text: string): IntentVersion => ({ hash: sha256(`canonical ${text}`), text })

export const designWorkflow: SimulatedWorkflow<DesignState, DesignCommand, DesignStep> = {
  machine: designMachine,
  start: (chance) => ({ type: 'start', runId: 'sim-run', setup: setupBy(chance), by: 'ada' }),
  async work(step, bench) {
    const { chance } = bench
    const cost = { ms: bench.elapsedMs() % 900, tokens: chance.below(100) }
    if (chance.happens(0.02)) return null
    if (chance.happens(0.04)) return edit(step.run, chance)
    if (step.do !== 'REVISE' && chance.happens(0.02))
      return { type: 'fault', code: chance.pick(faults), detail: 'by chance' }
    switch (step.do) {
      case 'GENERATE':
        return generate(bench, cost)
      case 'EVALUATE':
        return evaluate(step.run, bench, cost)
      case 'REVISE':
        return { type: 'record-revision', findings: chance.below(9) }
      case 'FREEZE':
        return freeze(step.run, chance)
    }
  },
  answer(state, answer, chance) {
    const given: DesignCommand = { type: 'answer-gate', answer: { ...answer, feedback: 'because' } }
    const edited = state.at === 'CANDIDATE' && chance.happens(0.1) ? edit(state, chance) : null
    return edited ?? given
  },
  decideBy: (_, chance) => chance.pick(['approve', 'approve', 'reject', 'reject', 'abort']),
  stop: { type: 'stop', reason: 'enough', by: 'ada' },
  files: (state, blobs) =>
    state.at === 'nowhere'
      ? []
      : [
          // state.json, under the name by which the stage watches what people are shown
          { path: '/w/run/run.json', content: stateText(state) },
          ...projectArtifacts(files, state, blobs),
        ],
  versions: (state) => (state.at === 'nowhere' ? [] : state.texts),
  laws: designLaws,
}

const faults = ['integrity_violation', 'prompt_changed', 'model_changed'] as const

type Cost = { readonly ms: number; readonly tokens: number }

async function generate({ chance, blobs }: Bench, cost: Cost): Promise<DesignCommand> {
  if (chance.happens(0.06))
    return { type: 'record-breach', code: 'schema_invalid', problem: 'by chance', cost }
  if (chance.happens(0.03))
    return {
      type: 'record-failure',
      code: chance.pick(['agent_timeout', 'agent_error', 'cap_reached']),
      detail: 'by chance',
      cost,
    }
  const text = await blobs.put(`design ${chance.below(scores.length)}`)
  return { type: 'record-intent', intent: versionOf(text), source: 'generated', fixed: [], cost }
}

/** A person puts back a version of before; what was judged since is not of it. */
function edit({ intents }: Live, chance: Chance): DesignCommand | null {
  return intents.length === 0
    ? null
    : { type: 'adopt-edit', intent: versionOf(chance.pick(intents)), by: 'hand' }
}

async function evaluate(
  run: At<'EVALUATING'>,
  { chance, blobs }: Bench,
  cost: Cost,
): Promise<DesignCommand> {
  const number = await numberOf(run, blobs)
  if (number === null || chance.happens(0.02))
    return { type: 'record-failure', code: 'agent_timeout', detail: 'by chance', cost }
  // a score that drifts, or one of another design: neither may be taken
  const score = (scores[number] ?? 0) + (chance.happens(0.03) ? 0.5 : 0)
  const intent = chance.happens(0.02) ? sha256('another design') : run.intent.hash
  const judged: Judged = {
    intent,
    inputHash: inputHash(run, intent),
    score,
    dimensions: {
      completeness: score,
      coherence: score,
      clarity: score,
      frameworkAgnosticism: score,
      dataModelIntegrity: score,
    },
    critique: await blobs.put(`critique ${number} in ${run.iteration}`),
    preview: { sha256: await blobs.put(`preview ${number}`), by: 'local' },
  }
  return { type: 'record-evaluation', judged, cost }
}

async function numberOf(run: At<'EVALUATING'>, blobs: Blobs): Promise<number | null> {
  const text = await blobs.get(run.intent.text)
  return text === null ? null : Number(text.slice('design '.length))
}

const freeze = ({ decision, judged }: At<'FROZEN'>, chance: Chance): DesignCommand => ({
  type: 'record-freeze',
  seal: {
    checksumSHA256: chance.happens(0.05) ? sha256('another design') : decision.intentHash,
    marker: sha256('marker'),
    preview: judged.preview.sha256,
  },
})

const prompt = (role: string) => ({ path: `${role}.txt`, version: '1.0.0', sha256: sha256(role) })

/** A run's set-up by chance: small limits, both readings of the order, rare caps. */
function setupBy(chance: Chance): DesignSetup {
  const maxIterations = 1 + chance.below(6)
  return {
    featureId: 'sim-run',
    requirements: { path: 'requirements.md', sha256: sha256('requirements') },
    threshold: chance.pick([70, 75, 80, 80, 82.5, 95]),
    maxIterations,
    agentTimeoutMs: 300_000,
    stagnationCount: chance.pick([1, 2, 3, 3]),
    strictTermination: chance.happens(0.3),
    strictDeterminism: false,
    contractRetries: chance.below(2),
    fixers: false,
    caps: {
      iterations: maxIterations,
      wall_time_s: 3_600,
      tokens: chance.happens(0.15) ? 100 + chance.below(200) : 1_000_000,
      cost_usd: 20,
    },
    rubricVersion: '1',
    agents: { generator: { kind: 'chance' }, critic: { kind: 'chance' } },
    models: { generator: 'chance', critic: 'chance' },
    temperature: { generator: 0, critic: 0 },
    promptTemplates: { generator: prompt('generator'), critic: prompt('critic') },
  }
}
