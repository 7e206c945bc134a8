import type { Workspace } from '../../ports/workspace.ts'
import type { Live, Place } from '../../app/reflex-places.ts'
import type { Watch } from '../../app/reflex-watch.ts'
import { viewOf } from '../../app/reflex-view.ts'
import type { Resting } from '../../app/drive-frame.ts'
import type { ExitCode, Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import { finalSummary, nextStep } from '../../views/final-summary.ts'
import { showScore } from '../../views/format.ts'
import type { RunView } from '../../model/run-view.ts'
import { allowedIn, obligationLines, verdictHeadline } from '../../views/verdict.ts'
import { type Call, flag, text } from './command.ts'
import { runAsJson } from './json.ts'
import { exitOf } from './exit-of.ts'
import { openPresenter } from './presenter.ts'
import { pauseOnInterrupt } from './pause.ts'
import { offerToSave } from './save-artifact.ts'

/** Runs a loop in front of a person or a pipe: progress, the clean stop on Ctrl-C, the end. */
export async function runLoop(
  call: Call,
  workspace: Workspace,
  go: (watch: Watch) => AsyncResult<{ place: Place; rest: Resting<Live> }>,
): AsyncResult<ExitCode> {
  const { terminal, values } = call
  const asJson = flag(values, 'json')
  const presenter = openPresenter(workspace, terminal, {
    quiet: asJson || flag(values, 'quiet'),
    compact: flag(values, 'compact'),
  })
  const { pause, end } = pauseOnInterrupt(call)
  try {
    const gone = await go({ ...presenter, pause })
    await presenter.finish()
    if (!gone.ok) return gone
    const { place, rest } = gone.value
    const run = viewOf(workspace, place, rest.state)
    const artifact = run.artifact === null ? null : await workspace.blobs.get(run.artifact)
    if (asJson) terminal.print(JSON.stringify(runAsJson(run, { artifact, exit: exitOf(rest) })))
    const unsaved = await (asJson ? saveQuietly : tellEnd)(call, workspace, { run, rest, artifact })
    return unsaved === null ? ok(exitOf(rest)) : err(unsaved)
  } finally {
    await presenter.finish()
    end()
  }
}

type End = { readonly run: RunView; readonly rest: Resting<Live>; readonly artifact: string | null }

/** For machines: one JSON document is told, and the file is written all the same. */
async function saveQuietly(call: Call, workspace: Workspace, { run, artifact }: End) {
  const target = text(call.values, 'save')
  if (artifact === null || target === undefined || run.stop === null) return null
  const terminal = { ...call.terminal, print: () => undefined }
  return offerToSave({ ...call, terminal }, workspace, { run, artifact, target })
}

async function tellEnd(call: Call, workspace: Workspace, end: End): Promise<Problem | null> {
  const { terminal, values } = call
  const { run, rest } = end
  const { paint } = terminal
  if (rest.type === 'parked') {
    tellParked(call, run)
    return null
  }
  if (rest.type === 'paused') {
    terminal.print(
      `${paint('yellow', '‖')} paused at iteration ${run.iteration}, ${run.step}. Everything completed is recorded.`,
    )
    terminal.print(`  ${paint('cyan', '→')} go on with: loopwright resume`)
    return null
  }
  if (end.artifact !== null && !flag(values, 'quiet') && !flag(values, 'compact')) {
    terminal.print(`\n${paint('dim', `── Final artifact (${run.artifact?.slice(0, 8)}) ──`)}`)
    terminal.print(end.artifact.trimEnd())
  }
  const good = run.status === 'completed'
  const { obligations = [] } = run
  const allowed = allowedIn(run)
  const what = obligations.length === 0 ? run.status : verdictHeadline(obligations, allowed)
  terminal.print(
    `\n${paint(['bold', good ? 'green' : 'yellow'], `${good ? '✓' : '■'} ${run.alias}: ${what}`)}`,
  )
  for (const line of obligationLines(obligations, {
    paint,
    width: terminal.width,
    all: false,
    allowed,
  }))
    terminal.print(line)
  for (const line of finalSummary(run)) terminal.print(`  ${line}`)
  if (run.stop?.code === 'phase_error')
    terminal.print(`  ${paint('red', 'error:')} ${String(run.stop.detail['error'])}`)
  tellBest(call, run)
  const target = text(values, 'save')
  const unsaved =
    end.artifact === null
      ? null
      : await offerToSave(call, workspace, {
          run,
          artifact: end.artifact,
          ...(target === undefined ? {} : { target }),
        })
  tellNext(call, run)
  return unsaved
}

function tellBest({ terminal }: Call, { best, artifact, alias, evaluation }: RunView): void {
  // an equal score is no better one
  if (best === null || best.hash === artifact || best.score <= (evaluation?.score ?? 0)) return
  terminal.print(
    `  ${terminal.paint('yellow', '!')} an earlier version scored better: ${best.hash.slice(0, 8)} (${showScore(best.score)}, iteration ${best.iteration}, phase ${best.phase})`,
  )
  terminal.print(
    `    loopwright diff ${alias} best   ·   loopwright save ${alias} FILE --version best`,
  )
}

function tellNext({ terminal }: Call, run: RunView): void {
  const { paint, print, isAgentSession } = terminal
  // skills are commands of an agent's session, not of a shell
  const skill = isAgentSession ? nextStep(run) : null
  print('')
  print(paint('bold', 'Next'))
  if (run.status !== 'completed')
    print(`  loopwright new --from ${run.alias}        start again from this artifact`)
  print(`  loopwright report ${run.alias}`)
  print(`  loopwright history ${run.alias}`)
  if (skill !== null) print(`  ${skill}`)
}

export function tellParked({ terminal }: Call, run: RunView): void {
  const { paint, print } = terminal
  print(`${paint('yellow', '?')} ${run.alias} waits for a person: ${run.question ?? ''}`)
  print(`  ${paint('cyan', '→')} look:    loopwright gates`)
  const { obligations = [] } = run
  for (const line of obligationLines(obligations, { paint, width: terminal.width, all: false }))
    print(line)
  const option = obligations.length > 0 ? 'met' : 'confirm'
  print(`  ${paint('cyan', '→')} answer:  loopwright answer ${run.alias} ${option}`)
  print(`  ${paint('cyan', '→')} go on:   loopwright resume ${run.alias}`)
}
