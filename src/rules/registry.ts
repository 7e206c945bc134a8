import { nearest } from '../kit/near.ts'
import type { SubjectKind } from '../model/own-rule.ts'
import { isNamed } from './named.ts'
import type { ListedRule } from './rule.ts'

/** Rules of one kind of work, loaded when somebody asks for them. */
export type RuleSource = {
  readonly kind: SubjectKind
  readonly load: () => Promise<readonly ListedRule[]>
}

/** All rules, or those about a kind of work. */
export async function listRules(
  sources: readonly RuleSource[],
  kind?: SubjectKind,
): Promise<readonly ListedRule[]> {
  const wanted = sources.filter((source) => kind === undefined || source.kind === kind)
  return (await Promise.all(wanted.map(({ load }) => load()))).flat()
}

/** Rules by an id, as reports write it or whole, or by a family. */
export const findRules = (rules: readonly ListedRule[], name: string): readonly ListedRule[] => {
  const exact = rules.filter(
    ({ id }) => id === name || id === `page/${name}` || id === `design/${name}`,
  )
  return exact.length > 0 ? exact : rules.filter(({ id }) => isNamed(id, name))
}

export const nearRule = (rules: readonly ListedRule[], name: string): string | null =>
  nearest(
    name,
    rules.map(({ id }) => id),
  )
