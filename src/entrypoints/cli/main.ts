import { fstatSync, writeSync } from 'node:fs'
import { type ExitCode, exitCodes } from '../../model/problem.ts'
import { withKeptOutput } from './kept-output.ts'
import type { Context, Stream } from './terminal.ts'

/** The way in from a shell. */
export const main = (args: readonly string[], context: Context = ofProcess()): Promise<ExitCode> =>
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
      [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator](),
    },
    env: process.env,
    cwd: process.cwd(),
    begun: performance.timeOrigin,
    // sources change while their first file does not
    ...(file.endsWith('.js') ? { program: file } : {}),
  }
}

function output(descriptor: 1 | 2): Stream {
  const opened = () => {
    const stream = descriptor === 1 ? process.stdout : process.stderr
    return stream.listeners('error').includes(endEarly) ? stream : stream.on('error', endEarly)
  }
  if (fstatSync(descriptor).isCharacterDevice()) return opened()
  return {
    write(text) {
      const bytes = Buffer.from(text)
      let written = 0
      try {
        while (written < bytes.length) written += writeSync(descriptor, bytes, written)
      } catch {
        // a pipe that takes nothing just now is waited for, and one that is closed tells so, by the stream
        opened().write(bytes.subarray(written))
      }
    },
  }
}

/** Whoever reads our output may close it early, as `head` does; that is no failure of ours. */
function endEarly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(exitCodes.accepted)
  throw error
}
