import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openWorkspace } from '../../app.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { Diagnosis, Patient } from './diagnosis.ts'
import { hookTrust } from './hook-trust.ts'
import { diagnoseAgents } from './agents.ts'
import { diagnoseMachine } from './machine.ts'
import { findRoot } from '../find-root.ts'
import { openRuns } from '../../engine/runs.ts'
import { installedHooks } from '../../hosts/installed.ts'
import { workflows } from '../workflows.ts'

/** Looks at the machine, the workspace, the agents and the runs; a wrong config does not end the examination. */
export async function diagnose(patient: Patient): Promise<readonly Diagnosis[]> {
  const opened = await openWorkspace(patient)
  const root = findRoot(resolve(patient.cwd))
  const workspace = opened.ok ? opened.value : null
  return [
    ...(await diagnoseMachine(patient, workspace)),
    ...(opened.ok
      ? [configured(root)]
      : [
          {
            group: 'workspace',
            name: 'configuration',
            state: 'missing',
            detail: `${opened.error.what}${opened.error.where === undefined ? '' : ` (${opened.error.where})`}`,
            remedy: opened.error.todo ?? 'correct loopwright.yaml',
          } as const,
        ]),
    await writable(root),
    await freeDisk(root),
    ...(workspace === null ? [] : await diagnoseAgents(workspace, patient)),
    ...(workspace === null ? [] : await diagnoseHooks(workspace, patient)),
    ...(workspace === null ? [] : await diagnoseRuns(workspace)),
  ]
}

/** Hooks that stand here, whether their program would run them, as far as it tells, and whether they ever ran. */
async function diagnoseHooks(
  workspace: Workspace,
  { env }: Patient,
): Promise<readonly Diagnosis[]> {
  const installed = await installedHooks(workspace)
  return Promise.all(
    installed.map(async ({ agent, title, path, todo, last }) => {
      const trust = await hookTrust(agent, { root: workspace.root, env })
      const trusted = trust === null ? '' : trust ? 'trusted; ' : 'not trusted; '
      const ran =
        last === null ? 'the gate never ran here' : `the gate said ${last.verdict} at ${last.at}`
      const about = { group: 'agents', name: `hooks of ${title}` } as const
      const detail = `${path}: ${trusted}${ran}`
      return last === null || trust === false
        ? { ...about, state: 'lacking', detail, remedy: todo }
        : { ...about, state: 'ok', detail }
    }),
  )
}

function configured(root: string): Diagnosis {
  const about = { group: 'workspace', name: 'configuration' } as const
  return existsSync(resolve(root, 'loopwright.yaml'))
    ? { ...about, state: 'ok', detail: `${root}/loopwright.yaml is valid` }
    : {
        ...about,
        state: 'lacking',
        detail: `no loopwright.yaml in ${root}; the defaults hold`,
        remedy: 'write one: loopwright init',
      }
}

async function writable(root: string): Promise<Diagnosis> {
  const about = { group: 'workspace', name: 'write access' } as const
  try {
    await access(root, constants.W_OK)
    return { ...about, state: 'ok', detail: root }
  } catch {
    return {
      ...about,
      state: 'missing',
      detail: `${root} cannot be written`,
      remedy: 'give write permission, or work in another folder with --cwd',
    }
  }
}

const megabyte = 1024 * 1024

async function freeDisk(root: string): Promise<Diagnosis> {
  const about = { group: 'workspace', name: 'free disk' } as const
  try {
    const { bavail, bsize } = await statfs(root)
    const free = (bavail * bsize) / megabyte
    const detail = free > 10_240 ? `${Math.floor(free / 1024)} GB` : `${Math.floor(free)} MB`
    const remedy = 'make room: every version of an artifact is kept'
    if (free < 100) return { ...about, state: 'missing', detail, remedy }
    return free < 1024
      ? { ...about, state: 'lacking', detail, remedy }
      : { ...about, state: 'ok', detail }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ...about, state: 'lacking', detail: `could not be found out: ${reason}` }
  }
}

async function diagnoseRuns(workspace: Workspace): Promise<readonly Diagnosis[]> {
  const about = { group: 'runs' } as const
  let known = 0
  const damaged: Diagnosis[] = []
  for await (const { name, summary, open } of openRuns(workspace, workflows).all()) {
    known += 1
    const run = summary.damage === null ? null : await open()
    if (run === null || run.ok) continue
    const { what, where, todo } = run.error
    damaged.push({
      ...about,
      name,
      state: 'missing',
      detail: `${what}${where === undefined ? '' : ` (${where})`}`,
      ...(todo === undefined ? {} : { remedy: todo }),
    })
  }
  const whole = known - damaged.length
  const detail = known === 0 ? 'none yet' : `${whole} of ${known} can be read`
  return [
    { ...about, name: 'loops', state: damaged.length === 0 ? 'ok' : 'lacking', detail },
    ...damaged,
  ]
}
