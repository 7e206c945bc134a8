import { type NewPromptVersion, PromptVersionRow } from '../../model/records-lessons.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { PromptRecords, PromptRefusal } from '../../ports/records.ts'
import { encode } from './columns.ts'
import type { Database, Session } from './database.ts'
import { oneOf, rowsOf, save, tableOf, where } from './statements.ts'

const versions = tableOf('prompt_versions', PromptVersionRow)

export const promptRecords = (database: Database): PromptRecords => ({
  savePromptVersion: (version) => savePromptVersion(database, version),
  promptVersions: (type) =>
    rowsOf(database, versions, where([['prompt_type = ?', type]]), 'order by version_number'),
  activePrompt: (type) => activePrompt(database, type),
  activatePrompt: (id, at) =>
    database.transaction(async (session) => {
      const version = await oneOf(session, versions, id)
      return version === null ? err({ type: 'unknown' }) : ok(await activate(session, version, at))
    }),
  rollBackPrompt: (id, at) => database.transaction((session) => rollBack(session, id, at)),
  async savePromptUse(id, { usage_count: used, avg_success_rate: rate }) {
    await database.all(
      'update prompt_versions set usage_count = $2, avg_success_rate = $3 where id = $1',
      [id.toLowerCase(), used, encode(database.dialect, 'avg_success_rate', rate)],
    )
  },
})

async function activePrompt(session: Session, type: string): Promise<PromptVersionRow | null> {
  const { sql, values } = where([['prompt_type = ?', type]])
  const [active] = await rowsOf(session, versions, { sql: `${sql} and is_active`, values })
  return active ?? null
}

/** A version is saved once; which one is in use is decided by activating it. */
export const savePromptVersion = (session: Session, version: NewPromptVersion): Promise<void> =>
  save(
    session,
    versions,
    [{ ...version, is_active: false, activated_at: null, deactivated_at: null }],
    'keep-old',
  )

/** Another version that has this number already. */
export async function numberTakenBy(
  session: Session,
  { id, prompt_type: type, version_number: number }: NewPromptVersion,
): Promise<string | null> {
  const [other] = await rowsOf(
    session,
    versions,
    where([
      ['prompt_type = ?', type],
      ['version_number = ?', number],
      ['id <> ?', id.toLowerCase()],
    ]),
  )
  return other?.id ?? null
}

/** Puts a saved version in use, and the one that was out of use. */
export async function activate(
  session: Session,
  { id, prompt_type: type }: PromptVersionRow,
  at: string,
): Promise<PromptVersionRow> {
  await session.dialect.lock(session, `prompt:${type}`)
  const moment = encode(session.dialect, 'activated_at', at)
  await session.all(
    `update prompt_versions set is_active = false, deactivated_at = $1
     where prompt_type = $2 and is_active and id <> $3`,
    [moment, type, id],
  )
  await session.all(
    `update prompt_versions set is_active = true, activated_at = $1, deactivated_at = null
     where id = $2 and not is_active`,
    [moment, id],
  )
  const active = await oneOf(session, versions, id)
  if (active === null) throw new Error(`prompt version ${id} went away inside a transaction`)
  return active
}

async function rollBack(
  session: Session,
  id: string,
  at: string,
): AsyncResult<PromptVersionRow, PromptRefusal> {
  const version = await oneOf(session, versions, id)
  if (version === null) return err({ type: 'unknown' })
  if (version.parent_version_id === null) return err({ type: 'no-parent' })
  await session.dialect.lock(session, `prompt:${version.prompt_type}`)
  const active = await activePrompt(session, version.prompt_type)
  if (active?.id === version.parent_version_id) return ok(active)
  if (active?.id !== version.id) return err({ type: 'not-active', active: active?.id ?? null })
  const parent = await oneOf(session, versions, version.parent_version_id)
  return parent === null ? err({ type: 'no-parent' }) : ok(await activate(session, parent, at))
}
