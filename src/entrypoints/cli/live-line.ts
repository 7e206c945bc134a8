import type { Happening } from '../../app/reflex-watch.ts'
import { oneLine, showScore, showSeconds } from '../../views/format.ts'
import type { RunView } from '../../views/run-view.ts'
import type { Terminal } from './terminal.ts'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** One line that keeps moving on a terminal; nothing when piped. */
export function openLiveLine(terminal: Terminal, quiet: boolean) {
  const { paint } = terminal
  const begun = performance.now()
  let run: RunView | null = null
  let doing = ''
  let frame = 0
  let lastStep = ''

  const draw = () => {
    if (run === null || run.status !== 'running') return
    frame += 1
    const score = run.evaluation ? ` · score ${showScore(run.lastScore)}` : ''
    const cost = run.used.costUsd > 0 ? ` · $${run.used.costUsd.toFixed(2)}` : ''
    const elapsed = showSeconds((performance.now() - begun) / 1000)
    const line = `Iteration ${run.iteration}/${run.maxIterations} · ${run.phase} · ${run.step}${doing === '' ? '' : ` · ${doing}`}${score} · ${elapsed}${cost}`
    terminal.raw(
      `\r\u001b[2K${paint('cyan', frames[frame % frames.length] ?? '')} ${oneLine(line, terminal.width - 3)}`,
    )
  }
  const timer = terminal.live && !quiet ? setInterval(draw, 120) : null
  timer?.unref()
  const clear = () => {
    if (timer !== null) terminal.raw('\r\u001b[2K')
  }

  return {
    clear,
    state(next: RunView) {
      run = next
      const step = `${next.iteration}${next.phase}${next.step}${next.status}`
      if (step === lastStep || next.status !== 'running') return
      lastStep = step
      doing = ''
    },
    happening(happening: Happening) {
      doing = describe(happening)
    },
    end() {
      if (timer !== null) clearInterval(timer)
      clear()
    },
  }
}

function describe(happening: Happening): string {
  switch (happening.type) {
    case 'asking':
      return `asking the ${happening.role}${happening.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `the ${happening.role} answered`
    case 'checking':
      return `checks ${happening.done}/${happening.total} (${happening.rule})`
    case 'fixed':
      return `fixed ${happening.rule}`
  }
}
