import { describe, expect, test } from 'vitest'
import type { AgentRequest } from '../../../model/agent.ts'
import { err, ok } from '../../../model/result.ts'
import { leakIn } from '../leak.ts'
import {
  anItem,
  aProposal,
  at,
  begun,
  ganSetup,
  hashOf,
  live,
  orders,
} from '../sample-run.contract.ts'
import type { SiteVerdict } from './bench.ts'
import {
  benchOf,
  done,
  fails,
  judgementOf,
  onward,
  page,
  type Reply,
  says,
  type Script,
  stepOf,
  verdicts,
} from './sample-bench.contract.ts'
import { work } from './work.ts'

const proposal = aProposal([
  anItem('AC-01', { criterion: 'It reads like the brand' }),
  anItem('AC-02', { criterion: 'Nothing is cut off', rules: ['layout'] }),
  anItem('AC-03', { criterion: 'It has a voice' }),
])
const script: Script = {
  PROPOSE: [says(proposal)],
  BUILD: [says({ files: page('one', 'layout/phone-overflow') }), says({ files: page('two') })],
}
const given = (id: string, evidence: object, anchor = 1) => ({
  id,
  evidence: [evidence],
  reason: `${anchor.toFixed(2)}: why ${id}`,
  rubric_anchor: anchor,
})
const h1 = { type: 'selector', selector: 'h1' }
const wrong = { type: 'quote', file: 'index.html', line: 1, quote: 'Cake' }

/** A run whose site waits for its first evaluation, and the evaluation of it. */
async function evaluated(replies: readonly Reply[], setup = {}) {
  const fake = benchOf({ ...script, BUILD: [says({ files: page('one') })], JUDGE: replies })
  const waiting = await onward(fake, begun(setup), { at: 'evaluating' })
  const command = await done(fake, waiting)
  const verdict = (id: string) =>
    command?.type === 'record-evaluation'
      ? command.evaluation.verdicts.find((each) => each.id === id)
      : undefined
  return { fake, waiting, command, verdict }
}

describe('an evaluation', () => {
  test('[GAN-145] asks the evaluator only for what no rule decides, and rules decide the rest', async () => {
    const { fake, command } = await evaluated([verdicts({ 'AC-03': 0.75 })])
    const [request] = fake.of('JUDGE')
    expect(request?.input['contract']).toMatchObject([{ id: 'AC-01' }, { id: 'AC-03' }])
    expect(command).toMatchObject({ type: 'record-evaluation' })
    const ids =
      command?.type === 'record-evaluation' ? command.evaluation.verdicts.map(({ id }) => id) : []
    expect(ids.slice(0, 3)).toEqual(['AC-01', 'AC-02', 'AC-03'])
    expect(ids).toHaveLength(12)
  })

  test('[GAN-145] asks nobody where rules decide everything', async () => {
    const fake = benchOf({ PROPOSE: [says(aProposal([anItem('AC-01', { rules: ['layout'] })]))] })
    const waiting = await onward(fake, begun({}), { at: 'evaluating' })
    expect(await done(fake, waiting)).toMatchObject({ type: 'record-evaluation' })
    expect(fake.of('JUDGE')).toEqual([])
  })

  test('with a verdict outside the contract is refused, told why', async () => {
    const { command } = await evaluated([
      says({ verdicts: [given('AC-01', h1), given('AC-03', h1), given('AC-02', h1)] }),
    ])
    expect(command).toMatchObject({
      type: 'record-failure',
      phase: 'EVALUATE',
      error: expect.stringContaining('AC-02 is not in the contract; it cannot be scored'),
    })
  })

  test('[GAN-148] with evidence that cannot be verified is asked for once more, told what is wrong', async () => {
    const { fake, verdict } = await evaluated([
      says({ verdicts: [given('AC-01', h1), given('AC-03', wrong)] }),
      verdicts({ 'AC-03': 0.75 }),
    ])
    expect(fake.of('JUDGE')).toHaveLength(2)
    expect(fake.of('JUDGE')[1]).toMatchObject({
      attempt: 2,
      error: expect.stringContaining('AC-03: index.html:1 does not say "Cake"'),
    })
    expect(verdict('AC-03')).toMatchObject({ passed: true, score: 0.75 })
  })

  test('[GAN-148] whose evidence still cannot be verified fails closed; the other verdicts stand', async () => {
    const stands = { type: 'quote', file: 'index.html', line: 1, quote: 'one' }
    const { fake, verdict } = await evaluated([
      says({ verdicts: [given('AC-01', stands), given('AC-03', wrong)] }),
    ])
    expect(fake.of('JUDGE')).toHaveLength(2)
    expect(verdict('AC-03')).toEqual({
      id: 'AC-03',
      passed: false,
      score: 0.25,
      reason: expect.stringContaining('UNVERIFIED: index.html:1 does not say "Cake"'),
      evidence: [],
    })
    expect(verdict('AC-01')).toMatchObject({ passed: true, score: 1 })
  })

  test('[GAN-148] that leaves a criterion out is asked for once more, and then that criterion fails', async () => {
    const half = says({ verdicts: [given('AC-01', h1)] })
    const { fake, verdict } = await evaluated([half])
    expect(fake.of('JUDGE')[1]?.error).toContain('AC-03: no verdict')
    expect(verdict('AC-03')).toMatchObject({ passed: false, reason: 'UNVERIFIED: no verdict' })
  })

  test('passes a judged item at 0.75, and where the sprint asks for more of its dimension, at that', async () => {
    const { verdict } = await evaluated([verdicts({ 'AC-01': 0.75, 'AC-03': 0.5 })])
    expect(verdict('AC-01')?.passed).toBe(true)
    expect(verdict('AC-03')?.passed).toBe(false)
    const asking = { ...proposal.pass_conditions, Originality: 0.8 }
    const fake = benchOf({
      PROPOSE: [says({ ...proposal, pass_conditions: asking })],
      JUDGE: [verdicts({ 'AC-01': 0.75 })],
    })
    const waiting = await onward(fake, begun({}), { at: 'evaluating' })
    const judged = live(waiting.and((await done(fake, waiting))!).state)
    expect(judged.evaluation?.verdicts).toMatchObject([
      { id: 'AC-01', passed: false, score: 0.75 },
      { id: 'AC-02', passed: true },
      { id: 'AC-03', passed: true, score: 1 },
      ...Array.from({ length: 9 }, () => ({})),
    ])
  })

  test('of the same site by the same terms is not asked for twice, in the same iteration or a later one', async () => {
    const same = says({ files: page('one', 'layout/phone-overflow') })
    const fake = benchOf({ ...script, BUILD: [same] })
    const waiting = await onward(fake, begun({}), { at: 'evaluating' })
    await done(fake, waiting)
    const next = await onward(fake, waiting, { at: 'evaluating', iteration: 2 })
    await done(fake, next)
    expect(fake.of('JUDGE')).toHaveLength(1)
    expect(fake.of('BUILD')).toHaveLength(2)
  })

  test('of another site, or by a sharpened criterion, is asked for', async () => {
    const changed = benchOf(script)
    await onward(changed, begun({}))
    expect(changed.of('JUDGE')).toHaveLength(2)
    const same = says({ files: page('one', 'layout/phone-overflow') })
    const sharper = aProposal([
      ...proposal.acceptance_checklist.slice(0, 2),
      anItem('AC-03', { criterion: 'It has a voice of its own' }),
    ])
    const fake = benchOf({
      PROPOSE: [says(proposal), says(sharper)],
      BUILD: [same],
      JUDGE: [verdicts({ 'AC-03': 0.5 })],
    })
    const next = await onward(fake, begun({}), { at: 'evaluating', iteration: 2 })
    await done(fake, next)
    expect(fake.of('JUDGE')).toHaveLength(2)
  })

  test('[GAN-48] 0.22: the second one of a fifth project asks in other words, without the first', async () => {
    const fake = benchOf({ ...script, JUDGE: [verdicts({ 'AC-01': 0.5 }), verdicts()] })
    const waiting = await onward(fake, begun({ projectNumber: 5 }), { at: 'evaluating-again' })
    const run = waiting.and((await done(fake, waiting))!)
    const [first, again] = fake.of('JUDGE')
    expect(again?.prompt).toContain('try to prove that it is not met')
    expect(first?.prompt).not.toContain('try to prove that it is not met')
    expect(JSON.stringify(again)).not.toContain('why AC-01')
    expect(live(run.state).second?.overall).toBeGreaterThan(live(run.state).comparable[0]!)
  })

  test('of a page that nobody could look at tells the limitation, and one that breaks the gate is tried again', async () => {
    const see = (verdict: SiteVerdict) => ({ judge: async () => verdict })
    const judgement = judgementOf(page('one'))
    const blind = benchOf({}, see({ type: 'static', reason: 'there was no browser', judgement }))
    const run = await onward(blind, begun({}), { at: 'evaluating' })
    expect(await done(blind, run)).toMatchObject({
      evaluation: { limitation: 'there was no browser', screenshots: [], accessibility: null },
    })
    const broken = benchOf({}, see({ type: 'broken', reason: 'the page never loads' }))
    const stuck = await onward(broken, await onward(broken, begun({}), { at: 'evaluating' }))
    expect(at(stuck.state, 'asking')).toMatchObject({
      reasons: ['agent_failure'],
      detail: 'EVALUATE: the page never loads',
    })
  })

  test('keeps the report and every picture by hash', async () => {
    const { fake, command } = await evaluated([verdicts()])
    const evaluation = command?.type === 'record-evaluation' ? command.evaluation : null
    expect(JSON.parse(fake.blobs.get(evaluation?.report ?? '') ?? '{}')).toMatchObject({
      report_id: 'evaluation-report-1',
      verdict: 'PASS',
    })
    expect(evaluation?.screenshots).toMatchObject([
      { viewport: '1280x720', sha256: hashOf('desktop') },
    ])
    const [shot] = evaluation?.screenshots ?? []
    expect(fake.blobs.get(shot?.text ?? '')).toBe(Buffer.from('desktop').toString('base64'))
  })

  test('of a site that is lost cannot be helped by trying again', async () => {
    const { fake, waiting } = await evaluated([verdicts()])
    fake.blobs.clear()
    expect(await done(fake, waiting)).toMatchObject({ type: 'record-failure', final: true })
  })
})

describe('an evaluator with fresh eyes', () => {
  const secret = 'the hero whispers instead of speaking'
  const telling: Reply = async (request, signal) => {
    const usual = verdicts({ 'AC-01': 0.5, 'AC-03': 0.5 })
    const answer = typeof usual === 'function' ? await usual(request, signal) : null
    return answer?.ok
      ? ok(JSON.parse(JSON.stringify(answer.value).replaceAll('why AC-0', `${secret} AC-0`)))
      : err({ type: 'cancelled' })
  }

  test('[GAN-156] 0.20: is shown no score, evidence, reason or feedback of an earlier iteration', async () => {
    const fake = benchOf({ ...script, JUDGE: [telling, verdicts()] })
    await onward(fake, begun({}))
    const later = fake.asked.filter(
      ({ role, iteration }) => role === 'evaluator' && iteration === 2,
    )
    expect(later.map(({ phase }) => phase)).toEqual(['PROPOSE', 'JUDGE'])
    const builder = fake.of('BUILD')[1]
    expect(JSON.stringify(builder)).toContain(secret)
    for (const request of later) {
      const text = JSON.stringify({ ...request, output_schema: null })
      expect(text).not.toContain(secret)
      expect(text).not.toMatch(/"(?:score|rubric_anchor|evidence|feedback|claims)"\s*:/)
      expect(text).not.toContain('layout/phone-overflow is broken')
      const { input } = request
      const items = (input['contract'] ?? input['checklist']) as readonly object[]
      for (const item of items)
        expect(Object.keys(item).toSorted()).toEqual([
          'carry_forward',
          'criterion',
          'dimension',
          'id',
          'implicit',
          'rules',
          'status',
          'verification',
        ])
    }
  })

  test('0.20: is told the current standing of each criterion, which the contract alone carries', async () => {
    const fake = benchOf({ ...script, JUDGE: [verdicts({ 'AC-03': 0.5 }), verdicts()] })
    await onward(fake, begun({}))
    expect(fake.of('PROPOSE')[1]?.input['checklist']).toMatchObject([
      { id: 'AC-01', status: 'passed', carry_forward: true },
      { id: 'AC-02', status: 'refined' },
      { id: 'AC-03', status: 'refined' },
      ...Array.from({ length: 9 }, () => ({ implicit: true })),
    ])
  })

  const leaking = ['Score: 0.5', 'Feedback: bolder', 'Verdict: FAIL', 'See iteration 1']

  test.each(leaking)(
    '[GAN-156] 0.20: is not asked at all where the prompt would hold "%s"',
    async (words) => {
      const contract = aProposal([anItem('AC-01', { criterion: `Bolder. ${words}` })])
      const fake = benchOf()
      // as if a contract had come in by another way than a proposal of an agent
      const run = begun({}, orders.propose(contract), orders.accept)
      const waiting = await onward(fake, run, { at: 'evaluating' })
      expect(await done(fake, waiting)).toMatchObject({
        type: 'record-failure',
        final: true,
        error: expect.stringContaining('it must judge with fresh eyes'),
      })
      expect(fake.of('JUDGE')).toEqual([])
      expect(fake.of('BUILD')).toHaveLength(1)
    },
  )

  test('0.20: may judge a page that itself says such words', async () => {
    const fake = benchOf({ BUILD: [says({ files: page('Score: 3 to 1. Verdict: guilty') })] })
    const waiting = await onward(fake, begun({}), { at: 'evaluating' })
    expect(await done(fake, waiting)).toMatchObject({ type: 'record-evaluation' })
  })

  test('0.20: may be told what was wrong with its own answer, whatever words it quoted', async () => {
    const quote = { ...wrong, quote: 'Score: 3 to 1' }
    const { fake, verdict } = await evaluated([
      says({ verdicts: [given('AC-01', quote), given('AC-03', h1)] }),
      verdicts(),
    ])
    expect(fake.of('JUDGE')[1]?.error).toContain('Score: 3 to 1')
    expect(verdict('AC-01')?.passed).toBe(true)
  })

  test('0.20: no prompt of its own making leaks, in any phase of a run with every kind of question', async () => {
    const fake = benchOf({
      ...script,
      PROPOSE: [says('nothing'), says(proposal)],
      REVIEW: [
        says({
          answer: 'adjust',
          proposals: [{ id: 'AC-01', alternative: 'less', rationale: 'time' }],
        }),
        says({ answer: 'accept' }),
      ],
      RESOLVE: [says({ proposal, resolution: 'no' })],
      JUDGE: [says({ verdicts: [given('AC-01', wrong)] }), verdicts({ 'AC-01': 0.5 })],
    })
    await onward(fake, begun({ projectNumber: 5 }))
    const prompts = fake.asked.filter(({ role }) => role === 'evaluator')
    expect(new Set(prompts.map(({ phase }) => phase))).toEqual(
      new Set(['PROPOSE', 'RESOLVE', 'JUDGE']),
    )
    for (const { prompt } of prompts) expect(leakIn(prompt)).toBeNull()
  })
})

describe('a step', () => {
  test('[CAP-2] that would pass a cap is not begun: tokens, and wall time while it runs', async () => {
    const caps = { ...ganSetup().caps, tokens: 5 }
    const fake = benchOf()
    expect(await done(fake, begun({ caps }))).toMatchObject({ type: 'record-cap', cap: 'tokens' })
    expect(fake.asked).toEqual([])
    const slow: Reply = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(err({ type: 'cancelled' })))
      })
    const hanging = benchOf({ PROPOSE: [slow] })
    const short = begun({ caps: { ...ganSetup().caps, wall_time_s: 0.05 } })
    expect(await done(hanging, short)).toMatchObject({ type: 'record-cap', cap: 'wall_time_s' })
  })

  test('that is cancelled tells nothing', async () => {
    const fake = benchOf({ PROPOSE: [fails({ type: 'cancelled' })] })
    const stop = new AbortController()
    stop.abort()
    expect(await work(fake.bench, stepOf(begun({}).state), stop.signal)).toBeNull()
    const judging = await onward(benchOf(), begun({}), { at: 'evaluating' })
    const blind = benchOf()
    blind.blobs.set(live(judging.state).site ?? '', JSON.stringify(page('Bread')))
    expect(await work(blind.bench, stepOf(judging.state), stop.signal)).toBeNull()
    expect(blind.asked).toEqual([])
  })

  test('tells what it used: time, tokens and calls', async () => {
    let now = 0
    const fake = benchOf({}, { elapsedMs: () => (now += 40) })
    expect(await done(fake, begun({}))).toMatchObject({ cost: { ms: 40, tokens: 7, calls: 1 } })
  })

  test('asks by the public protocol, with the schema of the answer and all inputs as data', async () => {
    const fake = benchOf()
    await onward(fake, begun({}))
    for (const request of fake.asked) {
      const { protocol, workflow, run_id: id, output_schema: schema, input }: AgentRequest = request
      expect({ protocol, workflow, id }).toEqual({ protocol: 1, workflow: 'gan', id: 'bakery-1' })
      expect(schema).toMatchObject({ type: 'object' })
      expect(input['phase']).toBe(request.phase)
      expect(request.prompt).toContain('# Bakery')
    }
  })
})
