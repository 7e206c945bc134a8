import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { statePath } from '../../app/state-path.ts'
import { type ExitCode, exitCodes } from '../../model/problem.ts'
import type { Context } from './terminal.ts'

const verbs = ['status', 'list', 'gates']

/**
 * What these verbs print is kept with the state of everything it was made from: the program, the variables and the
 * files that were looked at. While all of that is as it was, it is printed again and nothing else is loaded. It lies
 * beside the key, where no agent behind walls can write.
 */
export async function withKeptOutput(
  args: readonly string[],
  context: Context,
  run: (context: Context) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { program, workflows, env, cwd, stdout } = context
  const [verb = ''] = args
  const isKept = verbs.includes(verb) && !args.some((word) => word.startsWith('--cwd'))
  if (!isKept || program === undefined || workflows !== undefined) return run(context)
  const stateOf = (values: readonly unknown[]) =>
    JSON.stringify([args, stdout.isTTY, stdout.columns, values])

  const folder = join(statePath(env), 'outputs')
  const path = join(folder, cwd, verb)
  const [before, state, ...inputs] = readKept(path)
  if (before !== undefined && state === stateOf(inputs.map((input) => valueOf(input, env)))) {
    stdout.write(before)
    return exitCodes.accepted
  }
  const watch = watchOf(context)
  watch.context.look(program)
  const exit = await run(watch.context)
  const now = stateOf([...watch.seen.keys()].map((input) => valueOf(input, env)))
  const isSame = now === stateOf([...watch.seen.values()])
  if (isSame && watch.isWhole() && exit === exitCodes.accepted)
    writeKept(folder, path, [watch.printed(), now, ...watch.seen.keys()])
  return exit
}

/** Notes what a command prints, and with which value it found each of its inputs. */
function watchOf(context: Context) {
  const { env, begun, stdout, stderr } = context
  const stamps = new Map<string, string | undefined>()
  let printed = ''
  let isWhole = true
  const see = (input: string) => {
    if (!stamps.has(input)) stamps.set(input, valueOf(input, env))
  }
  return {
    seen: stamps,
    printed: () => printed,
    /** Whether it said no more than this and a later change of an input would show. */
    isWhole: () =>
      isWhole &&
      [...stamps].every(([input, value]) => input.startsWith('$') || isSettled(value, begun)),
    context: {
      ...context,
      env: new Proxy(env, {
        get(all, name) {
          if (typeof name !== 'string') return undefined
          see(`$${name}`)
          return all[name]
        },
      }),
      stdout: {
        isTTY: stdout.isTTY,
        columns: stdout.columns,
        write(text: string) {
          printed += text
          stdout.write(text)
        },
      },
      // what went wrong is looked at every time
      stderr: {
        isTTY: stderr.isTTY,
        write(text: string) {
          isWhole = false
          stderr.write(text)
        },
      },
      look(file: string | null) {
        if (file === null) isWhole = false
        else see(file)
      },
    },
  }
}

/** A variable, or the stamp of a file. */
const valueOf = (input: string, env: Context['env']): string | undefined =>
  input.startsWith('$') ? env[input.slice(1)] : stampOf(input)

/** Another text whenever a file or the entries of a folder changed; undefined where there is none. */
function stampOf(path: string): string | undefined {
  try {
    const { ctimeMs, size, ino } = lstatSync(path)
    return `${ctimeMs} ${size} ${ino}`
  } catch {
    return undefined
  }
}

/** How far a clock of files may lag: some count whole seconds, the others in ticks of the kernel. */
const lagMs = (changed: number): number => (Number.isInteger(changed / 1_000) ? 2_000 : 20)

/** Whether a change since the command began would show in the stamp. */
function isSettled(stamp: string | undefined, begun: number): boolean {
  const changed = Number.parseFloat(stamp ?? '0')
  return changed + lagMs(changed) < begun
}

function readKept(path: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Array.isArray(stored) && stored.every((text) => typeof text === 'string') ? stored : []
  } catch {
    return []
  }
}

/** Where it cannot be kept, or is torn, the next time is only slower. */
function writeKept(folder: string, path: string, lines: readonly string[]): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, JSON.stringify(lines), { mode: 0o600 })
    forget(folder)
  } catch {}
}

/** Of folders that are gone nothing is kept; looked at when something is written, which is seldom. */
function forget(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !existsSync(join('/', relative(folder, entry.parentPath))))
      rmSync(entry.parentPath, { recursive: true, force: true })
}
