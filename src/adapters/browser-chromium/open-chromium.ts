import type { PageFacts } from '../../model/page-facts.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Browser, BrowserError, LookOptions, Site } from '../../ports/browser.ts'
import { startDeadline, gitErrorOf, within } from './deadline.ts'
import { launch, type Launched, type LaunchOptions } from './launch.ts'
import { look } from './look.ts'
import { fileAt, isLoopback } from './site-files.ts'

export type ChromiumOptions = LaunchOptions

/** A browser that starts at the first look, stays warm, and is started again after a crash. */
export function openChromium(options: ChromiumOptions): Browser {
  let starting: AsyncResult<Launched, BrowserError> | null = null

  const drop = async () => {
    const old = starting
    starting = null
    const launched = await old
    if (launched?.ok === true) await launched.value.close()
  }
  const warm = async (): AsyncResult<Launched, BrowserError> => {
    const known = await starting
    if (known?.ok === true && !(await known.value.answers())) await drop()
    starting ??= launch(options)
    const launched = await starting
    // a browser that did not start may start next time
    if (!launched.ok) starting = null
    return launched
  }

  return {
    look: async (site, how) => {
      const refusal = refused(site, how)
      if (refusal !== null) return err(refusal)
      const launched = await warm()
      if (!launched.ok) return launched
      return attempt(launched.value, site, how)
    },
    warm: async () => {
      await warm()
    },
    close: drop,
  }
}

async function attempt(
  launched: Launched,
  site: Site,
  { page, signal, timeoutMs, pictures = true }: LookOptions,
): AsyncResult<PageFacts, BrowserError> {
  const deadline = startDeadline(timeoutMs, signal)
  try {
    const observed = look(launched, { site, page, deadline, pictures })
    return ok(await within(observed, { part: 'look' }, deadline))
  } catch (error) {
    if (!launched.chromium.isConnected())
      return err({ type: 'crashed', reason: 'the browser went away while it looked at the page' })
    return err(gitErrorOf(error))
  }
}

function refused(site: Site, { page, signal }: LookOptions): BrowserError | null {
  if (signal.aborted) return { type: 'cancelled' }
  if (site.type === 'server')
    return isLoopback(site.origin)
      ? null
      : { type: 'refused', reason: `${site.origin} is not on this machine; only loopback is` }
  const result = fileAt(site.files, page)
  if (result === null) return { type: 'refused', reason: `the site has no page ${page}` }
  const isPage = /html|xml/.test(result.file.contentType)
  return isPage
    ? null
    : { type: 'refused', reason: `${result.path} is ${result.file.contentType}, not a page` }
}
