import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { criteriaOf, hashOf, rulesOf, setupOf } from '../../../../test/support/reflex.ts'
import { openMemoryCache } from '../../../checks/cache.ts'
import type { AgentAnswer, AgentRequest } from '../../../model/agent.ts'
import { Criteria } from '../../../model/rule.ts'
import { ok } from '../../../model/result.ts'
import type { PreparedCheck } from '../../../model/check.ts'
import { examFrom } from '../../../obligations/exam.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { Begun } from '../state.ts'
import { reflexMachine } from '../machine.ts'
import type { Bench } from './bench.ts'
import { combine } from './evaluate.ts'
import { work } from './work.ts'

type Answers = Readonly<Record<string, unknown>>

/** A bench of fakes: each is a value of its port's type. Calls are written down. */
function benchOf(answers: Answers, changes: Partial<Bench> = {}) {
  const asked: AgentRequest[] = []
  const kept = new Map<string, AgentAnswer>()
  const blobs = new Map<string, string>()
  const agent: Agent = {
    identity: { kind: 'test', model: 'tester' },
    ceiling: () => ({ tokens: 10, costUsd: 0.5 }),
    ask: async (request) => {
      asked.push(request)
      const answer = answers[request.phase]
      const output =
        typeof answer === 'function'
          ? (answer as (request: AgentRequest) => unknown)(request)
          : answer
      return ok({ output, usage: { input_tokens: 3, output_tokens: 4, cost_usd: 0.1 } })
    },
  }
  const bench: Bench = {
    agentFor: () => agent,
    isOneOf: async (name, others) => others.includes(name),
    answers: {
      get: async (key) => kept.get(key) ?? null,
      keep: async (key, answer) => void kept.set(key, answer),
    },
    blobs: {
      put: async (text) => {
        const hash = createHash('sha256').update(text).digest('hex')
        blobs.set(hash, text)
        return hash
      },
      get: async (hash) => blobs.get(hash) ?? null,
    },
    project: { list: async () => [], read: async () => null },
    sandbox: {
      kind: 'refused',
      run: async () => ({
        ok: false,
        error: { type: 'no-sandbox', reason: 'none here', remedy: 'install it' },
      }),
    },
    cache: openMemoryCache(),
    concurrency: 2,
    context: '',
    parallel: true,
    elapsedMs: () => 0,
    tell: () => undefined,
    ...changes,
  }
  return { bench, asked, kept, blobs }
}

const criteria = criteriaOf(['a.one.x', 'fail'], ['a.two.x', 'warn'])

function runAt(step: Begun['step'], changes: Partial<Begun> = {}): Begun {
  const started = reflexMachine.decide(reflexMachine.initial, {
    type: 'start',
    runId: 'r',
    setup: changes.setup ?? setupOf(criteria),
    confirmed: [],
  })
  if (!started.ok) throw new Error('not started')
  const state = started.value.reduce(
    (before, fact) =>
      reflexMachine.evolve(before, {
        ...fact,
        ts: '2026-01-01T00:00:00Z',
        run_id: 'r',
        v: 1,
        n: 1,
        hash: '',
      }),
    reflexMachine.initial,
  )
  if (state.at === 'nowhere') throw new Error('nowhere')
  return { ...state, step, ...changes }
}

const never = new AbortController().signal
const content = (rule_id: string, search: string): PreparedCheck => ({
  rule_id,
  type: 'content',
  search,
  expected: 'present',
})
const at = (bench: Bench, run: Begun) => work(bench, { do: run.step, run }, never)

describe('a step', () => {
  test('records a valid answer with what it cost', async () => {
    const { bench } = benchOf({ PLAN: { plan: ['a', 'b', 'c'] } })
    expect(await at(bench, runAt('PLAN'))).toEqual({
      type: 'record-plan',
      plan: ['a', 'b', 'c'],
      cost: { ms: 0, tokens: 7, answer_tokens: 4, cost_usd: 0.1, calls: 1 },
    })
  })

  test.each([
    ['PLAN', { plan: ['only', 'two'] }, 'plan'],
    ['PLAN', { plan: ['1', '2', '3', '4', '5', '6'] }, 'plan'],
    ['PLAN', 'prose', 'the answer'],
  ])(
    'reports an answer to %s that breaks the contract, naming the field',
    async (phase, answer, field) => {
      const { bench } = benchOf({ [phase]: answer })
      expect(await at(bench, runAt('PLAN'))).toMatchObject({
        type: 'record-failure',
        final: false,
        failures: [{ phase, error: expect.stringContaining(field) }],
      })
    },
  )

  test('[REFLEX-22] attaches the error to the one retry, under a new idempotency key', async () => {
    const { bench, asked } = benchOf({ PLAN: { plan: ['a', 'b', 'c'] } })
    await at(bench, runAt('PLAN', { failures: { PLAN: { attempt: 1, error: 'not JSON' } } }))
    expect(asked[0]).toMatchObject({
      attempt: 2,
      error: 'not JSON',
      prompt: expect.stringContaining('not JSON'),
    })
  })

  test('[STORE-2] takes a kept answer for the very same request instead of asking again', async () => {
    const { bench, asked } = benchOf({ PLAN: { plan: ['a', 'b', 'c'] } })
    await at(bench, runAt('PLAN'))
    await at(bench, runAt('PLAN'))
    expect(asked).toHaveLength(1)
    await at(bench, runAt('PLAN', { iteration: 2 }))
    expect(asked).toHaveLength(2)
  })

  test('[CAP-2] does not call an agent whose call may pass a cap', async () => {
    const { bench, asked } = benchOf({ PLAN: { plan: ['a', 'b', 'c'] } })
    const caps = { iterations: 4, wall_time_s: 60, tokens: 9, cost_usd: 20 }
    expect(await at(bench, runAt('PLAN', { setup: setupOf(criteria, { caps }) }))).toMatchObject({
      type: 'record-cap',
      cap: 'tokens',
    })
    expect(asked).toHaveLength(0)
  })

  test('is given up when the wall time of the run is used up', async () => {
    const hanging: Agent = {
      identity: { kind: 'test' },
      ceiling: () => ({ tokens: 0, costUsd: 0 }),
      ask: (_, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () =>
            resolve({ ok: false, error: { type: 'cancelled' } }),
          ),
        ),
    }
    const { bench } = benchOf({}, { agentFor: () => hanging })
    const caps = { iterations: 4, wall_time_s: 0.2, tokens: 9, cost_usd: 20 }
    expect(await at(bench, runAt('PLAN', { setup: setupOf(criteria, { caps }) }))).toMatchObject({
      type: 'record-cap',
      cap: 'wall_time_s',
    })
  })

  test('says nothing when it was cancelled', async () => {
    const cancelled: Agent = {
      identity: { kind: 'test' },
      ceiling: () => ({ tokens: 0, costUsd: 0 }),
      ask: async () => ({ ok: false, error: { type: 'cancelled' } }),
    }
    const { bench } = benchOf({}, { agentFor: () => cancelled })
    expect(await at(bench, runAt('PLAN'))).toBeNull()
  })
})

describe('PRODUCE and PREPARE', () => {
  const good = { PRODUCE: '# Artifact', PREPARE: { checks: [content('a.one.x', 'x')] } }

  test('4.33: keep the answer that came, so that a retry asks only for the other', async () => {
    let prepared = 0
    const { bench, asked } = benchOf({
      ...good,
      PREPARE: () => (++prepared === 1 ? 'garbage' : good.PREPARE),
    })
    const run = runAt('PRODUCE_PREPARE')
    expect(await at(bench, run)).toMatchObject({
      type: 'record-failure',
      failures: [{ phase: 'PREPARE' }],
    })
    expect(
      await at(bench, { ...run, failures: { PREPARE: { attempt: 1, error: 'x' } } }),
    ).toMatchObject({ type: 'record-production' })
    expect(asked.map(({ phase }) => phase)).toEqual(['PRODUCE', 'PREPARE', 'PREPARE'])
  })

  test('[STEP-9] PREPARE never sees the artifact, PRODUCE sees the previous one', async () => {
    const { bench, asked } = benchOf(good)
    const previous = await bench.blobs.put('# Before')
    await at(bench, runAt('PRODUCE_PREPARE', { artifact: previous, iteration: 2 }))
    const produce = asked.find(({ phase }) => phase === 'PRODUCE')
    const prepare = asked.find(({ phase }) => phase === 'PREPARE')
    expect(produce?.input['previous_artifact']).toBe('# Before')
    expect(JSON.stringify(prepare)).not.toContain('# Before')
  })

  test('4.11: with produce first-only, later iterations keep the refined artifact', async () => {
    const { bench, asked } = benchOf(good)
    const setup = setupOf(criteria, {
      options: { ...setupOf(criteria).options, produce: 'first-only' },
    })
    const command = await at(
      bench,
      runAt('PRODUCE_PREPARE', { setup, artifact: hashOf('a'), iteration: 2 }),
    )
    expect(command).toMatchObject({ artifact: hashOf('a'), kept: true })
    expect(asked.map(({ phase }) => phase)).toEqual(['PREPARE'])
  })

  test('the built-in check a rule names is added, whatever the agent prepares, and once', async () => {
    const setup = setupOf(
      Criteria.parse({
        ...criteria,
        rules: rulesOf(['a.one.x', 'fail']).map((rule) => ({
          ...rule,
          check: 'builtin:document/sections - headings',
        })),
      }),
    )
    const own = {
      rule_id: 'a.one.x',
      type: 'executable',
      command: 'builtin:document/sections',
      expected: 'pass',
    }
    const { bench } = benchOf({ ...good, PREPARE: { checks: [own] } })
    expect(await at(bench, runAt('PRODUCE_PREPARE', { setup }))).toMatchObject({ checks: [own] })
    const { bench: lazy } = benchOf({ ...good, PREPARE: { checks: [] } })
    expect(await at(lazy, runAt('PRODUCE_PREPARE', { setup }))).toMatchObject({ checks: [own] })
  })
})

describe('EVALUATE', () => {
  const [rule, warnRule] = criteria.rules
  if (!rule || !warnRule) throw new Error('two rules')
  const ran = (verdict: 'pass' | 'fail' | 'na' | 'undecided' | 'error', vacuous = false) => ({
    check: content('a.one.x', 'x'),
    outcome: { verdict, details: verdict, findings: [] },
    vacuous,
    cached: false,
    ms: 0,
  })

  test('[STEP-12] 4.13: a rule passes if all its checks pass; an error is a fail with its details', () => {
    expect(combine(rule, [ran('pass'), ran('pass')])).toMatchObject({ result: { verdict: 'pass' } })
    expect(combine(rule, [ran('pass'), ran('fail')])).toMatchObject({ result: { verdict: 'fail' } })
    expect(combine(rule, [ran('pass'), ran('error')])).toMatchObject({
      result: { verdict: 'fail', details: 'check error: error' },
    })
    expect(combine(rule, [ran('na')])).toMatchObject({ result: { verdict: 'na' } })
    expect(combine(rule, [ran('pass'), ran('undecided')])).toEqual({ type: 'open' })
    expect(combine(rule, [])).toEqual({ type: 'open' })
  })

  test('[STEP-13] law 5: checks that cannot fail satisfy no rule and earn no points', () => {
    expect(combine(rule, [ran('pass', true)])).toMatchObject({
      result: { verdict: 'fail', details: expect.stringContaining('vacuous') },
    })
    expect(combine(rule, [ran('pass', true), ran('pass')])).toMatchObject({
      result: { verdict: 'pass' },
    })
    const forWarn = { ...ran('pass', true), check: content('a.two.x', 'x') }
    expect(combine(warnRule, [forWarn])).toMatchObject({ result: { verdict: 'na' } })
  })

  const judged = (verdict: string, evidence: string) => ({
    EVALUATE: ({ input }: AgentRequest) => ({
      rule_results: (input['rules'] as { id: string }[]).map(({ id }) => ({
        id,
        evidence,
        reason: 'because',
        verdict,
      })),
    }),
  })
  const evaluated = async (
    answers: Answers,
    checks: readonly PreparedCheck[] = [content('a.one.x', 'Artifact')],
  ) => {
    const made = benchOf(answers)
    const artifact = await made.bench.blobs.put('# Artifact with a quote')
    const run = runAt('EVALUATE', { artifact, checks })
    return { ...made, run, command: await at(made.bench, run) }
  }

  test('[READ-11] 4.14: a rule without a check is judged; a pass needs a quote that is there', async () => {
    expect((await evaluated(judged('pass', 'with a  quote'))).command).toMatchObject({
      results: [
        { id: 'a.one.x', verdict: 'pass' },
        { id: 'a.two.x', verdict: 'pass', details: 'judged by tester: because' },
      ],
    })
    expect((await evaluated(judged('pass', 'never said'))).command).toMatchObject({
      results: [{}, { verdict: 'fail' }],
    })
    expect((await evaluated(judged('pass', ''))).command).toMatchObject({
      results: [{}, { verdict: 'fail' }],
    })
  })

  test('[READ-11] 4.14: a judge may answer about rules as it does about what was asked', async () => {
    const like = (verdict: string) => ({
      EVALUATE: ({ input }: AgentRequest) => ({
        verdicts: (input['statements'] as { id: string }[]).map(({ id }) => ({
          id,
          quote: String(input['work']).slice(2, 10),
          verdict,
        })),
      }),
    })
    const results = async (verdict: string) => (await evaluated(like(verdict))).command
    expect(await results('met')).toMatchObject({ results: [{}, { verdict: 'pass' }] })
    expect(await results('unmet')).toMatchObject({ results: [{}, { verdict: 'fail' }] })
  })

  test('4.14: a judge that leaves a rule out breaks the contract', async () => {
    const { command } = await evaluated({ EVALUATE: { rule_results: [] } })
    expect(command).toMatchObject({
      type: 'record-failure',
      failures: [{ phase: 'EVALUATE', error: expect.stringContaining('no verdict for a.two.x') }],
    })
  })

  test('law 3: the same text is not judged twice', async () => {
    const { bench, run, asked } = await evaluated(judged('pass', 'quote'))
    await at(bench, { ...run, iteration: 2 })
    expect(asked).toHaveLength(1)
  })

  test('[VERDICT-4] law 15: what the producer itself judged or prepared decides no must', async () => {
    const bindings = { producer: 'writer', refiner: 'writer', preparer: 'writer', judge: 'writer' }
    const evaluate = async (changes: Partial<Begun['setup']>, more: Partial<Bench> = {}) => {
      const { bench } = benchOf(judged('pass', 'quote'), more)
      const artifact = await bench.blobs.put('# Artifact with a quote')
      const setup = { ...setupOf(criteria), ...changes }
      const checks = [content('a.one.x', 'Artifact')]
      const command = await at(bench, runAt('EVALUATE', { artifact, checks, setup }))
      return command?.type === 'record-evaluation' ? (command.obligations ?? []) : []
    }
    const own = await evaluate({ bindings })
    expect(own.map(({ self_reported }) => self_reported)).toEqual([true, true])
    const others = await evaluate({ bindings: { ...bindings, preparer: 'p', judge: 'j' } })
    expect(others.map(({ self_reported }) => self_reported)).toEqual([undefined, undefined])
    const friends = await evaluate(
      { bindings: { ...bindings, preparer: 'friend', judge: 'friend' } },
      { isOneOf: async (name, known) => name === 'friend' && known.includes('writer') },
    )
    expect(friends.map(({ self_reported }) => self_reported)).toEqual([true, true])
  })

  test('[READ-5] law 14: the demands of the task are examined beside the rules', async () => {
    const { bench } = benchOf(judged('pass', 'quote'))
    const artifact = await bench.blobs.put('# Artifact with a quote')
    const exam = examFrom('- `quote`\n- `nothing`\n- it is lovely', 'task', {
      glue: new Set<string>(),
      forms: [],
    })
    const setup = { ...setupOf(criteria), exam }
    const command = await at(bench, runAt('EVALUATE', { artifact, checks: [], setup }))
    expect(command).toMatchObject({
      obligations: [
        { id: 'task.1.1', status: 'met' },
        { id: 'task.2.1', status: 'unmet' },
        { id: 'task.3', status: 'undecided', decided_by: 'judge' },
        { id: 'rule.a.one.x' },
        { id: 'rule.a.two.x' },
      ],
    })
  })

  test('a missing artifact version ends the run instead of being judged as empty', async () => {
    const { bench } = benchOf({})
    expect(await at(bench, runAt('EVALUATE', { artifact: hashOf('f'), checks: [] }))).toMatchObject(
      { type: 'record-failure', final: true },
    )
  })

  test('[ATTACK-17] a command without a sandbox is refused and is no pass', async () => {
    const { command } = await evaluated(judged('fail', ''), [
      { rule_id: 'a.one.x', type: 'executable', command: 'true', expected: 0 },
    ])
    expect(command).toMatchObject({
      results: [
        {
          id: 'a.one.x',
          verdict: 'fail',
          details: expect.stringMatching(/check error.*(sandbox|none here)/),
        },
        {},
      ],
    })
  })
})

describe('CRITIQUE', () => {
  const evaluation = {
    score: 0,
    passed: false,
    artifact_hash: 'x',
    rule_results: [],
    failed: [{ id: 'a.one.x', severity: 'fail' as const, message: 'm' }],
    warnings: [{ id: 'a.two.x', severity: 'warn' as const, message: 'm' }],
  }
  const issue = (rule_id: string) => ({
    rule_id,
    problem: 'p',
    fix_instruction: 'f',
    expected_effect: 'e',
  })
  const criticised = async (answer: unknown) => {
    const made = benchOf({ CRITIQUE: answer })
    const artifact = await made.bench.blobs.put('# Artifact')
    return {
      ...made,
      command: await at(
        made.bench,
        runAt('CRITIQUE', { artifact, evaluation, checks: [content('a.one.x', 'zebra')] }),
      ),
    }
  }

  test('takes at most five issues, each for a rule that failed or warned (4.17)', async () => {
    expect(
      (await criticised({ issues: [issue('a.one.x'), issue('a.two.x')] })).command,
    ).toMatchObject({ type: 'record-critique' })
    expect((await criticised({ issues: [issue('a.other.x')] })).command).toMatchObject({
      type: 'record-failure',
      failures: [{ error: expect.stringContaining('a.other.x did not fail') }],
    })
    expect(
      (await criticised({ issues: Array.from({ length: 6 }, () => issue('a.one.x')) })).command,
    ).toMatchObject({ type: 'record-failure' })
  })

  test('4.18: is shown the failures by weight, then the warnings, and what the checks saw', async () => {
    const { asked } = await criticised({ issues: [issue('a.one.x')] })
    expect(asked[0]?.input).toMatchObject({
      evaluation: { failed: [{ id: 'a.one.x' }], warnings: [{ id: 'a.two.x' }] },
    })
  })
})

describe('REFINE', () => {
  const twoSecrets = '# Settings\n\n```yaml\nport: 8080\nport: 9090\n```\n'
  const setup = setupOf(
    Criteria.parse({
      ...criteria,
      rules: rulesOf(['a.one.x', 'fail'], ['a.two.x', 'fail']).map((rule, index) => ({
        ...rule,
        check: index === 0 ? 'builtin:configuration/syntax' : 'says hello',
      })),
    }),
  )
  const issues = ['a.one.x', 'a.two.x'].map((rule_id) => ({
    rule_id,
    problem: 'p',
    fix_instruction: 'f',
    expected_effect: 'e',
  }))
  const skipped = '```json\n{ "port": 1, }\n```\n'
  const checks: readonly PreparedCheck[] = [
    {
      rule_id: 'a.one.x',
      type: 'executable',
      command: 'builtin:configuration/syntax',
      expected: 'pass',
    },
    content('a.two.x', 'hello'),
  ]

  test('[STEP-21] lets machines fix first and asks the agent only for what is left', async () => {
    const { bench, asked } = benchOf({
      REFINE: ({ input }: AgentRequest) => `${String(input['artifact'])}\nhello\n`,
    })
    const artifact = await bench.blobs.put(skipped)
    const command = await at(bench, runAt('REFINE', { setup, artifact, critique: issues, checks }))
    expect(command).toMatchObject({ type: 'record-refinement', fixedByMachine: ['a.one.x'] })
    expect(asked[0]?.input).toMatchObject({
      artifact: expect.stringContaining('{ "port": 1 }'),
      issues: [{ rule_id: 'a.two.x' }],
    })
  })

  test('[STEP-21] asks nobody when machines fixed everything, and everything of the agent when they must not', async () => {
    const { bench, asked } = benchOf({ REFINE: '# New' })
    const artifact = await bench.blobs.put(skipped)
    const run = runAt('REFINE', { setup, artifact, critique: issues.slice(0, 1), checks })
    await at(bench, run)
    expect(asked).toHaveLength(0)
    await at(bench, { ...run, setup: { ...setup, options: { ...setup.options, fixers: false } } })
    expect(asked[0]?.input).toMatchObject({ artifact: skipped, issues: [{ rule_id: 'a.one.x' }] })
  })

  test('refuses an empty or binary artifact', async () => {
    for (const answer of ['  \n', 'a\0b']) {
      const { bench } = benchOf({ REFINE: answer })
      const artifact = await bench.blobs.put(twoSecrets)
      expect(
        await at(bench, runAt('REFINE', { setup, artifact, critique: issues, checks: [] })),
      ).toMatchObject({ type: 'record-failure', failures: [{ phase: 'REFINE' }] })
    }
  })
})
