import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { evolution, launcher, readEvents, readRun } from '../support/workspace.ts'

export type Ended = { readonly code: number | null; readonly said: string }

/** Starts the real command line and leaves it running. */
export function launch(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', LOOPWRIGHT_USER: 'ada', ...env },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { child, ended }
}

export const historyOf = (folder: string): Buffer => {
  const path = evolution(folder, 'story', 'history.jsonl')
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
}

/** The part of a history that was acknowledged: whole steps only. */
export function acknowledged(history: Buffer): Buffer {
  let end = 0
  for (let start = 0; ;) {
    const next = history.indexOf(0x0a, start)
    if (next === -1) return history.subarray(0, end)
    const entry = JSON.parse(history.subarray(start, next).toString()) as { left?: number }
    start = next + 1
    if (entry.left === undefined) end = start
  }
}

export const isPrefix = (part: Buffer, whole: Buffer): boolean =>
  whole.subarray(0, part.length).equals(part)

/** What must be the same however often a run was interrupted. */
export function ending(folder: string) {
  const run = readRun(folder)
  return {
    events: readEvents(folder).map(({ event, iteration, phase, step }) => [
      event,
      iteration,
      phase,
      step,
    ]),
    artifact: readFileSync(evolution(folder, 'story', 'artifact.md'), 'utf8'),
    state: { ...run, run_id: '', created_at: '', updated_at: '', completed_phase_seconds: 0 },
  }
}

export const callsOf = (folder: string): readonly string[] => {
  const path = join(folder, 'log', 'calls')
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  // an agent whose loop was killed before it had written the request was asked nothing
  return lines.filter((line) => line.trim() !== '')
}

/** How many answers of agents were kept for the run. */
export function keptAnswers(folder: string): number {
  const runs = join(folder, '.loopwright', 'runs')
  return filesBelow(runs).filter((path) => /\/answers\/[0-9a-f]+\.json$/.test(path)).length
}

const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []

/** Waits until no process works in the folder: agents outlive a killed loop for a moment. */
export async function quiet(folder: string): Promise<void> {
  // where processes cannot be looked at, a moment must do
  if (!existsSync('/proc/self/cwd')) await wait(500)
  for (let tries = 0; tries < 6_000 && worksIn(folder); tries += 1) await wait(10)
}

/** Whether a process has a folder as its own, or is a sandbox that is about to enter it. */
export function worksIn(folder: string): boolean {
  if (!existsSync('/proc/self/cwd')) return false
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return (
        readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ||
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
      )
    } catch {
      return false
    }
  })
}

/** Waits until the history has so many lines, or gives up. */
export async function untilLines(folder: string, lines: number): Promise<boolean> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (historyOf(folder).toString('latin1').split('\n').length - 1 >= lines) return true
    await wait(5)
  }
  return false
}
