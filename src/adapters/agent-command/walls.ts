import { accessSync, constants, existsSync, lstatSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { err, ok, type Result } from '../../model/result.ts'

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
  readonly read: readonly string[]
  readonly write: readonly string[]
  readonly network: boolean
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

/** The command line that runs an agent behind walls; nothing it starts outlives it. */
export function walledCommand(
  plan: WallPlan,
  { command, env, workspace }: WalledCall,
): Result<readonly [string, ...string[]], string> {
  const { root, home } = plan
  if (isWithin(home, root))
    return err(
      `${root} is the home folder or holds it, so there is no wall around it; work in a folder of its own`,
    )
  const program = findProgram(command[0], root, env['PATH'] ?? '')
  if (!program.ok) return program
  const [, ...args] = command
  const gone = [...plan.read, ...plan.write].find((path) => !existsSync(resolve(root, path)))
  if (gone !== undefined)
    return err(`${gone} is not there; create it, or correct read and write of this agent`)
  const shown = [program.value, process.execPath, ...args.map((each) => resolve(root, each))]
  const read = plan.read.map((path) => resolve(root, path))
  const write = [
    ...plan.write.map((path) => resolve(root, path)),
    ...plan.homeFolders.map((path) => resolve(home, path)),
    ...(workspace === null ? [] : [workspace]),
  ]
  return ok([
    'bwrap',
    ...words('--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try'),
    ...(plan.network ? [] : ['--unshare-net']),
    ...words('--die-with-parent --new-session --cap-drop ALL --hostname agent'),
    ...system.flatMap((path) => ['--ro-bind-try', path, path]),
    ...secretFiles.filter((path) => existsSync(path)).flatMap((path) => emptyFile(path)),
    ...secretFolders.filter((path) => existsSync(path)).flatMap((path) => ['--tmpfs', path]),
    ...words('--proc /proc --dev /dev --tmpfs /tmp --tmpfs /var/tmp'),
    '--tmpfs',
    home,
    ...shown.flatMap((path) => (isWithin(path, root) ? [] : show(path, home))),
    '--ro-bind',
    root,
    root,
    ...plan.hidden.filter((path) => existsSync(path)).flatMap((path) => ['--tmpfs', path]),
    ...read.flatMap((path) => ['--ro-bind', path, path]),
    ...write.flatMap((path) => ['--bind', path, path]),
    '--chdir',
    root,
    '--',
    program.value,
    ...args,
  ])
}

const emptyFile = (path: string) => ['--ro-bind', '/dev/null', path]

/** Whether a path is a folder or lies in it. */
const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** A program, or a file it is started with: shown with what it was installed with. */
function show(path: string, home: string): readonly string[] {
  if (!existsSync(path) || system.some((folder) => isWithin(path, folder))) return []
  const real = realpathSync(path)
  const installed = installFolder(real)
  const place = isWithin(home, installed) ? real : installed
  return [
    ...(system.some((folder) => isWithin(real, folder)) ? [] : ['--ro-bind', place, place]),
    ...(lstatSync(path).isSymbolicLink() && !isWithin(path, place)
      ? ['--symlink', real, path]
      : []),
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

/** Where a program is, told before it is started: behind walls nobody could say why it was not. */
function findProgram(name: string, root: string, path: string): Result<string, string> {
  const places = name.includes(sep)
    ? [resolve(root, name)]
    : path.split(delimiter).flatMap((folder) => (isAbsolute(folder) ? [join(folder, name)] : []))
  const found = places.filter((place) => existsSync(place))
  const program = found.find((place) => mayRun(place))
  if (program !== undefined) return ok(program)
  return err(
    found.length === 0
      ? `${name} was not found; install it, or correct \`command\` of this agent in loopwright.yaml`
      : `${name} cannot be run; make it executable (chmod +x ${name}) or start it through its interpreter`,
  )
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return lstatSync(realpathSync(path)).isFile()
  } catch {
    return false
  }
}
