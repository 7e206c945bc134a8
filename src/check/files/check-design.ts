import { createHash } from 'node:crypto'
import type { Workspace } from '../../ports/workspace.ts'
import { applyIntentFix } from '../../checks/design/apply-intent-fix.ts'
import { criticise, rubricVersion } from '../../checks/design/criticise.ts'
import type { Criticism, IntentFix } from '../../checks/design/critique.ts'
import { examineDesign } from '../../checks/design/exam.ts'
import { requirementsExam } from '../../checks/design/exam-requirements.ts'
import { fixIntent } from '../../checks/design/fix-intent.ts'
import type { DesignIntent } from '../../checks/design/intent.ts'
import type { IntentProblem } from '../../checks/design/intent-problems.ts'
import { locatePointers } from '../../checks/design/locate.ts'
import { ownObligations, unaskedParts } from '../../checks/design/obligations.ts'
import { readIntent } from '../../checks/design/read-intent.ts'
import { designRules } from '../../checks/design/rules.ts'
import type { Finding, Fix } from '../../model/finding.ts'
import type { Obligation } from '../../model/obligation.ts'
import { joinExams } from '../../obligations/exam.ts'
import { ruleObligation } from '../../obligations/from-rules.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { type JudgedFile, type JudgedRule, severityOf, weightOf } from '../../views/findings.ts'
import type { CheckOptions } from './criteria.ts'
import { decideByPerson } from './exam.ts'
import type { ReadFile } from './read.ts'
import { asWritten } from './read.ts'
import type { CheckedFile } from './read.ts'
import { completeExam, judgeWork } from '../../asking/exam.ts'

type Order = CheckOptions & { readonly fix: boolean }

export async function checkDesign(
  workspace: Workspace,
  file: ReadFile,
  order: Order,
): Promise<CheckedFile> {
  const { fix, threshold = workspace.config.workflows.design.threshold } = order
  const begun = workspace.clock.elapsedMs()
  const read = readIntent(file.text)
  const about = {
    path: file.path,
    type: 'design',
    criteria: `design ${rubricVersion}`,
    level: 'B',
    threshold: threshold / 100,
  } as const
  const seconds = () => (workspace.clock.elapsedMs() - begun) / 1000
  if (!read.ok) {
    const rules = [schemaRule(read.error)]
    const broken = { ...about, score: 0, passed: false, rules, fixed: [], seconds: seconds() }
    const obligations = rules.map((rule) => ruleObligation(rule, file.sha256))
    return {
      judged: { ...broken, obligations, text: file.text, sha256: file.sha256 },
      repair: null,
    }
  }
  const repaired = fix ? fixIntent(read.value.intent) : { intent: read.value.intent, applied: [] }
  const changed = repaired.applied.length > 0
  const text = changed ? `${JSON.stringify(repaired.intent, null, 2)}\n` : file.text
  const critique = criticise(repaired.intent)
  const { scorecard, criticisms } = critique
  const score = scorecard.overallScore
  const bytes = asWritten(file, text)
  const sha256 = changed ? createHash('sha256').update(bytes).digest('hex') : file.sha256
  const rules = [schemaRule([]), ...rulesOf(repaired.intent, criticisms, text)]
  const obligations = [
    ...(await askedOf(workspace, order, { intent: repaired.intent, text, subject: sha256 })),
    ruleObligation(schemaRule([]), sha256),
    ...ownObligations(critique, { threshold, subject: sha256 }),
  ]
  const judged: JudgedFile = {
    ...about,
    text,
    sha256,
    score: score / 100,
    passed: verdictOf(obligations).verdict === 'accepted',
    rules,
    obligations,
    dimensions: Object.fromEntries(
      Object.entries(scorecard.dimensions).map(([name, each]) => [name, each.score]),
    ),
    fixed: repaired.applied,
    seconds: seconds(),
  }
  const target = changed ? file.absolute : null
  return {
    judged,
    repair: target === null ? null : { absolute: target, before: file.text, after: text, bytes },
  }
}

type Examined = {
  readonly intent: DesignIntent
  readonly text: string
  readonly subject: string
}

/** What requirements, task and criteria ask of the design, decided by its parts, a judge or a person. */
async function askedOf(
  workspace: Pick<Workspace, 'agentNameFor' | 'config' | 'isOneOf' | 'openAgent'>,
  { task, requirements = '', criteriaText = '', decided }: Order,
  { intent, text, subject }: Examined,
): Promise<readonly Obligation[]> {
  const read = joinExams([
    requirementsExam(requirements),
    requirementsExam(task, 'task'),
    requirementsExam(criteriaText, 'criterion'),
  ])
  const asking = { workflow: 'check', signal: new AbortController().signal }
  const { exam } = await completeExam(workspace, read, asking)
  const traced = await examineDesign(exam, intent, subject)
  const whole = [requirements, task, criteriaText].filter((each) => each !== '').join('\n\n')
  const judged = await judgeWork(workspace, traced, { ...asking, work: { text, task: whole } })
  const known = decided === undefined ? judged : decideByPerson(judged, decided)
  return [...known, ...unaskedParts(exam, intent, subject)]
}

function schemaRule(problems: readonly IntentProblem[]): JudgedRule {
  return {
    id: 'schema',
    description: 'The file is JSON and keeps the schema of a design intent',
    severity: 'fail',
    weight: 2,
    verdict: problems.length === 0 ? 'pass' : 'fail',
    details: problems[0]?.message ?? 'keeps the schema',
    decidedBy: 'builtin:design/schema',
    counts: true,
    findings: problems.map(({ path, message, line, column }) => ({
      message: path === '' ? message : `${path}: ${message}`,
      place: {
        pointer: path,
        ...(line === undefined ? {} : { line }),
        ...(column === undefined ? {} : { column }),
      },
    })),
  }
}

/** Every rule with what it found, each finding at its line. */
function rulesOf(
  intent: DesignIntent,
  criticisms: readonly Criticism[],
  text: string,
): readonly JudgedRule[] {
  const places = locatePointers(
    text,
    criticisms.map(({ path }) => path),
  )
  const fixOf = fixesFor(intent, text)
  const byRule = Map.groupBy(criticisms, ({ ruleId }) => ruleId)
  return designRules.map((rule) => {
    const match = byRule.get(rule.id) ?? []
    const findings = match.map((each): Finding => {
      const fix = each.fix === undefined ? undefined : fixOf(each.fix)
      return {
        message: each.message,
        place: { pointer: each.path, ...places.get(each.path) },
        ...(fix === undefined ? {} : { fix }),
      }
    })
    return {
      id: rule.id,
      description: rule.about,
      severity: severityOf[rule.severity],
      weight: weightOf[rule.severity],
      verdict: match.length === 0 ? 'pass' : rule.severity === 'error' ? 'fail' : 'warn',
      details: match[0]?.message ?? rule.about,
      decidedBy: `builtin:design/${rule.id}`,
      counts: true,
      findings,
    }
  })
}

/** Edits are shown for the first of many: each is the whole text made anew and compared. */
const mostFixes = 50

/** A repair of the intent as an edit of its text: what differs between the two spellings. */
function fixesFor(intent: DesignIntent, text: string) {
  let made = 0
  return (fix: IntentFix): Fix | undefined => {
    made += 1
    if (made > mostFixes) return undefined
    const repaired = applyIntentFix(intent, fix)
    if (!repaired.ok) return undefined
    const after = `${JSON.stringify(repaired.value, null, 2)}\n`
    return { title: fix.title, edits: [difference(text, after)] }
  }
}

function difference(before: string, after: string) {
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let tail = 0
  const most = Math.min(before.length, after.length) - start
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) }
}
