import type { Entry, Fact } from '../model/entry.ts'
import type { AsyncResult } from '../model/result.ts'

/** How far a journal was read: its length in events and bytes, its last time, and the hash that ends the chain. */
export type Mark = {
  readonly events: number
  readonly bytes: number
  readonly ts: string
  readonly hash: string
}

export const journalStart: Mark = { events: 0, bytes: 0, ts: '', hash: '' }

export type JournalDamage = {
  readonly type: 'damaged'
  readonly line: number
  readonly problem: 'edited' | 'missing' | 'unreadable' | 'foreign'
  readonly detail: string
}

export type JournalFailure =
  | JournalDamage
  | { readonly type: 'conflict'; readonly expected: number; readonly found: number }
  | { readonly type: 'unwritable'; readonly detail: string }

export type JournalReading = {
  readonly entries: readonly Entry[]
  readonly mark: Mark
  /** Bytes of an unfinished last step that a crash left behind; they were never acknowledged. */
  readonly tornBytes: number
}

/** The append-only history of one run. What `append` acknowledged is on the disk. */
export type Journal = {
  /**
   * The entries after `after`. A torn tail is left out and counted; any other damage is an error.
   * Whoever says what to `take` is given one after another, and none is held.
   */
  read(after?: Mark, take?: (entry: Entry) => void): AsyncResult<JournalReading, JournalFailure>
  /** Appends all facts or none, if the journal still ends at `at` and `accept` takes them as they will be read. */
  append(
    at: Mark,
    facts: readonly Fact[],
    accept?: (entries: readonly Entry[]) => boolean,
  ): AsyncResult<JournalReading, JournalFailure>
  /**
   * Waits until what was read is on the disk. A crashed writer may have left events that only memory
   * holds; acting on them before they are safe would show effects of events that a power cut can undo.
   */
  secure(): AsyncResult<null, JournalFailure>
  close(): Promise<void>
}
