import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../../src/app.ts'
import type { Workspace } from '../../src/ports/workspace.ts'
import { answerRun } from '../../src/engine/answer-run.ts'
import { openRun } from '../../src/engine/open-run.ts'
import { reflex } from '../../src/workflows/reflex/definition.ts'
import type { ReflexRun } from '../../src/workflows/reflex/places.ts'
import { roles } from '../../src/workflows/reflex/steps/bench.ts'
import { openAgents } from '../../src/engine/open-agents.ts'
import { draftSetup } from '../../src/workflows/reflex/setup/draft-setup.ts'
import { startLoop } from '../../src/workflows/reflex/start.ts'
import { ok } from '../../src/model/result.ts'
import type { Setup } from '../../src/workflows/reflex/events.ts'
import { gateFor } from '../../src/workflows/reflex/gates.ts'
import { freshFolder } from '../support/folder.ts'
import { readEvents, storyGates } from '../support/workspace.ts'
import { command, compare, openReach, type Reach } from './model.ts'

/** The two questions of a run, what is confirmed of them, and who decided what. */
type Model = {
  asked: number
  confirmed: number
  ended: boolean
  limit: number
  taken: string[]
  decided: string | null
}
type Real = { readonly folder: string; readonly house: Workspace; readonly place: ReflexRun }

const questions = ['criteria', 'max_iterations'] as const
const gateOf = ({ asked, confirmed, ended }: Model) =>
  ended || confirmed === 2 ? null : `${questions[confirmed]}-${asked}`
const people = fc.constantFrom('ada', 'bob', 'cyd')
const options = fc.constantFrom('confirm', 'confirm', 'confirm', 'change', 'cancel')
const limits = fc.constantFrom(1, 3, 7, 999)

async function parkedRun(): Promise<Real> {
  const folder = freshFolder()
  writeFileSync(join(folder, 'gates.yaml'), storyGates)
  writeFileSync(
    join(folder, 'loopwright.yaml'),
    'agents:\n  default: { kind: command, command: [node, agent.mjs] }\n',
  )
  const house = await openWorkspace({ cwd: folder, env: {} })
  if (!house.ok) throw new Error(house.error.what)
  const agents = await openAgents(house.value, roles)
  if (!agents.ok) throw new Error(agents.error.what)
  const draft = await draftSetup(
    house.value,
    { task: 'a story', alias: 'story', type: 'other', criteriaFile: join(folder, 'gates.yaml') },
    agents.value,
  )
  if (!draft.ok || draft.value === null) throw new Error('no draft')
  const started = await startLoop(house.value, draft.value, [])
  if (!started.ok) throw new Error(started.error.what)
  return { folder, house: house.value, place: await opened(house.value) }
}

async function opened(house: Workspace): Promise<ReflexRun> {
  const run = await openRun(reflex, house, 'story')
  if (!run.ok) throw new Error(run.error.what)
  return run.value
}

const setupOf = async ({ house }: Real): Promise<Setup> => (await opened(house)).state.setup

/** Answers as the command line does; a fresh look at the run each time. */
async function answer(real: Real, by: string, option: string, limit: number) {
  const reflexRun = await opened(real.house)
  const details = option === 'change' ? { maxIterations: limit } : {}
  // the planted bug replaces the store's decide
  const place = {
    ...reflexRun,
    store: {
      ...reflexRun.store,
      ...('bug' in real ? { decide: async (given: never) => ok(given) } : {}),
    },
  }
  return answerRun(reflex, real.house, place, { by, option, details })
}

function take(model: Model, by: string, option: string, limit: number): void {
  model.taken = [...model.taken, `${gateOf(model)} ${by} ${option}`]
  if (option === 'confirm') model.confirmed += 1
  else if (option === 'cancel') model.ended = true
  else Object.assign(model, { asked: model.asked + 1, confirmed: 0, limit })
}

const told = (folder: string) =>
  readEvents(folder)
    .filter(({ event }) => event === 'gate_answered')
    .map(({ payload }) => {
      const { gate, by, option } = (
        payload as { answer: { gate: string; by: string; option: string } }
      ).answer
      return `${gate} ${by} ${option}`
    })

async function expectSame(model: Model, real: Real): Promise<void> {
  const { state } = await opened(real.house)
  expect(state.at).toBe(model.ended ? 'ended' : model.confirmed === 2 ? 'working' : 'confirming')
  if (state.at === 'confirming') expect(gateFor(state).id).toBe(gateOf(model))
  expect(state.setup.max_iterations).toBe(model.limit)
  expect(told(real.folder)).toEqual(model.taken)
}

const commandsFor = (reach: Reach) => [
  fc.tuple(people, options, limits).map(([by, option, limit]) =>
    command<Model, Real>(`${by} answers ${option} ${limit}`, async (model, real) => {
      const open = gateOf(model)
      const result = await answer(real, by, option, limit)
      reach.see(
        open === null ? 'late answer' : model.decided === null ? option : 'answer after a crash',
      )
      if (open === null) expect(!result.ok && result.error.exit).toBe(2)
      else if (model.decided !== null) {
        // somebody had decided and died: their word counts, and whoever comes next is told
        const same = model.decided === `${by} ${option}`
        expect(result.ok, JSON.stringify(result)).toBe(same)
        const [who = '', what = ''] = model.decided.split(' ')
        take(model, who, what, limit)
        model.decided = null
      } else {
        if (!result.ok) throw new Error(result.error.what)
        take(model, by, option, limit)
      }
      await expectSame(model, real)
    }),
  ),
  fc
    .tuple(
      fc.uniqueArray(people, { minLength: 2, maxLength: 3 }),
      fc.constantFrom('confirm', 'cancel'),
    )
    .map(([rivals, option]) =>
      command<Model, Real>(
        `${rivals.join(' and ')} race to ${option}`,
        async (model, real) => {
          reach.see('race')
          const results = await Promise.all(rivals.map((by) => answer(real, by, option, 0)))
          const fresh = told(real.folder).slice(model.taken.length)
          // each question is decided once; whoever decided one was told so, and nobody else
          expect(new Set(fresh.map((each) => each.split(' ')[0])).size).toBe(fresh.length)
          for (const [index, by] of rivals.entries())
            expect(
              results[index]?.ok,
              `${by}: ${JSON.stringify(results[index])} ${fresh.join(', ')}`,
            ).toBe(fresh.some((each) => each.includes(` ${by} `)))
          expect(fresh.length).toBeGreaterThanOrEqual(1)
          for (const each of fresh) {
            const [, by = '', what = ''] = each.split(' ')
            take(model, by, what, 0)
          }
          await expectSame(model, real)
        },
        (model) => gateOf(model) !== null && model.decided === null,
      ),
    ),
  fc.tuple(people, fc.constantFrom('confirm', 'cancel')).map(([by, option]) =>
    command<Model, Real>(
      `${by} decides ${option} and dies`,
      async (model, real) => {
        reach.see('decided and died')
        const { state } = await opened(real.house)
        if (state.at !== 'confirming') throw new Error('not parked')
        const { id, shown } = gateFor(state)
        expect((await real.place.store.decide({ gate: id, shown, by, option, at: 'now' })).ok).toBe(
          true,
        )
        model.decided = `${by} ${option}`
        await expectSame(model, real)
      },
      (model) => gateOf(model) !== null && model.decided === null,
    ),
  ),
]

const trial = (reach: Reach, runs: number, bug = false) => ({
  commands: commandsFor(reach),
  runs,
  longest: 10,
  start: async () => {
    const real = await parkedRun()
    const { max_iterations: limit } = await setupOf(real)
    const model: Model = { asked: 1, confirmed: 0, ended: false, limit, taken: [], decided: null }
    return { model, real: (bug ? { ...real, bug } : real) as Real }
  },
})

describe('the gate and its model', () => {
  test('[GATE-6] agree: races, late answers, changed set-ups and deciders that die leave one decision a question, told to who made it', async () => {
    const reach = openReach()
    await compare(trial(reach, 40))
    expect(
      reach.missing(
        [
          'confirm',
          'change',
          'cancel',
          'late answer',
          'race',
          'decided and died',
          'answer after a crash',
        ],
        3,
      ),
    ).toEqual([])
  })

  test('disagree as soon as the second decision is taken for the first', async () => {
    await expect(compare(trial(openReach(), 40, true))).rejects.toThrow(/race|dies/)
  })

  test('no answer becomes a decision that could never be taken in: a limit out of bounds, a name of nothing', async () => {
    const real = await parkedRun()
    for (const wrong of [
      await answer(real, 'ada', 'change', 5_000),
      await answer(real, '', 'confirm', 0),
    ])
      expect(!wrong.ok && wrong.error.exit).toBe(2)
    expect((await answer(real, 'ada', 'change', 7)).ok).toBe(true)
    expect((await answer(real, 'ada', 'confirm', 0)).ok).toBe(true)
    expect((await setupOf(real)).max_iterations).toBe(7)
  })

  test('whoever decided is told so, also where another process holds the run for a moment or takes the decision in first', async () => {
    const busy = await parkedRun()
    const lock = await busy.place.store.lock()
    if (!lock.ok) throw new Error('held')
    const waiting = answer(busy, 'ada', 'confirm', 0)
    setTimeout(() => void lock.value.release(), 300)
    expect(await waiting).toMatchObject({ ok: true })

    const raced = await parkedRun()
    const { store } = raced.place
    const overtaken: ReflexRun = {
      ...raced.place,
      store: {
        ...store,
        decide: async (given) => {
          const decided = await store.decide(given)
          expect((await answer(raced, 'bob', 'confirm', 0)).ok).toBe(false)
          return decided
        },
      },
    }
    expect(
      await answerRun(reflex, raced.house, overtaken, { by: 'ada', option: 'confirm' }),
    ).toMatchObject({ ok: true })
    expect(told(raced.folder)).toEqual(['criteria-1 ada confirm'])
  })
})
