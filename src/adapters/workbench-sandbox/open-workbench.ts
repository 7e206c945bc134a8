import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'
import { isInside } from '../../kit/inside.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import {
  type SandboxJob,
  type SandboxLimits,
  type Sandbox,
  workFolder,
} from '../../ports/sandbox.ts'
import { type CommandDone, commandDone } from '../../ports/telemetry.ts'
import type { Workbench } from '../../ports/workbench.ts'
import {
  copyProject,
  defaultCopyLimits,
  digestOf,
  firstChanged,
  type Copied,
  type CopyLimits,
} from './copy-project.ts'
import { findManagers, type Managers } from './managers.ts'
import { findPackages, linksFor, packagesMark, type Packages } from './packages.ts'

export type WorkbenchOptions = { readonly copy?: Partial<CopyLimits> }

/** Builds and test runs need more room than a single check. */
const benchLimits: Partial<SandboxLimits> = {
  wallMs: 120_000,
  memoryMb: 4096,
  outputBytes: 16 * 1024 * 1024,
  fileMb: 512,
}

/** Opens a private, writable copy of a folder in which commands run behind the sandbox's walls. */
export async function openSandboxWorkbench(
  sandbox: Sandbox,
  folder: string,
  options: WorkbenchOptions = {},
): AsyncResult<Workbench, string> {
  const root = await realpath(folder).catch(() => null)
  if (root === null || !(await lstat(root)).isDirectory())
    return err(`${folder}: there is no such folder`)
  const limits = { ...defaultCopyLimits, ...options.copy }
  return openCopy({ sandbox, root, limits }, root)
}

/** A project, and what copies of it are held to. */
type Original = {
  readonly sandbox: Sandbox
  readonly root: string
  readonly limits: CopyLimits
}

/** Copies a project, or what became of it in another copy. */
async function openCopy(original: Original, from: string): AsyncResult<Workbench, string> {
  const { sandbox, root, limits } = original
  const bench = await mkdtemp(join(tmpdir(), 'loopwright-bench-'))
  // another user steps in here only by the name of what is inside
  await chmod(bench, 0o711)
  const close = () => rm(bench, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  try {
    const work = join(bench, 'work')
    const copied = await copyProject(from, work, limits)
    if (!copied.ok) {
      await close()
      return copied
    }
    const walls = sandbox.kind !== 'none'
    const packages = await findPackages(root, copied.value.withPackages, walls)
    await linkPackages(work, packages, root)
    const managers = await findManagers(join(bench, 'managers'), walls)
    const tree = await treeOf(copied.value, packages)
    const source = () => copyProject(from, null, limits)
    const fork = () => openCopy(original, work)
    const { value } = copied
    return ok(
      benchOn({ sandbox, work, packages, managers, copied: value, tree, source, fork, close }),
    )
  } catch (error) {
    await close()
    return err(`the project cannot be copied: ${error instanceof Error ? error.message : ''}`)
  }
}

/** At once: hundreds of links are made in the time that it takes to wait for ten of them. */
async function linkPackages(work: string, packages: readonly Packages[], root: string) {
  const links = await linksFor(packages, root)
  for (const folder of new Set(links.map(({ path }) => dirname(path))))
    mkdirSync(join(work, folder), { recursive: true, mode: 0o755 })
  for (const { path, target } of links) symlinkSync(target, join(work, path))
}

const treeOf = async (copied: Copied, packages: readonly Packages[]): Promise<string> =>
  createHash('sha256')
    .update(copied.digest)
    .update(await packagesMark(packages))
    .update(process.version)
    .digest('hex')

type Parts = {
  readonly sandbox: Sandbox
  readonly work: string
  readonly packages: readonly Packages[]
  readonly managers: Managers
  readonly copied: Copied
  readonly tree: string
  /** The project as it is now. */
  readonly source: () => AsyncResult<Copied, string>
  readonly fork: () => AsyncResult<Workbench, string>
  readonly close: () => Promise<void>
}

function benchOn(parts: Parts): Workbench {
  const { sandbox, work, packages, managers, copied, tree, fork, close } = parts
  const expected = new Map(copied.files)
  let altered: string | null = null
  /** One after another: two that make the same folder would take it from each other. */
  let writing: Promise<void> = Promise.resolve()
  const write = async (path: string, text: string | null): Promise<void> => {
    const known = expected.get(path)
    // whatever we write ourselves must not hide what a command did
    if (known !== undefined) altered ??= await firstChanged(work, new Map([[path, known]]))
    if (text === null) expected.delete(path)
    else if (copied.files.has(path)) expected.set(path, digestOf(text))
    await writeInside(work, path, text)
  }
  const walls = sandbox.kind !== 'none'
  const root = walls ? workFolder : work
  const shown = walls ? packages.map(({ from, at }) => ({ from, at })) : []
  return {
    kind: sandbox.kind,
    root,
    tree,
    run: ({ argv, env, limits, show = [] }, signal) =>
      runWatched(
        sandbox,
        {
          argv,
          files: {},
          folder: work,
          path: [join(root, 'node_modules/.bin'), ...managers.path],
          show: [...shown, ...managers.show, ...show],
          env: { ...scriptEnvironment, ...env },
          limits: { ...benchLimits, ...limits },
        },
        signal,
      ),
    list: async () => [...copied.files.keys()],
    read: (path) => readInside(work, packages, path),
    write(path, text) {
      const written = writing.then(() => write(path, text))
      writing = written.catch(() => undefined)
      return written
    },
    fork,
    async drift() {
      const changed = altered ?? (await firstChanged(work, expected))
      if (changed !== null) return `${changed} was changed by what ran`
      const now = await parts.source()
      if (!now.ok) return now.error
      return now.value.digest === copied.digest ? null : 'the project was changed meanwhile'
    },
    close,
  }
}

/** What npm tells its scripts, and what keeps tools from waiting for people or for a network. */
const scriptEnvironment: Readonly<Record<string, string>> = {
  CI: 'true',
  NO_COLOR: '1',
  TERM: 'dumb',
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_user_agent: 'npm',
}

const mostBytes = 64 * 1024 * 1024

/** Reads what lies in the copy, or in the packages that are shown to it; nothing else. */
async function readInside(
  work: string,
  packages: readonly Packages[],
  path: string,
): Promise<string | null> {
  const bare = normalize(path)
  if (isAbsolute(bare) || bare.split('/').includes('..') || bare.includes('\0')) return null
  for (const { from, into } of packages) {
    const prefix = join(into, 'node_modules/')
    if (!bare.startsWith(prefix)) continue
    const content = await readWithin(from, join(from, bare.slice(prefix.length)))
    if (content !== null) return content
  }
  return readWithin(work, join(work, bare))
}

async function readWithin(folder: string, path: string): Promise<string | null> {
  try {
    const real = await realpath(path)
    if (!isInside(await realpath(folder), real)) return null
    const stats = await lstat(real)
    return stats.isFile() && stats.size <= mostBytes ? await readFile(real, 'utf8') : null
  } catch {
    return null
  }
}

/** What is written belongs to the user that the commands run as, who may replace it. */
async function writeInside(work: string, path: string, text: string | null): Promise<void> {
  const bare = normalize(path)
  if (isAbsolute(bare) || bare === '.' || bare.split('/').includes('..') || bare.includes('\0'))
    throw new Error(`a file of a workbench must lie in it: ${JSON.stringify(path)}`)
  const give = async (made: string) => {
    // asked behind the writing: a first command may be taking over the copy right now
    const { uid, gid } = await lstat(work)
    if (process.getuid?.() === 0 && uid !== 0) await lchown(made, uid, gid)
  }
  const folder = await ownFolder(work, dirname(bare), give)
  const target = join(folder, basename(bare))
  // a command may have put a link in its place
  await rm(target, { recursive: true, force: true })
  if (text === null) return
  await writeFile(target, text)
  await give(target)
}

/** The folder of a file, made where it is missing; a link that leads out, or a file in its place, is taken away. */
async function ownFolder(
  work: string,
  path: string,
  give: (made: string) => Promise<void>,
): Promise<string> {
  const home = await realpath(work)
  let at = work
  for (const part of path.split('/').filter((each) => each !== '.')) {
    at = join(at, part)
    const real = await realpath(at).catch(() => null)
    const sound = real !== null && isInside(home, real) && (await lstat(real)).isDirectory()
    if (sound) continue
    await rm(at, { recursive: true, force: true })
    await mkdir(at, { mode: 0o755 })
    await give(at)
  }
  return at
}

async function runWatched(sandbox: Sandbox, job: SandboxJob, signal: AbortSignal) {
  const ran = await sandbox.run(job, signal)
  if (ran.ok && commandDone.hasSubscribers) {
    const { value } = ran
    const end = value.type === 'exited' ? value.code : value.limit
    const done: CommandDone = { program: basename(job.argv[0]), end, ms: value.ms }
    commandDone.publish(done)
  }
  return ran
}
