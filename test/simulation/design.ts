import { createHash } from 'node:crypto'
import { commandRun, startRun } from '../../src/engine/command-run.ts'
import { usageProblem } from '../../src/model/problem.ts'
import { ok } from '../../src/model/result.ts'
import type { Blobs } from '../../src/ports/blobs.ts'
import { design } from '../../src/workflows/design/definition.ts'
import {
  type DesignSetup,
  FailureCode,
  type IntentVersion,
  type Judged,
} from '../../src/workflows/design/events.ts'
import type { DesignStep } from '../../src/workflows/design/machine.ts'
import type { At, DesignCommand, DesignState, Live } from '../../src/workflows/design/state.ts'
import { inputHash } from '../../src/workflows/design/steps/evaluate.ts'
import { designLaws } from './design-laws.ts'
import type { Chance } from './random.ts'
import { byChance, type Simulated, type Tools, without } from './scene.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What designs score, by their number. Many are alike, so that runs get stuck. */
const scores = [60, 65, 70, 70, 70, 70.01, 70, 72.5, 75, 79.99, 80, 82.5, 85, 95]

/** The canonical hash is known from the text alone, as it is of a real intent. */
const versionOf = (text: string): IntentVersion => ({ hash: sha256(`canonical ${text}`), text })

/** What looks into the design itself is left out: it is a real one only with real steps. */
const withoutLooks = without(design, 'inspect', 'prove', 'edited', 'keeps')

/** A design whose steps are done by chance. */
export const designByChance: Simulated<DesignState, DesignCommand, DesignStep> = {
  events: [
    'run_started',
    'contract_breached',
    'intent_generated',
    'intent_edited',
    'evaluated',
    'revision_prepared',
    'gate_answered',
    'frozen',
    'failed',
    'fault',
    'transition_refused',
  ],
  ends: ['frozen', ...FailureCode.options],
  // a crash in FREEZE has a test of its own: chance hardly ever brings one about
  steps: ['GENERATE', 'EVALUATE', 'REVISE'],
  open(world) {
    const setup = setupBy(world.chance)
    const name = setup.featureId
    return {
      define: (process) => {
        const definition = byChance(withoutLooks, process, workOnDesign)
        return {
          ...definition,
          /** Now and then a person puts back an earlier version right before the answer. */
          async beforeAnswer(workspace, run) {
            const { state } = run
            const chance = await process.chanceAt(async () => `edit at ${state.asked}`)
            const isEdited = state.at === 'CANDIDATE' && chance.happens(0.1)
            const command = isEdited ? edit(state, chance) : null
            if (command === null) return ok({ type: 'take' })
            const taken = await commandRun(definition, workspace, run, command)
            return taken.ok ? ok({ type: 'go-on', problem: usageProblem('edited') }) : taken
          },
        }
      },
      async start(workspace) {
        const command = { type: 'start', runId: name, setup, by: 'ada' } as const
        const started = await startRun(design, workspace, { name, runId: name }, command)
        return started.ok ? ok(name) : started
      },
      choose: (_, chance) => ({
        option: chance.pick(['approve', 'approve', 'reject', 'reject', 'abort']),
        feedback: 'because',
      }),
      laws: ({ entries, run }) => designLaws(entries, run.state),
    }
  },
}

async function workOnDesign(step: DesignStep, tools: Tools): Promise<DesignCommand | null> {
  const { chance } = tools
  const cost = { ms: chance.below(900), tokens: chance.below(100) }
  if (chance.happens(0.02)) return null
  if (chance.happens(0.04)) return edit(step.run, chance)
  if (step.do !== 'REVISE' && chance.happens(0.02))
    return { type: 'fault', code: chance.pick(faults), detail: 'by chance' }
  switch (step.do) {
    case 'GENERATE':
      return generate(tools, cost)
    case 'EVALUATE':
      return evaluate(step.run, tools, cost)
    case 'REVISE':
      return { type: 'record-revision', findings: chance.below(9) }
    case 'FREEZE':
      return freeze(step.run, chance)
  }
}

const faults = ['integrity_violation', 'prompt_changed', 'model_changed'] as const

type Cost = { readonly ms: number; readonly tokens: number }

async function generate({ chance, blobs }: Tools, cost: Cost): Promise<DesignCommand> {
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
  { chance, blobs }: Tools,
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
