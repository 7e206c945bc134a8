import type { PreparedCheck } from '../../model/check.ts'
import type { Entry } from '../../model/entry.ts'
import type { GateAnswer } from '../../model/gate.ts'
import type { Criteria } from '../../model/rule.ts'
import { type Distance, distanceToSuccess } from './final-summary.ts'
import type { JudgedRule } from '../findings.ts'
import { decidedBy } from './decided.ts'
import {
  Answered,
  type Cost,
  costOf,
  Erred,
  Evaluated,
  payloadOf,
  Prepared,
  Started,
} from './events.ts'
import {
  noteVersion,
  openShare,
  type Share,
  type VersionRow,
  versionRows,
  type Versions,
} from './versions.ts'
import type { RunView } from '../../model/run-view.ts'

export type Used = {
  readonly seconds: number
  readonly tokens: number
  readonly costUsd: number
  readonly unpriced?: number
}

/** One evaluation with what the way to it took. */
export type EvaluationRow = Used & {
  readonly iteration: number
  readonly phase: string
  readonly score: number
  readonly threshold: number
  readonly passed: boolean
  readonly failed: readonly string[]
  readonly warnings: readonly string[]
  readonly artifact: string
  readonly at: string
  readonly rules: readonly JudgedRule[]
}

/** The result of a loop, complete; every format is a rendering of this. */
export type Report = {
  readonly run: RunView
  readonly criteria: string
  readonly from: string | null
  readonly agents: readonly { readonly role: string; readonly name: string }[]
  /** The sandbox commands run in; null where no check needed one. */
  readonly sandbox: string | null
  readonly evaluations: readonly EvaluationRow[]
  readonly afterwards: Used
  readonly checks: readonly PreparedCheck[]
  readonly preparer: Started['setup']['agents']
  readonly versions: readonly VersionRow[]
  readonly confirmations: readonly Omit<GateAnswer, 'change'>[]
  readonly errors: readonly (Erring & { readonly at: string; readonly iteration: number })[]
  readonly distance: Distance | null
  readonly artifact: string | null
}

type Erring = { readonly phase: string; readonly attempt: number; readonly error: string }
type Around = { readonly artifact?: string | null }

/** What the entries told so far. */
type Found = {
  readonly share: Share
  started: Started | null
  changed: Criteria | undefined
  readonly answers: GateAnswer[]
  readonly errors: Report['errors'][number][]
  readonly evaluations: Evaluation[]
  readonly versions: Versions
  spent: Cost
  checks: readonly PreparedCheck[]
  sandbox: string
}

/** Builds the report from the journal alone, an entry at a time; `run` is the same journal folded. */
export function openReport() {
  const gathered: Found = {
    share: openShare(),
    started: null,
    changed: undefined,
    answers: [],
    errors: [],
    evaluations: [],
    versions: new Map(),
    spent: nothing,
    checks: [],
    sandbox: 'unknown',
  }
  return {
    take: (entry: Entry): void => takeEntry(gathered, entry),
    build: (run: RunView, around: Around): Report => reportOf(gathered, run, around),
  }
}

function takeEntry(gathered: Found, entry: Entry): void {
  const { share } = gathered
  const { ts: at, iteration } = entry
  gathered.started ??= payloadOf(entry, 'run_started', Started)
  const answered = payloadOf(entry, 'gate_answered', Answered)
  if (answered !== null) gathered.answers.push(answered.answer)
  gathered.changed = answered?.setup?.criteria ?? gathered.changed
  const erred = payloadOf(entry, 'phase_error', Erred)
  if (erred !== null) gathered.errors.push({ ...erred, at, iteration })
  noteVersion(gathered.versions, entry, share)
  const prepared = payloadOf(entry, 'checks_prepared', Prepared)
  if (prepared !== null) gathered.checks = share(prepared.checks)
  // what was spent belongs to the evaluation it led to
  gathered.spent = add(gathered.spent, costOf(entry))
  const evaluated = payloadOf(entry, 'evaluation_done', Evaluated)
  if (evaluated === null) return
  gathered.sandbox = evaluated.sandbox ?? gathered.sandbox
  gathered.evaluations.push({
    iteration,
    phase: entry.phase === 'B' ? 'B' : 'A',
    score: evaluated.score,
    passed: evaluated.passed,
    failed: share(evaluated.failed.map(({ id }) => id)),
    warnings: share(evaluated.warnings.map(({ id }) => id)),
    artifact: evaluated.artifact_sha256,
    at,
    results: share(evaluated.rule_results),
    checks: gathered.checks,
    ...used(gathered.spent),
  })
  gathered.spent = nothing
}

function reportOf(gathered: Found, run: RunView, { artifact = null }: Around): Report {
  const { started, checks } = gathered
  const criteria = gathered.changed ?? started?.setup.criteria
  const agents = started?.setup.agents ?? {}
  const evaluations = evaluationRows(gathered.evaluations, { criteria, agents })
  return {
    run,
    criteria: criteria?.name ?? 'unknown',
    from: started?.setup.from ?? null,
    agents: Object.entries(agents).map(([role, agent]) => ({ role, name: nameOf(agent) })),
    sandbox: checks.some(needsSandbox) ? gathered.sandbox : null,
    evaluations,
    afterwards: used(gathered.spent),
    checks,
    preparer: agents,
    versions: versionRows(gathered.versions, { run, evaluations, first: started?.artifact_hash }),
    confirmations: [...(started?.confirmed ?? []), ...gathered.answers].map(
      ({ gate, option, by, at, shown, feedback }) => ({
        gate,
        option,
        by,
        at,
        shown,
        ...(feedback === undefined ? {} : { feedback }),
      }),
    ),
    errors: gathered.errors,
    distance: distanceToSuccess(run),
    artifact,
  }
}

// code checks run what they judge, whoever prepared them
const needsSandbox = (check: PreparedCheck) =>
  check.type === 'executable' && !/^builtin:\s*(?!code\/)/.test(check.command)

const nameOf = (agent: Readonly<Record<string, unknown>>) =>
  [agent['kind'], agent['model']].filter((part) => typeof part === 'string').join(' ')

type Rules = {
  readonly criteria: Criteria | undefined
  readonly agents: Started['setup']['agents']
}

type Result = {
  readonly id: string
  readonly verdict: 'pass' | 'fail' | 'warn' | 'na'
  readonly details: string
}

/** An evaluation as it was recorded; what its rules were called is known at the end. */
type Evaluation = Omit<EvaluationRow, 'threshold' | 'rules' | 'phase'> & {
  readonly phase: 'A' | 'B'
  readonly results: readonly Result[]
  readonly checks: readonly PreparedCheck[]
}

function evaluationRows(
  evaluations: readonly Evaluation[],
  rules: Rules,
): readonly EvaluationRow[] {
  const known = new Map<readonly PreparedCheck[], Map<readonly Result[], readonly JudgedRule[]>>()
  return evaluations.map(({ results, checks, iteration, phase, score, passed, ...rest }) => {
    const { failed, warnings, artifact, at, ...spent } = rest
    const threshold = rules.criteria?.phase[phase].threshold ?? 1
    const judged = known.get(checks) ?? new Map<readonly Result[], readonly JudgedRule[]>()
    const own = judged.get(results) ?? results.map((result) => ruleRow(result, rules, checks))
    known.set(checks, judged.set(results, own))
    const row = { iteration, phase, score, threshold, passed, failed, warnings, artifact, at }
    return { ...row, rules: own, ...spent }
  })
}

function ruleRow(
  result: Result,
  { criteria, agents }: Rules,
  checks: readonly PreparedCheck[],
): JudgedRule {
  const rule = criteria?.rules.find(({ id }) => id === result.id)
  const own = checks.filter(({ rule_id }) => rule_id === result.id)
  const { verdict, by } = decidedBy(result, own, agents)
  return {
    id: result.id,
    description: rule?.description ?? result.id,
    severity: rule?.severity ?? 'fail',
    weight: rule?.weight ?? 0,
    verdict,
    details: result.details,
    decidedBy: by,
    counts: result.verdict !== 'na',
    findings: [],
  }
}

const nothing: Cost = { ms: 0, tokens: 0, cost_usd: 0, calls: 0, unpriced: 0 }

const add = (left: Cost, right: Cost): Cost => ({
  ms: left.ms + right.ms,
  tokens: left.tokens + right.tokens,
  cost_usd: left.cost_usd + right.cost_usd,
  calls: left.calls + right.calls,
  unpriced: left.unpriced + right.unpriced,
})

const used = ({ ms, tokens, cost_usd, unpriced }: Cost): Used => ({
  seconds: ms / 1000,
  tokens,
  costUsd: cost_usd,
  unpriced,
})
