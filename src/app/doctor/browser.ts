import type { Workspace } from '../../ports/workspace.ts'
import type { BrowserError } from '../../ports/browser.ts'
import type { Diagnosis, Patient } from './diagnosis.ts'
import { browserPrograms, firstProgram } from './programs.ts'

const about = { group: 'machine', name: 'browser' } as const
const without = 'without it pages are judged by their files alone, and none passes'
const remedy = 'apt-get install chromium-headless-shell (or the package chromium)'

const tiny = '<!doctype html><html lang="en"><title>Here</title><main><h1>Here</h1></main></html>'

/** Looks at a small page for real: only that shows that pages can be judged here. */
export async function diagnoseBrowser(
  patient: Patient,
  workspace: Workspace | null,
): Promise<Diagnosis> {
  const path = patient.env['LOOPWRIGHT_BROWSER'] ?? (await firstProgram(browserPrograms, patient))
  if (workspace === null)
    return path === null
      ? { ...about, state: 'lacking', detail: `not found; ${without}`, remedy }
      : { ...about, state: 'ok', detail: path }
  const browser = await workspace.openBrowser()
  try {
    const begun = performance.now()
    const page = { bytes: new TextEncoder().encode(tiny), contentType: 'text/html; charset=utf-8' }
    const result = await browser.look(
      { type: 'files', files: new Map([['index.html', page]]) },
      { page: 'index.html', signal: new AbortController().signal, timeoutMs: 20_000 },
    )
    if (!result.ok) return failedLook(result.error, path)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const { browser: name, walls } = result.value.sight
    const detail = `${name}${path === null ? '' : ` at ${path}`}; the first look takes ${seconds} s${untried(name)}`
    return walls === 'bubblewrap'
      ? { ...about, state: 'ok', detail: detail }
      : {
          ...about,
          state: 'lacking',
          detail: `${detail}; without walls, as configured: pages can read what you can read`,
          remedy: 'set sandbox: { kind: auto } and install bubblewrap',
        }
  } finally {
    await browser.close()
  }
}

/** Versions that pages were judged with while Loopwright was made. */
const tried = { from: 140, to: 156 } as const

/** Another version may lay out and report otherwise, so a person should know. */
export function untried(name: string): string {
  const version = Number(/(\d+)\./.exec(name)?.[1])
  return version >= tried.from && version <= tried.to
    ? ''
    : `; this version was never tried: ${tried.from} to ${tried.to} were`
}

function failedLook(failure: BrowserError, path: string | null): Diagnosis {
  const reason = 'reason' in failure ? failure.reason : 'it did not answer in time'
  const detail = path === null ? 'no Chromium or Chrome found' : `${path} does not serve: ${reason}`
  return {
    ...about,
    state: 'lacking',
    detail: `${detail}; ${without}`,
    remedy: 'remedy' in failure ? failure.remedy : remedy,
  }
}
