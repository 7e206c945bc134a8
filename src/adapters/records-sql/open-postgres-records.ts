import { maskSecrets } from '../../model/mask-secrets.ts'
import type { Problem } from '../../model/problem.ts'
import { err, type Result } from '../../model/result.ts'
import type { Records } from '../../ports/records.ts'
import { openPostgresDatabase } from './postgres-database.ts'
import { recordsOn } from './records-on.ts'

/** Records on a server. Nothing that is said about it shows its password. */
export async function openPostgresRecords({
  url,
  now,
}: {
  readonly url: string
  readonly now: string
}): Promise<Result<Records, Problem>> {
  const server = serverOf(url)
  if (server === null)
    return err({
      exit: 2,
      what: 'records.url is no valid URL of a PostgreSQL database',
      todo: 'write it as postgresql://user@host:5432/database; encode @, : and / in a password',
    })
  try {
    return await recordsOn(await openPostgresDatabase(url), now)
  } catch (error) {
    return err({
      exit: 2,
      what: `the records on ${server.shown} can not be opened: ${maskSecrets(reasonOf(error), server.secrets)}`,
      todo: 'see that the server runs and that the user may create tables, or set records.url',
    })
  }
}

/** What may be shown of a server, and what never. */
function serverOf(
  url: string,
): { readonly shown: string; readonly secrets: readonly string[] } | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  if (!/^postgres(ql)?:$/.test(parsed.protocol)) return null
  const query = parsed.searchParams.get('password')
  const secrets = [parsed.password, decoded(parsed.password), query ?? '', url]
  return {
    shown: `${parsed.host === '' ? 'this machine' : parsed.host}${parsed.pathname}`,
    secrets: secrets.filter((secret) => secret !== ''),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A connection that was tried over several addresses fails with a list and no words of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
