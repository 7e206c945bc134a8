import { findCompiler, noCompiler } from '../../checks/code/compiler.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { Sandbox } from '../../ports/sandbox.ts'
import type { Diagnosis, Patient } from './diagnosis.ts'
import { diagnoseBrowser } from './browser.ts'
import { findProgram } from './programs.ts'

const group = 'machine'

/** Node, the sandbox and the programs that checks call; each is tried where it can be. */
export async function diagnoseMachine(
  patient: Patient,
  workspace: Workspace | null,
): Promise<readonly Diagnosis[]> {
  const sandbox = workspace === null ? null : await workspace.sandbox()
  return [
    node(),
    { group, name: 'Loopwright', state: 'ok', detail: patient.version },
    ...(sandbox === null ? [] : await diagnoseSandbox(sandbox)),
    ...(workspace === null ? [] : [await diagnoseResources(workspace)]),
    await program(patient, {
      name: 'prlimit',
      without: 'commands of checks run without limits on memory and processes',
      remedy: 'apt-get install util-linux',
      needed: sandbox?.kind === 'bwrap',
    }),
    await program(patient, {
      name: 'git',
      without: 'nothing yet: workflows on repositories will need it',
      remedy: 'apt-get install git',
      needed: false,
    }),
    ...(sandbox === null ? [] : [await python(sandbox)]),
    typescript(workspace?.root ?? patient.cwd),
    await diagnoseBrowser(patient, workspace),
  ]
}

function node(): Diagnosis {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const about = { group, name: 'Node', detail: process.versions.node } as const
  return major > 22 || (major === 22 && minor >= 18)
    ? { ...about, state: 'ok' }
    : { ...about, state: 'missing', remedy: 'install Node 22.18 or newer' }
}

const tiny = { files: {}, limits: { wallMs: 10_000 } } as const
const never = () => new AbortController().signal

/** Runs a job for real: only that shows that commands can be run here, and how long a start takes. */
async function diagnoseSandbox(sandbox: Sandbox): Promise<readonly Diagnosis[]> {
  const about = { group, name: 'sandbox' } as const
  const begun = performance.now()
  const ran = await sandbox.run({ ...tiny, argv: ['true'] }, never())
  const ms = Math.round(performance.now() - begun)
  if (!ran.ok)
    return [{ ...about, state: 'missing', detail: ran.error.reason, remedy: ran.error.remedy }]
  const run = ran.value
  if (run.type !== 'exited' || run.code !== 0)
    return [
      {
        ...about,
        state: 'missing',
        detail: `a job that does nothing ended with ${run.type === 'exited' ? `exit ${run.code}: ${run.stderr.slice(0, 200)}` : `the ${run.limit} limit`}`,
        remedy: 'apt-get install bubblewrap util-linux',
      },
    ]
  return sandbox.kind === 'bwrap'
    ? [{ ...about, state: 'ok', detail: `bubblewrap works; a job starts in ${ms} ms` }]
    : [
        {
          ...about,
          state: 'lacking',
          detail: 'none: commands of checks run unprotected, as configured',
          remedy: 'set sandbox: { kind: auto } and install bubblewrap',
        },
      ]
}

/** Who holds agents and checks to their limits, and what all of them together may take. */
async function diagnoseResources({
  resources,
  config,
}: Pick<Workspace, 'config' | 'resources'>): Promise<Diagnosis> {
  const about = { group, name: 'walls', state: 'ok' } as const
  const { memory_share: share, sandboxes } = config.resources.machine
  const all = `all agents and checks together: ${Math.round(share * 100)} % of the memory, ${sandboxes} at once`
  const around = config.walls === 'none' ? 'no walls around agents, as configured' : 'bubblewrap'
  const kind = await (await resources()).kind()
  return kind === 'watch'
    ? {
        ...about,
        state: 'lacking',
        detail: `${around}; no cgroup: memory and processes are only watched; ${all}`,
        remedy: 'run where systemd-run --user --scope works, or as root with cgroups',
      }
    : { ...about, detail: `${around}; limits by ${kind}; ${all}` }
}

type Wanted = {
  readonly name: string
  readonly without: string
  readonly remedy: string
  readonly needed: boolean
}

async function program(
  patient: Patient,
  { name, without, remedy, needed }: Wanted,
): Promise<Diagnosis> {
  const path = await findProgram(name, patient)
  return path === null
    ? {
        group,
        name,
        state: needed ? 'missing' : 'lacking',
        detail: `not found; without it: ${without}`,
        remedy,
      }
    : { group, name, state: 'ok', detail: path }
}

/** What the host has does not count: Python code is read and run inside the sandbox. */
async function python(sandbox: Sandbox): Promise<Diagnosis> {
  const about = { group, name: 'python3' } as const
  const ran = await sandbox.run({ ...tiny, argv: ['python3', '--version'] }, never())
  const run = ran.ok ? ran.value : null
  return run?.type === 'exited' && run.code === 0
    ? {
        ...about,
        state: 'ok',
        detail: `${run.stdout.trim() || run.stderr.trim()}${sandbox.kind === 'bwrap' ? ', in the sandbox' : ''}`,
      }
    : {
        ...about,
        state: 'lacking',
        detail: 'not in the sandbox; Python code stays undecided',
        remedy: 'install the system package: apt-get install python3',
      }
}

function typescript(folder: string): Diagnosis {
  const about = { group, name: 'TypeScript' } as const
  const nativeCompiler = findCompiler(folder)
  if (nativeCompiler !== null) return { ...about, state: 'ok', detail: nativeCompiler.version }
  const [detail = '', remedy = ''] = noCompiler.split('; ')
  return {
    ...about,
    state: 'lacking',
    detail: `${detail}; whether code compiles stays undecided`,
    remedy,
  }
}
