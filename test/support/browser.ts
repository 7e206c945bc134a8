import { createHash } from 'node:crypto'
import { buildWalls, findChromium } from '../../src/adapters/browser-chromium/launch.ts'
import { openChromium } from '../../src/adapters/browser-chromium/open-chromium.ts'
import type { Browser, LookOptions, Site } from '../../src/ports/browser.ts'

const installed = await findChromium(undefined)
const walls = installed.ok ? await buildWalls(installed.value, 'bwrap') : null
if (walls?.ok === true) await walls.value.remove()

/** Whether pages can be looked at here; where not, the tests that need it are skipped, loudly. */
export const hasBrowser = installed.ok && walls?.ok === true
if (!hasBrowser) console.error('\n*** NO BROWSER: the tests that look at pages are skipped ***\n')

const warm = openChromium({})
const seen = new Map<string, ReturnType<Browser['look']>>()

/** One browser for all tests of a worker. The same page looks the same, so it is looked at once. */
export const browser: Browser = {
  look: async (site, options) => {
    if (site.type === 'server') return warm.look(site, options)
    const key = keyOf(site.files, options)
    const looking = seen.get(key) ?? warm.look(site, options)
    seen.set(key, looking)
    const result = await looking
    if (!result.ok) seen.delete(key)
    return result
  },
  close: async () => undefined,
}

function keyOf(
  files: Extract<Site, { type: 'files' }>['files'],
  { page, pictures = true }: LookOptions,
): string {
  const hash = createHash('sha256').update(JSON.stringify([page, pictures]))
  for (const [path, { bytes, contentType }] of files)
    hash.update(JSON.stringify([path, contentType, bytes.length])).update(bytes)
  return hash.digest('hex')
}
