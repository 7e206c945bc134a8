import { readFile } from 'node:fs/promises'
import type { Workspace } from '../../ports/workspace.ts'
import { openExaminer } from '../../checks/examiners.ts'
import type { Obligation } from '../../model/obligation.ts'
import { Power, type Powers } from '../../model/power.ts'
import { type Exam, examFrom, examine, joinExams } from '../../obligations/exam.ts'
import type { Vocabulary } from '../../obligations/examine.ts'
import { ruleObligation, thresholdObligation } from '../../obligations/from-rules.ts'
import { reaches } from '../../loop/score.ts'
import { showScore } from '../../views/format.ts'
import { caseVerdict } from '../../views/verdict.ts'
import { powerOf } from '../../obligations/power.ts'
import { decidedByPerson } from '../../obligations/verdict.ts'
import type { JudgedRule } from '../../views/findings.ts'
import type { CheckOptions } from './criteria.ts'
import { projectAround } from './project.ts'
import type { ReadFile } from './read.ts'
import { completeExam, judgeWork } from '../../asking/exam.ts'

/** What a person asked of a piece of work: the task, and criteria in their own words. */
export type Asked = { readonly task: string; readonly criteria?: string }

/** Reads all that was asked into one exam, in the words of this kind of work. */
export const examOf = ({ task, criteria }: Asked, vocabulary: Vocabulary): Exam =>
  joinExams([
    examFrom(task, 'task', vocabulary),
    ...(criteria === undefined ? [] : [examFrom(criteria, 'criterion', vocabulary)]),
  ])

type Judged = {
  readonly file: ReadFile
  readonly text: string
  readonly type: string
  readonly rules: readonly JudgedRule[]
  readonly score: number
  readonly threshold: number
  readonly sha256: string
}

/** All obligations of a file: the rules that block, what the task asks, and the threshold where a person set one. */
export async function obligationsOfFile(
  workspace: Workspace,
  options: CheckOptions,
  { file, text, type, rules, score, threshold, sha256 }: Judged,
): Promise<readonly Obligation[]> {
  const asked: Asked = {
    task: options.task,
    ...(options.criteriaText === undefined ? {} : { criteria: options.criteriaText }),
  }
  const isAsked = asked.task !== '' || asked.criteria !== undefined
  const powers = workspace.config.acceptance.rules
  const own = rules.map((rule) => {
    const obligation = ruleObligation(rule, sha256)
    const isTemplate = options.criteriaFile === undefined
    // a check that points at something it cannot decide leaves that to somebody
    const hadNothingToAsk = rule.verdict === 'undecided' && rule.findings.length === 0
    if (isTemplate && hadNothingToAsk && !basic.has(rule.id))
      return {
        ...obligation,
        status: 'not_applicable' as const,
        reason: isAsked
          ? 'what was asked is examined sentence by sentence'
          : `no task was given: only general rules were asked (${rule.details})`,
      }
    const power = isTemplate ? powerHere(rule, powers) : 'blocks'
    if (power === 'off')
      return { ...obligation, status: 'not_applicable' as const, reason: 'the rule is off' }
    return {
      ...obligation,
      ...(power === 'advises' ? { weight: 'should' as const } : {}),
      ...(rule.verdict === 'undecided' ? { decided_by: 'judge' as const } : {}),
    }
  })
  const limit =
    options.criteriaFile === undefined
      ? []
      : [
          thresholdObligation(
            { score, threshold, show: showScore },
            { isReached: reaches(score, threshold), subject: sha256 },
          ),
        ]
  if (!isAsked) return [...own, ...limit]
  const signal = new AbortController().signal
  const examiner = await openExaminer(type, {
    path: file.path,
    text,
    task: `${asked.task}\n${asked.criteria ?? ''}`,
    project: projectAround(workspace, file.absolute),
    tools: { sandbox: await workspace.sandbox(), signal },
  })
  const { exam } = await completeExam(workspace, examOf(asked, examiner.vocabulary), {
    workflow: 'check',
    signal,
  })
  const demanded = [...(await examine(exam, examiner, sha256)), ...own]
  const work = { text, task: `${asked.task}\n${asked.criteria ?? ''}` }
  return [...(await judgeWork(workspace, demanded, { work, workflow: 'check', signal })), ...limit]
}

/** Rules without which nobody knows whether the work can be read at all: undecided, they stay undecided. */
const basic: ReadonlySet<string> = new Set([
  'a.correctness.compiles',
  'a.correctness.syntax',
  'a.correctness.valid',
])

/**
 * What a rule of a template may do to work that exists. A loop asks for all of them; here each has the
 * power that it, or the strongest of what it found, has earned, unless a person brings it as a criterion.
 */
function powerHere({ decidedBy, findings }: JudgedRule, own: Powers): Power {
  const check = decidedBy.replace(/^builtin:/, '')
  const names = findings.length === 0 ? [check] : findings.map(({ rule }) => rule ?? check)
  const powers = names.map((name) => powerOf(name, own) ?? powerOf(check, own) ?? 'blocks')
  return Power.options.find((power) => powers.includes(power)) ?? 'blocks'
}

/** Rules as they count here: what only advises is no error, and what was not asked is not undecided. */
export const asCounted = (
  rules: readonly JudgedRule[],
  obligations: readonly Obligation[],
): readonly JudgedRule[] =>
  rules.map((rule) => {
    const own = obligations.find(({ id }) => id === `rule.${rule.id}`)
    if (own === undefined || rule.verdict === 'error') return rule
    const severity = own.weight === 'should' && rule.severity === 'fail' ? 'warn' : rule.severity
    const verdict = caseVerdict[own.status]
    return {
      ...rule,
      severity,
      verdict: verdict === 'fail' && severity !== 'fail' ? 'warn' : verdict,
    }
  })

/** A person's own decisions about what is undecided, for this very file. */
export function decideByPerson(
  obligations: readonly Obligation[],
  {
    met,
    unmet,
    by,
  }: { readonly met: readonly string[]; readonly unmet: readonly string[]; readonly by: string },
): readonly Obligation[] {
  const names = (list: readonly string[], id: string) => list.includes(id) || list.includes('all')
  return obligations.map((each) =>
    each.status === 'undecided' && (names(unmet, each.id) || names(met, each.id))
      ? decidedByPerson(each, { isMet: !names(unmet, each.id), by })
      : each,
  )
}

export const readText = async (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch(() => null)
