import { hash as digest } from 'node:crypto'
import { Entry, type Fact } from '../../model/entry.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { JournalDamage, Mark } from '../../ports/journal.ts'

export type Stamp = { readonly ts: string; readonly runId: string; readonly version: number }

/** The line's own hash covers the line before, so no line can be changed, dropped or moved unnoticed. */
export function chainHash(previous: string, body: string): string {
  return digest('sha256', previous + body).slice(0, 32)
}

/** How every line ends. */
export const hashSuffix = (hash: string): string => `,"hash":"${hash}"}\n`

/** Turns facts into lines that continue the chain at `at`. */
export function link(
  at: Mark,
  facts: readonly Fact[],
  stamp: Stamp,
): { text: string; entries: Entry[]; mark: Mark } {
  const entries: Entry[] = []
  let { hash } = at
  let text = ''
  for (const [index, fact] of facts.entries()) {
    const left = facts.length - index - 1
    const body = {
      ts: stamp.ts,
      run_id: stamp.runId,
      iteration: fact.iteration,
      phase: fact.phase,
      step: fact.step,
      event: fact.event,
      status: fact.status,
      payload: fact.payload,
      v: stamp.version,
      n: at.events + index + 1,
      ...(left > 0 ? { left } : {}),
    }
    const line = JSON.stringify(body)
    hash = chainHash(hash, line)
    entries.push({ ...body, hash })
    text += line.slice(0, -1) + hashSuffix(hash)
  }
  const bytes = at.bytes + Buffer.byteLength(text)
  return { text, entries, mark: { events: at.events + facts.length, bytes, hash } }
}

const hashAtEnd = /,"hash":"([0-9a-f]{32})"\}$/

/** Reads one line and proves that it follows the chain. */
export function unlink(previous: Mark, line: string): Result<Entry, JournalDamage> {
  const number = previous.events + 1
  const damaged = (problem: JournalDamage['problem'], detail: string) =>
    err<JournalDamage>({ type: 'damaged', line: number, problem, detail })

  const parsed = parseLine(line)
  if (!parsed.ok) return damaged('unreadable', parsed.error)
  const entry = parsed.value
  if (entry.n !== number)
    return damaged('missing', `expected event ${number} here, found event ${entry.n}`)
  const body = line.replace(hashAtEnd, '}')
  if (body === line) return damaged('foreign', 'the line does not end with its hash')
  return chainHash(previous.hash, body) === entry.hash
    ? ok(entry)
    : damaged('edited', `event ${number} (${entry.event}) or the line before it was changed`)
}

function parseLine(line: string): Result<Entry, string> {
  try {
    const parsed = Entry.safeParse(JSON.parse(line))
    if (parsed.success) return ok(parsed.data)
    const issue = parsed.error.issues[0]
    return err(`not an event of Loopwright: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
  } catch {
    return err('not a JSON object')
  }
}
