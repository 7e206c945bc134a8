import { usedText } from '../../views/format.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { OpenOrder } from '../../app/workorder-places.ts'
import { carryOrder, type OrderWatch } from '../../app/workorder-run.ts'
import { orderAsJson, orderViewOf } from '../../app/workorder-view.ts'
import { orderEnd, orderLine, orderNext, orderMeasured } from '../../views/order-summary.ts'
import { verdictHeadline } from '../../views/verdict.ts'
import type { OrderView } from '../../views/order-view.ts'
import { type Call, flag } from './command.ts'
import type { Outcome } from './workflow-verbs.ts'
import { openRunPresenter, runToRest, type Screen } from './run-presenter.ts'

/** Works on an order in front of a person or a pipe, until it rests. */
export async function runOrder(
  call: Call,
  workspace: Workspace,
  open: OpenOrder,
  patience = 0,
): Outcome {
  const { terminal, values } = call
  return runToRest(call, {
    present: (screen) => openOrderPresenter(workspace, screen),
    carry: (watch) => carryOrder(workspace, open, { ...watch, patience }),
    tell({ type, state }, exit) {
      const view = orderViewOf(workspace, state)
      if (flag(values, 'json'))
        terminal.print(JSON.stringify({ ...orderAsJson(state, view), exit }))
      else tellRest(call, view, type === 'paused')
    },
  })
}

function tellRest({ terminal }: Call, view: OrderView, paused: boolean): void {
  const { paint, print } = terminal
  print('')
  if (paused)
    print(`${paint('yellow', '‖')} paused while ${view.state}. Everything completed is recorded.`)
  else print(`${mark(view, paint)} ${orderLine(view)}`)
  if (view.obligations.length > 0) print(`  ${verdictHeadline(view.obligations, view.allowed)}`)
  for (const line of orderEnd(view, paint)) print(line)
  print(paint('dim', `  used: ${usedText(view.used)}`))
  for (const line of orderNext(view, paint)) print(line)
}

function mark({ outcome, question }: OrderView, paint: Call['terminal']['paint']): string {
  if (outcome === 'completed') return paint(['bold', 'green'], '✓')
  return question === null ? paint(['bold', 'red'], '✗') : paint('cyan', '■')
}

type State = Parameters<OrderWatch['state']>[0]
type Happening = Parameters<OrderWatch['happening']>[0]

const openOrderPresenter = (workspace: Workspace, screen: Screen) =>
  openRunPresenter<State, Happening, ReturnType<typeof orderViewOf>>(screen, {
    view: (state) => orderViewOf(workspace, state),
    where: ({ at }, { runId, attempt, attempts, state }) =>
      at === 'asking' || at === 'ended'
        ? null
        : `${runId} · attempt ${attempt}/${attempts} · ${state}`,
    showScore: (score) => score.toFixed(1),
    results: ({ score }) => (score === null ? 0 : 1),
    lines: orderMeasured,
    describe,
  })

function describe(happening: Happening) {
  switch (happening.type) {
    case 'note':
      return { note: happening.text }
    case 'asking':
      return `asking ${happening.who} ${happening.errand === 'PROPOSE' ? 'for a change' : 'to get rid of compiler errors'}${happening.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `${happening.who} answered`
    case 'doing':
      return happening.what
  }
}
