import { availableParallelism } from 'node:os'
import { err, ok } from '../../model/result.ts'
import type { Resources } from '../../ports/resources.ts'
import type { Sandbox, SandboxJob, SandboxLimits, SandboxRefusal } from '../../ports/sandbox.ts'
import { bwrapArguments, scrubbedEnvironment } from './bwrap-arguments.ts'
import { firstSwapped, handOver, withJobFolder } from './job-folder.ts'
import { othersMayEnter, probeBwrap, type Bwrap } from './probe.ts'
import { openResources } from './resources.ts'
import { runLimited, type Within } from './run-limited.ts'

export type SandboxOptions = {
  /** `auto` and `bwrap` need a working bubblewrap; `none` is the user's word to run unprotected. */
  readonly kind: 'auto' | 'bwrap' | 'none'
  readonly limits?: Partial<SandboxLimits>
  /** Shared by all sandboxes and agents of a workspace; without it each job is held to its own limits alone. */
  readonly resources?: Resources
  /** Where bubblewrap is; looked up in the PATH by default. */
  readonly bwrapPath?: string
}

export const defaultLimits: SandboxLimits = {
  wallMs: 30_000,
  memoryMb: 1024,
  // a compiler starts a thread or two for every core
  processes: 64 + 4 * availableParallelism(),
  outputBytes: 1024 * 1024,
  fileMb: 64,
  files: 100_000,
}

/** Opens the sandbox the user asked for. Without a working one every run is refused, never unprotected. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const limits = { ...defaultLimits, ...options.limits }
  const resources =
    options.resources ?? openResources({ memoryShare: 1, sandboxes: Infinity, file: null })
  if (options.kind === 'none') return openUnprotected({ limits, resources })

  const probed = await probeBwrap(options.bwrapPath ?? 'bwrap')
  return probed.ok ? openProtected(probed.value, { limits, resources }) : refuse(probed.error)
}

function openProtected(bwrap: Bwrap, { limits: defaults, resources }: Within): Sandbox {
  return {
    kind: 'bwrap',
    run: async (job, signal) => {
      const user = await userFor(job, bwrap)
      if (job.folder !== undefined) await handOver(job.folder, user)
      return withJobFolder(job.files, user, async (folder) => {
        const limits = { ...defaults, ...job.limits }
        const finished = await runLimited(
          {
            argv: [bwrap.path, ...bwrapArguments({ job, folder, limits, bwrap })],
            cwd: '/',
            env: {},
            stdin: job.stdin,
            user,
            fills: job.folder,
            reportsStatus: true,
          },
          { limits, resources },
          signal,
        )
        const swapped = await firstSwapped(folder, job.files)
        if (finished.started && swapped === null) return ok(finished.run)
        return err<SandboxRefusal>({
          type: 'no-sandbox',
          reason: finished.started
            ? `${swapped} was changed from outside while it was checked`
            : `bubblewrap could not start the job: ${finished.reason}`,
          remedy: 'run `loopwright doctor` to see what the sandbox needs',
        })
      })
    },
  }
}

/** Nobody cannot show folders that nobody may enter: then we stay who we are, and only the watch counts. */
async function userFor({ show = [], folder }: SandboxJob, bwrap: Bwrap): Promise<number | null> {
  const visible = [...show.map(({ from }) => from), ...(folder === undefined ? [] : [folder])]
  for (const each of visible) if (!(await othersMayEnter(each))) return null
  return bwrap.user
}

function openUnprotected({ limits: defaults, resources }: Within): Sandbox {
  return {
    kind: 'none',
    run: (job, signal) =>
      withJobFolder(job.files, null, async (folder) => {
        const limits = { ...defaults, ...job.limits }
        const finished = await runLimited(
          {
            argv: job.argv,
            cwd: job.folder ?? folder.files,
            env: {
              ...scrubbedEnvironment(folder.files),
              PATH: [...(job.path ?? []), unprotectedPath()].join(':'),
              ...job.env,
            },
            stdin: job.stdin,
            user: null,
            fills: job.folder,
            reportsStatus: false,
          },
          { limits, resources },
          signal,
        )
        if (finished.started) return ok(finished.run)
        return ok({ type: 'exited', code: 127, stdout: '', stderr: finished.reason, ms: 0 })
      }),
  }
}

// without a file tree of its own a job finds programs where the user has them
const unprotectedPath = (): string => process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'

function refuse(refusal: SandboxRefusal): Sandbox {
  return { kind: 'refused', run: async (_job: SandboxJob) => err(refusal) }
}
