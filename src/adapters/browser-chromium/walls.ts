import { shellWord } from '../../kit/shell-word.ts'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { err, ok, type Result } from '../../model/result.ts'
import type { BrowserTrouble } from '../../ports/browser.ts'

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

export type Walled = {
  /** What to start in place of the browser itself. */
  readonly executable: string
  remove(): Promise<void>
}

/** Makes a starter for the browser that puts bubblewrap around it, after trying that this works. */
export async function buildWalls(
  browser: string,
  bwrap: string,
): Promise<Result<Walled, BrowserTrouble>> {
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

const noWalls = (reason: string): BrowserTrouble => ({
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
