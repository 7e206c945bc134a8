import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Records } from '../../ports/records.ts'
import type { Database } from './database.ts'
import { improvementRecords } from './improvement-records.ts'
import { iterationRecords } from './iteration-records.ts'
import { lessonRecords } from './lesson-records.ts'
import { migrate } from './migrate.ts'
import { allMigrations } from './migrations/all.ts'
import type { Migration } from './migrations/migration.ts'
import { orderRecords } from './order-records.ts'
import { outcomeRecords } from './outcome-records.ts'
import { promptRecords } from './prompt-records.ts'

/** The records in a database that was just opened, brought to the newest version. */
export async function recordsOn(
  database: Database,
  now: string,
  migrations: readonly Migration[] = allMigrations,
): AsyncResult<Records> {
  const migrated = await migrate(database, migrations, now).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  if (!migrated.ok) {
    await database.close()
    return err(migrated.error)
  }
  return ok({
    ...orderRecords(database),
    ...outcomeRecords(database),
    ...lessonRecords(database),
    ...promptRecords(database),
    ...improvementRecords(database),
    ...iterationRecords(database),
    close: () => database.close(),
  })
}
