import type { Obligation } from '../../../model/obligation.ts'
import { type Decided, undecided } from '../../../obligations/examine.ts'
import { schemasOf } from '../schema-walk.ts'
import type { Spec } from '../spec.ts'
import { alike, membersOf } from './schemas.ts'

/** Fields of one table or list without an owner belong to one thing: where no schema has them all, nobody knows of which they are. */
export function keptToSchema(spec: Spec, decided: readonly Decided[]): readonly Obligation[] {
  const fieldsOf = ({ check }: Decided) =>
    check?.type === 'fields' && check.owner === undefined ? check.fields : []
  const runs: Decided[][] = []
  for (const each of decided) {
    const last = runs.at(-1)?.at(-1)
    const isNext =
      last !== undefined &&
      each.obligation.source.line !== undefined &&
      each.obligation.source.line - (last.obligation.source.line ?? 0) <= 1
    if (fieldsOf(each).length === 0) continue
    if (isNext) runs.at(-1)?.push(each)
    else runs.push([each])
  }
  const schemas = schemasOf(spec).map((schema) => membersOf(spec, schema))
  const spread = runs.filter((run) => {
    const names = run
      .flatMap(fieldsOf)
      .map(({ name }) => name)
      .filter((name) => schemas.some((own) => own.some((one) => alike(one.name, name))))
    return !schemas.some((own) => names.every((name) => own.some((one) => alike(one.name, name))))
  })
  return decided.map((each) => {
    const isSpread = each.obligation.status === 'met' && spread.some((run) => run.includes(each))
    const why = undecided('no schema has all fields of this list; they are spread over several')
    return isSpread ? { ...each.obligation, ...why, evidence: [] } : each.obligation
  })
}
