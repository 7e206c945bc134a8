import type { Resting } from '../../app/drive-frame.ts'
import type { ExitCode } from '../../model/problem.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import { printable } from '../../views/findings.ts'
import type { Paint } from '../../model/screen.ts'
import { type Call, flag } from './command.ts'
import { exitOf } from './exit-of.ts'
import { openLiveLine } from './live-line.ts'
import { pauseOnInterrupt } from './pause.ts'
import type { Terminal } from './terminal.ts'
import type { Outcome } from './workflow-verbs.ts'

export type Screen = { readonly terminal: Terminal; readonly quiet: boolean }

type Shown = { readonly score: number | null; readonly used: { readonly costUsd: number } }

/** How the runs of one workflow look while they go on. */
type Look<State, Happening, View extends Shown> = {
  readonly view: (state: State) => View
  /** Where the run is; null while nothing is done. */
  readonly where: (state: State, view: View) => string | null
  readonly showScore: (score: number) => string
  /** How many results there are by now. */
  readonly results: (view: View) => number
  readonly lines: (view: View, paint: Paint) => readonly string[]
  /** What is being done, or a note that stays on the screen. */
  readonly describe: (happening: Happening) => string | { readonly note: string }
}

/** Shows a run while it goes on: a live line on a terminal, and each result. */
export function openRunPresenter<State, Happening, View extends Shown>(
  { terminal, quiet }: Screen,
  look: Look<State, Happening, View>,
) {
  const live = openLiveLine(terminal, quiet)
  let known: number | null = null
  const note = (text: string) => {
    live.clear()
    terminal.mention(`${terminal.paintError('yellow', '!')} ${printable(text)}`)
  }
  return {
    state(state: State) {
      const view = look.view(state)
      const where = look.where(state, view)
      const { score, used } = view
      live.state(
        where === null
          ? null
          : {
              where,
              score: score === null ? '' : `score ${look.showScore(score)}`,
              cost: used.costUsd > 0 ? `$${used.costUsd.toFixed(2)}` : '',
            },
      )
      // what was there before this sitting is not news
      const results = look.results(view)
      if (known !== null && results > known && !quiet) {
        live.clear()
        for (const line of ['', ...look.lines(view, terminal.paint)]) terminal.print(line)
      }
      known = results
    },
    happening(happening: Happening) {
      const told = look.describe(happening)
      if (typeof told === 'string') live.doing(told)
      else if (!quiet) note(told.note)
    },
    note,
    finish: () => live.end(),
  }
}

type Carrying<State, Presenter> = {
  readonly present: (screen: Screen) => Presenter
  readonly carry: (
    watch: Presenter & { readonly pause: AbortSignal },
  ) => AsyncResult<Resting<State>>
  readonly tell: (rest: Resting<State>, exit: ExitCode) => void | Promise<void>
}

/** Carries a run on in front of a person or a pipe, until it rests. */
export async function runToRest<State, Presenter extends { finish(): void }>(
  call: Call,
  { present, carry, tell }: Carrying<State, Presenter>,
): Outcome {
  const { terminal, values } = call
  const presenter = present({ terminal, quiet: flag(values, 'json') || flag(values, 'quiet') })
  const { pause, end } = pauseOnInterrupt(call)
  try {
    const rest = await carry({ ...presenter, pause })
    presenter.finish()
    if (!rest.ok) return rest
    const exit = exitOf(rest.value)
    await tell(rest.value, exit)
    return ok(exit)
  } finally {
    presenter.finish()
    end()
  }
}
