import type { Problem } from '../../model/problem.ts'
import { err, type Result } from '../../model/result.ts'
import type { Records } from '../../ports/records.ts'
import { recordsOn } from './records-on.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

export type SqlitePlace = {
  readonly path: string
  /** The path as people know it. */
  readonly shown?: string
  readonly now: string
}

/** Records in a file. */
export async function openSqliteRecords({
  path,
  shown = path,
  now,
}: SqlitePlace): Promise<Result<Records, Problem>> {
  try {
    return await recordsOn(await openSqliteDatabase(path), now)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const foreign = /not a database|malformed/i.test(reason)
    return err({
      exit: foreign ? 5 : 2,
      what: foreign
        ? `the records in ${shown} are no database, or were damaged`
        : `the records in ${shown} can not be opened: ${reason}`,
      where: shown,
      todo: foreign
        ? 'restore the file from a copy, or move it away to start anew'
        : 'see that the file can be written, or set records.url',
    })
  }
}
