import { describe, expect, test } from 'vitest'
import {
  at,
  attempts,
  begun,
  designSetup,
  hashOf,
  intentOf,
  judged,
  judgedOf,
  live,
  orders,
  story,
  ways,
} from '../../../test/support/design.ts'
import { featureFiles, projectArtifacts, projectState, stateText } from './files.ts'
import { stateFrom } from './kept-state.ts'
import { type StateFile } from './state-file.ts'
import { stateFile } from './kept-state.ts'
import type { Live } from './state.ts'
import { DesignStateName } from './transitions.ts'

const stateAt = (name: DesignStateName): Live => live(story(ways[name]).state)
const fileOf = (state: Live) => JSON.parse(JSON.stringify(stateFile(state))) as StateFile

describe('state.json', () => {
  test('tells all that people and tools look for', () => {
    const run = begun(
      {},
      ...attempts(60, 85),
      orders.reject('more contrast'),
      orders.attempt('FROZEN', 'freeze now'),
    )
    expect(stateFile(live(run.state))).toMatchObject({
      version: 1,
      featureId: 'a-feature',
      runId: 'run-1',
      state: 'REVISING',
      iteration: 2,
      maxIterations: 10,
      threshold: 80,
      agentTimeoutMs: 300_000,
      modelVersion: 'test/writer',
      temperature: 0,
      promptTemplates: designSetup().promptTemplates,
      scoreHistory: [
        [0, 60],
        [1, 85],
      ],
      dimensionHistory: [
        { iteration: 0, ...judgedOf('attempt 1', 60).dimensions },
        { iteration: 1 },
      ],
      evaluations: [
        { iteration: 0, inputHash: hashOf('input of attempt 1'), score: 60 },
        { iteration: 1, inputHash: hashOf('input of attempt 2'), score: 85 },
      ],
      violations: [{ from: 'REVISING', to: 'FROZEN', trigger: 'freeze now', by: 'eve' }],
      rejectionFeedback: [{ feedback: 'more contrast', by: 'ada' }],
      approval: { choice: 'reject', by: 'ada', intentHash: hashOf('attempt 2') },
      abort: null,
      failure: null,
      intentHash: hashOf('attempt 2'),
      startedAt: run.entries[0]?.ts,
      updatedAt: run.entries.at(-1)?.ts,
    })
  })

  test('1.28: says unsupported where either model takes no temperature', () => {
    const told = (generator: 0 | 'unsupported', critic: 0 | 'unsupported') =>
      stateFile(live(begun({ temperature: { generator, critic } }).state))
    expect(told(0, 0)).toMatchObject({ temperature: 0 })
    expect(told('unsupported', 0)).toMatchObject({ temperature: 'unsupported' })
    expect(told(0, 'unsupported')).toMatchObject({
      temperature: 'unsupported',
      temperatures: { generator: 0, critic: 'unsupported' },
    })
  })

  test.each(DesignStateName.options)(
    '[DESIGN-71] of %s, read on another machine, goes on as it would have here',
    (name) => {
      const state = stateAt(name)
      const moved = story([{ type: 'adopt', state: { ...fileOf(state) }, intent: state.intent }])
      expect(moved.refused).toBeNull()
      expect(moved.events).toEqual(['adopted'])
      expect(stateText(live(moved.state))).toBe(stateText(state))
      const onward = [
        orders.generate('two'),
        orders.evaluate('one', 85),
        orders.revise,
        orders.approve,
        orders.freeze,
        orders.reset,
      ]
      const here = story([...ways[name], ...onward])
      expect(live(moved.and(...onward).state).at).toBe(live(here.state).at)
    },
  )

  test('is adopted once: a feature with a history of its own takes no other', () => {
    const state = stateAt('CANDIDATE')
    const order = { type: 'adopt', state: { ...fileOf(state) }, intent: state.intent } as const
    const before = story(ways.GENERATING)
    const after = before.and(order)
    expect(after.refused?.reason).toContain('history of its own')
    expect(after.state).toEqual(before.state)
  })

  const forged: readonly (readonly [
    string,
    DesignStateName,
    (file: StateFile) => object,
    string,
  ])[] = [
    ['a later version', 'IDLE', (file) => ({ ...file, version: 2 }), 'version'],
    ['a threshold of 10', 'GENERATING', (file) => ({ ...file, threshold: 10 }), 'threshold'],
    ['no iterations', 'GENERATING', (file) => ({ ...file, maxIterations: 0 }), 'maxIterations'],
    ['another place for a name', 'IDLE', (file) => ({ ...file, featureId: '../x' }), 'featureId'],
    ['FROZEN for CANDIDATE', 'CANDIDATE', (file) => ({ ...file, state: 'FROZEN' }), 'approval'],
    [
      'a rejection for an approval',
      'FROZEN',
      (file) => ({ ...file, approval: { ...file.approval, choice: 'reject' } }),
      'approval',
    ],
    [
      'an approval of another hash',
      'FROZEN',
      (file) => ({ ...file, approval: { ...file.approval, intentHash: hashOf('two') } }),
      'approval',
    ],
    [
      'a seal of another hash',
      'FROZEN',
      (file) => ({ ...file, seal: { ...file.seal, checksumSHA256: hashOf('two') } }),
      'seal',
    ],
    [
      'a score below the threshold',
      'FROZEN',
      (file) => ({
        ...file,
        continuation: { ...file.continuation, judged: judgedOf('one', 60) },
      }),
      'evaluation',
    ],
    [
      'CANDIDATE for REVISING',
      'REVISING',
      (file) => ({ ...file, state: 'CANDIDATE' }),
      'evaluation',
    ],
    [
      'an evaluation of another intent',
      'CANDIDATE',
      (file) => ({
        ...file,
        continuation: { ...file.continuation, judged: judgedOf('two', 95) },
      }),
      'evaluation',
    ],
    [
      'EVALUATING without an intent',
      'GENERATING',
      (file) => ({ ...file, state: 'EVALUATING' }),
      'intent',
    ],
    ['FAILED without a failure', 'FAILED', (file) => ({ ...file, failure: null }), 'failure'],
    [
      'another intent than its own',
      'CANDIDATE',
      (file) => ({ ...file, intentHash: hashOf('x') }),
      'intent',
    ],
  ]

  test.each(forged)(
    '[DESIGN-73] with %s is refused, and nothing is recorded',
    (_, name, forge, said) => {
      const state = stateAt(name)
      const file: Record<string, unknown> = { ...forge(fileOf(state)) }
      const adopted = story([{ type: 'adopt', state: file, intent: state.intent }])
      expect(adopted.refused?.reason).toContain(said)
      expect(adopted.entries).toEqual([])
    },
  )

  test('that is not one is refused by the first thing that is wrong, never with an exception', () => {
    for (const file of [null, 1, 'text', [], {}, { version: 1 }, { state: 'FROZEN' }]) {
      const read = stateFrom(file, null)
      expect(read.ok ? null : read.error).toContain('state.json')
    }
    const whole = fileOf(stateAt('CANDIDATE'))
    for (const key of Object.keys(whole)) {
      const { [key]: _, ...rest } = whole as Record<string, unknown>
      const read = stateFrom(rest, intentOf('one'))
      expect(read.ok ? null : read.error).toContain(key)
    }
  })
})

describe('the files of a feature', () => {
  const files = featureFiles('/features', 'a-feature')
  const blobs = { put: async () => '', get: async (hash: string) => `text ${hash}` }

  test('[DESIGN-75] 1.25: lie in <root>/<feature>/design, exactly as listed', () => {
    expect(files).toMatchObject({
      intent: '/features/a-feature/design/intent.json',
      preview: '/features/a-feature/design/preview.html',
      critique: '/features/a-feature/design/critique.json',
      state: '/features/a-feature/design/state.json',
      frozen: {
        marker: '/features/a-feature/design/final/FROZEN.md',
        intent: '/features/a-feature/design/final/intent.json',
        preview: '/features/a-feature/design/final/preview.html',
      },
    })
  })

  test('1.24: hold the states of earlier runs by their ids', async () => {
    const idle = at(story(ways.IDLE).state, 'IDLE')
    const shown = projectState(files, idle, blobs)
    expect(shown.map(({ path }) => path)).toEqual([
      '/features/a-feature/design/state.json',
      '/features/a-feature/design/history/run-1.json',
    ])
    const [state, archive] = shown.map(({ content }) => content)
    expect(typeof state === 'function' ? await state() : state).toBe(stateText(idle))
    expect(typeof archive === 'function' ? await archive() : archive).toBe(
      `text ${hashOf('archive of run-1')}`,
    )
  })

  test('hold critique and preview only while they are of the intent that stands there', () => {
    const content = async (state: Live) =>
      Promise.all(
        projectArtifacts(files, state, blobs).map(async (file) => [
          file.path.split('/').at(-1),
          typeof file.content === 'function' ? await file.content() : file.content,
        ]),
      )
    const next = begun({}, ...judged('one', 60), orders.revise, orders.generate('two'))
    return Promise.all([
      expect(content(stateAt('GENERATING'))).resolves.toEqual([
        ['critique.json', null],
        ['preview.html', null],
      ]),
      expect(content(stateAt('CANDIDATE'))).resolves.toEqual([
        ['intent.json', `text ${hashOf('text of one')}`],
        ['critique.json', `text ${hashOf('critique of one')}`],
        ['preview.html', `text ${hashOf('preview of one')}`],
      ]),
      expect(content(live(next.state))).resolves.toEqual([
        ['intent.json', `text ${hashOf('text of two')}`],
        ['critique.json', null],
        ['preview.html', null],
      ]),
    ])
  })
})
