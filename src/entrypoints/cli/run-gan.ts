import { usedText } from '../../views/format.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { OpenGan } from '../../app/gan-places.ts'
import { carryGan, type GanWatch } from '../../app/gan-run.ts'
import { ganAsJson, ganViewOf } from '../../app/gan-view.ts'
import { printable } from '../../views/findings.ts'
import { ganLine, ganNext, ganEvaluation } from '../../views/gan-summary.ts'
import { allowedIn, verdictHeadline } from '../../views/verdict.ts'
import type { GanView } from '../../views/gan-view.ts'
import { type Call, flag } from './command.ts'
import type { Outcome } from './workflow-verbs.ts'
import { openRunPresenter, runToRest, type Screen } from './run-presenter.ts'

type Sitting = { readonly patience?: number; readonly notes?: readonly string[] }

/** Runs a page's loop in front of a person or a pipe, until it rests. */
export async function runGan(
  call: Call,
  workspace: Workspace,
  open: OpenGan,
  { patience = 0, notes = [] }: Sitting = {},
): Outcome {
  const { terminal, values } = call
  return runToRest(call, {
    present(screen) {
      const presenter = openGanPresenter(workspace, screen)
      if (!screen.quiet) notes.forEach((text) => presenter.note(printable(text)))
      return presenter
    },
    carry: (watch) => carryGan(workspace, open, { ...watch, patience }),
    tell({ type, state }, exit) {
      const view = ganViewOf(workspace, state)
      if (flag(values, 'json')) terminal.print(JSON.stringify({ ...ganAsJson(state, view), exit }))
      else tellRest(call, view, type === 'paused')
    },
  })
}

function tellRest({ terminal }: Call, view: GanView, paused: boolean): void {
  const { paint, print } = terminal
  print('')
  if (paused)
    print(`${paint('yellow', '‖')} paused while ${view.state}. Everything completed is recorded.`)
  else print(`${mark(view, paint)} ${ganLine(view)}`)
  if (view.obligations.length > 0) print(`  ${verdictHeadline(view.obligations, allowedIn(view))}`)
  if (view.outcome !== null && view.outcome !== 'passed' && view.reason !== '')
    print(`  ${paint('yellow', view.outcome)}: ${printable(view.reason)}`)
  print(paint('dim', `  used: ${usedText(view.used)}`))
  for (const line of ganNext(view, paint)) print(line)
}

function mark({ outcome, question }: GanView, paint: Call['terminal']['paint']): string {
  if (outcome === 'passed') return paint(['bold', 'green'], '✓')
  if (outcome === 'accepted_by_user') return paint(['bold', 'yellow'], '✓')
  return question === null ? paint(['bold', 'red'], '✗') : paint('cyan', '■')
}

type State = Parameters<GanWatch['state']>[0]
type Happening = Parameters<GanWatch['happening']>[0]

const openGanPresenter = (workspace: Workspace, screen: Screen) =>
  openRunPresenter<State, Happening, ReturnType<typeof ganViewOf>>(screen, {
    view: (state) => ganViewOf(workspace, state),
    where: ({ at }, { iteration, maxIterations, state }) =>
      at === 'asking' || at === 'ended'
        ? null
        : `Iteration ${iteration}/${maxIterations} · ${state}`,
    showScore: (score) => score.toFixed(2),
    results: ({ scores }) => scores.length,
    lines: ganEvaluation,
    describe,
  })

const errands: Readonly<Record<string, string>> = {
  PROPOSE: 'for a contract',
  REVIEW: 'to review the contract',
  RESOLVE: 'to settle the contract',
  BUILD: 'to build',
  JUDGE: 'to judge',
  JUDGE_AGAIN: 'for a second opinion',
}

function describe(happening: Happening) {
  switch (happening.type) {
    case 'note':
      return { note: happening.text }
    case 'asking':
      return `asking the ${happening.role} ${errands[happening.errand] ?? ''}${happening.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `the ${happening.role} answered`
    case 'looking':
      return 'looking at the page'
    case 'repairing':
      return 'trying machine repairs'
  }
}
