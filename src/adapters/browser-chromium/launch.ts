import type { Browser as Chromium } from 'playwright-core'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { BrowserError } from '../../ports/browser.ts'
import { access, constants, chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { delimiter, isAbsolute, join, dirname } from 'node:path'
import { shellWord } from '../../kit/shell-word.ts'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A browser that is busy answers late; one that hangs is given up. */
const answerMs = 20_000

export type LaunchOptions = {
  /** Where the browser is; looked for by default. */
  readonly chromiumPath?: string
  readonly bwrapPath?: string
  /** `required` refuses to look without bubblewrap; `off` is the user's word to do without. */
  readonly walls?: 'required' | 'off'
}

export type Launched = {
  readonly chromium: Chromium
  readonly name: string
  readonly walls: 'bubblewrap' | 'none'
  /** Whether it is still there. That it is gone is heard of late on a busy machine, so it is asked. */
  answers(): Promise<boolean>
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

export async function launch(options: LaunchOptions): AsyncResult<Launched, BrowserError> {
  const result = await findChromium(options.chromiumPath)
  if (!result.ok) return result
  const walled =
    options.walls === 'off' ? null : await buildWalls(result.value, options.bwrapPath ?? 'bwrap')
  if (walled?.ok === false) return walled
  const { chromium: launcher } = await import('playwright-core')
  try {
    const chromium = await launcher.launch({
      executablePath: walled?.value.executable ?? result.value,
      args: switches,
      timeout: 20_000,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    const session = await chromium.newBrowserCDPSession()
    return ok({
      chromium,
      name: `Chromium ${chromium.version()}`,
      walls: walled === null ? 'none' : 'bubblewrap',
      answers: () =>
        Promise.race([
          session.send('Browser.getVersion').then(
            () => true,
            () => false,
          ),
          pause(answerMs, false, { ref: false }),
        ]),
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

// the shell without windows starts four times as fast, so it is looked for first
const names = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser']
const brands = ['google-chrome-stable', 'google-chrome']
const usualFolders = ['/usr/bin', '/usr/local/bin', '/usr/lib/chromium', '/opt/google/chrome']

/** Finds a Chromium: the one that was configured, else in the PATH and the usual places. */
export async function findChromium(
  configured: string | undefined,
): AsyncResult<string, BrowserError> {
  if (configured !== undefined) {
    const result = isAbsolute(configured) && (await canRun(configured))
    return result
      ? ok(configured)
      : err(notInstalled(`the configured browser ${configured} cannot be run`))
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

const notInstalled = (reason: string): BrowserError => ({
  type: 'not-installed',
  reason,
  remedy: 'apt-get install chromium-headless-shell (or the package chromium)',
})

const execute = promisify(execFile)

const words = (line: string): readonly string[] => line.split(' ')

const system = words(
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc/alternatives /etc/ld.so.cache /etc/ld.so.conf ' +
    '/etc/localtime /etc/fonts /etc/chromium.d /var/cache/fontconfig',
)

/** What the browser sees of the machine: programs and fonts, read-only, and no network at all. */
function wallArguments(browser: string): readonly string[] {
  const folder = dirname(browser)
  return [
    ...words('--unshare-all --die-with-parent --new-session --cap-drop ALL --hostname page'),
    ...words('--uid 65534 --gid 65534'),
    ...system.flatMap((path) => ['--ro-bind-try', path, path]),
    ...(folder.startsWith('/usr/') ? [] : ['--ro-bind', folder, folder]),
    ...words('--proc /proc --dev /dev --tmpfs /tmp --tmpfs /dev/shm --chdir /tmp --clearenv'),
    ...words('--setenv PATH /usr/local/bin:/usr/bin:/bin --setenv HOME /tmp --setenv LANG C.UTF-8'),
  ]
}

type Walled = {
  /** What to start in place of the browser itself. */
  readonly executable: string
  remove(): Promise<void>
}

/** Makes a starter for the browser that puts bubblewrap around it, after trying that this works. */
export async function buildWalls(
  browser: string,
  bwrap: string,
): AsyncResult<Walled, BrowserError> {
  const real = await realpath(browser)
  const walls = wallArguments(real)
  try {
    await execute(bwrap, [...walls, '--', '/bin/sh', '-c', 'true'], { timeout: 10_000 })
  } catch (error) {
    return err(noWalls(reasonOf(error)))
  }
  const folder = await mkdtemp(join(tmpdir(), 'loopwright-browser-'))
  const executable = join(folder, 'start.sh')
  const command = [bwrap, ...walls, '--', real].map(shellWord).join(' ')
  await writeFile(executable, `#!/bin/sh\nexec ${command} "$@"\n`)
  await chmod(executable, 0o755)
  return ok({ executable, remove: () => rm(folder, { recursive: true, force: true }) })
}

const noWalls = (reason: string): BrowserError => ({
  type: 'no-walls',
  reason: `bubblewrap does not work here: ${reason}`,
  remedy:
    'apt-get install bubblewrap and allow user namespaces, or allow looking at pages without walls',
})

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  return (said === '' ? error.message : said).slice(0, 300)
}
