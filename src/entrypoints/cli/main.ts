import { fstatSync, readSync, writeSync } from 'node:fs'
import { type ExitCode, exitCodes } from '../../model/problem.ts'
import { withKeptOutput } from './kept-output.ts'
import type { Context, Stream } from './terminal.ts'

/** The way in from a shell. */
export async function main(
  args: readonly string[],
  context: Context = ofProcess(),
): Promise<ExitCode> {
  return args[0] === 'hook' ? runHook(args, context) : run(args, context)
}

/** A hook that ends without an answer says so by its exit code: programs take all others for a pass. */
async function runHook(args: readonly string[], context: Context): Promise<ExitCode> {
  const stdin = await (await import('./idle-hook.ts')).inputOfHook(args, context)
  const exit = stdin === null ? exitCodes.accepted : await run(args, { ...context, stdin })
  return exit === exitCodes.accepted ? exit : exitCodes.usage
}

const run = (args: readonly string[], context: Context): Promise<ExitCode> =>
  withKeptOutput(args, context, async (watched) =>
    (await import('./dispatch.ts')).dispatch(args, watched),
  )

/** The process, of which Node opens only what is used. */
function ofProcess(): Context {
  const file = import.meta.filename
  return {
    stdout: output(1),
    stderr: output(2),
    stdin: {
      get isTTY() {
        return process.stdin.isTTY
      },
      [Symbol.asyncIterator]: input,
    },
    env: process.env,
    cwd: folderOf(process.env),
    begun: performance.timeOrigin,
    announceCaller: async () => (await import('../host-process.ts')).announceHolder(process.env),
    // sources change while their first file does not
    ...(file.endsWith('.js') ? { program: file } : {}),
  }
}

/** The folder we were started in, by its name where it is gone: that is said where it matters. */
function folderOf({ PWD = '/' }: Context['env']): string {
  try {
    return process.cwd()
  } catch {
    return PWD
  }
}

/** What comes by a pipe or from a file is read in place. */
async function* input(): AsyncGenerator<Uint8Array | string> {
  const chunk = Buffer.alloc(65_536)
  try {
    for (;;) {
      const size = readSync(0, chunk)
      if (size === 0) return
      yield Buffer.from(chunk.subarray(0, size))
    }
  } catch {
    // a stream waits for what does not come at once
    yield* process.stdin
  }
}

/** What goes to a pipe or a file is written in place; a terminal needs what Node has for it. */
function output(descriptor: 1 | 2): Stream {
  const open = () => (descriptor === 1 ? process.stdout : process.stderr).on('error', endEarly)
  if (fstatSync(descriptor).isCharacterDevice()) return open()
  let stream: NodeJS.WriteStream | null = null
  return {
    write(text) {
      if (stream !== null) return stream.write(text)
      const bytes = Buffer.from(text)
      let written = 0
      try {
        while (written < bytes.length) written += writeSync(descriptor, bytes, written)
        return true
      } catch {
        // a stream waits for a pipe that is full, and says of one that is closed what is wrong
        stream = open()
        return stream.write(bytes.subarray(written))
      }
    },
  }
}

/** Whoever reads our output may close it early, as `head` does; that is no failure of ours. */
function endEarly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(exitCodes.accepted)
  throw error
}
