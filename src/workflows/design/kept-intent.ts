import type { IntentProblem } from '../../checks/design/intent-problems.ts'
import { type ReadIntent, readIntent } from '../../checks/design/read-intent.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Blobs } from '../../ports/blobs.ts'

/** A version of the intent by the hash of its text; or why there is none that keeps the contract. */
export async function keptIntent(
  blobs: Pick<Blobs, 'get'>,
  hash: string,
): AsyncResult<ReadIntent & { readonly text: string }, string> {
  const text = await blobs.get(hash)
  const read = text === null ? null : readIntent(text)
  if (text === null || read === null) return err('the intent is missing or damaged')
  return read.ok ? ok({ ...read.value, text }) : err(sayWhy(read.error))
}

/** Problems with an intent in one line: where, and what was expected. */
export const sayWhy = (problems: readonly IntentProblem[]): string =>
  problems
    .slice(0, 5)
    .map(({ path, message }) => `${path === '' ? 'the intent' : path}: ${message}`)
    .join('; ')
