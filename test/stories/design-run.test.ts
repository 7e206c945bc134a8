import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startDesign } from '../../src/workflows/design/start.ts'
import { criticise } from '../../src/checks/design/criticise.ts'
import type { DesignIntent } from '../../src/checks/design/intent.ts'
import { cleanIntent, reworded, weakIntent } from '../support/design-intents.ts'
import { startFakeModelServer } from '../fake-model-server.ts'
import { answer, carry, given, houseAt } from '../support/design-process.ts'
import { commandAgent, designWorkspace, openWorkspace } from '../support/design-workspace.ts'
import { worksIn } from '../torture/loop-process.ts'

const feature = 'meter-readings'
const clean = cleanIntent(feature)
const weak = (flaws: number) => weakIntent(feature, flaws)
const scoreOf = (intent: DesignIntent) => criticise(intent).scorecard.overallScore

describe('the threshold of a run', () => {
  test.each(['69.99', '95.01', '60', '100', '-80', 'eighty', '', ' ', '80%', 'NaN', 'Infinity'])(
    '[DESIGN-40] is from 70 to 95: "%s" is refused before anything is begun',
    async (wrong) => {
      const made = designWorkspace()
      const ran = await made.start(`--threshold=${wrong}`)
      expect(ran.status, ran.stdout).toBe(2)
      expect(ran.stderr).toContain(wrong.trim() === '' ? '--threshold is empty' : 'from 70 to 95')
      expect(made.files()).toEqual([])
      expect(made.calls()).toEqual([])
    },
  )

  test.each([
    ['70', 'CANDIDATE'],
    ['95', 'FAILED'],
    ['72.25', 'CANDIDATE'],
  ])('[DESIGN-40] of %s is taken as it is, and %s follows', async (threshold, state) => {
    expect(scoreOf(weak(1))).toBeGreaterThan(72.25)
    const made = designWorkspace({ generate: [weak(1)] })
    await made.start(`--threshold=${threshold}`, '--max-iterations', '1')
    expect(made.state()).toMatchObject({ state, threshold: Number(threshold) })
    expect(made.json('critique.json')).toMatchObject({ threshold: Number(threshold) })
  })

  test('[DESIGN-40] does not change under a run: not by another start, not by the settings', async () => {
    const made = designWorkspace({ generate: [weak(1)] }, { design: { threshold: 71 } })
    expect((await made.start()).status).toBe(3)
    const ran = await made.start('--threshold', '95')
    expect(ran.status).toBe(2)
    expect(made.state()).toMatchObject({ threshold: 71, violations: [{ trigger: 'start' }] })
    made.configure({ design: { threshold: 95, maxIterations: 2 } })
    await made.lw('design', 'reject', feature, '--feedback', 'again')
    expect(made.state()).toMatchObject({ state: 'CANDIDATE', threshold: 71, maxIterations: 10 })
    expect((await made.lw('design', 'approve', feature, '--despite', 'a trial')).status).toBe(0)
    expect(made.read('final', 'FROZEN.md')).toContain('qualityThreshold: 71\n')
  })
})

describe('workflows.design in loopwright.yaml', () => {
  test('decides the folder, the threshold, the limits and what else a run is bound to', async () => {
    const made = designWorkspace(null, {
      design: {
        path: 'docs/designs',
        threshold: 91.5,
        maxIterations: 7,
        agentTimeoutMs: 12_345,
        stagnationCount: 2,
        strictTermination: true,
        contractRetries: 0,
      },
    })
    expect((await made.start()).status).toBe(3)
    const text = readFileSync(made.at('docs', 'designs', feature, 'design', 'state.json'), 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      threshold: 91.5,
      maxIterations: 7,
      agentTimeoutMs: 12_345,
      continuation: {
        setup: {
          stagnationCount: 2,
          strictTermination: true,
          strictDeterminism: false,
          contractRetries: 0,
          fixers: false,
        },
      },
    })
    expect(made.files()).toEqual([])
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
    expect((await made.lw('design', 'list')).stdout).toContain('FROZEN')
  })

  test.each([
    [{ thresold: 80 }, 'thresold'],
    [{ threshold: 69 }, 'from 70 to 95'],
    [{ threshold: '80' }, 'threshold'],
    [{ maxIterations: 0 }, 'at least 1'],
    [{ maxIterations: 2.5 }, 'whole number'],
    [{ agentTimeoutMs: -1 }, 'above 0'],
    [{ contractRetries: 2 }, 'contractRetries'],
    [{ path: '../elsewhere' }, 'inside the workspace'],
    [{ preview: { kind: 'mcp' } }, 'command'],
    [{ preview: { kind: 'stitch' } }, 'kind'],
    [{ prompts: { judge: 'x-v1.0.0.txt' } }, 'judge'],
  ])('%j is refused by its name, and nothing is begun', async (design, words) => {
    const made = designWorkspace(null, { design })
    const ran = await made.start()
    expect(ran.status, ran.stdout).toBe(2)
    expect(ran.stderr).toContain(words)
    expect(made.calls()).toEqual([])
  })
})

describe('a run that does not reach its threshold', () => {
  test('ends after its last iteration with exit 4, and says score, threshold and count', async () => {
    const made = designWorkspace({ generate: [weak(3), weak(2), weak(1)] })
    const ran = await made.start('--max-iterations', '3')
    expect(ran.status, ran.stderr).toBe(4)
    const detail = `score ${scoreOf(weak(1))}, threshold 80, after 3 of 3 iterations`
    expect(ran.stdout).toContain(`max_iterations: ${detail}`)
    expect(made.state()).toMatchObject({
      state: 'FAILED',
      failure: { code: 'max_iterations', detail },
      scoreHistory: [
        [0, scoreOf(weak(3))],
        [1, scoreOf(weak(2))],
        [2, scoreOf(weak(1))],
      ],
    })
    // no generation is wasted on an attempt that could not count
    expect(made.calls().filter(({ phase }) => phase === 'GENERATE')).toHaveLength(3)
  })

  test('ends with exit 1 when the score stays for three more iterations, and says where', async () => {
    const versions = ['1.0.1', '1.0.2', '1.0.3', '1.0.4', '1.0.5']
    const made = designWorkspace({
      generate: versions.map((version) => ({ ...weak(1), version })),
    })
    const ran = await made.start()
    expect(ran.status, ran.stderr).toBe(1)
    expect(made.state()).toMatchObject({
      state: 'FAILED',
      failure: {
        code: 'no_progress',
        detail: expect.stringContaining(`${scoreOf(weak(1))} unchanged in iterations 1 to 4`),
      },
    })
    expect(made.state().scoreHistory).toHaveLength(4)
    expect(ran.stdout).toContain('no_progress')
  })

  test('and as many as the settings say', async () => {
    const made = designWorkspace({ generate: [weak(1)] }, { design: { stagnationCount: 1 } })
    expect((await made.start()).status).toBe(1)
    expect(made.state().scoreHistory).toHaveLength(2)
  })

  test('[DESIGN-12] 1.1: passes in its last iteration, and fails there when termination is strict', async () => {
    for (const [strictTermination, status, state] of [
      [false, 3, 'CANDIDATE'],
      [true, 4, 'FAILED'],
    ] as const) {
      const made = designWorkspace(
        { generate: [weak(1), clean] },
        { design: { maxIterations: 2, strictTermination } },
      )
      const ran = await made.start()
      expect(ran.status, ran.stdout).toBe(status)
      expect(made.state().state).toBe(state)
      expect(made.state().scoreHistory).toHaveLength(2)
    }
  })

  test('[CAP-1] ends with exit 4 at a cap of the workspace, before more is spent', async () => {
    const made = designWorkspace(
      { generate: [weak(3), weak(2), clean] },
      { caps: { tokens: 9_000 } },
    )
    const ran = await made.start()
    expect(ran.status, ran.stdout).toBe(4)
    expect(made.state()).toMatchObject({
      failure: { code: 'cap_reached', detail: 'tokens is used up' },
    })
  })
})

const template = (role: string) => join('templates', 'prompts', `design-${role}-v1.0.0.txt`)
const packaged = join(import.meta.dirname, '..', '..')

/** A workspace with prompt templates of its own, its feature at the gate. */
async function withTemplates() {
  const made = designWorkspace({ generate: [clean, reworded(clean)] })
  for (const role of ['generator', 'critic']) {
    mkdirSync(dirname(made.at(template(role))), { recursive: true })
    cpSync(join(packaged, template(role)), made.at(template(role)))
  }
  expect((await made.start()).status).toBe(3)
  expect(made.state().promptTemplates).toMatchObject({
    generator: { path: template('generator') },
    critic: { path: template('critic') },
  })
  return made
}

describe('what a run is bound to', () => {
  test.each(['generator', 'critic'] as const)(
    '[CLI-22] vector 10: the %s prompt edited during the run fails it at the next call, with both hashes',
    async (role) => {
      const made = await withTemplates()
      const calls = made.calls().filter((call) => call.role === role).length
      const path = made.at(template(role))
      writeFileSync(path, `${readFileSync(path, 'utf8')}\nBe generous.\n`)
      const ran = await made.lw('design', 'reject', feature, '--feedback', 'again')
      expect(ran.status, ran.stdout).toBe(5)
      const { state, failure, promptTemplates, history } = made.state()
      expect(state).toBe('FAILED')
      expect(failure?.code).toBe('prompt_changed')
      expect(failure?.detail).toContain(template(role))
      expect(failure?.detail).toContain(`expected ${promptTemplates[role].sha256}`)
      expect(failure?.detail).toMatch(/found [0-9a-f]{64}/)
      expect(history.at(-1)?.trigger).toBe('fault: prompt_changed')
      expect(made.calls().filter((call) => call.role === role)).toHaveLength(calls)
      expect(ran.stdout).toContain('prompt_changed')
    },
  )

  test('[CLI-22] vector 10: a prompt that is gone is told as such', async () => {
    const made = await withTemplates()
    rmSync(made.at(template('generator')))
    expect((await made.lw('design', 'reject', feature, '--feedback', 'again')).status).toBe(5)
    expect(made.state().failure).toMatchObject({
      code: 'prompt_changed',
      detail: expect.stringContaining(template('generator')),
    })
  })

  test('[CLI-22] a template that appears during the run is not the one it started with, and changes nothing', async () => {
    const made = designWorkspace({ generate: [clean, reworded(clean)] })
    await made.start()
    mkdirSync(dirname(made.at(template('generator'))), { recursive: true })
    writeFileSync(made.at(template('generator')), 'Another prompt.\n')
    expect((await made.lw('design', 'reject', feature, '--feedback', 'again')).status).toBe(3)
    expect(made.calls().map(({ prompt }) => prompt)).not.toContain('Another prompt.\n')
  })

  test('[CLI-22] is its agents: another one in loopwright.yaml fails the run at the next call', async () => {
    const made = designWorkspace({ generate: [clean, reworded(clean)] })
    await made.start()
    const calls = made.calls().length
    made.configure({ agents: { default: commandAgent('--other') } })
    const ran = await made.lw('design', 'reject', feature, '--feedback', 'again')
    expect(ran.status, ran.stdout).toBe(5)
    expect(made.state()).toMatchObject({ state: 'FAILED', failure: { code: 'model_changed' } })
    expect(made.state().failure?.detail).toContain('--other')
    expect(made.calls()).toHaveLength(calls)
  })

  test('[CLI-22] is its model: another id in loopwright.yaml fails the run before anything is sent to it', async () => {
    const server = await startFakeModelServer('openai-compatible', [
      { do: 'answer', text: JSON.stringify(clean) },
      { do: 'answer', text: '{"recommendations":["Keep it short."]}' },
    ])
    const agentOf = (model: string) => ({
      default: { kind: 'model', provider: 'openai-compatible', model, base_url: server.url },
    })
    try {
      const made = designWorkspace(null, { agents: agentOf('writer-1') })
      const house = await houseAt(made.folder)
      given(await startDesign(house, feature, { requirements: 'requirements.md', by: 'ada' }))
      expect(await carry(house, feature)).toMatchObject({ at: 'CANDIDATE' })
      expect(made.state()).toMatchObject({
        modelVersion: 'model/openai-compatible/writer-1',
        temperature: 0,
      })
      expect(server.requests.map(({ body }) => [body['model'], body['temperature']])).toEqual([
        ['writer-1', 0],
        ['writer-1', 0],
      ])
      made.configure({ agents: agentOf('writer-2') })
      const later = await houseAt(made.folder)
      await answer(later, feature, { option: 'reject', by: 'ada', feedback: 'again' })
      expect(await carry(later, feature)).toMatchObject({
        at: 'FAILED',
        failure: { code: 'model_changed', detail: expect.stringContaining('writer-2') },
      })
      expect(server.requests).toHaveLength(2)
    } finally {
      await server.close()
    }
  })

  test('[CLI-22] is the model that first answered: another name in a later answer fails the run', async () => {
    const made = designWorkspace({
      generate: [
        { model: 'writer-2026-01', answer: weak(1) },
        { model: 'writer-2026-02', answer: clean },
      ],
    })
    const ran = await made.start()
    expect(ran.status, ran.stdout).toBe(5)
    expect(made.state().failure).toMatchObject({
      code: 'model_changed',
      detail: 'the generator answered as writer-2026-01 before and as writer-2026-02 now',
    })
    expect(made.json('intent.json')).toEqual(weak(1))
  })

  test('1.28: strictDeterminism refuses an agent whose temperature nobody can set, before the first call', async () => {
    const made = designWorkspace(null, { design: { strictDeterminism: true } })
    expect((await made.start()).status).toBe(5)
    expect(made.state()).toMatchObject({
      failure: { code: 'determinism_violation' },
      temperature: 'unsupported',
    })
    expect(made.calls()).toEqual([])
  })
})

describe('an agent of a design', () => {
  test.each(['generator', 'critic'])(
    '[AGENT-13] that does not answer in time fails the run; it is named, and how long it was waited for',
    async (role) => {
      const hang = { hang: true } as const
      const made = designWorkspace(
        role === 'generator' ? { generate: [hang] } : { generate: [clean], critic: hang },
        { design: { agentTimeoutMs: 5_000 } },
      )
      const begun = performance.now()
      const ran = await made.start()
      expect(performance.now() - begun).toBeLessThan(60_000)
      expect(ran.status, ran.stdout).toBe(5)
      const detail = `the ${role} did not answer within 5 s`
      expect(ran.stdout).toContain(`agent_timeout: ${detail}`)
      expect(made.state()).toMatchObject({
        state: 'FAILED',
        failure: { code: 'agent_timeout', detail, at: expect.any(String) },
      })
      const asked = made.calls().filter((call) => call.role === role)
      expect(asked).toHaveLength(1)
      // nobody is left behind
      expect(worksIn(made.folder)).toBe(false)
    },
  )

  test.each([
    ['no JSON', { raw: 'Here is your design!' }, 'JSON'],
    ['a field that is missing', { raw: { ...clean, goals: undefined } }, 'goals is missing'],
    [
      'a value of the wrong kind',
      { raw: { ...clean, goals: 'be good' } },
      '/goals: expected an array',
    ],
    ['a key nobody knows', { raw: { ...clean, colour: 'red' } }, '/colour'],
    ['the design of another feature', cleanIntent('other-feature'), '/featureId'],
  ])(
    '[DESIGN-29] that breaks its contract with %s is told so once and may answer again',
    async (_, bad, words) => {
      const made = designWorkspace({ generate: [[bad, clean]] })
      const ran = await made.start()
      expect(ran.status, ran.stdout + ran.stderr).toBe(3)
      const asked = made.calls().filter(({ phase }) => phase === 'GENERATE')
      expect(asked.map(({ attempt, iteration }) => [attempt, iteration])).toEqual([
        [1, 1],
        [2, 1],
      ])
      expect(asked[0]?.error).toBeUndefined()
      expect(asked[1]?.error).toContain(words)
      expect(asked[1]?.prompt).toContain(words)
      expect(made.state()).toMatchObject({ state: 'CANDIDATE', iteration: 0 })
      expect(made.history().map(({ event }) => event)).toContain('contract_breached')
    },
  )

  test('that breaks its contract twice fails the run as schema_invalid, with the path', async () => {
    const bad = { raw: { ...clean, components: [{ ...clean.components[0], type: 'widget' }] } }
    const made = designWorkspace({ generate: [[bad, bad]] })
    const ran = await made.start()
    expect(ran.status, ran.stdout).toBe(5)
    expect(made.state()).toMatchObject({ state: 'FAILED', failure: { code: 'schema_invalid' } })
    expect(made.state().failure?.detail).toContain('/components/0/type')
    expect(made.state().failure?.detail).toContain('"view", "container"')
    expect(ran.stdout).toContain('/components/0/type')
    expect(made.calls()).toHaveLength(2)
    expect(made.files()).toEqual(['state.json'])
  })

  test('and at once where the settings grant no second answer', async () => {
    const made = designWorkspace(
      { generate: [[{ raw: 'nothing' }, clean]] },
      { design: { contractRetries: 0 } },
    )
    expect((await made.start()).status).toBe(5)
    expect(made.calls()).toHaveLength(1)
  })

  test('keeps what was good before: a later breach leaves the last design in place', async () => {
    const made = designWorkspace({ generate: [weak(1), { raw: 'nothing' }] })
    expect((await made.start()).status).toBe(5)
    expect(made.json('intent.json')).toEqual(weak(1))
    expect(made.json('critique.json')).toMatchObject({ overallScore: scoreOf(weak(1)) })
  })

  test('that exits with an error, or is not there, fails the run and is named', async () => {
    const made = designWorkspace({ generate: [{ exit: 7 }] })
    expect((await made.start()).status).toBe(5)
    expect(made.state().failure).toMatchObject({ code: 'agent_error' })
    expect(made.calls()).toHaveLength(2)
    const other = designWorkspace(null, {
      agents: { default: { kind: 'command', command: ['no-such-agent-anywhere'] } },
    })
    expect((await other.start()).status).toBe(5)
    expect(other.state().failure?.detail).toContain('no-such-agent-anywhere')
  })

  test('[DSTEP-24] as critic adds words and never a number; without words, or in bad ones, the run goes on', async () => {
    const advice = 'Say how long a reading is kept.'
    const good = designWorkspace({
      generate: [weak(1)],
      critic: { raw: { recommendations: [advice], overallScore: 100, passed: true } },
    })
    await good.start('--max-iterations', '1')
    expect(good.json('critique.json')).toMatchObject({
      overallScore: scoreOf(weak(1)),
      passed: false,
      recommendations: [advice],
    })
    expect(good.state().state).toBe('FAILED')
    for (const critic of [{ raw: 'no' }, { exit: 1 }, { recommendations: [1] }] as const) {
      const bad = designWorkspace({ generate: [clean], critic })
      expect((await bad.start()).status).toBe(3)
      expect(bad.json('critique.json')).toMatchObject({ recommendations: [] })
    }
  })
})

describe('a scripted agent', () => {
  test('carries a whole design run from a file', async () => {
    const made = designWorkspace(null, {
      agents: { default: { kind: 'scripted', script: 'script.json' } },
    })
    writeFileSync(
      made.at('script.json'),
      JSON.stringify({
        answers: [
          { phase: 'GENERATE', iteration: 1, output: weak(2) },
          { phase: 'GENERATE', iteration: 2, output: clean },
          { phase: 'EVALUATE', repeat: true, output: { recommendations: ['One.'] } },
        ],
      }),
    )
    expect((await made.start()).status).toBe(3)
    expect(openWorkspace(made.folder, feature).state()).toMatchObject({
      state: 'CANDIDATE',
      modelVersion: 'scripted',
      temperature: 0,
    })
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
  })
})
