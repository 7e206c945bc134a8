import type { FileKind } from './change.ts'
import type { RuleSeverity } from '../../model/own-rule.ts'
import { introduced } from './introduced.ts'
import { type Family, findingIn } from './rule.ts'
import type { RuleName } from './rules.ts'
import { all, type Node, type Source, type Typed } from './source.ts'

/** Something that no change should bring: which nodes, in which files, and what is said of them. */
type Row<T extends Node['type']> = {
  readonly rule: RuleName
  readonly in: readonly FileKind[]
  readonly type: T
  readonly when: (node: Typed<T>, source: Source, kind: FileKind) => boolean
  readonly message: string | ((node: Typed<T>, source: Source) => string)
  readonly severity?: (kind: FileKind, source: Source) => RuleSeverity | undefined
}

export const product: readonly FileKind[] = ['source', 'script']
export const tests: readonly FileKind[] = ['test', 'support']

/** One row of a table: every node like it that the change brought in is a finding. */
export const spot =
  <T extends Node['type']>(row: Row<T>): Family['look'] =>
  (change) =>
    introduced(change, (source, { kind }) =>
      row.in.includes(kind)
        ? all(source, row.type).filter((node) => row.when(node, source, kind))
        : [],
    ).map(({ source, node, kind }) => {
      const { message } = row
      const severity = row.severity?.(kind, source)
      return findingIn(row.rule, source, node.start, {
        message: typeof message === 'string' ? message : message(node, source),
        ...(severity === undefined ? {} : { severity }),
      })
    })

export const table = (...looks: readonly Family['look'][]): Family => ({
  look: (change) => looks.flatMap((look) => look(change)),
})
