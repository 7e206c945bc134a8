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
  Created,
  Erred,
  Evaluated,
  payloadOf,
  Prepared,
  Refined,
  Started,
} from './events.ts'
import type { RunView } from '../../model/run-view.ts'

export type Used = { readonly seconds: number; readonly tokens: number; readonly costUsd: number }

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

export type VersionRow = {
  readonly number: number
  readonly hash: string
  readonly iteration: number
  readonly source: string
  readonly score: number | null
  readonly phase: string | null
  readonly best: boolean
  readonly last: boolean
  readonly fixedByMachine: readonly string[]
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

/** Builds the report from the journal alone; `run` is the same journal folded. */
export function buildReport(run: RunView, entries: readonly Entry[], around: Around): Report {
  const started = first(entries, (entry) => payloadOf(entry, 'run_started', Started))
  const answers = entries.flatMap((entry) => payloadOf(entry, 'gate_answered', Answered) ?? [])
  const criteria =
    answers.findLast(({ setup }) => setup)?.setup?.criteria ?? started?.setup.criteria
  const agents = started?.setup.agents ?? {}
  const { evaluations, afterwards, checks, sandbox } = walk(entries, { criteria, agents })
  return {
    run,
    criteria: criteria?.name ?? 'unknown',
    from: started?.setup.from ?? null,
    agents: Object.entries(agents).map(([role, agent]) => ({ role, name: nameOf(agent) })),
    sandbox: checks.some(needsSandbox) ? sandbox : null,
    evaluations,
    afterwards,
    checks,
    preparer: agents,
    versions: versionsOf(entries, { run, evaluations, first: started?.artifact_hash }),
    confirmations: [...(started?.confirmed ?? []), ...answers.map(({ answer }) => answer)].map(
      ({ gate, option, by, at, shown, feedback }) => ({
        gate,
        option,
        by,
        at,
        shown,
        ...(feedback === undefined ? {} : { feedback }),
      }),
    ),
    errors: entries.flatMap((entry) => {
      const erred = payloadOf(entry, 'phase_error', Erred)
      return erred ? [{ ...erred, at: entry.ts, iteration: entry.iteration }] : []
    }),
    distance: distanceToSuccess(run),
    artifact: around.artifact ?? null,
  }
}

// code checks run what they judge, whoever prepared them
const needsSandbox = (check: PreparedCheck) =>
  check.type === 'executable' && !/^builtin:\s*(?!code\/)/.test(check.command)

const nameOf = (agent: Readonly<Record<string, unknown>>) =>
  [agent['kind'], agent['model']].filter((part) => typeof part === 'string').join(' ')

function first<Value>(entries: readonly Entry[], pick: (entry: Entry) => Value | null) {
  for (const entry of entries) {
    const value = pick(entry)
    if (value !== null) return value
  }
  return null
}

type Rules = {
  readonly criteria: Criteria | undefined
  readonly agents: Started['setup']['agents']
}

/** One way through the journal: what was spent belongs to the evaluation it led to. */
function walk(entries: readonly Entry[], { criteria, agents }: Rules) {
  const evaluations: EvaluationRow[] = []
  let spent: Cost = nothing
  let checks: readonly PreparedCheck[] = []
  let sandbox = 'unknown'
  for (const entry of entries) {
    checks = payloadOf(entry, 'checks_prepared', Prepared)?.checks ?? checks
    spent = add(spent, costOf(entry))
    const evaluated = payloadOf(entry, 'evaluation_done', Evaluated)
    if (evaluated === null) continue
    sandbox = evaluated.sandbox ?? sandbox
    const level = entry.phase === 'B' ? 'B' : 'A'
    evaluations.push({
      iteration: entry.iteration,
      phase: level,
      score: evaluated.score,
      threshold: criteria?.phase[level].threshold ?? 1,
      passed: evaluated.passed,
      failed: evaluated.failed.map(({ id }) => id),
      warnings: evaluated.warnings.map(({ id }) => id),
      artifact: evaluated.artifact_sha256,
      at: entry.ts,
      rules: evaluated.rule_results.map((result) => ruleRow(result, { criteria, agents }, checks)),
      ...used(spent),
    })
    spent = nothing
  }
  return { evaluations, afterwards: used(spent), checks, sandbox }
}

function ruleRow(
  result: {
    readonly id: string
    readonly verdict: 'pass' | 'fail' | 'warn' | 'na'
    readonly details: string
  },
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

const nothing: Cost = { ms: 0, tokens: 0, cost_usd: 0, calls: 0 }

const add = (left: Cost, right: Cost): Cost => ({
  ms: left.ms + right.ms,
  tokens: left.tokens + right.tokens,
  cost_usd: left.cost_usd + right.cost_usd,
  calls: left.calls + right.calls,
})

const used = ({ ms, tokens, cost_usd }: Cost): Used => ({
  seconds: ms / 1000,
  tokens,
  costUsd: cost_usd,
})

type Known = {
  readonly run: RunView
  readonly evaluations: readonly EvaluationRow[]
  readonly first: string | undefined
}

function versionsOf(entries: readonly Entry[], known: Known): readonly VersionRow[] {
  const { run, evaluations } = known
  const rows = new Map<string, Pick<VersionRow, 'iteration' | 'source' | 'fixedByMachine'>>()
  if (known.first !== undefined)
    rows.set(known.first, { iteration: 1, source: 'taken over', fixedByMachine: [] })
  for (const entry of entries) {
    const { iteration } = entry
    const created = payloadOf(entry, 'artifact_created', Created)
    const refined = payloadOf(entry, 'refinement_done', Refined)
    if (created && !rows.has(created.artifact_hash))
      rows.set(created.artifact_hash, { iteration, source: created.source, fixedByMachine: [] })
    if (refined && !rows.has(refined.artifact_hash))
      rows.set(refined.artifact_hash, {
        iteration,
        source: 'refined',
        fixedByMachine: refined.fixed_by_machine,
      })
  }
  return [...rows].map(([hash, row], index) => {
    const judged = evaluations.findLast(({ artifact }) => artifact === hash)
    return {
      number: index + 1,
      hash,
      ...row,
      score: judged?.score ?? null,
      phase: judged?.phase ?? null,
      best: run.best?.hash === hash,
      last: run.artifact === hash,
    }
  })
}
