import { usedText } from '../../views/format.ts'
import type { House } from '../../app.ts'
import { openFeature } from '../../app/design-feature.ts'
import type { FeaturePlace } from '../../app/design-places.ts'
import { carryFeature, type DesignResting, type Live } from '../../app/design-run.ts'
import { designAsJson, designViewOf } from '../../app/design-view.ts'
import type { ExitCode, Problem } from '../../model/problem.ts'
import { ok, type Result } from '../../model/result.ts'
import { printable } from '../../views/findings.ts'
import { askedLines, designLine, nextLines } from '../../views/design-summary.ts'
import type { Call } from './command.ts'
import { openDesignPresenter } from './design-presenter.ts'
import { exitOf } from './exit-of.ts'
import { flag } from './parse.ts'
import { pauseOnInterrupt } from './pause.ts'

/** Runs a feature's design in front of a person or a pipe, until it rests. */
export async function runDesign(
  call: Call,
  house: House,
  place: FeaturePlace,
  patience = 0,
): Promise<Result<ExitCode, Problem>> {
  const { terminal, values } = call
  const quiet = flag(values, 'json') || flag(values, 'quiet')
  const presenter = openDesignPresenter(house, place, { terminal, quiet })
  const { pause, end } = pauseOnInterrupt(call)
  try {
    const rest = await carryFeature(house, place, { ...presenter, pause, patience })
    presenter.finish()
    if (!rest.ok) return rest
    const exit = exitOf(rest.value)
    await tellRest(call, house, place, { rest: rest.value, exit })
    return ok(exit)
  } finally {
    presenter.finish()
    end()
  }
}

async function tellRest(
  call: Call,
  house: House,
  place: FeaturePlace,
  { rest, exit }: { readonly rest: DesignResting; readonly exit: ExitCode },
): Promise<void> {
  const { terminal, values } = call
  const { paint, print } = terminal
  // a frozen design is verified whenever it is looked at, the first time included
  const opened = await openFeature(house, place.featureId)
  const state: Live = opened.ok ? opened.value.state : rest.state
  const view = designViewOf(house, place, state, opened.ok ? opened.value : {})
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
