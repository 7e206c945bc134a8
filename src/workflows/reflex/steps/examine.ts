import { ask as askAgent, jsonSchemaOf } from '../../../asking/ask.ts'
import type { AskRole } from '../../../asking/exam-agents.ts'
import { judgeObligations } from '../../../asking/judge-work.ts'
import { contentOf, openExaminer } from '../../../checks/examiners.ts'
import type { CheckRun } from '../../../checks/run-checks.ts'
import type { Obligation } from '../../../model/obligation.ts'
import { err } from '../../../model/result.ts'
import type { Rule } from '../../../model/rule.ts'
import { examine } from '../../../obligations/exam.ts'
import { ruleObligation } from '../../../obligations/from-rules.ts'
import type { RuleResult } from '../contracts.ts'
import { checksFor } from '../rule-checks.ts'
import type { Begun } from '../state.ts'
import { askerFor, type StepBench, toolsOf } from './bench.ts'

type Evaluated = {
  readonly artifact: string
  readonly hash: string
  readonly rules: readonly {
    readonly rule: Rule
    readonly result: RuleResult
    readonly by: 'check' | 'judge' | 'nobody'
  }[]
  readonly runs: readonly CheckRun[]
}

/** All obligations of an artifact: the active rules, and what the task asks. */
export async function obligationsOf(
  bench: StepBench,
  run: Begun,
  { artifact, hash, rules, runs }: Evaluated,
): Promise<readonly Obligation[]> {
  const [judges, prepares] = await Promise.all([
    isProducer(bench, run, 'judge'),
    isProducer(bench, run, 'preparer'),
  ])
  const own = rules.map(({ rule, result, by }): Obligation => {
    const { severity, id, description } = rule
    const verdict = by === 'nobody' ? 'undecided' : result.verdict
    const obligation = ruleObligation(
      { id, description, severity, verdict, details: result.details },
      hash,
    )
    const byProducer = by === 'judge' ? judges : !isOurs(rule, runs) && prepares
    return {
      ...obligation,
      decided_by: by === 'judge' ? 'judge' : 'check',
      ...(byProducer && result.verdict === 'pass' ? { self_reported: true } : {}),
    }
  })
  const { exam, task } = run.setup
  if (exam === undefined || exam.items.length === 0) return own
  const text = contentOf(artifact, task.type)
  const examiner = await openExaminer(task.type, {
    path: '',
    text,
    task: task.prompt,
    project: bench.project,
    tools: toolsOf(bench),
  })
  const asked = await examine(exam, examiner, hash)
  const judge = run.setup.bindings?.['judge']
  const mayJudge = run.setup.options.self_judgement === true || !judges
  if (judge === undefined || bench.agentFor('judge').identity.kind === 'offline')
    return [...asked, ...own]
  if (!mayJudge) return [...asked.map((each) => withoutJudge(each, judge)), ...own]
  const judged = await judgeObligations(
    asked,
    { text: artifact, task: task.prompt },
    { ask: askJudge(bench, run), isProducer: judges, name: judge },
  )
  return [...judged, ...own]
}

/** Whether one of Loopwright's own checks decided the rule, and not only checks that an agent wrote. */
function isOurs(rule: Rule, runs: readonly CheckRun[]): boolean {
  const ours = new Set(checksFor(rule).map((check) => JSON.stringify(check)))
  return runs.some(
    ({ check, outcome, vacuous }) =>
      ours.has(JSON.stringify(check)) && outcome.verdict === 'pass' && !vacuous,
  )
}

/** Nobody marks their own work: the agent that makes the artifact decides none of its musts. */
async function isProducer(
  { isOneOf }: Pick<StepBench, 'isOneOf'>,
  { setup: { agents, bindings } }: Begun,
  role: 'judge' | 'preparer',
): Promise<boolean> {
  const name = bindings?.[role]
  if (name === undefined || agents[role]?.['kind'] === 'offline') return false
  return isOneOf(name, [bindings?.['producer'] ?? [], bindings?.['refiner'] ?? []].flat())
}

const withoutJudge = (obligation: Obligation, judge: string): Obligation =>
  obligation.status === 'undecided'
    ? {
        ...obligation,
        reason: `${obligation.reason}; ${judge} is not asked: the agent that makes the work does not judge it`,
      }
    : obligation

/** The judge is asked within the run's budget, and never twice about the same artifact. */
function askJudge(bench: StepBench, run: Begun): AskRole {
  return async ({ role, phase, prompt, input, schema }) => {
    if (role !== 'judge') return err(`${role} is not asked during a run`)
    const answer = await askAgent(askerFor(bench, role, phase), {
      request: {
        protocol: 1,
        workflow: 'reflex',
        run_id: run.runId,
        iteration: run.iteration,
        phase,
        role,
        prompt,
        input: { ...input },
        output_schema: jsonSchemaOf(schema),
        workspace: null,
        attempt: 1,
      },
      schema,
      place: `${run.runId}:${phase}`,
    })
    if (answer.ok) return answer
    return err(answer.error.type === 'failed' ? answer.error.error : answer.error.type)
  }
}
