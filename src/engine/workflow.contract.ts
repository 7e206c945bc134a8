import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Choice } from '../model/choice.ts'
import type { Entry } from '../model/entry.ts'
import type { Gate } from '../model/gate.ts'
import type { AsyncResult, Result } from '../model/result.ts'
import type { Workspace } from '../ports/workspace.ts'
import { answerRun } from './answer-run.ts'
import { carryRun } from './carry-run.ts'
import { cleanRun, stopRun, whyNotCleaned } from './command-run.ts'
import { findRun, openKnownRun, openRun } from './open-run.ts'
import { verifyRun } from './verify-run.ts'
import type { OpenRun, RunState, WorkflowDefinition } from './workflow.ts'

/** Where a process dies: at its n-th append. */
export type AppendDeath = { readonly at: number; readonly how: 'before' | 'within' | 'after' }

/** A process at a workspace. */
export type Seat<State extends RunState, Command, Step> = {
  readonly workspace: Workspace
  readonly definition: WorkflowDefinition<State, Command, Step>
  isAlive(): boolean
}

/** A workflow in a world of its own, in which the same step always brings the same result. */
export type Stage<State extends RunState, Command, Step> = {
  open(death?: AppendDeath): Seat<State, Command, Step>
  start(workspace: Workspace): AsyncResult<string>
  /** What people answer when they are asked for the n-th time. */
  choose(gate: Gate, attempt: number): Promise<Omit<Choice, 'by'>>
  /** The disk as a person sees it. */
  readonly disk: {
    paths(): readonly string[]
    read(path: string): string | null
    write(path: string, text: string | null): void
  }
  /** Moves everything to another folder; whoever comes next finds it there. */
  move(): void
}

const watch = {
  state: () => undefined,
  progress: () => undefined,
  note: () => undefined,
  pause: new AbortController().signal,
}

function given<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** The laws of every workflow. `openStage` opens another world for each seed, and the same for the same. */
export function describeWorkflow<State extends RunState, Command, Step>(
  name: string,
  openStage: (seed: number) => Stage<State, Command, Step>,
): void {
  type World = Stage<State, Command, Step>
  type Opened = Seat<State, Command, Step> & {
    readonly stage: World
    readonly run: OpenRun<State>
  }

  const look = async (stage: World, runName: string, seat = stage.open()): Promise<Opened> => ({
    ...seat,
    stage,
    run: given(await openKnownRun(seat.definition, seat.workspace, runName)),
  })
  const again = ({ stage, run }: Opened) => look(stage, run.name)
  const dueOf = ({ definition, run }: Opened) => definition.machine.due(run.state)
  const isOver = ({ definition, run }: Opened) => definition.isOver(run.state)
  const entriesOf = async ({ run }: Opened) => given(await run.store.journal.read()).entries
  const carry = async ({ definition, workspace, run }: Opened) =>
    given(await carryRun(definition, workspace, run, watch))
  const answer = ({ definition, workspace, run }: Opened, choice: Choice) =>
    answerRun(definition, workspace, run, choice)
  const stop = ({ definition, workspace, run }: Opened, by: string) =>
    stopRun(definition, workspace, run, { reason: 'enough is enough', by })
  /** What verify finds; that judges changed their minds is no damage. */
  const problemsOf = async ({ definition, workspace, run }: Opened) =>
    given(await verifyRun(definition, workspace, run)).problems.filter(
      (problem) => !problem.startsWith('two verdicts'),
    )

  /** Works and answers until the run is over, in one process or in another for everything. */
  async function goOn(stage: World, runName: string, seat?: Opened | Seat<State, Command, Step>) {
    const attempts = new Map<string, number>()
    for (let round = 0; round < 100; round += 1) {
      const opened = await look(stage, runName, seat)
      if (isOver(opened)) return opened
      const due = dueOf(opened)
      if (due.type !== 'gate') await carry(opened)
      else {
        const { gate } = due
        attempts.set(gate.id, (attempts.get(gate.id) ?? 0) + 1)
        const choice = await stage.choose(gate, attempts.get(gate.id) ?? 1)
        await answer(opened, { ...choice, by: 'ada' })
        // a decision that was kept before a crash is taken in by whoever goes on
        await carry(await look(stage, runName, seat))
      }
    }
    throw new Error(`${runName} does not come to its end`)
  }

  const begun = async (stage: World): Promise<Opened> =>
    look(stage, given(await stage.start(stage.open().workspace)))
  const rested = async (stage: World): Promise<Opened> => {
    const opened = await begun(stage)
    await carry(opened)
    return again(opened)
  }
  const ended = async (stage: World): Promise<Opened> => goOn(stage, (await begun(stage)).run.name)

  /** The first seed whose run is as wanted, and that run. */
  async function find(
    bring: (stage: World) => Promise<Opened>,
    isWanted: (opened: Opened) => boolean | Promise<boolean>,
  ): Promise<Opened & { readonly seed: number }> {
    for (let seed = 1; seed <= 100; seed += 1) {
      const opened = await bring(openStage(seed))
      if (await isWanted(opened)) return { ...opened, seed }
    }
    throw new Error(`no run of ${name} is as wanted`)
  }
  const aParkedRun = () => find(rested, (opened) => dueOf(opened).type === 'gate')
  const anEndedRun = () => find(ended, async (opened) => (await entriesOf(opened)).length > 3)
  const allOn = ({ disk }: World) =>
    Object.fromEntries(disk.paths().map((path) => [path, disk.read(path)]))

  describe(`the workflow ${name}`, () => {
    test('[WORKFLOW-1] comes to the same end by the same events, wherever at an append its process dies', async () => {
      const { seed, ...calm } = await anEndedRun()
      const entries = await entriesOf(calm)
      const expected = entries.map(timeless(calm.run))
      const appends = entries.filter(({ left }) => left === undefined).length
      for (let at = 1; at <= appends; at += 1)
        for (const how of ['before', 'within', 'after'] as const) {
          const stage = openStage(seed)
          const { runName } = await dieAt(stage, { at, how })
          const end = runName === null ? await ended(stage) : await goOn(stage, runName)
          await carry(end)
          const found = (await entriesOf(end)).map(timeless(end.run))
          expect(found, `died ${how} append ${at}`).toEqual(expected)
          expect(await problemsOf(end), `died ${how} append ${at}`).toEqual([])
        }
    })

    test('[WORKFLOW-2] records a stop once with who said it, while it is parked and while it is at work', async () => {
      const said = async (opened: Opened, by: string) =>
        (await entriesOf(opened)).filter(({ payload }) => JSON.stringify(payload).includes(by))
          .length
      const parked = await aParkedRun()
      expect(given(await stop(parked, 'grace'))).toBe('stopped')
      const stopped = await again(parked)
      expect(isOver(stopped)).toBe(true)
      expect((await stop(stopped, 'hugo')).ok).toBe(false)
      expect(await said(await again(parked), 'grace')).toBe(1)

      // a step may end a run by itself; then nobody stopped it
      let recorded = 0
      for (let seed = 1; seed <= 12; seed += 1)
        for (let step = 1; step <= 5; step += 1) {
          const opened = await begun(openStage(seed))
          await carry({ ...opened, definition: stoppedAt(step, opened) })
          const now = await again(opened)
          expect(await said(now, 'grace')).toBe(await said(now, 'enough is enough'))
          expect(await said(now, 'grace')).toBeLessThan(2)
          if ((await said(now, 'grace')) === 0) continue
          recorded += 1
          expect(isOver(now)).toBe(true)
          expect(await now.run.store.stopRequested()).toBeNull()
        }
      expect(recorded).toBeGreaterThan(4)
    })

    /** Whoever works is asked to stop by another process in the middle of the n-th step. */
    function stoppedAt(step: number, { definition, stage, run }: Opened): typeof definition {
      let steps = 0
      return {
        ...definition,
        async bench(...on) {
          const bench = given(await definition.bench(...on))
          const work: typeof bench.work = async (...doing) => {
            steps += 1
            if (steps === step)
              expect(given(await stop(await look(stage, run.name), 'grace'))).toBe('asked')
            return bench.work(...doing)
          }
          return { ok: true, value: { ...bench, work } }
        },
      }
    }

    test('[WORKFLOW-3] takes one of two answers, and the other learns who decided', async () => {
      const parked = await aParkedRun()
      const due = dueOf(parked)
      if (due.type !== 'gate') throw new Error(due.type)
      const choice = await parked.stage.choose(due.gate, 1)
      const people = ['ada', 'bob']
      const seats = [await again(parked), await again(parked)]
      const answers = await Promise.all(
        seats.map((opened, index) => answer(opened, { ...choice, by: people[index] ?? '' })),
      )
      const winners = people.filter((_, index) => answers[index]?.ok)
      expect(winners).toHaveLength(1)
      const [lost] = answers.flatMap((each) => (each.ok ? [] : [each.error.what]))
      expect(lost).toContain(`${winners[0]} has decided already: ${choice.option}`)
      const taken = (await entriesOf(await again(parked))).flatMap(({ payload }) =>
        'answer' in payload ? [JSON.stringify(payload['answer'])] : [],
      )
      expect(taken).toHaveLength(1)
      expect(taken[0]).toContain(`"by":"${winners[0]}"`)
    })

    test('[WORKFLOW-3] takes in a decision when it is resumed, where whoever decided died before it was recorded', async () => {
      const parked = await aParkedRun()
      const { stage, workspace, definition, run } = parked
      const due = dueOf(parked)
      if (due.type !== 'gate') throw new Error(due.type)
      const { id: gate, shown } = due.gate
      const { option, feedback = '' } = await stage.choose(due.gate, 1)
      const at = workspace.clock.now().toISOString()
      given(await run.store.decide({ gate, option, by: 'ada', at, shown, feedback }))
      await carryRun(definition, workspace, run, watch)
      const taken = (await entriesOf(await again(parked))).filter(
        ({ payload }) => 'answer' in payload,
      )
      expect(JSON.stringify(taken)).toContain('"by":"ada"')
    })

    test('[WORKFLOW-4] refuses an answer to a question that is not open', async () => {
      const answered = async (opened: Opened) =>
        (await entriesOf(await again(opened))).filter(({ payload }) => 'answer' in payload).length
      const over = await anEndedRun()
      const before = await answered(over)
      expect((await answer(over, { option: 'approve', by: 'ada' })).ok).toBe(false)
      expect(await answered(over)).toBe(before)

      const parked = await aParkedRun()
      const due = dueOf(parked)
      if (due.type !== 'gate') throw new Error(due.type)
      const choice = await parked.stage.choose(due.gate, 1)
      const other = await answer(parked, { ...choice, by: 'ada', gate: 'another-question' })
      expect(other.ok ? '' : other.error.what).toContain(`the open question is ${due.gate.id}`)
      expect((await answer(parked, { option: 'nonsense', by: 'ada' })).ok).toBe(false)
      expect(await answered(parked)).toBe(0)
    })

    test('[WORKFLOW-5] rebuilds files that were damaged or deleted when it is resumed; verify names them before', async () => {
      const parked = await aParkedRun()
      const { definition, workspace, run, stage } = parked
      const files = definition
        .files(workspace, run)
        .filter(({ path }) => stage.disk.read(path) !== null)
      expect(files.length).toBeGreaterThan(0)
      const before = allOn(stage)
      for (const damage of [null, '{"half'])
        for (const { path, shared = false } of files) {
          stage.disk.write(path, damage)
          expect((await problemsOf(await again(parked))).join()).toContain(workspace.relative(path))
          await carry(await again(parked))
          // what others made of a file that is theirs too stays in it
          if (!shared) expect(stage.disk.read(path)).toBe(before[path])
          expect(await problemsOf(await again(parked))).toEqual([])
          if (shared) stage.disk.write(path, before[path] ?? null)
        }
    })

    test('[WORKFLOW-6] verifies at its end, and not where a line was edited, lost or moved', async () => {
      const over = await anEndedRun()
      const { definition, workspace, run, stage } = over
      expect(await problemsOf(over)).toEqual([])
      const text = stage.disk.read(run.history) ?? ''
      const [first = '', second = '', third = '', ...rest] = text.split('\n')
      const damages = [
        [first, second.replace('"n":2', '"n":2,"by":"me"'), third, ...rest],
        [first, third, ...rest],
        [first, third, second, ...rest],
      ]
      for (const lines of damages) {
        stage.disk.write(run.history, lines.join('\n'))
        const verified = await verifyRun(definition, workspace, run)
        expect(verified.ok ? '' : verified.error.what).toContain('was damaged')
        const { definition: fresh, workspace: other } = stage.open()
        expect((await findRun(fresh, other, run.name)).ok).toBe(false)
      }
      stage.disk.write(run.history, text)
      expect(await problemsOf(await again(over))).toEqual([])
    })

    test('[WORKFLOW-7] is listed, opened, verified and goes on in a workspace that was moved', async () => {
      const parked = await aParkedRun()
      const { stage, run } = parked
      stage.move()
      const { definition, workspace } = stage.open()
      expect(await definition.names(workspace)).toContain(run.name)
      const moved = await look(stage, run.name)
      expect(moved.run.history).not.toBe(run.history)
      expect(moved.run.state).toEqual(run.state)
      expect(await problemsOf(moved)).toEqual([])
      const end = await goOn(stage, run.name)
      expect(await problemsOf(end)).toEqual([])
      expect((await entriesOf(end)).length).toBeGreaterThan((await entriesOf(moved)).length - 1)
    })

    test('[WORKFLOW-5] changes nothing when it is resumed after its end', async () => {
      const over = await anEndedRun()
      await carry(over)
      const before = allOn(over.stage)
      expect(await carry(await again(over))).toMatchObject({ type: 'ended' })
      expect(allOn(over.stage)).toEqual(before)
    })

    test('[WORKFLOW-9] is cleaned once it is over: all that the run had goes, and only that', async () => {
      const parked = await aParkedRun()
      expect((await cleanRun(parked.definition, parked.workspace, parked.run)).ok).toBe(false)
      const over = await find(
        ended,
        async ({ definition, workspace, run }) =>
          (await whyNotCleaned(definition, workspace, run)) === null,
      )
      const { definition, workspace, run, stage } = over
      const folder = definition.folder(workspace, run)
      const { folder: kept } = await definition.place(workspace, run.name)
      const own = [folder, join(workspace.privateFolder, kept)]
      for (const each of own) {
        stage.disk.write(`${each}-2/other`, 'other')
        stage.disk.write(join(dirname(each), 'other'), 'other')
      }
      const before = allOn(stage)
      const isOwn = (path: string) => own.some((each) => path.startsWith(`${each}/`))
      expect(Object.keys(before).filter(isOwn).length).toBeGreaterThan(1)
      given(await cleanRun(definition, workspace, run))
      const left = Object.entries(before).filter(([path]) => !isOwn(path))
      expect(allOn(stage)).toEqual(Object.fromEntries(left))
      const { definition: fresh, workspace: other } = stage.open()
      expect((await openRun(fresh, other, run.name)).ok).toBe(false)
    })

    test('[WORKFLOW-10] is no run where a crash tore its start, and is started again', async () => {
      const stage = openStage(1)
      expect(await dieAt(stage, { at: 1, how: 'within' })).toEqual({ runName: null })
      const { definition, workspace } = stage.open()
      for (const each of await definition.names(workspace)) {
        expect(await findRun(definition, workspace, each)).toEqual({ ok: true, value: null })
        expect((await openRun(definition, workspace, each)).ok).toBe(false)
      }
      expect(await problemsOf(await ended(stage))).toEqual([])
    })

    /** One process does everything until it dies; tells the run that it left, if there is one. */
    async function dieAt(stage: World, death: AppendDeath) {
      const seat = stage.open(death)
      await (async () => goOn(stage, given(await stage.start(seat.workspace)), seat))().catch(
        (error: unknown) => {
          if (seat.isAlive()) throw error
        },
      )
      expect(seat.isAlive()).toBe(false)
      const { definition, workspace } = stage.open()
      for (const runName of await definition.names(workspace))
        if (given(await findRun(definition, workspace, runName)) !== null) return { runName }
      return { runName: null }
    }
  })
}

/** An event without what differs between two histories of the same run. */
const timeless =
  ({ name, runId }: { readonly name: string; readonly runId: string }) =>
  ({ event, iteration, phase, step, status, payload }: Entry) =>
    JSON.parse(
      JSON.stringify({ event, iteration, phase, step, status, payload })
        .replaceAll(runId, 'the-run')
        .replaceAll(name, 'the-run')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'),
    ) as unknown
