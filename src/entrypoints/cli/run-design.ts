import { usedText } from '../../views/format.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { openFeature } from '../../app/design-feature.ts'
import type { FeaturePlace } from '../../app/design-places.ts'
import {
  carryFeature,
  type DesignResting,
  type Live,
  type DesignHappening,
} from '../../app/design-run.ts'
import { designAsJson, designViewOf } from '../../app/design-view.ts'
import type { ExitCode } from '../../model/problem.ts'
import { printable } from '../../views/findings.ts'
import {
  askedLines,
  designLine,
  nextLines,
  evaluationSummary,
  showPoints,
} from '../../views/design-summary.ts'
import { type Call, flag } from './command.ts'
import { openRunPresenter, runToRest, type Screen } from './run-presenter.ts'
import type { Outcome } from './workflow-verbs.ts'

/** Runs a feature's design in front of a person or a pipe, until it rests. */
export const runDesign = (
  call: Call,
  workspace: Workspace,
  place: FeaturePlace,
  patience = 0,
): Outcome =>
  runToRest(call, {
    present: (screen) => openDesignPresenter(workspace, place, screen),
    carry: (watch) => carryFeature(workspace, place, { ...watch, patience }),
    tell: (rest, exit) => tellRest(call, workspace, place, { rest, exit }),
  })

async function tellRest(
  call: Call,
  workspace: Workspace,
  place: FeaturePlace,
  { rest, exit }: { readonly rest: DesignResting; readonly exit: ExitCode },
): Promise<void> {
  const { terminal, values } = call
  const { paint, print } = terminal
  // a frozen design is verified whenever it is looked at, the first time included
  const opened = await openFeature(workspace, place.featureId)
  const state: Live = opened.ok ? opened.value.state : rest.state
  const view = designViewOf(workspace, place, state, opened.ok ? opened.value : {})
  if (flag(values, 'json')) {
    print(JSON.stringify({ ...designAsJson(state, view), exit }))
    return
  }
  print('')
  if (rest.type === 'paused')
    print(`${paint('yellow', '‖')} paused in ${view.state}. Everything completed is recorded.`)
  else print(`${mark(view.state, paint)} ${designLine(view)}`)
  if (view.failure) print(`  ${paint('red', view.failure.code)}: ${printable(view.failure.detail)}`)
  if (view.checksum !== null) {
    print(`  frozen in ${view.paths.marker}`)
    print(`  checksum  ${view.checksum}`)
  }
  for (const line of askedLines(view, paint, terminal.width)) print(line)
  print(paint('dim', `  used: ${usedText(view.used)}`))
  for (const line of nextLines(view, paint)) print(line)
}

function mark(state: string, paint: Call['terminal']['paint']): string {
  if (state === 'FROZEN') return paint(['bold', 'green'], '✓')
  return state === 'FAILED' ? paint(['bold', 'red'], '✗') : paint('cyan', '■')
}

const atWork: ReadonlySet<string> = new Set(['GENERATING', 'EVALUATING', 'REVISING'])

function openDesignPresenter(workspace: Workspace, place: FeaturePlace, screen: Screen) {
  let fixed: string[] = []
  return openRunPresenter<Live, DesignHappening, ReturnType<typeof designViewOf>>(screen, {
    view: (state) => designViewOf(workspace, place, state, { fixed }),
    where: (_, { iteration, maxIterations, state }) =>
      atWork.has(state) ? `Iteration ${iteration + 1}/${maxIterations} · ${state}` : null,
    showScore: showPoints,
    results: ({ scores }) => scores.length,
    lines(view, paint) {
      fixed = []
      return evaluationSummary(view, paint)
    },
    describe(happening) {
      if (happening.type === 'fixed') fixed.push(happening.title)
      return describe(happening)
    },
  })
}

function describe(happening: DesignHappening): string {
  switch (happening.type) {
    case 'asking':
      return `asking the ${happening.role}${happening.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `the ${happening.role} answered`
    case 'fixed':
      return `repaired: ${happening.title}`
    case 'previewing':
      return `preview by ${happening.by}`
  }
}
