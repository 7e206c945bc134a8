import { describe, expect, test } from 'vitest'
import { cleanIntent, reworded, weakIntent } from '../../../../test/support/design-intents.ts'
import {
  at,
  designSetup,
  hashOf,
  live,
  type Order,
  orders,
  story,
} from '../../../../test/support/design.ts'
import type { DesignIntent } from '../../../checks/design/intent.ts'
import { canonicalHash } from '../../../checks/design/intent-hash.ts'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../../model/agent.ts'
import { err, ok, type Result } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { PreviewMaker } from '../../../ports/preview.ts'
import type { DesignSetup } from '../events.ts'
import { designMachine, type DesignStep } from '../machine.ts'
import type { DesignCommand, DesignState } from '../state.ts'
import type { DesignBench, DesignProgress, DesignRole } from './bench.ts'
import { inputHash } from './evaluate.ts'
import { work } from './work.ts'

const featureId = 'meter-readings'
const requirements = '# Meter readings\n\nA tenant sends the reading.'
const prompts: Readonly<Record<DesignRole, string>> = {
  generator:
    'Design {{feature_id}} from {{requirements}}; so far {{previous_intent}}; found {{findings}}; said {{feedback}}; wrong {{error}}',
  critic: 'Read {{intent}} beside {{findings}}',
}
const template = (role: DesignRole) => ({
  path: `prompts/design-${role}-v1.0.0.txt`,
  version: '1.0.0',
  sha256: hashOf(prompts[role]),
})
const setupOf = (changes: Partial<DesignSetup> = {}): DesignSetup =>
  designSetup({
    featureId,
    requirements: { path: 'requirements.md', sha256: hashOf(requirements) },
    promptTemplates: { generator: template('generator'), critic: template('critic') },
    ...changes,
  })

type Reply = (
  request: AgentRequest,
  signal: AbortSignal,
) => Promise<Result<AgentAnswer, AgentFailure>>

/** Answers one after the other; the last one for ever. */
function says(...outputs: readonly unknown[]): Reply {
  let next = 0
  return async () => {
    const output = outputs[Math.min(next, outputs.length - 1)]
    next += 1
    return ok({ output, usage: { input_tokens: 3, output_tokens: 4, cost_usd: 0.1 } })
  }
}
const fails =
  (error: AgentFailure): Reply =>
  async () =>
    err(error)
/** Gives up only when it is told to. */
const hangs: Reply = (_, signal) =>
  new Promise((resolve) => {
    const give = () => resolve(err({ type: 'cancelled' }))
    if (signal.aborted) give()
    else signal.addEventListener('abort', give)
  })

const calm: Reply = says({ recommendations: ['Say how long a reading is kept.'] })

type Fakes = Partial<DesignBench> & { readonly generator?: Reply; readonly critic?: Reply }

/** A bench of fakes: each is a value of its port's type. Calls are written down. */
function benchOf(fakes: Fakes = {}) {
  const { generator = says(cleanIntent(featureId)), critic = calm, ...changes } = fakes
  const asked: AgentRequest[] = []
  const designProgresses: DesignProgress[] = []
  const kept = new Map<string, AgentAnswer>()
  const blobs = new Map([[hashOf(requirements), requirements]])
  const agents: Readonly<Record<DesignRole, Agent>> = {
    generator: agentOf('writer', generator),
    critic: agentOf('reader', critic),
  }
  function agentOf(model: string, reply: Reply): Agent {
    return {
      identity: { kind: 'test', model },
      ceiling: () => ({ tokens: 10, costUsd: 0.5 }),
      ask: (request, signal) => {
        asked.push(request)
        return reply(request, signal)
      },
    }
  }
  const bench: DesignBench = {
    agentFor: (role) => agents[role],
    answers: {
      get: async (key) => kept.get(key) ?? null,
      keep: async (key, answer) => void kept.set(key, answer),
    },
    blobs: {
      put: async (text) => {
        blobs.set(hashOf(text), text)
        return hashOf(text)
      },
      get: async (hash) => blobs.get(hash) ?? null,
    },
    readPrompt: async ({ path }) => prompts[path.includes('critic') ? 'critic' : 'generator'],
    previewMaker: null,
    freeze: async () => ({ checksumSHA256: '', marker: '', preview: '' }),
    elapsedMs: () => 0,
    tell: (progress) => void designProgresses.push(progress),
    ...changes,
  }
  const asking = (role: DesignRole) => asked.filter((request) => request.role === role)
  return { bench, asked, asking, told: designProgresses, kept, blobs }
}
type Fake = ReturnType<typeof benchOf>

const never = new AbortController().signal
const version = (intent: DesignIntent) => {
  const hash = canonicalHash(intent)
  if (!hash.ok) throw new Error(hash.error)
  return { hash: hash.value, text: hashOf(JSON.stringify(intent)) }
}
/** An intent that a run has, kept where its steps look for it. */
function keep({ blobs }: Fake, intent: DesignIntent) {
  blobs.set(hashOf(JSON.stringify(intent)), JSON.stringify(intent))
  return version(intent)
}

function stepOf(state: DesignState): DesignStep {
  const due = designMachine.due(state)
  if (due.type !== 'step') throw new Error(`nothing to do but ${due.type}`)
  return due.step
}
const runOf = (setup: Partial<DesignSetup> = {}, ...more: readonly Order[]) =>
  story([{ type: 'start', runId: 'run-1', setup: setupOf(setup), by: 'ada' }, ...more])
const done = ({ bench }: Fake, state: DesignState, signal = never) =>
  work(bench, stepOf(state), signal)
const recorded = async (fake: Fake, state: DesignState): Promise<DesignCommand> => {
  const command = await done(fake, state)
  if (command === null) throw new Error('nothing was told')
  return command
}
/** Does what is due, as often as said. */
async function onward(fake: Fake, told: ReturnType<typeof runOf>, times: number) {
  let run = told
  for (let time = 0; time < times; time += 1) run = run.and(await recorded(fake, run.state))
  return run
}
const evaluating = (fake: Fake, intent: DesignIntent, setup: Partial<DesignSetup> = {}) =>
  runOf(setup, {
    type: 'record-intent',
    intent: keep(fake, intent),
    source: 'generated',
    fixed: [],
    cost: { ms: 0 },
  })

describe('a call of an agent', () => {
  test.each(['generator', 'critic'] as const)(
    '[CLI-22] vector 10: is not made with a prompt of the %s that changed; expected and found hash are told',
    async (role) => {
      const fake = benchOf({
        readPrompt: async ({ path }) =>
          `${prompts[path.includes('critic') ? 'critic' : 'generator']}${path.includes(role) ? '!' : ''}`,
      })
      const run = role === 'generator' ? runOf() : evaluating(fake, cleanIntent(featureId))
      const fault = await recorded(fake, run.state)
      expect(fault).toMatchObject({
        type: 'fault',
        code: 'prompt_changed',
        detail: expect.stringMatching(
          new RegExp(`${hashOf(prompts[role])}.*${hashOf(`${prompts[role]}!`)}`),
        ),
      })
      expect(fake.asked).toEqual([])
      expect(at(run.and(fault).state, 'FAILED').failure.code).toBe('prompt_changed')
    },
  )

  test('is not made with a prompt that is gone', async () => {
    const fake = benchOf({ readPrompt: async () => null })
    expect(await done(fake, runOf().state)).toMatchObject({
      code: 'prompt_changed',
      detail: expect.stringContaining('cannot be read'),
    })
  })

  test.each(['generator', 'critic'] as const)(
    '[CLI-22] is not made where the agent of the %s is another than at the start',
    async (role) => {
      const fake = benchOf()
      const agents = {
        generator: { kind: 'test', model: 'writer' },
        critic: { kind: 'test', model: 'reader' },
        [role]: { kind: 'test', model: 'older' },
      }
      const run =
        role === 'generator'
          ? runOf({ agents })
          : evaluating(fake, cleanIntent(featureId), { agents })
      expect(await done(fake, run.state)).toMatchObject({
        type: 'fault',
        code: 'model_changed',
        detail: expect.stringMatching(/"older".*→.*"(writer|reader)"/),
      })
      expect(fake.asked).toEqual([])
    },
  )

  test.each([
    ['generator', 'unsupported'],
    ['critic', 'unsupported'],
    ['critic', 0.7],
  ] as const)(
    '1.28: is not made where determinism is strict and the %s takes no temperature of 0 (%s)',
    async (role, sent) => {
      const temperature = { generator: 0, critic: 0, [role]: sent }
      const fake = benchOf()
      const fault = await recorded(fake, runOf({ strictDeterminism: true, temperature }).state)
      expect(fault).toMatchObject({
        type: 'fault',
        code: 'determinism_violation',
        detail: expect.stringContaining(role),
      })
      expect(fake.asked).toEqual([])
    },
  )

  test('1.28: is made where determinism is not strict, since scores come from rules', async () => {
    const temperature = { generator: 'unsupported', critic: 'unsupported' } as const
    const fake = benchOf()
    const run = await onward(fake, runOf({ temperature }), 2)
    expect(run.state.at).toBe('CANDIDATE')
    expect(live(run.state).setup.temperature).toEqual(temperature)
  })

  test('fails the run where a later answer is of another model than the first', async () => {
    let calls = 0
    const generator: Reply = async () => {
      calls += 1
      return ok({
        output: weakIntent(featureId, calls),
        usage: { input_tokens: 1, output_tokens: 1, cost_usd: 0, model: `writer-${calls}` },
      })
    }
    const fake = benchOf({ generator })
    const first = await onward(fake, runOf({ fixers: false }), 3)
    expect(live(first.state).reported).toEqual({ generator: 'writer-1' })
    const fault = await recorded(fake, first.state)
    expect(fault).toEqual({
      type: 'fault',
      code: 'model_changed',
      detail: 'the generator answered as writer-1 before and as writer-2 now',
    })
  })

  test.each([
    ['generator', runOf({ agentTimeoutMs: 30 })],
    ['critic', null],
  ] as const)(
    'that takes longer than the run grants fails it, naming the %s and the time',
    async (role, given) => {
      const fake = benchOf({ [role]: hangs })
      const run = given ?? evaluating(fake, cleanIntent(featureId), { agentTimeoutMs: 30 })
      expect(await done(fake, run.state)).toMatchObject({
        type: 'record-failure',
        code: 'agent_timeout',
        detail: `the ${role} did not answer within 0.03 s`,
      })
    },
  )

  test('that the agent itself gave up for its own limit is a time-out too', async () => {
    const fake = benchOf({ generator: fails({ type: 'timed-out', afterMs: 2_000 }) })
    expect(await done(fake, runOf().state)).toMatchObject({
      code: 'agent_timeout',
      detail: 'the generator did not answer within 2 s',
    })
  })

  test('says nothing when it was cancelled, and names the cap when the wall time is over', async () => {
    const controller = new AbortController()
    const fake = benchOf({ generator: hangs })
    const pending = done(fake, runOf().state, controller.signal)
    controller.abort()
    expect(await pending).toBeNull()
    const caps = { ...setupOf().caps, wall_time_s: 0.03 }
    expect(await done(fake, runOf({ caps }).state)).toMatchObject({
      type: 'record-failure',
      code: 'cap_reached',
      detail: 'wall_time_s is used up',
    })
  })

  test.each(['generator', 'critic'] as const)(
    '[CAP-2] of the %s is not made where it may pass a cap',
    async (role) => {
      const caps = { ...setupOf().caps, tokens: 9 }
      const fake = benchOf()
      const run =
        role === 'generator' ? runOf({ caps }) : evaluating(fake, cleanIntent(featureId), { caps })
      expect(await done(fake, run.state)).toMatchObject({
        code: 'cap_reached',
        detail: 'tokens is used up',
      })
      expect(fake.asked).toEqual([])
    },
  )
})

describe('GENERATE', () => {
  test('asks for an intent with all that is known, and records it with its canonical hash and cost', async () => {
    const fake = benchOf()
    const command = await recorded(fake, runOf().state)
    expect(command).toEqual({
      type: 'record-intent',
      intent: { hash: version(cleanIntent(featureId)).hash, text: expect.any(String) },
      source: 'generated',
      fixed: [],
      notes: [],
      cost: { ms: 0, tokens: 7, answer_tokens: 4, cost_usd: 0.1, calls: 1 },
    })
    const [request] = fake.asked
    expect(request).toMatchObject({
      workflow: 'design',
      run_id: 'run-1',
      iteration: 1,
      phase: 'GENERATE',
      role: 'generator',
      attempt: 1,
      input: { feature_id: featureId, requirements, feedback: [] },
    })
    expect(request?.prompt).toBe(
      `Design ${featureId} from ${requirements}; so far (none); found (none); said (none); wrong (none)`,
    )
    expect(request?.output_schema).toMatchObject({ additionalProperties: false })
  })

  test('[DESIGN-29] 1.13: reports a breach with the pointer, and attaches it to the one retry', async () => {
    const fake = benchOf({
      generator: says({ ...cleanIntent(featureId), goals: [] }, cleanIntent(featureId)),
    })
    const run = runOf()
    const breach = await recorded(fake, run.state)
    expect(breach).toMatchObject({
      type: 'record-breach',
      code: 'schema_invalid',
      problem: expect.stringContaining('/goals'),
      cost: { calls: 1 },
    })
    const again = run.and(breach)
    expect(again.state.at).toBe('GENERATING')
    expect(await done(fake, again.state)).toMatchObject({ type: 'record-intent' })
    expect(fake.asked[1]).toMatchObject({
      attempt: 2,
      error: expect.stringContaining('/goals'),
      prompt: expect.stringContaining('wrong /goals'),
    })
  })

  test.each([
    ['another feature', cleanIntent('another-feature'), '/featureId: is "another-feature"'],
    ['prose', 'Here is your design!', 'the intent'],
    ['nothing', null, 'the intent'],
    ['one key too many', { ...cleanIntent(featureId), colour: 'red' }, 'colour'],
    ['a lone surrogate', { ...cleanIntent(featureId), title: '\uD800' }, '/title'],
  ])('1.14: takes %s for a breach of the contract', async (_, output, said) => {
    const fake = benchOf({ generator: says(output) })
    expect(await done(fake, runOf().state)).toMatchObject({
      type: 'record-breach',
      problem: expect.stringContaining(said),
    })
  })

  test('takes an intent that came as text, too', async () => {
    const fake = benchOf({ generator: says(JSON.stringify(cleanIntent(featureId))) })
    expect(await done(fake, runOf().state)).toMatchObject({
      intent: { hash: version(cleanIntent(featureId)).hash },
    })
  })

  test.each([
    [
      'that may come back: as a breach, so that it is asked once more',
      { type: 'unavailable', reason: 'busy', retryable: true },
      { type: 'record-breach', code: 'agent_error' },
    ],
    [
      'that never will: at once',
      { type: 'unavailable', reason: 'no such program', retryable: false },
      { type: 'record-failure', code: 'agent_error' },
    ],
    [
      'that answers nonsense: as a breach of the contract',
      { type: 'bad-output', issues: ['not JSON'] },
      { type: 'record-breach', code: 'schema_invalid', problem: 'not JSON' },
    ],
  ] as const)('reports an agent %s', async (_, failure, expected) => {
    const fake = benchOf({ generator: fails(failure) })
    expect(await done(fake, runOf().state)).toMatchObject(expected)
  })

  test('has an intent that a person gave judged as it is, with no call', async () => {
    const fake = benchOf()
    const given = keep(fake, weakIntent(featureId, 3))
    const run = story([{ type: 'start', runId: 'run-1', setup: setupOf(), by: 'ada', given }])
    expect(await done(fake, run.state)).toEqual({
      type: 'record-intent',
      intent: given,
      source: 'edited',
      fixed: [],
      cost: { ms: 0 },
    })
    expect(fake.asked).toEqual([])
  })

  test.each([
    ['that is no intent', '{"goals":[]}', 'schemaVersion'],
    ['that is no JSON', '{"goals":', 'the end of the text'],
    ['of another feature', JSON.stringify(cleanIntent('another-feature')), '/featureId'],
    ['that is lost', null, 'missing or damaged'],
  ])('1.14: fails on a given one %s', async (_, text, said) => {
    const fake = benchOf()
    if (text !== null) fake.blobs.set(hashOf(text), text)
    const given = { hash: hashOf('given'), text: text === null ? hashOf('lost') : hashOf(text) }
    const run = story([{ type: 'start', runId: 'run-1', setup: setupOf(), by: 'ada', given }])
    expect(await done(fake, run.state)).toMatchObject({
      type: 'record-failure',
      code: 'schema_invalid',
      detail: expect.stringContaining(said),
    })
  })

  test('[TRACE-7] tells the generator what a person said, in the request and in the prompt, once', async () => {
    const second = reworded(cleanIntent(featureId))
    const third = { ...second, version: '1.2.0' }
    const fake = benchOf({ generator: says(cleanIntent(featureId), second, third) })
    const candidate = await onward(fake, runOf(), 2)
    const rejected = candidate.and(orders.reject('print the number of the meter larger'))
    const again = await onward(fake, rejected, 3)
    expect(again.state.at).toBe('CANDIDATE')
    expect(fake.asking('generator')[1]).toMatchObject({
      iteration: 2,
      input: { feedback: ['print the number of the meter larger'], earlier_feedback: [] },
      prompt: expect.stringContaining('said [\n  "print the number of the meter larger"\n]'),
    })
    await onward(fake, again.and(orders.reject('and the tax')), 2)
    expect(fake.asking('generator')[2]?.input).toMatchObject({
      feedback: ['and the tax'],
      earlier_feedback: ['print the number of the meter larger'],
    })
  })

  test('gives what a person said with an intent of their own to the generator, and does not judge it unchanged', async () => {
    const fake = benchOf({ generator: says(reworded(cleanIntent(featureId))) })
    const given = keep(fake, cleanIntent(featureId))
    const run = story([
      {
        type: 'start',
        runId: 'run-1',
        setup: setupOf(),
        by: 'ada',
        given,
        feedback: 'name the meter',
      },
    ])
    await done(fake, run.state)
    expect(fake.asked[0]?.input).toMatchObject({
      feedback: ['name the meter'],
      previous_intent: { featureId },
    })
  })

  test('lets fixers repair first; where nothing is left, nobody is asked', async () => {
    const fake = benchOf({ generator: says(weakIntent(featureId, 3)) })
    const run = await onward(fake, runOf(), 3)
    expect(fake.asking('generator')).toHaveLength(1)
    const command = await recorded(fake, run.state)
    expect(command).toMatchObject({ type: 'record-intent', source: 'fixed' })
    if (command.type !== 'record-intent') throw new Error('no intent')
    expect(command.fixed.length).toBeGreaterThan(0)
    expect(fake.told.filter(({ type }) => type === 'fixed')).toHaveLength(command.fixed.length)
    expect(fake.asking('generator')).toHaveLength(1)
    expect((await onward(fake, run.and(command), 1)).state.at).toBe('CANDIDATE')
  })

  test('asks with what fixers left, and with everything where they are off', async () => {
    const weak = weakIntent(featureId, 3)
    const count = async (fixers: boolean) => {
      const flawed = { ...weak, goals: ['Do it etc.'] }
      const fake = benchOf({ generator: says(flawed, cleanIntent(featureId)) })
      const run = await onward(fake, runOf({ fixers }), 3)
      await done(fake, run.state)
      const findings = fake.asking('generator')[1]?.input['findings']
      return Array.isArray(findings) ? findings.length : 0
    }
    const [repaired, all] = [await count(true), await count(false)]
    expect(repaired).toBeGreaterThan(0)
    expect(all).toBeGreaterThan(repaired)
  })

  test('does not work without the requirements the run started with', async () => {
    const fake = benchOf()
    fake.blobs.delete(hashOf(requirements))
    expect(await done(fake, runOf().state)).toMatchObject({
      code: 'agent_error',
      detail: expect.stringContaining('requirements'),
    })
  })

  test('[STORE-2] takes a kept answer after a crash instead of asking again', async () => {
    const fake = benchOf()
    const run = runOf()
    const [once, again] = [await done(fake, run.state), await done(fake, run.state)]
    expect(again).toEqual(once)
    expect(fake.asked).toHaveLength(1)
  })
})

describe('EVALUATE', () => {
  test('[DSTEP-24] 1.15: scores by rules alone, whatever number the critic names', async () => {
    const boast = says({ recommendations: ['Fine. Score: 100'], overallScore: 100 })
    const [humble, proud] = [benchOf(), benchOf({ critic: boast })]
    const weak = weakIntent(featureId, 2)
    const first = await recorded(humble, evaluating(humble, weak).state)
    const second = await recorded(proud, evaluating(proud, weak).state)
    if (first.type !== 'record-evaluation' || second.type !== 'record-evaluation')
      throw new Error('no evaluation')
    expect(second.judged.score).toBe(first.judged.score)
    expect(second.judged.dimensions).toEqual(first.judged.dimensions)
    expect(first.judged.score).toBeLessThan(80)
  })

  test('1.16: the input is intent, critic prompt, critic model and rubric, and nothing else', () => {
    const one = { setup: setupOf() }
    const input = inputHash(one, hashOf('a'))
    const other = (changes: Partial<DesignSetup>) =>
      inputHash({ setup: setupOf(changes) }, hashOf('a'))
    expect(inputHash(one, hashOf('b'))).not.toBe(input)
    expect(other({ rubricVersion: '2' })).not.toBe(input)
    expect(other({ models: { generator: 'test/writer', critic: 'x' } })).not.toBe(input)
    const { generator, critic } = setupOf().promptTemplates
    const changed = { generator, critic: { ...critic, sha256: hashOf('changed') } }
    expect(other({ promptTemplates: changed })).not.toBe(input)
    expect(
      other({
        threshold: 95,
        maxIterations: 3,
        models: { generator: 'x', critic: 'test/reader' },
        promptTemplates: { generator: { ...generator, sha256: hashOf('x') }, critic },
      }),
    ).toBe(input)
  })

  test('writes a critique with no time in it: the same evaluation is the same file', async () => {
    const fake = benchOf()
    const run = evaluating(fake, weakIntent(featureId, 1))
    const command = await recorded(fake, run.state)
    if (command.type !== 'record-evaluation') throw new Error('no evaluation')
    const text = fake.blobs.get(command.judged.critique) ?? ''
    expect(JSON.parse(text)).toMatchObject({
      featureId,
      iteration: 0,
      inputHash: command.judged.inputHash,
      overallScore: command.judged.score,
      threshold: 80,
      passed: command.judged.score >= 80,
      recommendations: ['Say how long a reading is kept.'],
      criticModel: 'test/reader',
      promptVersion: '1.0.0',
      dimensions: { coherence: { weight: 25, findings: expect.any(Array) } },
    })
    expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/)
    const other = benchOf()
    const again = await recorded(other, evaluating(other, weakIntent(featureId, 1)).state)
    expect(again).toEqual(command)
  })

  test('asks the critic once for the same intent, also in another iteration', async () => {
    const weak = weakIntent(featureId, 2)
    const fake = benchOf({ generator: says(weak, weak, cleanIntent(featureId)) })
    const run = await onward(fake, runOf({ fixers: false }), 5)
    expect(live(run.state)).toMatchObject({ at: 'REVISING', iteration: 2 })
    expect(fake.asking('generator')).toHaveLength(2)
    expect(fake.asking('critic')).toHaveLength(1)
    await onward(fake, run, 3)
    expect(fake.asking('critic')).toHaveLength(2)
  })

  test('does not hold the model of an earlier run against this one: what was kept says nothing of it', async () => {
    const models = ['reader-1', 'reader-2']
    const critic: Reply = async () =>
      ok({
        output: { recommendations: [] },
        usage: { input_tokens: 1, output_tokens: 1, cost_usd: 0, model: models.shift() },
      })
    const weak = weakIntent(featureId, 2)
    const fake = benchOf({ critic, generator: says(weak, weak, cleanIntent(featureId)) })
    const first = await onward(fake, runOf({ fixers: false }), 2)
    const second = first.and(orders.stop, orders.reset, {
      type: 'start',
      runId: 'run-2',
      setup: setupOf({ fixers: false }),
      by: 'ada',
    })
    const candidate = await onward(fake, second, 5)
    expect(candidate.state.at).toBe('CANDIDATE')
    expect(fake.asking('critic')).toHaveLength(2)
    expect(live(candidate.state).reported).toEqual({ critic: 'reader-2' })
  })

  test.each([
    ['garbage', says('no JSON at all')],
    ['an answer of another shape', says({ advice: ['x'] })],
    ['far too many words', says({ recommendations: Array.from({ length: 51 }, () => 'x') })],
    ['no answer', fails({ type: 'unavailable', reason: 'offline', retryable: false })],
    ['broken output', fails({ type: 'bad-output', issues: ['not JSON'] })],
  ])('loses only the words where the critic gives %s', async (_, critic) => {
    const fake = benchOf({ critic })
    const command = await recorded(fake, evaluating(fake, cleanIntent(featureId)).state)
    expect(command).toMatchObject({ type: 'record-evaluation', judged: { score: 100 } })
    if (command.type !== 'record-evaluation') throw new Error('no evaluation')
    expect(JSON.parse(fake.blobs.get(command.judged.critique) ?? '')).toMatchObject({
      recommendations: [],
    })
  })

  test('1.14: holds the intent against the schema again', async () => {
    const fake = benchOf()
    const run = evaluating(fake, cleanIntent(featureId))
    const { text } = at(run.state, 'EVALUATING').intent
    fake.blobs.set(text, JSON.stringify({ ...cleanIntent(featureId), goals: [] }))
    expect(await done(fake, run.state)).toMatchObject({
      type: 'record-failure',
      code: 'schema_invalid',
      detail: expect.stringContaining('/goals'),
    })
    fake.blobs.delete(text)
    expect(await done(fake, run.state)).toMatchObject({ code: 'schema_invalid' })
    expect(fake.asked).toEqual([])
  })
})

describe('the preview', () => {
  const makerOf = (make: PreviewMaker['make']): PreviewMaker => ({ name: 'stitch', make })

  test('1.17: is made here where nothing else is configured, and carries the hash of its intent', async () => {
    const fake = benchOf()
    const run = evaluating(fake, cleanIntent(featureId))
    const command = await recorded(fake, run.state)
    if (command.type !== 'record-evaluation') throw new Error('no evaluation')
    const { preview } = command.judged
    expect(preview).toEqual({ sha256: expect.any(String), by: 'local' })
    expect(fake.blobs.get(preview.sha256)).toContain(at(run.state, 'EVALUATING').intent.hash)
  })

  test('is made by the configured maker, which is given the intent and its hash', async () => {
    let asked: unknown
    const previewMaker = makerOf(async (request) => {
      asked = request
      return ok('<p>drawn</p>')
    })
    const fake = benchOf({ previewMaker })
    const run = evaluating(fake, cleanIntent(featureId))
    expect(await done(fake, run.state)).toMatchObject({
      judged: { preview: { sha256: hashOf('<p>drawn</p>'), by: 'stitch' } },
    })
    expect(asked).toMatchObject({
      title: 'Meter readings',
      intent: { featureId },
      intentHash: at(run.state, 'EVALUATING').intent.hash,
      prompt: expect.stringContaining('Reading page'),
    })
    expect(fake.told).toContainEqual({ type: 'previewing', by: 'stitch' })
  })

  test('1.18: is made here with a warning where the maker fails, and the score is the same', async () => {
    const previewMaker = makerOf(async () => err({ reason: 'the tool is gone' }))
    const [fake, plain] = [benchOf({ previewMaker }), benchOf()]
    const command = await recorded(fake, evaluating(fake, cleanIntent(featureId)).state)
    const local = await recorded(plain, evaluating(plain, cleanIntent(featureId)).state)
    if (command.type !== 'record-evaluation' || local.type !== 'record-evaluation')
      throw new Error('no evaluation')
    expect(command.judged).toEqual({
      ...local.judged,
      preview: { ...local.judged.preview, warning: 'stitch: the tool is gone' },
    })
  })
})

describe('REVISE and FREEZE', () => {
  test('REVISE counts what the next generation is told', async () => {
    const fake = benchOf()
    const run = await onward(fake, evaluating(fake, weakIntent(featureId, 3)), 1)
    const command = await recorded(fake, run.state)
    if (command.type !== 'record-revision') throw new Error('no revision')
    expect(command.findings).toBeGreaterThanOrEqual(3)
  })

  test('REVISE goes on where the critique is lost', async () => {
    const fake = benchOf()
    const run = await onward(fake, evaluating(fake, weakIntent(featureId, 3)), 1)
    fake.blobs.delete(live(run.state).judged?.critique ?? '')
    expect(await done(fake, run.state)).toEqual({ type: 'record-revision', findings: 0 })
  })

  test('FREEZE records what was written, and the run ends only then', async () => {
    const fake = benchOf({
      freeze: async ({ decision }) => ({
        checksumSHA256: decision.intentHash,
        marker: hashOf('marker'),
        preview: hashOf('preview'),
      }),
    })
    const candidate = await onward(fake, runOf(), 2)
    const run = candidate.and(orders.approve)
    const frozen = run.and(await recorded(fake, run.state))
    expect(designMachine.due(frozen.state)).toMatchObject({ type: 'ended' })
    expect(at(frozen.state, 'FROZEN').seal?.checksumSHA256).toBe(
      version(cleanIntent(featureId)).hash,
    )
  })
})
