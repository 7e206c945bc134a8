import { type AsyncResult, err, ok } from '../model/result.ts'
import { type Repository, repositoryProblem } from '../ports/repository.ts'
import type { Versions } from './workflow.ts'

/** Reads versions of a repository as patches against the first; that one is no change. */
export const patchesSince =
  (base: string | null, open: () => AsyncResult<Repository>): Versions['read'] =>
  async (hash) => {
    if (base === null || hash === base) return ok({ hash, text: '' })
    const repository = await open()
    if (!repository.ok) return repository
    const patch = await repository.value.patchBetween(base, hash)
    return patch.ok
      ? ok({ hash, text: Buffer.from(patch.value).toString('utf8') })
      : err(repositoryProblem(patch.error))
  }
