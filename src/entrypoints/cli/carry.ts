import type { AnyRun, Rested } from '../../engine/define-workflow.ts'
import type { Choice } from '../../model/choice.ts'
import type { ExitCode } from '../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { type Call, flag, personOf } from './command.ts'
import { pauseOnInterrupt } from './pause.ts'
import { screenOf } from './screen.ts'
import type { Watch } from '../../engine/workflow.ts'
import type { Screen } from '../../model/screen.ts'
import { printable } from '../../views/findings.ts'
import { openLiveLine } from './live-line.ts'
import type { Terminal } from './terminal.ts'

export type Outcome = AsyncResult<ExitCode>

type Sitting = {
  readonly notes?: readonly string[]
  readonly patience?: number
  /** Where somebody listens for an interruption already. */
  readonly pause?: AbortSignal | undefined
}

/** Carries a run on in front of a person or a pipe, until it rests. */
export async function carry(...on: Parameters<typeof carryToRest>): Outcome {
  const rest = await carryToRest(...on)
  return rest.ok ? ok(rest.value.exit) : rest
}

/** The same, for whoever goes on with something else afterwards. */
export async function carryToRest(
  call: Call,
  workspace: Workspace,
  run: AnyRun,
  sitting: Sitting = {},
): AsyncResult<Rested> {
  const rest = await carryQuietly(call, run, sitting)
  if (!rest.ok) return rest
  const { terminal, values } = call
  const asJson = flag(values, 'json')
  const { exit, run: rested } = rest.value
  const show = await rested.show({ artifact: true })
  if (asJson) terminal.print(JSON.stringify({ ...show.json, exit }))
  else for (const line of await show.end(screenOf(call))) terminal.print(line)
  const saves = show.offersToSave === true && rest.value.type === 'ended'
  const unsaved = saves
    ? await (await import('./save-artifact.ts')).offerToSave(call, workspace, rested)
    : null
  if (!asJson) for (const line of show.next(terminal.paint)) terminal.print(line)
  return unsaved === null ? rest : err(unsaved)
}

async function carryQuietly(
  call: Call,
  run: AnyRun,
  { notes = [], patience, pause }: Sitting,
): AsyncResult<Rested> {
  const { terminal, values } = call
  const quiet = flag(values, 'json') || flag(values, 'quiet')
  const presenter = openPresenter(terminal, screenOf(call), quiet)
  if (!quiet) notes.forEach((note) => presenter.note(note))
  const interrupt = pause === undefined ? pauseOnInterrupt(call) : { pause, end: () => undefined }
  try {
    return await run.carry({
      ...presenter,
      pause: interrupt.pause,
      ...(patience === undefined ? {} : { patience }),
    })
  } finally {
    await presenter.finish()
    interrupt.end()
  }
}

/** Gives a person's word to a run, and goes on with what follows from it. */
export async function answer(
  call: Call,
  workspace: Workspace,
  run: AnyRun,
  choice: Omit<Choice, 'by' | 'known'>,
): Outcome {
  const answered = await run.answer({ ...personOf(call), ...choice })
  if (!answered.ok) return answered
  const { run: next, instead, looks } = answered.value
  if (looks && !flag(call.values, 'json')) {
    const report = await next.report('pretty', { artifact: false, screen: screenOf(call) })
    if (!report.ok) return report
    call.terminal.print(report.value)
  }
  const { patienceMs } = await import('../../engine/command-run.ts')
  // one command tells one JSON document: here it is what the person has to know first
  const silent = instead !== null && flag(call.values, 'json')
  const terminal = silent ? { ...call.terminal, print: () => undefined } : call.terminal
  // somebody who decided at the same moment may still be at it
  const carried = await carry({ ...call, terminal }, workspace, next, { patience: patienceMs })
  return instead === null || !carried.ok ? carried : err(instead)
}

/**
 * Shows a run while it goes on: a live line on a terminal, and what is new as it comes. Everything goes
 * through one queue, so it comes out in order.
 */
function openPresenter(terminal: Terminal, screen: Screen, quiet: boolean) {
  const live = openLiveLine(terminal, quiet)
  let known: Set<string> | null = null
  let queue = Promise.resolve()
  const tell = async (run: AnyRun) => {
    const show = await run.show()
    live.state(show.live)
    const before = known
    known = new Set([...(before ?? []), ...show.news.map(({ key }) => key)])
    for (const { key, piped, lines } of show.news) {
      // what was there before this sitting is not news, but where it begins is
      if (before === null ? !piped : before.has(key)) continue
      if (piped && terminal.live) continue
      const ready = await lines(screen)
      if (ready.length > 0) live.clear()
      for (const line of ready) terminal.print(line)
    }
  }
  return {
    state(run: AnyRun) {
      if (!quiet) queue = queue.then(() => tell(run))
    },
    progress: (text: string) => live.doing(text),
    note(text: string) {
      queue = queue.then(() => {
        live.clear()
        return terminal.mention(`${terminal.paintError('yellow', '!')} ${printable(text)}`)
      })
    },
    async finish() {
      await queue
      live.end()
    },
  } satisfies Omit<Watch<AnyRun>, 'pause'> & { finish(): Promise<void> }
}
