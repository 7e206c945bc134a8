import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { SandboxRefusal } from '../../ports/sandbox.ts'

/** A bubblewrap that was seen to work. */
export type Bwrap = {
  readonly path: string
  /** The host user that starts it, or null for the one we are. Root's processes are never counted. */
  readonly user: number | null
  /** The folder of the running node, or null where the system's folders already hold it. */
  readonly nodeFolder: string | null
  /** Options that older versions lack. */
  readonly bounds: { readonly fileSystems: boolean; readonly namespaces: boolean }
}

export const nobody = 65534

const execute = promisify(execFile)

/** What was seen to work once works for as long as this process lives. */
const working = new Map<string, Bwrap>()

/** Finds out by trying whether bubblewrap works here; if not, says why and what to do. */
export async function probeBwrap(
  path: string,
  { stepDown = true } = {},
): AsyncResult<Bwrap, SandboxRefusal> {
  const key = `${path} ${stepDown} ${process.env['PATH']}`
  const known = working.get(key)
  if (known !== undefined) return ok(known)
  const probed = await tryOut(path, stepDown)
  if (probed.ok) working.set(key, probed.value)
  return probed
}

async function tryOut(path: string, stepDown: boolean): AsyncResult<Bwrap, SandboxRefusal> {
  const isRoot = stepDown && process.getuid?.() === 0
  const nodeFolder = shownNodeFolder()
  // as root we step down first, so that the kernel counts the job's processes
  const mayStepDown = isRoot && (nodeFolder === null || (await othersMayEnter(nodeFolder)))
  const users = mayStepDown ? [nobody, null] : [null]
  let reason = ''
  for (const user of users) {
    try {
      await execute(path, [...trial], {
        cwd: '/',
        env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
        timeout: 10_000,
        ...(user === null ? {} : { uid: user, gid: user }),
      })
      return ok({ path, user, nodeFolder, bounds: await boundsOf(path) })
    } catch (error) {
      reason = reasonOf(error)
    }
  }
  return err(refusal(reason))
}

const trial = [
  `--unshare-all --die-with-parent --new-session --uid ${nobody} --ro-bind /usr /usr`,
  '--symlink usr/bin /bin --symlink usr/lib /lib --ro-bind-try /lib64 /lib64',
  '--proc /proc --dev /dev --tmpfs /tmp prlimit --nofile=64 -- true',
].flatMap((line) => line.split(' '))

function refusal(reason: string): SandboxRefusal {
  if (reason.includes('ENOENT'))
    return {
      type: 'no-sandbox',
      reason: 'bubblewrap (bwrap) is not installed',
      remedy: 'apt-get install bubblewrap (or dnf, pacman, apk with the same name)',
    }
  const remedy = reason.includes('prlimit') ? 'apt-get install util-linux' : remedyHere()
  return { type: 'no-sandbox', reason: `bubblewrap does not work here: ${reason}`, remedy }
}

/** What lets bubblewrap make its namespaces, in the place where we are. */
function remedyHere(): string {
  if (process.platform !== 'linux')
    return 'bubblewrap needs Linux: run Loopwright in a container or a virtual machine'
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv'))
    return 'start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN'
  if (setting('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return 'sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu from 24.04, also on hosted runners)'
  if (setting('kernel/unprivileged_userns_clone') === '0')
    return 'sudo sysctl kernel.unprivileged_userns_clone=1'
  if (setting('user/max_user_namespaces') === '0')
    return 'sudo sysctl user.max_user_namespaces=10000'
  return 'allow user namespaces for this user, or update with `apt-get install bubblewrap`'
}

function setting(name: string): string {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim()
  } catch {
    return ''
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  return said === '' ? error.message : said.slice(0, 300)
}

async function boundsOf(path: string): Promise<Bwrap['bounds']> {
  const { stdout } = await execute(path, ['--help'])
  return {
    fileSystems: stdout.includes('--size '),
    namespaces: stdout.includes('--disable-userns'),
  }
}

function shownNodeFolder(): string | null {
  const folder = dirname(process.execPath)
  return folder === '/bin' || folder.startsWith('/usr/') ? null : folder
}

/** Whether a user without rights of their own can reach this folder. */
export async function othersMayEnter(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const stats = await stat(at).catch(() => null)
    if (stats === null || (stats.mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
