import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { improvementOf, enhancementOf } from '../../src/ports/records-samples-lessons.contract.ts'
import { idOf } from '../../src/ports/records-samples.contract.ts'
import type { Records } from '../../src/ports/records.ts'

/** A process that works on the records in this place: a file or a URL. */
export function startChild(
  what: 'open' | 'attempts' | 'propose' | 'approve' | 'hang',
  place: string,
  { first = 0, count = 0 } = {},
): ChildProcess {
  const script = join(import.meta.dirname, 'records-child.mjs')
  return spawn(process.execPath, [script, what, place, `${first}`, `${count}`], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
}

/** All it said until it ended well. */
export async function outputOf(child: ChildProcess): Promise<string> {
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  await once(child, 'close')
  expect(said.err).toBe('')
  expect(child.exitCode).toBe(0)
  return said.out
}

/** Kills the process, in the way that leaves no time for anything, once it has said so many lines. */
export async function killAfterLines(
  child: ChildProcess,
  lines: number,
  waitMs = 0,
): Promise<void> {
  const ended = once(child, 'close')
  if (child.stdout === null) throw new Error('the process has no output')
  let said = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    said += 1
    if (said >= lines) break
  }
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  child.kill('SIGKILL')
  await ended
  // a server may still be ending what the process had asked for last
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(child.signalCode).toBe('SIGKILL')
}

export async function proposeMany(records: Records, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await records.saveEnhancement(enhancementOf(number))
    await records.proposeImprovement(improvementOf(number))
  }
}

/** How many approvals are there with all that belongs to them; fails where one is there in part. */
export async function wholeApprovals(records: Records, count: number): Promise<number> {
  const prompts = await records.promptVersions('base_proposer')
  const lessons = await records.enhancements()
  let whole = 0
  for (let number = 1; number <= count; number += 1) {
    const improvement = await records.improvement(idOf('improvement', number))
    const parts = [
      improvement?.status === 'approved',
      prompts.some(({ id }) => id === idOf('prompt', number)),
      lessons.some(({ id, is_active: active }) => id === idOf('enhancement', number) && !active),
    ]
    expect(new Set(parts).size, `the parts of approval ${number}: ${parts.join(', ')}`).toBe(1)
    if (parts[0] === true) whole += 1
  }
  expect(prompts.filter(({ is_active: active }) => active)).toHaveLength(whole === 0 ? 0 : 1)
  return whole
}
