import { createHash } from 'node:crypto'
import { type OwnRule, statedPower } from '../../model/own-rule.ts'
import type { Powers } from '../../model/power.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { powerOf } from '../../obligations/power.ts'
import type { CheckCache } from '../../ports/check-cache.ts'
import type { OwnRules, OwnVerdict, RuleSubject } from '../../ports/own-rules.ts'
import type { Sandbox } from '../../ports/sandbox.ts'
import { misbehaviour } from './examples.ts'
import { looksAt } from './look.ts'
import { runModule } from './run-module.ts'
import { openThread } from './thread.ts'

/** Raise it when rules find something else in the same text. */
const version = 1

export type RulePlace = {
  /** Texts of modules by their paths. */
  readonly modules: ReadonlyMap<string, string>
  readonly sandbox: () => Promise<Sandbox>
  readonly cache: CheckCache
  /** What a person set in loopwright.yaml. */
  readonly powers: Powers
}

/** What a rule may do: what a person set for it, else what it says of itself. */
export const powerHere = (rule: OwnRule, powers: Powers) =>
  powerOf(rule.id, powers) ?? statedPower(rule)

/** Opens rules, each tried on its own examples first; one that does not behave is refused. */
export async function openOwnRules(
  rules: readonly OwnRule[],
  place: RulePlace,
): AsyncResult<OwnRules> {
  const opened = openUntried(rules, place)
  for (const rule of opened.rules) {
    const wrong = await tryRule(rule, opened, place)
    if (wrong !== null) {
      await opened.close()
      return refusal(rule, wrong)
    }
  }
  return ok(opened)
}

const refusal = (rule: OwnRule, wrong: string) =>
  usageError(
    `the rule ${rule.id} ${wrong}`,
    `correct the rule or its examples; see: loopwright rules test ${rule.id}`,
  )

/** The rules as they are, for trying them out. */
export function openUntried(rules: readonly OwnRule[], place: RulePlace) {
  const thread = openThread()
  const askOne = async (rule: OwnRule, subject: RuleSubject, signal: AbortSignal) => {
    if (rule.module === undefined) return thread.ask({ rule, subject }, signal)
    const source = place.modules.get(rule.module)
    if (source === undefined) return err(`${rule.module} is not there`)
    return runModule(rule, subject, { sandbox: place.sandbox, source, signal })
  }
  // one thread answers one question at a time
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (rule: OwnRule, subject: RuleSubject, signal: AbortSignal) => {
    const answer = last.then(() => askOne(rule, subject, signal))
    last = answer
    return answer
  }
  return {
    rules: rules.filter((rule) => powerHere(rule, place.powers) !== 'off'),
    askOne: inTurn,
    async ask(
      some: readonly OwnRule[],
      subject: RuleSubject,
      signal: AbortSignal,
    ): Promise<readonly OwnVerdict[]> {
      const at = { kind: subject.kind, path: subject.kind === 'change' ? '' : subject.path }
      const verdicts: OwnVerdict[] = []
      for (const rule of some.filter((each) => looksAt(each, at))) {
        const answer = await inTurn(rule, subject, signal)
        verdicts.push(
          answer.ok
            ? { rule, findings: answer.value, broken: null }
            : { rule, findings: [], broken: answer.error },
        )
      }
      return verdicts
    },
    close: () => thread.end(),
  }
}

/** What is wrong with the rule by its examples; what was tried before in the same words is known. */
export async function tryRule(
  rule: OwnRule,
  { askOne }: ReturnType<typeof openUntried>,
  { cache, modules }: RulePlace,
): Promise<string | null> {
  const said = JSON.stringify([version, rule, modules.get(rule.module ?? '') ?? null])
  const key = createHash('sha256').update(said).digest('hex')
  const known = await cache.get(key)
  if (known?.verdict === 'pass') return null
  const { signal } = new AbortController()
  const wrong = await misbehaviour(rule, (each, subject) => askOne(each, subject, signal))
  // only what behaves is kept: a rule that cannot be used here today may be used tomorrow
  if (wrong === null) await cache.set(key, { verdict: 'pass', details: rule.id, findings: [] })
  return wrong
}
