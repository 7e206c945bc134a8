import { type FSWatcher, lstatSync, watch } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openWorkspace } from '../../../app.ts'
import { isFolder } from '../../../check/files/check-files.ts'
import { counted } from '../../../model/counted.ts'
import { type ExitCode, exitCodes } from '../../../model/problem.ts'
import { type AsyncResult, ok, type Result, usageError } from '../../../model/result.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { type Call, flag, list, type Option } from '../command.ts'
import { tell } from '../tell.ts'

/** Editors write a file in several steps; we look when they have been quiet for so long. */
const quietMs = 100

const clearScreen = '\u001b[2J\u001b[3J\u001b[H'

type Stamps = ReadonlyMap<string, string>

/** Checks again whenever something that was checked changes, until Ctrl-C; the last verdict is the exit code. */
export async function watchCheck(
  call: Call,
  options: Readonly<Record<string, Option>>,
  check: (call: Call) => AsyncResult<ExitCode>,
): AsyncResult<ExitCode> {
  const allowed = refuse(call)
  if (!allowed.ok) return allowed
  const opened = await openWorkspace(call)
  if (!opened.ok) return opened
  const stampsNow = () => stampsOf(opened.value, call, options)
  const stop = new AbortController()
  const end = () => stop.abort()
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  let last: ExitCode | null = null
  try {
    for (;;) {
      const before = await stampsNow()
      if (call.terminal.live) call.terminal.raw(clearScreen)
      const result = await check(call)
      if (stop.signal.aborted) break
      // what is wrong from the start is no change's fault
      if (!result.ok && last === null) return result
      last = result.ok ? result.value : tell(result.error, call.terminal, flag(call.values, 'json'))
      const changed = await nextChange(call, { before, stampsNow, signal: stop.signal })
      if (changed === null) break
      call.terminal.mention(`changed: ${changed.map(opened.value.relative).join(', ')}`)
    }
    return ok(last ?? exitCodes.parked)
  } finally {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}

/** What would change what it watches, or decide about what nobody has seen yet. */
function refuse({ words, values }: Call): Result<null> {
  const no = (what: string, todo: string) => usageError(`--watch does not go with ${what}`, todo)
  const option = ['fix', 'output', 'report', 'screenshots', 'met', 'unmet'].find(
    (name) => values[name] !== undefined,
  )
  if (option !== undefined) return no(`--${option}`, 'leave one of them out')
  const target = words.slice(1).find((word) => word === '-' || /^https?:/.test(word))
  if (target !== undefined)
    return no(target === '-' ? 'standard input' : 'an address', 'name files or a folder')
  if (words[0] === 'track' && values['no-write'] === undefined)
    return no('the report that check track writes', 'add --no-write')
  return ok(null)
}

/** The state of everything that was named: files, those of folders, and files that options name. */
async function stampsOf(
  { projectAt }: Pick<Workspace, 'projectAt'>,
  { words, values, cwd }: Call,
  options: Readonly<Record<string, Option>>,
): Promise<Stamps> {
  const named = Object.keys(options).flatMap((name) =>
    options[name]?.value === 'FILE' ? list(values, name) : [],
  )
  const stamps = new Map<string, string>()
  for (const word of [...words.slice(1), ...named]) {
    const path = resolve(cwd, word)
    const files = (await isFolder(cwd, word))
      ? (await projectAt(path).list()).map((each) => join(path, each))
      : [path]
    for (const file of files) stamps.set(file, stampOf(file))
  }
  return stamps
}

function stampOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats === undefined ? 'gone' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`
}

type Waiting = {
  readonly before: Stamps
  readonly stampsNow: () => Promise<Stamps>
  readonly signal: AbortSignal
}

/** The files that changed since, or null when the person has had enough. */
async function nextChange(
  { terminal }: Call,
  { before, stampsNow, signal }: Waiting,
): Promise<readonly string[] | null> {
  const bell = openBell([...before.keys()].map(dirname))
  try {
    terminal.mention(`watching ${counted(before.size, 'file')}; Ctrl-C ends`)
    for (;;) {
      const now = await stampsNow()
      const paths = [...new Set([...before.keys(), ...now.keys()])]
      const changed = paths.filter((path) => before.get(path) !== now.get(path))
      if (changed.length > 0) return changed
      await bell.rung(signal)
      if (signal.aborted) return null
    }
  } finally {
    bell.close()
  }
}

/** Rings when something in these folders changes and they are quiet again. */
function openBell(folders: readonly string[]) {
  let ring = (): void => undefined
  let count = 0
  const watchers = [...new Set(folders)].flatMap((folder): readonly FSWatcher[] => {
    try {
      return [watch(folder, () => ((count += 1), ring())).on('error', () => undefined)]
    } catch {
      // a folder that is gone: the one above it rings
      return []
    }
  })
  return {
    async rung(signal: AbortSignal): Promise<void> {
      if (count === 0 && !signal.aborted)
        await new Promise<void>((done) => {
          ring = done
          signal.addEventListener('abort', () => done(), { once: true })
        })
      while (count > 0 && !signal.aborted) {
        count = 0
        await wait(quietMs, undefined, { signal }).catch(() => undefined)
      }
    },
    close: () => watchers.forEach((each) => each.close()),
  }
}
