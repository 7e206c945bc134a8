import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { isInside } from '../../kit/inside.ts'
import type { AgentLimits } from '../../model/config.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'

/** What an agent behind walls may reach, beside the system and the project, which it may read. */
export type WallPlan = {
  /** The project: readable, except for what is hidden. */
  readonly root: string
  /** Folders of the project that hold verdicts, histories and other runs. */
  readonly hidden: readonly string[]
  /** The user's home. It is empty, except for what is named. */
  readonly home: string
  /** Files and folders below the home that the agent may read and write: its settings and credentials. */
  readonly homeFolders: readonly string[]
  /** The same, where they exist: what it may renew, and what it may only read. */
  readonly homeIfThere?: { readonly write: readonly string[]; readonly read: readonly string[] }
  /** A folder that is its home instead of an empty one. */
  readonly ownHome?: string
  readonly read: readonly string[]
  readonly write: readonly string[]
  readonly network: boolean
  /** Where a program is that is named in a command; null where it cannot be run. */
  readonly findProgram: (name: string, path: string) => Promise<string | null>
  readonly limits: AgentLimits
  /** Whether this bubblewrap can bound the size of what lies in memory. */
  readonly isSized: boolean
}

export type WalledCall = {
  readonly command: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder whose files are the agent's work. */
  readonly workspace: string | null
}

const words = (line: string): readonly string[] => line.split(' ')

const system = words(
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /opt /nix /run/systemd/resolve',
)

/** Parts of the system that are nobody's business: other people's passwords, keys of the machine. */
const secretFiles = words('/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers')
const secretFolders = words('/etc/ssh /etc/ssl/private /etc/sudoers.d')

export type WalledCommand = {
  readonly argv: readonly [string, ...string[]]
  /** Its folders that lie in memory. */
  readonly inMemory: readonly string[]
}

/** The command line that runs an agent behind walls; nothing it starts outlives it. */
export async function walledCommand(
  plan: WallPlan,
  { command, env, workspace }: WalledCall,
): AsyncResult<WalledCommand, string> {
  const { root, home } = plan
  if (isInside(root, home))
    return err(
      `${root} is the home folder or holds it, so there is no wall around it; work in a folder of its own`,
    )
  const [name, ...args] = command
  const program = await plan.findProgram(name, env['PATH'] ?? '')
  if (program === null)
    return err(
      `${name} was not found, or cannot be run; install it, make it executable (chmod +x ${name}), or correct \`command\` of this agent in loopwright.yaml`,
    )
  const gone = [...plan.read, ...plan.write].find((path) => !existsSync(resolve(root, path)))
  if (gone !== undefined)
    return err(`${gone} is not there; create it, or correct read and write of this agent`)
  const node = (await plan.findProgram('node', env['PATH'] ?? '')) ?? process.execPath
  const read = plan.read.map((path) => resolve(root, path))
  const write = [
    ...plan.write.map((path) => resolve(root, path)),
    ...plan.homeFolders.map((path) => resolve(home, path)),
    ...(workspace === null ? [] : [workspace]),
  ]
  const { memory_mb, processes, open_files, file_mb } = plan.limits
  const inMemory = ['/tmp', '/var/tmp', '/dev/shm', ...emptyHome(plan)]
  const inSize = (bytes: number) => (path: string) =>
    plan.isSized ? ['--size', `${bytes}`, '--tmpfs', path] : ['--tmpfs', path]
  const emptyFolder = inSize(megabyte)
  const argv = [
    'bwrap',
    ...words('--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try'),
    ...(plan.network ? [] : ['--unshare-net']),
    ...words('--die-with-parent --new-session --cap-drop ALL --hostname agent'),
    ...system.flatMap((path) => ['--ro-bind-try', path, path]),
    ...secretFiles.filter((path) => existsSync(path)).flatMap((path) => emptyFile(path)),
    ...secretFolders.filter((path) => existsSync(path)).flatMap(emptyFolder),
    ...words('--proc /proc --dev /dev'),
    ...inMemory.flatMap(inSize(Math.floor((memory_mb * megabyte) / inMemory.length))),
    ...(plan.ownHome === undefined ? [] : ['--bind', plan.ownHome, home]),
    ...show([program, process.execPath, node, ...filesIn(args, root)], plan),
    '--ro-bind',
    root,
    root,
    ...plan.hidden.filter((path) => existsSync(path)).flatMap(emptyFolder),
    ...read.flatMap((path) => ['--ro-bind', path, path]),
    ...write.flatMap((path) => ['--bind', path, path]),
    ...homeIfThere(plan),
    // the tree bubblewrap builds lies in memory too: nothing may be piled up in it
    ...words('--remount-ro /dev --remount-ro /'),
    '--chdir',
    workspace ?? root,
    '--',
    ...words(`prlimit --nproc=${processes * 4} --fsize=${file_mb * megabyte}`),
    ...words(`--nofile=${open_files} --core=0 --`),
    program,
    ...args,
  ] as const
  return ok({ argv, inMemory })
}

const emptyHome = ({ ownHome, home }: WallPlan) => (ownHome === undefined ? [home] : [])

function homeIfThere({ home, homeIfThere: { write, read } = { write: [], read: [] } }: WallPlan) {
  const bind = (option: string, paths: readonly string[]) =>
    paths
      .map((path) => resolve(home, path))
      .filter((path) => existsSync(path))
      .flatMap((path) => [option, path, path])
  return [...bind('--bind', write), ...bind('--ro-bind', read)]
}

const megabyte = 1024 * 1024

const emptyFile = (path: string) => ['--ro-bind', '/dev/null', path]

const filesIn = (args: readonly string[], root: string): readonly string[] =>
  args.map((each) => resolve(root, each)).filter((path) => !isInside(root, path))

/** Programs, and files they are started with: shown with what they were installed with, at their places and by their names. */
function show(paths: readonly string[], { root, home }: WallPlan): readonly string[] {
  const isBelow = (folders: Iterable<string>, path: string): boolean =>
    [...folders].some((folder) => isInside(folder, path))
  const places = new Set<string>()
  const links = new Map<string, string>()
  for (const path of paths.filter((each) => existsSync(each))) {
    const real = realpathSync(path)
    const installed = installFolder(real)
    if (!isBelow([root, ...system], real)) places.add(isInside(installed, home) ? real : installed)
    // one of its folders may be a link, as version managers have it
    if (path !== real) links.set(path, real)
  }
  const shown = [root, ...system, ...places]
  return [
    ...[...places].flatMap((place) => ['--ro-bind', place, place]),
    ...[...links]
      .filter(([path]) => !isBelow(shown, path))
      .flatMap(([path, real]) => ['--symlink', real, path]),
  ]
}

/** The folder that holds a program and all it loads: what lies beside node_modules, its package, or its own folder. */
function installFolder(file: string): string {
  const modules = file.indexOf(`${sep}node_modules${sep}`)
  if (modules > 0) return file.slice(0, modules)
  const own = dirname(file)
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return folder
  return own.endsWith(`${sep}bin`) ? dirname(own) : own
}
