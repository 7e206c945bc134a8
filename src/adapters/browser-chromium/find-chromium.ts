import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { err, ok, type Result } from '../../model/result.ts'
import type { BrowserTrouble } from '../../ports/browser.ts'

// the shell without windows starts four times as fast, so it is looked for first
const names = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser']
const brands = ['google-chrome-stable', 'google-chrome']
const usualFolders = ['/usr/bin', '/usr/local/bin', '/usr/lib/chromium', '/opt/google/chrome']

/** Finds a Chromium: the one that was configured, else in the PATH and the usual places. */
export async function findChromium(
  configured: string | undefined,
): Promise<Result<string, BrowserTrouble>> {
  if (configured !== undefined) {
    const found = isAbsolute(configured) && (await canRun(configured))
    return found
      ? ok(configured)
      : err(notInstalled(`the configured browser ${configured} can not be run`))
  }
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...usualFolders]
  for (const name of [...names, ...brands])
    for (const folder of folders) {
      const path = join(folder, name)
      if (isAbsolute(path) && (await canRun(path))) return ok(path)
    }
  return err(notInstalled('no Chromium was found in the PATH or the usual places'))
}

const canRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

const notInstalled = (reason: string): BrowserTrouble => ({
  type: 'not-installed',
  reason,
  remedy: 'apt-get install chromium-headless-shell (or the package chromium)',
})
