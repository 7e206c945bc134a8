import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { criticise } from '../../src/checks/design/criticise.ts'
import { readIntent } from '../../src/checks/design/read-intent.ts'
import { readMarker } from '../../src/workflows/design/frozen-marker.ts'
import { cleanIntent, reworded, weakIntent } from '../support/design-intents.ts'
import { designWorkspace, type Workspace } from '../support/design-workspace.ts'

const feature = 'meter-readings'
const score = (flaws: number) => criticise(weakIntent(feature, flaws)).scorecard.overallScore

/** A workspace whose feature waits at the gate: a weak first draft, then a clean one. */
async function parked(settings: Parameters<typeof designWorkspace>[1] = {}): Promise<Workspace> {
  const made = designWorkspace(
    { generate: [weakIntent(feature, 2), cleanIntent(feature)] },
    settings,
  )
  const ran = await made.start()
  expect(ran.status, ran.stdout + ran.stderr).toBe(3)
  return made
}

describe('the designs these stories are told with', () => {
  test('score as they are meant to: clean ones at the top, weak ones below every threshold in their order', () => {
    expect(criticise(cleanIntent(feature)).scorecard.overallScore).toBeGreaterThanOrEqual(95)
    expect(score(1)).toBeLessThan(80)
    expect(score(2)).toBeLessThan(70)
    for (const flaws of [1, 2, 3, 4, 5, 6]) expect(score(flaws)).toBeLessThan(score(flaws - 1))
    const middling = criticise(weakIntent(feature, { flow: 1, data: 0 })).scorecard.overallScore
    expect(middling).toBeGreaterThan(80)
    expect(middling).toBeLessThan(95)
  })
})

describe('a design that starts', () => {
  test('goes to the gate, exits 3, and says what a person can do next', async () => {
    const made = designWorkspace({ generate: [weakIntent(feature, 2), cleanIntent(feature)] })
    const ran = await made.start()
    expect(ran.status, ran.stderr).toBe(3)
    for (const words of [
      'CANDIDATE',
      `score ${score(2)} of 100, threshold 80 · below`,
      'threshold 80 · reached',
      'undecided: 1 of 14 obligations',
      'Freeze the design of meter-readings?',
      '8 of 10 iterations are left',
      `features/${feature}/design/preview.html`,
      `loopwright design approve ${feature}`,
      `loopwright design reject ${feature} --feedback`,
      `loopwright design abort ${feature} --reason`,
    ])
      expect(ran.stdout).toContain(words)
    expect(made.state().history.map(({ to }) => to)).toEqual([
      'GENERATING',
      'EVALUATING',
      'REVISING',
      'GENERATING',
      'EVALUATING',
      'CANDIDATE',
    ])
  })

  test('[DESIGN-75] leaves exactly intent.json, preview.html, critique.json and state.json', async () => {
    const made = await parked()
    expect(made.files()).toEqual(['critique.json', 'intent.json', 'preview.html', 'state.json'])
    expect(made.json('intent.json')).toEqual(cleanIntent(feature))
    const read = readIntent(made.read('intent.json'))
    expect(made.read('preview.html')).toContain(read.ok ? read.value.hash : 'no hash')
  })

  test('has a critique of exactly these fields and no time in it', async () => {
    const made = designWorkspace(
      { generate: [weakIntent(feature, 1)] },
      { design: { threshold: 70 } },
    )
    await made.start()
    const critique = made.json('critique.json')
    expect(Object.keys(critique)).toEqual([
      'featureId',
      'iteration',
      'inputHash',
      'overallScore',
      'threshold',
      'passed',
      'dimensions',
      'recommendations',
      'criticModel',
      'promptVersion',
    ])
    expect(critique).toMatchObject({
      featureId: feature,
      iteration: 1,
      overallScore: score(1),
      threshold: 70,
      passed: true,
      promptVersion: '1.0.0',
    })
    const dimensions = critique['dimensions'] as Record<string, { findings: unknown[] }>
    expect(Object.keys(dimensions)).toHaveLength(5)
    for (const dimension of Object.values(dimensions)) {
      expect(Object.keys(dimension)).toEqual(['score', 'weight', 'findings'])
      for (const finding of dimension.findings)
        expect(Object.keys(finding as object)).toEqual(['ruleId', 'severity', 'path', 'message'])
    }
    expect(dimensions['coherence']?.findings).not.toEqual([])
    expect(made.read('critique.json')).not.toMatch(/\d{4}-\d{2}-\d{2}|\d{2}:\d{2}/)
  })

  test('has the same critique, byte for byte, whenever and wherever it is judged', async () => {
    const [one, other] = [await parked(), await parked()]
    expect(one.read('critique.json')).toBe(other.read('critique.json'))
    expect(one.read('preview.html')).toBe(other.read('preview.html'))
  })

  test('has a state of all the fields that people and tools read', async () => {
    const made = await parked()
    const state = JSON.parse(made.read('state.json')) as Record<string, unknown>
    const template = {
      path: expect.stringMatching(/design-(generator|critic)-v1\.0\.0\.txt$/),
      version: '1.0.0',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    }
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    const clean = criticise(cleanIntent(feature)).scorecard.overallScore
    expect(state).toMatchObject({
      featureId: feature,
      state: 'CANDIDATE',
      iteration: 1,
      maxIterations: 10,
      threshold: 80,
      agentTimeoutMs: 300_000,
      modelVersion: expect.stringContaining('command/'),
      temperature: 'unsupported',
      promptTemplates: { generator: template, critic: template },
      scoreHistory: [
        [0, score(2)],
        [1, clean],
      ],
      dimensionHistory: [{ iteration: 0 }, { iteration: 1 }],
      evaluations: [
        { iteration: 0, inputHash: expect.any(String), score: score(2) },
        { iteration: 1, inputHash: expect.any(String), score: clean },
      ],
      violations: [],
      rejectionFeedback: [],
      approval: null,
      abort: null,
      failure: null,
      runId: expect.stringMatching(/^meter-readings-\d{8}-\d{6}$/),
      startedAt: time,
    })
    for (const line of state['history'] as object[])
      expect(line).toEqual({
        from: expect.any(String),
        to: expect.any(String),
        at: time,
        trigger: expect.any(String),
        detail: expect.any(String),
      })
  })
})

describe('a person who approves', () => {
  test('freezes the design: exit 0, three frozen files, and who, when, score, iterations and hash recorded', async () => {
    const made = await parked()
    const before = Date.now()
    const ran = await made.lw(
      'design',
      'approve',
      feature,
      '--by',
      'Grace H.',
      '--rationale',
      'it is enough',
    )
    expect(ran.status, ran.stderr).toBe(0)
    expect(ran.stdout).toContain('FROZEN')
    expect(made.files()).toEqual([
      'critique.json',
      'final/FROZEN.md',
      'final/intent.json',
      'final/preview.html',
      'intent.json',
      'preview.html',
      'state.json',
    ])
    const read = readIntent(made.read('final', 'intent.json'))
    const hash = read.ok ? read.value.hash : ''
    expect(ran.stdout).toContain(hash)
    const state = made.state()
    expect(state).toMatchObject({ state: 'FROZEN', checksumSHA256: hash, intentHash: hash })
    expect(state.approval).toMatchObject({
      choice: 'approve',
      by: 'Grace H.',
      intentHash: hash,
      rationale: 'it is enough',
    })
    const at = Date.parse(state.approval?.at ?? '')
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
    expect(state.history.at(-1)).toMatchObject({
      from: 'CANDIDATE',
      to: 'FROZEN',
      trigger: 'approved by Grace H.',
    })
    for (const name of ['intent.json', 'preview.html'])
      expect(made.read('final', name)).toBe(made.read(name))
    const marker = await readMarker(made.read('final', 'FROZEN.md'))
    expect(marker).toMatchObject({
      value: {
        featureId: feature,
        approver: 'Grace H.',
        frozenBy: 'Grace H.',
        frozenAt: state.approval?.at,
        timestamp: state.approval?.at,
        checksumSHA256: hash,
        qualityThreshold: 80,
        finalScore: criticise(cleanIntent(feature)).scorecard.overallScore,
        iterationCount: 2,
        modelVersion: state.modelVersion,
        promptTemplates: state.promptTemplates,
        artifacts: ['intent.json', 'preview.html'],
        rationale: 'it is enough',
      },
    })
    for (const label of ['**Timestamp:**', '**Frozen By:**', '**Artifacts:**', '**Rationale:**'])
      expect(made.read('final', 'FROZEN.md')).toContain(label)
    expect(made.read('final', 'FROZEN.md')).toContain('**Quality Threshold:** 80/100')
    expect(made.read('final', 'FROZEN.md')).toContain(`**Checksum (SHA-256):** ${hash}`)
    expect(made.read('final', 'FROZEN.md')).not.toContain('{{')
  })

  test('may be called anything and say anything: the marker holds it as text, and stays one marker', async () => {
    const made = await parked()
    const by = 'Eve\n---\nchecksumSHA256: "00" | `x` <b>'
    const rationale = '"}}\n---\n# Not frozen\n{{checksumSHA256}} $& \\ # |'
    const ran = await made.lw('design', 'approve', feature, '--by', by, '--rationale', rationale)
    expect(ran.status, ran.stderr).toBe(0)
    const marker = await readMarker(made.read('final', 'FROZEN.md'))
    expect(marker).toMatchObject({
      value: { approver: by, frozenBy: by, rationale, checksumSHA256: made.state().checksumSHA256 },
    })
    expect(made.read('final', 'FROZEN.md').match(/^# .*$/gm)).toEqual([
      '# Frozen design: Meter readings',
    ])
    expect((await made.lw('design', 'verify', feature)).status).toBe(0)
    for (const nobody of ['', ' ', '\n']) {
      const other = await parked()
      const refused = await other.lw('design', 'approve', feature, '--by', nobody)
      expect(refused.status).toBe(2)
      expect(refused.stderr).toContain('--by')
      expect(other.state().state).toBe('CANDIDATE')
    }
  })

  test('[DESIGN-8] cannot do so twice, nor reject or abort afterwards; every attempt is recorded', async () => {
    const made = await parked()
    await made.lw('design', 'approve', feature)
    for (const args of [
      ['approve', feature],
      ['reject', feature, '--feedback', 'more'],
      ['abort', feature, '--reason', 'enough'],
      ['reset', feature, '--acknowledge', 'all'],
      ['start', feature, 'requirements.md'],
    ]) {
      const before = made.bytes()
      const ran = await made.lw('design', ...args)
      expect(ran.status, `${args.join(' ')}: ${ran.stdout}`).toBe(2)
      expect(ran.stderr).toContain('FROZEN')
      expect(ran.stderr).toContain('recorded')
      const { 'state.json': _old, ...rest } = before
      const { 'state.json': _new, ...now } = made.bytes()
      expect(now).toEqual(rest)
    }
    expect(made.state().violations).toMatchObject([
      { kind: 'transition', from: 'FROZEN', to: 'FROZEN', trigger: 'approve', by: 'ada' },
      { kind: 'transition', from: 'FROZEN', to: 'REVISING', trigger: 'reject' },
      { kind: 'transition', from: 'FROZEN', to: 'FAILED', trigger: 'abort' },
      { kind: 'transition', from: 'FROZEN', to: 'IDLE', trigger: 'reset' },
      { kind: 'transition', from: 'FROZEN', to: 'GENERATING', trigger: 'start' },
    ])
    expect(made.state().state).toBe('FROZEN')
    expect((await made.lw('design', 'verify', feature)).status).toBe(0)
  })
})

describe('a person who rejects', () => {
  test('[TRACE-7] sends feedback into the next request, as text and as data, and an iteration is counted', async () => {
    const made = designWorkspace({
      generate: [cleanIntent(feature), reworded(cleanIntent(feature))],
    })
    await made.start()
    expect(made.state()).toMatchObject({ state: 'CANDIDATE', iteration: 0 })
    const words = 'Say what happens to "late" readings; & <why>'
    const ran = await made.lw('design', 'reject', feature, '--feedback', words, '--by', 'Joan C.')
    expect(ran.status, ran.stderr).toBe(3)
    expect(ran.stdout).toContain('CANDIDATE')
    const call = made.calls().findLast(({ phase }) => phase === 'GENERATE')
    expect(call).toMatchObject({
      iteration: 2,
      input: { feedback: [words], earlier_feedback: [], previous_intent: cleanIntent(feature) },
    })
    expect(call?.prompt).toContain(words.replaceAll('"', '\\"'))
    const state = made.state()
    expect(state).toMatchObject({ state: 'CANDIDATE', iteration: 1 })
    expect(state.rejectionFeedback).toMatchObject([{ feedback: words, by: 'Joan C.' }])
    expect(state.history.map(({ to }) => to).slice(-5)).toEqual([
      'CANDIDATE',
      'REVISING',
      'GENERATING',
      'EVALUATING',
      'CANDIDATE',
    ])
    expect(made.json('intent.json')).toMatchObject({ version: '1.1.0' })

    await made.lw('design', 'reject', feature, '--feedback', 'second thought')
    const second = made.calls().findLast(({ phase }) => phase === 'GENERATE')
    expect(second?.input).toMatchObject({ feedback: ['second thought'], earlier_feedback: [words] })
  })

  test('without saying what to change is refused, and the gate stays as it was', async () => {
    const made = await parked()
    const before = made.bytes()
    for (const more of [[], ['--feedback', ''], ['--feedback', '  \n '], ['--extend', '3']]) {
      const ran = await made.lw('design', 'reject', feature, ...more)
      expect(ran.status, ran.stdout).toBe(2)
      expect(ran.stderr).toContain('feedback')
    }
    expect(made.bytes()).toEqual(before)
  })

  test('where no iteration is left, must say that the run shall end; it then fails at the limit with the feedback kept', async () => {
    const made = designWorkspace(
      { generate: [cleanIntent(feature)] },
      { design: { maxIterations: 1 } },
    )
    expect((await made.start()).stdout).toContain('0 of 1 iterations are left')
    const before = made.bytes()
    const asked = await made.lw('design', 'reject', feature, '--feedback', 'more contrast')
    expect(asked.status, asked.stdout).toBe(3)
    expect(asked.stderr).toContain('--yes')
    expect(asked.stderr).toContain('--extend')
    expect(made.bytes()).toEqual(before)
    const ran = await made.lw('design', 'reject', feature, '--feedback', 'more contrast', '--yes')
    expect(ran.status, ran.stderr).toBe(4)
    expect(made.state()).toMatchObject({
      state: 'FAILED',
      failure: { code: 'max_iterations' },
      rejectionFeedback: [{ feedback: 'more contrast' }],
    })
    expect(made.calls().filter(({ phase }) => phase === 'GENERATE')).toHaveLength(1)
  })

  test('may extend into a new run, which goes on from the design and the feedback; the old run is archived', async () => {
    const made = designWorkspace(
      { generate: [reworded(cleanIntent(feature))] },
      { design: { maxIterations: 1, threshold: 85 } },
    )
    await made.start()
    const { runId } = made.state()
    made.plan({ generate: [cleanIntent(feature)] })
    const ran = await made.lw('design', 'reject', feature, '--feedback', 'go on', '--extend', '4')
    expect(ran.status, ran.stderr).toBe(3)
    const state = made.state()
    expect(state).toMatchObject({
      state: 'CANDIDATE',
      iteration: 0,
      maxIterations: 4,
      threshold: 85,
      rejectionFeedback: [{ feedback: 'go on', by: 'ada' }],
    })
    expect(state.runId).not.toBe(runId)
    expect(made.calls().findLast(({ phase }) => phase === 'GENERATE')?.input).toMatchObject({
      feedback: ['go on'],
      previous_intent: { version: '1.1.0' },
    })
    expect(made.json('history', `${runId}.json`)).toMatchObject({ runId, maxIterations: 1 })
    expect(made.files()).toContain(`history/${runId}.json`)
    const again = await made.lw(
      'design',
      'reject',
      feature,
      '--feedback',
      'and on',
      '--extend',
      '2',
    )
    expect(again.status, again.stderr).toBe(3)
    expect(made.files().filter((name) => name.startsWith('history/'))).toHaveLength(2)
    expect((await made.lw('design', 'verify', feature)).status).toBe(0)
  })

  test('learns of a limit that cannot be before anything is ended', async () => {
    const made = await parked()
    const before = made.bytes()
    for (const wrong of ['0', '-1', '1.5', 'many', '1001', '999999999']) {
      const ran = await made.lw(
        'design',
        'reject',
        feature,
        '--feedback',
        'go on',
        `--extend=${wrong}`,
      )
      expect(ran.status, `${wrong}: ${ran.stdout}`).toBe(2)
      expect(ran.stderr, wrong).toContain('--extend')
      expect(made.bytes(), wrong).toEqual(before)
    }
  })
})

describe('a person who aborts', () => {
  test('[DESIGN-45] ends the run; every artifact stays byte for byte and the reason is recorded', async () => {
    const made = await parked()
    made.write('intent.json', `${made.read('intent.json')}\n\n`)
    made.write('preview.html', '<p>my notes</p>')
    const { 'state.json': _old, ...before } = made.bytes()
    const ran = await made.lw('design', 'abort', feature, '--reason', 'the pilot was cancelled')
    expect(ran.status, ran.stderr).toBe(1)
    const { 'state.json': _new, ...after } = made.bytes()
    expect(after).toEqual(before)
    expect(made.state()).toMatchObject({
      state: 'FAILED',
      approval: { choice: 'abort', by: 'ada' },
      abort: { reason: 'the pilot was cancelled', at: expect.any(String) },
      failure: { code: 'aborted', detail: 'the pilot was cancelled' },
    })
    expect(ran.stdout).toContain(`loopwright design reset ${feature} --acknowledge`)
    // and nothing that is only looked at changes them either
    for (const verb of [['status'], ['verify'], ['report'], ['history'], ['resume']])
      await made.lw(...verb, feature)
    const { 'state.json': _last, ...later } = made.bytes()
    expect(later).toEqual(before)
  })

  test('[DESIGN-45] without a reason is refused, and the gate stays as it was', async () => {
    const made = await parked()
    const before = made.bytes()
    for (const more of [[], ['--reason', ' ']]) {
      const ran = await made.lw('design', 'abort', feature, ...more)
      expect(ran.status).toBe(2)
      expect(ran.stderr).toContain('reason')
    }
    expect(made.bytes()).toEqual(before)
  })
})

describe('a feature that failed', () => {
  test('[DESIGN-45] is reset only with an acknowledgement; the old run is archived, the artifacts stay, the next run has an id of its own', async () => {
    const made = await parked()
    await made.lw('design', 'abort', feature, '--reason', 'enough')
    const { runId } = made.state()
    const refused = await made.lw('design', 'start', feature, 'requirements.md')
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('reset')
    expect(made.state().violations).toMatchObject([{ from: 'FAILED', to: 'GENERATING' }])
    for (const more of [[], ['--acknowledge', ' ']]) {
      const ran = await made.lw('design', 'reset', feature, ...more)
      expect(ran.status).toBe(2)
      expect(ran.stderr).toContain('--acknowledge')
      expect(made.state().state).toBe('FAILED')
    }
    const last = made.read('state.json')
    const { 'state.json': _old, ...before } = made.bytes()
    const ran = await made.lw(
      'design',
      'reset',
      feature,
      '--acknowledge',
      'the budget is back',
      '--by',
      'Joan C.',
    )
    expect(ran.status, ran.stderr).toBe(0)
    expect(ran.stdout).toContain('IDLE')
    const { 'state.json': _new, [`history/${runId}.json`]: archived, ...after } = made.bytes()
    expect(after).toEqual(before)
    expect(archived?.toString()).toBe(last)
    expect(made.state()).toMatchObject({ state: 'IDLE' })
    expect(made.state().history.at(-1)).toMatchObject({
      from: 'FAILED',
      to: 'IDLE',
      trigger: 'reset by Joan C.',
      detail: 'the budget is back',
    })
    expect((await made.start()).status).toBe(3)
    const next = made.state()
    expect(next.runId).not.toBe(runId)
    expect(next).toMatchObject({ state: 'CANDIDATE', iteration: 1, approval: null, abort: null })
    expect(readFileSync(made.design('history', `${runId}.json`), 'utf8')).toBe(last)
  })

  test('[DESIGN-45] and only it: a reset at the gate is refused and recorded', async () => {
    const made = await parked()
    const ran = await made.lw('design', 'reset', feature, '--acknowledge', 'why not')
    expect(ran.status).toBe(2)
    expect(made.state()).toMatchObject({
      state: 'CANDIDATE',
      violations: [{ from: 'CANDIDATE', to: 'IDLE', trigger: 'reset' }],
    })
  })
})
