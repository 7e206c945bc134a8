import type { Entry } from '../../model/entry.ts'
import { Created, payloadOf, Refined } from './events.ts'
import type { RunView } from '../../model/run-view.ts'

export type VersionRow = {
  readonly number: number
  readonly hash: string
  readonly iteration: number
  readonly source: string
  readonly score: number | null
  readonly phase: string | null
  readonly best: boolean
  readonly last: boolean
  readonly fixedByMachine: readonly string[]
}

/** Long histories say the same over and over: what is equal is kept once. */
export function openShare() {
  const known = new Map<string, unknown>()
  return <Value>(value: Value): Value => {
    const key = JSON.stringify(value)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is written alike is alike
    const same = known.get(key) as Value | undefined
    if (same === undefined) known.set(key, value)
    return same ?? value
  }
}
export type Share = ReturnType<typeof openShare>

type Known = {
  readonly run: RunView
  readonly evaluations: readonly {
    readonly artifact: string
    readonly score: number
    readonly phase: string
  }[]
  readonly first: string | undefined
}

export type Versions = Map<string, Pick<VersionRow, 'iteration' | 'source' | 'fixedByMachine'>>

/** The first entry that tells of a version says where it came from. */
export function noteVersion(versions: Versions, entry: Entry, share: Share): void {
  const { iteration } = entry
  const created = payloadOf(entry, 'artifact_created', Created)
  const refined = payloadOf(entry, 'refinement_done', Refined)
  const hash = created?.artifact_hash ?? refined?.artifact_hash
  if (hash === undefined || versions.has(hash)) return
  const source = share(created?.source ?? 'refined')
  versions.set(hash, { iteration, source, fixedByMachine: share(refined?.fixed_by_machine ?? []) })
}

export function versionRows(versions: Versions, known: Known): readonly VersionRow[] {
  const { run, evaluations, first } = known
  const taken: Versions = new Map(
    first === undefined
      ? []
      : [[first, { iteration: 1, source: 'taken over', fixedByMachine: [] }]],
  )
  const rows = [...taken, ...[...versions].filter(([hash]) => hash !== first)]
  const judged = new Map(evaluations.map((row) => [row.artifact, row]))
  return rows.map(([hash, row], index) => ({
    number: index + 1,
    hash,
    ...row,
    score: judged.get(hash)?.score ?? null,
    phase: judged.get(hash)?.phase ?? null,
    best: run.best?.hash === hash,
    last: run.artifact === hash,
  }))
}
