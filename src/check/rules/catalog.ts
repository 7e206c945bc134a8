import { builtInRules } from '../../checks/rule-sources.ts'
import type { OwnRule, SubjectKind } from '../../model/own-rule.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { type PowerNow, powerNow } from '../../rules/power-now.ts'
import { findRules, listRules, nearRule } from '../../rules/registry.ts'
import type { ListedRule } from '../../rules/rule.ts'

/** A rule with what it may do here. */
export type KnownRule = ListedRule & { readonly power: PowerNow }

/** Every rule there is here: the built-in ones, and the user's own. */
export async function knownRules(
  { config, readRules }: Pick<Workspace, 'config' | 'readRules'>,
  kind?: SubjectKind,
): AsyncResult<readonly KnownRule[]> {
  const own = await readRules()
  if (!own.ok) return own
  const powers = config.acceptance.rules
  const builtIn = await listRules(builtInRules, kind)
  return ok([
    ...own.value
      .filter(({ on }) => kind === undefined || on === kind)
      .map((rule) => ({ ...entryOf(rule), power: powerNow(entryOf(rule), powers, rule) })),
    ...builtIn.map((rule) => ({ ...rule, power: powerNow(rule, powers) })),
  ])
}

/** The rules that a name means; a family means all that are of it. */
export async function rulesNamed(
  workspace: Pick<Workspace, 'config' | 'readRules'>,
  name: string,
): AsyncResult<readonly KnownRule[]> {
  const known = await knownRules(workspace)
  if (!known.ok) return known
  const results = known.value.filter((rule) => findRules(known.value, name).includes(rule))
  if (results.length > 0) return ok(results)
  const near = nearRule(known.value, name)
  return usageError(
    `there is no rule "${name}"`,
    near === null ? 'see: loopwright rules list' : `did you mean ${near}?`,
  )
}

/** A user's own rule as rules are listed. */
function entryOf({ id, on, about, severity, fix, passes, fails }: OwnRule): ListedRule {
  const shown = (example: OwnRule['passes']) =>
    typeof example === 'string'
      ? example
      : 'text' in example
        ? example.text
        : JSON.stringify(example.after)
  return {
    id,
    kind: on,
    origin: 'your own',
    about,
    severity,
    example: { bad: shown(fails), better: shown(passes) },
    ...(fix === undefined ? {} : { fix }),
  }
}
