import { kindOfText } from '../checks/file-kinds.ts'
import { isAboutRules, type SubjectKind } from '../model/own-rule.ts'
import { type AsyncResult, ok } from '../model/result.ts'
import type { Workspace } from '../ports/workspace.ts'
import { isNamed } from '../rules/named.ts'
import { judgedOf, type OwnJudged } from '../rules/own/judged.ts'
import { looksAt } from '../rules/own/look.ts'

type Text = {
  /** Told by its name and its text unless known. */
  readonly kind?: Exclude<SubjectKind, 'change'>
  /** From the workspace. */
  readonly path: string
  readonly text: string
  readonly sha256: string
  /** The rules or families that are asked for; all of them if none is named. */
  readonly only?: readonly string[]
  readonly signal?: AbortSignal
}

/** What the user's own rules say of one text. */
export async function askOwnRulesAbout(
  { ownRules, config }: Pick<Workspace, 'ownRules' | 'config'>,
  { path, text, sha256, only = [], ...given }: Text,
): AsyncResult<readonly OwnJudged[]> {
  const own = await ownRules()
  if (!own.ok) return own
  const { kind = kindOfText(path, text), signal = new AbortController().signal } = given
  const rules = own.value.rules.filter(
    (rule) =>
      looksAt(rule, { kind, path }) &&
      (only.length === 0 || only.some((name) => isNamed(rule.id, name))),
  )
  if (rules.length === 0) return ok([])
  const verdicts = await own.value.ask(rules, { kind, path, text }, signal)
  return ok(judgedOf(verdicts, { powers: config.acceptance.rules, subject: sha256 }))
}

/** Whether a rule of the user's own looks at a text; rules that cannot be opened have to say so themselves. */
export async function hasOwnRules(
  { ownRules }: Pick<Workspace, 'ownRules'>,
  path: string,
  text: string,
): Promise<boolean> {
  const own = await ownRules()
  if (!own.ok) return true
  const kind = kindOfText(path, text)
  return own.value.rules.some((rule) => !isAboutRules(path) && looksAt(rule, { kind, path }))
}
