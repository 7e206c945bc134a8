import { join } from 'node:path'
import { readYaml } from '../engine/read-yaml.ts'
import { type OwnRule, OwnRuleFile } from '../model/own-rule.ts'
import type { Powers } from '../model/power.ts'
import { type AsyncResult, ok, usageError } from '../model/result.ts'
import type { CheckCache } from '../ports/check-cache.ts'
import type { OwnRules, TriedRules } from '../ports/own-rules.ts'
import type { Sandbox } from '../ports/sandbox.ts'
import { openOwnRules, openUntried, type RulePlace, tryRule } from '../rules/own/open.ts'
import { readRuleFiles } from './rule-files.ts'

export type OwnRulePlace = {
  readonly root: string
  readonly powers: Powers
  readonly cache: CheckCache
  readonly sandbox: () => Promise<Sandbox>
  /** Throws where the rules came with a repository and nobody agreed to them. */
  readonly needTrust: () => Promise<void>
}

/** The rules that a user wrote, ready to speak; with none of them, nothing is loaded or run. */
export async function ownRulesOf(place: OwnRulePlace): AsyncResult<OwnRules> {
  const read = await readOwnRules(place)
  if (!read.ok) return read
  const { rules, ...rest } = read.value
  return openOwnRules(rules, rest)
}

export async function rulesIn(place: OwnRulePlace): AsyncResult<readonly OwnRule[]> {
  const read = await readOwnRules(place)
  return read.ok ? ok(read.value.rules) : read
}

/** Opens rules untried, for whoever writes them. */
export async function triedRules(
  place: OwnRulePlace,
  rules: readonly OwnRule[],
): AsyncResult<TriedRules> {
  const read = await readOwnRules(place)
  if (!read.ok) return read
  const opened = openUntried(rules, { ...read.value, powers: {} })
  const wrong = (rule: OwnRule) => tryRule(rule, opened, read.value)
  return ok({ ...opened, wrong })
}

type ReadRules = RulePlace & { readonly rules: readonly OwnRule[] }

/** Reads them, and what their modules are. They may be tried by whoever writes them. */
async function readOwnRules({ root, needTrust, ...rest }: OwnRulePlace): AsyncResult<ReadRules> {
  const files = readRuleFiles(root)
  if (files.length > 0) await needTrust()
  const rules: OwnRule[] = []
  for (const { path } of files.filter((file) => !file.path.endsWith('.mjs'))) {
    const read = await readYaml(
      join(root, path),
      OwnRuleFile,
      'docs/rules.md says what stands there',
    )
    if (!read.ok) return read
    for (const rule of read.value.rules) {
      if (rules.some(({ id }) => id === rule.id))
        return usageError(`there are two rules ${rule.id}`, 'give one of them another id', path)
      rules.push(rule)
    }
  }
  const modules = new Map(files.map(({ path, text }) => [path, text]))
  return ok({ ...rest, modules, rules })
}
