import { describe, expect, test } from 'vitest'
import { aProposal, anItem, at, begun, live, orders } from '../sample-run.contract.ts'
import { siteText } from '../site.ts'
import type { GanBench, Repaired } from './bench.ts'
import {
  benchOf,
  done,
  facts,
  type Fake,
  judgementOf,
  onward,
  page,
  says,
  siteHash,
  verdicts,
} from './sample-bench.contract.ts'

const built = (words: string, more: object = {}) => says({ files: page(words), ...more })

describe('a build', () => {
  test('is kept as one text by its hash, with every path of it', async () => {
    const fake = benchOf()
    const run = await onward(fake, begun({}), { at: 'evaluating' })
    expect(at(run.state, 'evaluating')).toMatchObject({
      site: siteHash(page('Bread')),
      paths: ['index.html'],
    })
    expect(fake.blobs.get(siteHash(page('Bread')))).toBe(siteText(page('Bread')))
  })

  test.each([
    ['no index.html', [{ path: 'home.html', content: 'x' }]],
    ['must be a relative path', [...page('x'), { path: '../x.html', content: 'x' }]],
    ['must be a relative path', [...page('x'), { path: '/etc/x', content: 'x' }]],
    ['names a file twice', [...page('x'), { path: 'INDEX.html', content: 'x' }]],
    ['holds no file', []],
  ])('that cannot be a site (%s) is refused, told why', async (why, files) => {
    const fake = benchOf({ BUILD: [says({ files })] })
    const run = await onward(fake, begun({}), { at: 'building' })
    expect(await done(fake, run)).toMatchObject({
      type: 'record-failure',
      phase: 'BUILD',
      error: expect.stringContaining(why),
    })
  })

  test('that claims what is not in the contract is refused, told why', async () => {
    const claims = [{ id: 'AC-44', evidence: [{ type: 'selector', selector: 'h1' }] }]
    const fake = benchOf({ BUILD: [built('Bread', { claims })] })
    const run = await onward(fake, begun({}), { at: 'building' })
    expect(await done(fake, run)).toMatchObject({
      error: expect.stringContaining('AC-44 is not in the contract; it cannot be claimed'),
    })
  })

  test('[GAN-140] has its claims verified in its own files; a claim never counts for a score', async () => {
    const claim = (id: string, selector: string) => ({
      id,
      evidence: [{ type: 'selector', selector }],
    })
    const claims = [claim('AC-01', 'h1'), claim('AC-02', 'h2')]
    const fake = benchOf({
      BUILD: [built('Bread', { claims })],
      JUDGE: [verdicts({ 'AC-01': 0.25 })],
    })
    const run = await onward(fake, begun({}), { at: 'evaluating' })
    expect(live(run.state).claims).toEqual([
      { id: 'AC-01', evidence: ['h1'], verified: true },
      { id: 'AC-02', evidence: ['h2'], verified: false },
    ])
    const judged = live(run.and((await done(fake, run))!).state)
    expect(judged.evaluation?.verdicts.find(({ id }) => id === 'AC-01')?.passed).toBe(false)
    expect(JSON.stringify(fake.of('JUDGE'))).not.toContain('"claims"')
  })

  test('[GAN-140] a claim without evidence is no claim', async () => {
    const fake = benchOf({ BUILD: [built('Bread', { claims: [{ id: 'AC-01', evidence: [] }] })] })
    const run = await onward(fake, begun({}), { at: 'building' })
    expect(await done(fake, run)).toMatchObject({ type: 'record-failure', phase: 'BUILD' })
  })
})

describe('the next build', () => {
  const proposal = aProposal([
    anItem('AC-01', { criterion: 'It reads like the brand' }),
    anItem('AC-02', { criterion: 'Nothing is cut off', rules: ['layout'] }),
    anItem('AC-03', { criterion: 'It has a voice' }),
  ])
  const script = {
    PROPOSE: [says(proposal)],
    BUILD: [says({ files: page('one', 'layout/phone-overflow') }), built('two')],
    JUDGE: [verdicts({ 'AC-01': 0.5 }), verdicts()],
  }

  test('is told of what failed, with what was found, and nothing of what passed', async () => {
    const fake = benchOf(script)
    await onward(fake, begun({}), { at: 'evaluating', iteration: 2 })
    const { input } = fake.of('BUILD')[1]!
    const feedback = input['feedback'] as readonly { id: string; text: string }[]
    expect(feedback.map(({ id }) => id)).toEqual(['AC-01', 'AC-02', 'AC-92'])
    expect(feedback[0]?.text).toContain('why AC-01 stands where it stands')
    expect(feedback[1]?.text).toContain(
      'layout/phone-overflow at the page: layout/phone-overflow is broken',
    )
    expect(JSON.stringify(input)).not.toContain('why AC-03 stands')
    expect(input['findings']).toMatchObject([{ ruleId: 'layout/phone-overflow' }])
    expect(input['files']).toEqual(page('one', 'layout/phone-overflow'))
  })

  test('does not hear again of what is wrong with items that passed', async () => {
    const files = page('one <!-- warns of layout/overflow -->', 'interaction/dead-link')
    const fake = benchOf({ ...script, BUILD: [says({ files }), built('two')] })
    const run = await onward(fake, begun({}), { at: 'evaluating', iteration: 2 })
    expect(live(run.state).checklist.find(({ id }) => id === 'AC-02')?.carry_forward).toBe(true)
    expect(fake.of('BUILD')[1]?.input['findings']).toMatchObject([
      { ruleId: 'interaction/dead-link' },
    ])
  })

  test('of a run that switched its approach begins with no files and no feedback, told the words', async () => {
    const fake = benchOf(script)
    const stuck = await onward(fake, begun({ loop: { maxIterations: 1 } }))
    const run = stuck.and(orders.answer('switch', 'try a poster'))
    await onward(fake, run, { at: 'evaluating', iteration: 2 })
    expect(fake.of('BUILD')[1]?.input).toMatchObject({
      files: null,
      findings: [],
      feedback: [],
      guidance: ['try a poster'],
      approach: 1,
    })
  })

  const repairing = (fixed: Repaired['files']) => ({
    repair: async (): Promise<Repaired> => ({
      files: fixed,
      verdict: { type: 'seen', facts, judgement: judgementOf(fixed) },
      applied: ['mend the layout'],
    }),
  })
  const judgedWell = {
    ...script,
    JUDGE: [verdicts()],
    PROPOSE: [says(aProposal([anItem('AC-02', { rules: ['layout'] })]))],
  }
  const second = async (fake: Fake) =>
    onward(fake, begun({ loop: { passThreshold: 0.75 } }), { at: 'evaluating', iteration: 2 })

  test('is made by repairs alone where they leave nothing open, and no builder is asked', async () => {
    const broken = says({ files: page('one', 'layout/phone-overflow') })
    const fake = benchOf({ ...judgedWell, BUILD: [broken] }, repairing(page('mended')))
    const run = await second(fake)
    expect(fake.of('BUILD')).toHaveLength(1)
    expect(run.entries.findLast(({ event }) => event === 'site_built')?.payload).toMatchObject({
      source: 'fixed',
      fixed: ['mend the layout'],
      site: siteHash(page('mended')),
    })
  })

  test('is asked of the builder with the repaired files where a judge found something too', async () => {
    const fake = benchOf(script, repairing(page('mended')))
    await second(fake)
    expect(fake.of('BUILD')[1]?.input).toMatchObject({ files: page('mended'), findings: [] })
  })

  test('0.23: to confirm a pass is the same site again, and no builder is asked', async () => {
    const fake = benchOf({ JUDGE: [verdicts()] })
    const run = await onward(fake, begun({ loop: { strict: true } }))
    expect(at(run.state, 'ended')).toMatchObject({ outcome: 'passed', iteration: 2 })
    expect(fake.of('BUILD')).toHaveLength(1)
    expect(live(run.state).sites).toHaveLength(1)
    expect(fake.of('JUDGE')).toHaveLength(2)
  })

  test('where all items hold and the score is too low, the builder is asked with what is left to find', async () => {
    const judge: GanBench['judge'] = async ({ files }) => {
      const finding = { ruleId: 'weight/motion', severity: 'info', message: 'it moves' } as const
      const findings = [{ ...finding, dimension: 'Functionality' as const, place: {} }]
      return { type: 'seen', facts, judgement: { ...judgementOf(files), findings } }
    }
    const fake = benchOf({ PROPOSE: [says(aProposal([anItem('AC-01')]))] }, { judge })
    const run = await onward(fake, begun({ profile: 'strict' }), { at: 'evaluating', iteration: 2 })
    expect(at(run.state, 'evaluating').checklist.every((item) => item.carry_forward)).toBe(true)
    expect(fake.of('BUILD')).toHaveLength(2)
    expect(fake.of('BUILD')[1]?.input['feedback']).toMatchObject([
      { id: 'must-pass', text: expect.stringContaining('it moves') },
    ])
  })
})
