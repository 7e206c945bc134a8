import { openWorkspace } from '../../../app.ts'
import { checkTrack } from '../../../check/track/check-track.ts'
import { renderTrack, trackFormats } from '../../../check/track/render-track.ts'
import type { ExitCode } from '../../../model/problem.ts'
import { type AsyncResult, usageError } from '../../../model/result.ts'
import { type Call, flag } from '../command.ts'
import { openLiveLine } from '../live-line.ts'
import { askedFrom } from './check-asked.ts'
import { deliverAll, formatOf } from './report-output.ts'

/** `check track <folder>`: dispatches the specialists of a track and shows what they found. */
export async function checkTrackFolder(call: Call): AsyncResult<ExitCode> {
  const { words, values, terminal } = call
  const format = formatOf(values, trackFormats)
  if (!format.ok) return format
  if (words.length > 2)
    return usageError('one track can be evaluated at a time', 'name the folder of one track')
  const asked = await askedFrom(call)
  if (!asked.ok) return asked
  const opened = await openWorkspace(call)
  if (!opened.ok) return opened
  const abort = new AbortController()
  const stop = () => abort.abort()
  process.once('SIGINT', stop)
  const live = openLiveLine(terminal, format.value !== 'pretty')
  const checked = await checkTrack(opened.value, {
    folder: words[1] ?? '.',
    writes: !flag(values, 'no-write'),
    ...(asked.value.decided === undefined ? {} : { decided: asked.value.decided }),
    signal: abort.signal,
    onProgress: (what) => {
      live.state({ where: 'check track', score: '', cost: '' })
      live.doing(what)
    },
  }).finally(() => {
    live.end()
    process.removeListener('SIGINT', stop)
  })
  if (!checked.ok) return checked
  const { toolVersion: version } = opened.value
  return deliverAll(call, opened.value, {
    format: format.value,
    formats: trackFormats,
    exit: checked.value.exit,
    obligations: checked.value.report.obligations,
    render: (each) => renderTrack(checked.value, { format: each, version, paint: terminal.paint }),
  })
}
