import type { AnyRun } from '../../engine/define-workflow.ts'
import type { Watch } from '../../engine/workflow.ts'
import type { Screen } from '../../model/screen.ts'
import { printable } from '../../views/findings.ts'
import { openLiveLine } from './live-line.ts'
import type { Terminal } from './terminal.ts'

/**
 * Shows a run while it goes on: a live line on a terminal, and what is new as it comes. Everything goes
 * through one queue, so it comes out in order.
 */
export function openPresenter(terminal: Terminal, screen: Screen, quiet: boolean) {
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
