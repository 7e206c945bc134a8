import { kindOfText } from '../../checks/file-kinds.ts'
import type { Finding } from '../../model/finding.ts'
import { isAboutRules, type OwnRule } from '../../model/own-rule.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import { powerFor, type PowerWithReason, type RuleEvidence } from '../../obligations/power.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { isNamed } from '../../rules/named.ts'
import { looksAt } from '../../rules/own/look.ts'
import { foundIn, type Label, labelOf, readLabels } from './labels.ts'

export type RuleFinding = Finding & { readonly path: string; readonly label: Label | null }

/** How a rule behaves on its own examples, and what it says of the work that lies here. */
export type TestedRule = {
  readonly rule: OwnRule
  /** What is wrong with it by its examples; null where it behaves. */
  readonly wrong: string | null
  readonly findings: readonly RuleFinding[]
  readonly evidence: RuleEvidence
  /** What that would earn a built-in rule. */
  readonly earns: PowerWithReason
}

type Place = Pick<Workspace, 'root' | 'project' | 'readRules' | 'tryRules'>

/** Tries rules on their examples, and those that behave on every file of the workspace. */
export async function testRules(
  { root, project, readRules, tryRules }: Place,
  { named, signal }: { readonly named: string | null; readonly signal: AbortSignal },
): AsyncResult<readonly TestedRule[]> {
  const read = await readRules()
  if (!read.ok) return read
  const rules = read.value.filter(({ id }) => named === null || isNamed(id, named))
  if (rules.length === 0)
    return usageError(
      named === null
        ? 'there are no rules of your own here'
        : `there is no rule "${named}" of your own`,
      'write one: loopwright rules new <id>',
    )
  const labels = await readLabels(root)
  if (!labels.ok) return labels
  const tried = await tryRules(rules)
  if (!tried.ok) return tried
  const { wrong, ask, close } = tried.value
  try {
    const texts = await textsOf(project)
    const tested: TestedRule[] = []
    for (const rule of rules) {
      const reason = await wrong(rule)
      const findings: RuleFinding[] = []
      const own = reason === null ? texts.filter((text) => looksAt(rule, text)) : []
      for (const text of own)
        for (const { findings: result, broken } of await ask([rule], text, signal)) {
          if (broken !== null)
            return usageError(`the rule ${rule.id} broke: ${broken}`, 'correct it', text.path)
          findings.push(
            ...result.map((each) => labelled(each, { rule, path: text.path }, labels.value)),
          )
        }
      const said = labels.value.filter(({ rule: id }) => id === rule.id)
      const evidence = {
        looked: own.length,
        fired: findings.length,
        right: said.filter(({ right }) => right).length,
        wrong: said.filter(({ right }) => !right).length,
      }
      tested.push({ rule, wrong: reason, findings, evidence, earns: powerFor(evidence) })
    }
    return ok(tested)
  } finally {
    await close()
  }
}

async function textsOf(project: Workspace['project']) {
  const texts = await Promise.all(
    (await project.list()).map(async (path) => ({ path, text: await project.read(path) })),
  )
  return texts.flatMap(({ path, text }) =>
    text === null || isAboutRules(path) ? [] : [{ kind: kindOfText(path, text), path, text }],
  )
}

function labelled(
  finding: Finding,
  { rule, path }: { readonly rule: OwnRule; readonly path: string },
  labels: readonly Label[],
): RuleFinding {
  const label = labelOf(labels, { rule: rule.id, path, found: foundIn(finding) })
  return { ...finding, path, label }
}
