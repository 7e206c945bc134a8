import { counted } from '../../model/counted.ts'
import type { OrderRow } from '../../model/records-orders.ts'
import { asMarkdown, type Block, heading } from '../../views/blocks.ts'
import { actualImpact } from './impact.ts'
import { type ImproveLive, type Iteration, scoreOf } from './state.ts'

type Known = {
  readonly now: Date
  readonly runs: readonly ImproveLive[]
  readonly orders: readonly OrderRow[]
}

const days = 7

export type Week = ReturnType<typeof weekOf>

/** What happened in the last seven days, over all runs and all work orders. */
export function weekOf({ now, runs, orders }: Known) {
  const from = new Date(now.getTime() - days * 86_400_000)
  const isOfWeek = (moment: string | null) =>
    moment !== null && new Date(moment) >= from && new Date(moment) <= now
  const iterations = runs.flatMap((run) =>
    run.iterations
      .filter(({ startedAt, endedAt }) => isOfWeek(endedAt ?? startedAt))
      .map((iteration) => iterationOf(run, iteration)),
  )
  const own = iterations.filter(({ trial }) => trial === undefined)
  const worked = orders.filter(
    ({ status, updated_at }) =>
      status !== 'pending' && status !== 'in_progress' && isOfWeek(updated_at),
  )
  const scores = worked.flatMap((each) => each.acceptance_result?.acceptance_score ?? [])
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    iterations: own,
    compared: iterations.length - own.length,
    proposals: runs.flatMap((run) => proposalsOf(run, isOfWeek)),
    orders: {
      worked: worked.length,
      accepted: worked.filter(({ status }) => status === 'completed').length,
      score:
        scores.length === 0 ? null : scores.reduce((sum, each) => sum + each, 0) / scores.length,
      costUsd: worked.reduce((sum, each) => sum + (each.actual_cost ?? 0), 0),
    },
    costUsd: iterations.reduce((sum, each) => sum + each.costUsd, 0),
  }
}

const iterationOf = ({ runId, setup }: ImproveLive, iteration: Iteration) => ({
  run: runId,
  number: iteration.number,
  trial: setup.trial,
  mode: setup.mode,
  score: scoreOf(iteration),
  target: setup.target,
  orders: iteration.built?.orders.length ?? 0,
  completed: iteration.built?.orders.filter(({ status }) => status === 'completed').length ?? 0,
  costUsd: iteration.spent.costUsd,
  at: iteration.endedAt ?? iteration.startedAt,
})

/** Proposals that were made, decided or taken back in the time. */
const proposalsOf = (run: ImproveLive, isOfWeek: (moment: string | null) => boolean) =>
  run.iterations.flatMap(({ proposals, endedAt }) =>
    proposals.flatMap(({ id, description, easier }) => {
      const made = run.improvements.find((each) => each.id === id)
      const moments = [endedAt, made?.approvedAt ?? null, made?.rolledBack?.at ?? null]
      if (!moments.some(isOfWeek)) return []
      const isSkipped = run.skipped.includes(id)
      const status =
        made === undefined
          ? isSkipped
            ? ('skipped' as const)
            : ('not decided' as const)
          : made.rolledBack === null
            ? made.status
            : ('rolled back' as const)
      return [
        {
          run: run.runId,
          id,
          description,
          status,
          by: made?.approvedBy ?? null,
          reason: made?.rolledBack?.reason ?? made?.reason ?? '',
          impact: made === undefined ? null : actualImpact(run, made),
          easier,
        },
      ]
    }),
  )

const money = (value: number): string => `$${value.toFixed(4)}`
const text = (content: string): Block => ({ type: 'text', text: content })

/** The week as Markdown. */
export function weeklyReport(week: Week): string {
  const title = heading(1, `The week ${week.from.slice(0, 10)} to ${week.to.slice(0, 10)}`)
  if (week.iterations.length + week.compared + week.proposals.length + week.orders.worked === 0)
    return asMarkdown([
      title,
      text(
        'Nothing happened: no application was built, nothing was decided of a set-up, and no work order was worked on.',
      ),
    ])
  return asMarkdown([
    title,
    heading(2, 'Applications'),
    applicationsOf(week),
    heading(2, 'Proposals'),
    ...decisionsOf(week),
    heading(2, 'Work orders'),
    text(ordersOf(week)),
    heading(2, 'Cost'),
    text(
      `Applications${week.compared === 0 ? '' : `, with ${week.compared} of comparisons`}: ${money(week.costUsd)}. All work orders, also those of applications: ${money(week.orders.costUsd)}.`,
    ),
  ])
}

const applicationsOf = ({ iterations }: Week): Block =>
  iterations.length === 0
    ? text('None was built.')
    : {
        type: 'table',
        caption: 'Applications',
        head: [
          'run',
          'iteration',
          'mode',
          'score',
          'target',
          'work orders completed',
          'cost',
          'when',
        ],
        rows: iterations.map((each) => [
          each.run,
          String(each.number),
          each.mode,
          String(each.score ?? '-'),
          String(each.target),
          `${each.completed} of ${each.orders}`,
          money(each.costUsd),
          each.at,
        ]),
      }

function decisionsOf({ proposals }: Week): readonly Block[] {
  if (proposals.length === 0) return [text('Nothing was proposed or decided.')]
  const names = ['applied', 'rejected', 'rolled back', 'skipped', 'not decided'] as const
  const counts = names.flatMap((name) => {
    const count = proposals.filter(({ status }) => status === name).length
    return count === 0 ? [] : [`${count} ${name}`]
  })
  return [
    text(`${counted(proposals.length, 'proposal')}: ${counts.join(', ')}.`),
    {
      type: 'table',
      caption: 'Proposals',
      head: ['run', 'id', 'what', 'became', 'approved by', 'came to'],
      rows: proposals.map((each) => [
        each.run,
        each.id,
        `${each.description}${each.easier.length === 0 ? '' : ` (makes the exam easier: ${each.easier.join('; ')})`}`,
        each.reason === '' ? each.status : `${each.status}: ${each.reason}`,
        each.by ?? '-',
        each.impact ?? (each.status === 'applied' ? 'not known yet' : '-'),
      ]),
    },
  ]
}

const ordersOf = ({ orders: { worked, accepted, score } }: Week): string =>
  worked === 0
    ? 'None was worked on.'
    : `${accepted} of ${counted(worked, 'work order')} accepted (${Math.round((accepted / worked) * 100)} %)${score === null ? '' : `, acceptance score ${Math.round(score * 10) / 10}`}.`
