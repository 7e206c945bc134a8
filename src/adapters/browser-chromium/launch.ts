import type { Browser as Chromium } from 'playwright-core'
import { err, ok, type Result } from '../../model/result.ts'
import type { BrowserTrouble } from '../../ports/browser.ts'
import { findChromium } from './find-chromium.ts'
import { openPanes, type Panes } from './pane.ts'
import { buildWalls } from './walls.ts'

export type LaunchOptions = {
  /** Where the browser is; looked for by default. */
  readonly chromiumPath?: string
  readonly bwrapPath?: string
  /** `required` refuses to look without bubblewrap; `off` is the user's word to do without. */
  readonly walls?: 'required' | 'off'
}

export type Launched = {
  readonly chromium: Chromium
  readonly panes: Panes
  readonly name: string
  readonly walls: 'bubblewrap' | 'none'
  close(): Promise<void>
}

// nothing may leave the machine: all that is not answered by us goes to a proxy that is not there
const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--enable-blink-features=ComputedAccessibilityInfo',
  // a page that tells robots from people must show us what people see
  '--disable-blink-features=AutomationControlled',
  '--js-flags=--max-old-space-size=768',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--disable-features=HttpsUpgrades,Translate,MediaRouter,OptimizationHints',
]

/** Starts a browser with walls around it. */
export async function launch(options: LaunchOptions): Promise<Result<Launched, BrowserTrouble>> {
  const found = await findChromium(options.chromiumPath)
  if (!found.ok) return found
  const walled =
    options.walls === 'off' ? null : await buildWalls(found.value, options.bwrapPath ?? 'bwrap')
  if (walled?.ok === false) return walled
  const { chromium: launcher } = await import('playwright-core')
  try {
    const chromium = await launcher.launch({
      executablePath: walled?.value.executable ?? found.value,
      args: switches,
      timeout: 20_000,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    return ok({
      chromium,
      panes: openPanes(chromium),
      name: `Chromium ${chromium.version()}`,
      walls: walled === null ? 'none' : 'bubblewrap',
      close: () => chromium.close().catch(() => undefined),
    })
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 600) : String(error)
    return err({ type: 'crashed', reason: `the browser did not start: ${said}` })
  } finally {
    // what started the browser is not needed once it runs
    await walled?.value.remove()
  }
}
