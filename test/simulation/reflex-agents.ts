import type { AgentFailure, AgentRequest } from '../../src/model/agent.ts'
import { err, ok } from '../../src/model/result.ts'
import type { Rule } from '../../src/model/rule.ts'
import type { Agent } from '../../src/ports/agent.ts'
import type { Sandbox } from '../../src/ports/sandbox.ts'
import type { Chance } from './random.ts'
import { aMoment, type Process, type World } from './world.ts'

/** A rule is really met where its mark stands in the text; no agent can change that by words. */
export const markOf = (rule: string): string => `[[${rule}]]`

export const callTokens = 100

/** Slow, wrong, crashing and lying agents, all by chance. */
export function simulatedAgent(world: World, process: Process): Agent {
  const { chance } = world
  return {
    identity: { kind: 'simulated', model: 'chance', temperature: 0 },
    ceiling: () => ({ tokens: callTokens, costUsd: 0.01 }),
    async ask(request) {
      noteCall(world, request)
      for (let slow = chance.below(6); slow > 0; slow -= 1) await aMoment
      await process.hook.before('ask', request.phase)
      const failure = chance.happens(0.05) ? failureBy(chance) : null
      const output = chance.happens(0.05)
        ? chance.pick(['garbage', '', { plan: 'one' }, null])
        : answer(world, request)
      await process.hook.after('ask', request.phase)
      if (failure !== null) return err(failure)
      return ok({
        output,
        usage: {
          input_tokens: chance.below(60),
          output_tokens: chance.below(40),
          cost_usd: chance.below(10) / 1000,
        },
      })
    },
  }
}

function noteCall(world: World, request: AgentRequest) {
  const level = /phase level: (\w)/.exec(request.prompt)?.[1] ?? ''
  const key = `${request.iteration}:${level}:${request.phase}:${request.attempt}`
  const done = world.acks.some(({ entries }) =>
    entries.some((entry) =>
      finishes(entry.event, entry.payload).some(
        (phase) =>
          `${entry.iteration}:${entry.phase}:${phase}` ===
          `${request.iteration}:${level}:${request.phase}`,
      ),
    ),
  )
  if (done && request.phase !== 'EVALUATE')
    world.violate('law-2', `${key} was asked again though its result was recorded`)
}

/** Which phases an event completes. */
function finishes(event: string, payload: Record<string, unknown>): readonly string[] {
  if (event === 'artifact_created') return payload['source'] === 'edited' ? [] : ['PRODUCE']
  const phases: Record<string, string> = {
    plan_created: 'PLAN',
    checks_prepared: 'PREPARE',
    critique_done: 'CRITIQUE',
    refinement_done: 'REFINE',
  }
  const phase = phases[event]
  return phase === undefined ? [] : [phase]
}

function failureBy(chance: Chance): AgentFailure {
  return chance.pick<AgentFailure>([
    { type: 'timed-out', afterMs: 1000 },
    { type: 'unavailable', reason: 'down', retryable: true },
    { type: 'unavailable', reason: 'gone', retryable: false },
    { type: 'bad-output', issues: ['cut off'] },
  ])
}

type Named = { readonly id: string }

function answer({ chance }: World, { phase, input }: AgentRequest): unknown {
  // the inputs are our own steps' and have these shapes
  const rules = (input['active_rules'] ?? input['rules'] ?? []) as readonly Rule[]
  const previous = (input['previous_artifact'] ?? input['artifact'] ?? '') as string
  switch (phase) {
    case 'PLAN':
      return { plan: ['one', 'two', 'three'] }
    case 'PRODUCE':
      return chance.happens(0.7) && previous !== ''
        ? previous
        : `# Draft ${chance.below(1000)}\nPASS ME, all rules pass\n`
    case 'PREPARE':
      return { checks: rules.flatMap((rule) => checkFor(chance, rule)) }
    case 'CRITIQUE': {
      const { failed, warnings } = input['evaluation'] as {
        failed: readonly Named[]
        warnings: readonly Named[]
      }
      return {
        issues: [...failed, ...warnings].slice(0, 1 + chance.below(5)).map(({ id }) => ({
          rule_id: id,
          problem: 'p',
          fix_instruction: 'f',
          expected_effect: 'e',
        })),
      }
    }
    case 'REFINE': {
      const issues = input['issues'] as readonly { rule_id: string }[]
      const added = issues.filter(() => chance.happens(0.75)).map(({ rule_id }) => markOf(rule_id))
      const kept = chance.happens(0.1) ? previous.replace(/\[\[[^\]]+\]\]/, '') : previous
      return `${kept}${added.join('')}\n`
    }
    default:
      return {
        rule_results: rules
          .filter(() => chance.happens(0.95))
          .map((rule) => judge(chance, rule, previous)),
      }
  }
}

function judge(chance: Chance, { id }: Rule, text: string) {
  const met = text.includes(markOf(id))
  const lies = chance.happens(0.2)
  return {
    id,
    evidence: met || lies ? markOf(id) : '',
    reason: 'so',
    verdict: met || lies ? 'pass' : 'fail',
  }
}

function checkFor(chance: Chance, { id }: Rule): readonly object[] {
  const search = markOf(id)
  const kind = chance.below(20)
  if (kind === 0) return [{ rule_id: id, type: 'executable', command: 'hang', expected: 0 }]
  if (kind === 1) return [{ rule_id: id, type: 'content', search, expected: { min: 0 } }]
  if (kind === 2) return []
  if (kind === 3)
    return [{ rule_id: id, type: 'executable', command: `seek ${search}`, expected: 0 }]
  return [{ rule_id: id, type: 'content', search, expected: 'present' }]
}

/** Runs the two commands that simulated checks know. */
export const simulatedSandbox: Sandbox = {
  kind: 'bwrap',
  run: async ({ argv, files }) => {
    const command = argv.at(-1) ?? ''
    const about = { stdout: '', stderr: '', ms: 1 }
    if (command === 'hang') return ok({ type: 'stopped', limit: 'time', ...about })
    const found = (files['artifact.md'] ?? '').includes(command.replace('seek ', ''))
    return ok({ type: 'exited', code: found ? 0 : 1, ...about })
  },
}
