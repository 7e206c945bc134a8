import { printable } from '../../views/findings.ts'
import { oneLine, showSeconds } from '../../views/format.ts'
import type { Terminal } from './terminal.ts'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** What the line says: where the run is, what is being done, how far it came. */
export type LiveText = {
  readonly where: string
  readonly score: string
  readonly cost: string
}

/** One line that keeps moving on a terminal; nothing when piped. */
export function openLiveLine(terminal: Terminal, quiet: boolean) {
  const { paint } = terminal
  const begun = performance.now()
  let text: LiveText | null = null
  let doing = ''
  let frame = 0

  const draw = () => {
    if (text === null) return
    frame += 1
    const elapsed = showSeconds((performance.now() - begun) / 1000)
    const line = [text.where, doing, text.score, elapsed, text.cost]
      .filter((part) => part !== '')
      .join(' · ')
    terminal.raw(
      `\r\u001b[2K${paint('cyan', frames[frame % frames.length] ?? '')} ${printable(oneLine(line, terminal.width - 3))}`,
    )
  }
  const timer = terminal.live && !quiet ? setInterval(draw, 120) : null
  timer?.unref()
  const clear = () => {
    if (timer !== null) terminal.raw('\r\u001b[2K')
  }

  return {
    clear,
    /** Null while nobody works: then the line is still. */
    state(next: LiveText | null) {
      if (next !== null && next.where !== text?.where) doing = ''
      text = next
    },
    doing(what: string) {
      doing = what
    },
    end() {
      if (timer !== null) clearInterval(timer)
      clear()
    },
  }
}
