import { relative } from 'node:path'
import { readTree } from '../src/checks/acceptance/own-files.ts'
import { startApplication } from '../src/checks/track/start-application.ts'
import { readTrack } from '../src/workflows/track/evaluation/read-track.ts'
import { openWorkspace } from '../src/app.ts'

/** Run in a project with the folder of a track: starts its application, and looks at its pages. Nothing else. */
const [, , folder = ''] = process.argv
const opened = await openWorkspace({ cwd: process.cwd(), env: process.env })
if (!opened.ok) throw new Error(opened.error.what)
const workspace = opened.value
const track = await readTrack(workspace, relative(process.cwd(), folder))
if (!track.ok) throw new Error(track.error.what)
const files = await readTree(workspace, track.value.root)
const { signal } = new AbortController()
const started = await startApplication(workspace, track.value, {
  files,
  signal,
  onProgress: () => undefined,
})
process.stdout.write(`${started.application?.pages.size ?? started.why}\n`)
await started.close()
