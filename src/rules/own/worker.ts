import { parentPort } from 'node:worker_threads'
import type { OwnRule } from '../../model/own-rule.ts'
import type { RuleSubject } from '../../ports/own-rules.ts'
import { prepare, tryLook } from './look.ts'

export type Question = { readonly rule: OwnRule; readonly subject: RuleSubject }

/** Answers one question after the other, in a thread that can be ended when a rule takes too long. */
parentPort?.on('message', async ({ rule, subject }: Question) => {
  // what a form is read with is loaded before its time is taken
  await prepare(rule)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage('begun')
  const answer = await tryLook(rule, subject)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer)
})
