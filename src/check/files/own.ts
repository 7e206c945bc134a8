import type { Obligation } from '../../model/obligation.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { isNamed } from '../../rules/named.ts'
import type { OwnJudged } from '../../rules/own/judged.ts'
import { type JudgedFile, type JudgedRule, severityOf, weightOf } from '../../views/findings.ts'
import { askOwnRulesAbout } from '../own-rules.ts'
import type { CheckOptions } from './criteria.ts'
import { decideByPerson } from './exam.ts'
import type { CheckedFile, ReadFile } from './read.ts'

const kinds = {
  'api-spec': 'openapi',
  docs: 'docs',
  config: 'config',
  code: 'code',
  design: 'design',
} as const

/** Lays what the user's own rules say over what the gates said, and leaves only rules that were named. */
export async function withOwnRules(
  workspace: Pick<Workspace, 'ownRules' | 'config'>,
  checked: CheckedFile,
  { only = [], decided }: Pick<CheckOptions, 'only' | 'decided'>,
): AsyncResult<CheckedFile> {
  const { judged } = checked
  const kind = Object.entries(kinds).find(([type]) => type === judged.type)?.[1]
  const { path, text, sha256 } = judged
  const own = await askOwnRulesAbout(workspace, {
    ...(kind === undefined ? {} : { kind }),
    path,
    text,
    sha256,
    only,
  })
  if (!own.ok) return own
  const isAsked = (id: string, decidedBy = '') =>
    only.length === 0 ||
    only.some((name) =>
      [id, ...decidedBy.split(', ')].some((each) => isNamed(each.replace(/^builtin:/, ''), name)),
    )
  const remaining = judged.rules.filter(({ id, decidedBy }) => isAsked(id, decidedBy))
  if (only.length > 0 && remaining.length === 0 && own.value.length === 0)
    return usageError(
      `no rule for ${path} is named ${only.join(' or ')}`,
      'see: loopwright rules list',
    )
  const known = (judged.obligations ?? []).filter(
    ({ id }) => only.length === 0 || remaining.some((rule) => id === `rule.${rule.id}`),
  )
  // a rule that was named is asked in earnest
  const asked =
    only.length === 0 ? known : known.map((each) => ({ ...each, weight: 'must' as const }))
  const said = own.value.map(({ obligation }) => obligation)
  const isOnlyAdvised = judged.type === 'text' && said.every(({ weight }) => weight === 'should')
  const all = [...asked, ...said, ...(isOnlyAdvised ? [nothingBlocks(said, sha256)] : [])]
  const obligations = decided === undefined ? all : decideByPerson(all, decided)
  const rules = [...remaining, ...own.value.map(asRule)]
  const passed = verdictOf(obligations).verdict === 'accepted'
  return ok({ ...checked, judged: { ...judged, rules, obligations, passed } })
}

/** Rules that only advise leave nothing undecided: none of them may refuse the work. */
const nothingBlocks = (said: readonly Obligation[], subject: string): Obligation => {
  const text =
    said.length === 1
      ? 'the rule that looks here advises'
      : `all ${said.length} rules that look here advise`
  return {
    id: 'rules.hold',
    statement: 'no rule of your own that blocks finds anything',
    source: { kind: 'workflow', text: 'rules of your own' },
    weight: 'must',
    decided_by: 'check',
    status: 'met',
    reason: text,
    evidence: [{ text }],
    subject,
  }
}

function asRule({ rule, severity, findings, broken }: OwnJudged): JudgedRule {
  const result = severity === 'error' ? 'fail' : 'warn'
  return {
    id: rule.id,
    description: rule.about,
    severity: severityOf[severity],
    weight: weightOf[severity],
    verdict: findings.length > 0 ? result : broken === null ? 'pass' : 'error',
    details: findings[0]?.message ?? broken ?? rule.about,
    decidedBy: rule.id,
    counts: false,
    findings: [...findings],
  }
}

/** A text of any kind, held against nothing but the user's own rules. */
export function unjudged({ path, text, sha256 }: ReadFile): CheckedFile {
  const judged: JudgedFile = {
    path,
    text,
    sha256,
    type: 'text',
    criteria: 'your own rules',
    level: 'B',
    score: 0,
    threshold: 0,
    passed: true,
    rules: [],
    obligations: [],
    seconds: 0,
    fixed: [],
  }
  return { judged, repair: null }
}
