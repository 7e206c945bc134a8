import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Finding } from '../../model/finding.ts'
import { err, type Result } from '../../model/result.ts'
import type { Question } from './worker.ts'

type Answer = Result<readonly Finding[], string>

/** What one rule may take for one subject: a pattern that never ends is ended. */
const limitMs = 2_000
/** The first question of a thread also loads what it is answered with. */
const startMs = 15_000
const memoryMb = 512

/** A thread that answers for declarative rules. It is ended and begun anew when a rule takes too long. */
export function openThread(limits: { readonly limitMs: number } = { limitMs }) {
  let worker: Worker | null = null
  const end = async () => {
    const ended = worker
    worker = null
    await ended?.terminate()
  }
  const answerFrom = (thread: Worker, question: Question, signal: AbortSignal) =>
    new Promise<Answer>((resolve) => {
      let timer: NodeJS.Timeout
      const done = (answer: Answer) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        thread.off('message', onMessage).off('error', onError).off('exit', onExit)
        resolve(answer)
      }
      const giveUp = (reason: string) => {
        void end()
        done(err(reason))
      }
      const within = (ms: number, reason: string) => {
        clearTimeout(timer)
        timer = setTimeout(() => giveUp(reason), ms)
      }
      const onAbort = () => giveUp('it was called off')
      const onError = (error: Error) => giveUp(error.message)
      const onExit = () => giveUp('its thread ended')
      const onMessage = (message: Answer | 'begun') => {
        if (message !== 'begun') done(message)
        else within(limits.limitMs, `it took longer than ${limits.limitMs / 1000} s`)
      }
      within(startMs, 'the thread for rules did not begin')
      thread.on('message', onMessage).on('error', onError).on('exit', onExit)
      signal.addEventListener('abort', onAbort, { once: true })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(question)
    })
  return {
    async ask(question: Question, signal: AbortSignal): Promise<Answer> {
      if (signal.aborted) return err('it was called off')
      worker ??= new Worker(workerFile(), {
        resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      })
      worker.unref()
      return answerFrom(worker, question, signal)
    },
    end,
  }
}

/** The worker lies beside this file in the sources, and in the folder above the chunks when built. */
function workerFile(): URL {
  const places = import.meta.url.endsWith('.ts')
    ? ['./worker.ts']
    : ['./rules-worker.js', '../rules-worker.js']
  const match = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(fileURLToPath(url)))
  if (match === undefined) throw new Error('the worker for rules is missing')
  return match
}
