import { isMap, parseDocument } from 'yaml'
import { counted } from '../../../model/counted.ts'
import { Config } from '../../../model/config.ts'
import { narrowed } from '../edits.ts'
import type { OrderLog, Proposal } from '../events.ts'
import { macroDimensions } from '../scoring/score.ts'
import type { Iteration } from '../state.ts'

const file = 'loopwright.yaml'

type Setting = {
  readonly path: readonly (string | number)[]
  readonly from: number
  readonly to: number
  readonly cause: string
  readonly why: string
  readonly risk: string
}

/** What a proposal about the configuration has of its own. */
type Stated = Pick<Setting, 'path' | 'cause' | 'why' | 'risk'> &
  Pick<Proposal, 'type' | 'description' | 'rollback_plan'> & { readonly value: unknown }

/** Settings of the set-up that a measured cause speaks for: a budget, a time-out, a routing threshold, a gate. */
export function settingsFor(
  iteration: Iteration,
  files: ReadonlyMap<string, string>,
): readonly Proposal[] {
  const text = files.get(file)
  if (text === undefined) return []
  const document = parseDocument(text)
  const parsed = Config.safeParse(document.toJS() ?? {})
  if (!parsed.success || !(document.contents === null || isMap(document.contents))) return []
  const orders = iteration.built?.orders ?? []
  const proposals = [
    ...budgets(orders, parsed.data),
    ...timeouts(orders, parsed.data),
    ...routing(orders, parsed.data),
    ...gates(iteration, parsed.data),
  ]
  const stated = [...proposals.map(figure), ...contracts(orders, parsed.data)]
  return stated.map((each) => asProposal(each, text))
}

const broken = /\bit breaks ((?:\S+ of [^\s,]+(?:, )?)+)/

/** A name that a work order broke is a contract of every order from now on. */
function contracts(orders: readonly OrderLog[], { workflows }: Config): readonly Stated[] {
  const known = workflows.workorder.contracts
  const names = failedBy(orders, 'contract_violation')
    .flatMap(({ errors, reason }) => [reason, ...errors])
    .flatMap((text) => (broken.exec(text)?.[1] ?? '').split(', '))
    .flatMap((text) => {
      const [, name, path] = /^(\S+) of (\S+)$/.exec(text) ?? []
      const isKnown = known.some((each) => each.name === name && each.path === path)
      return name === undefined || path === undefined || isKnown ? [] : [{ path, name }]
    })
  const [first] = names
  if (first === undefined) return []
  const { path, name } = first
  return [
    {
      path: ['workflows', 'workorder', 'contracts'],
      value: [...known, first],
      cause: 'contract_violation',
      type: 'contract_addition',
      description: `Hold every work order to ${name} of ${path}, in ${file}`,
      rollback_plan: 'The contract is taken out again: loopwright improve rollback.',
      why: `${counted(names.filter((each) => each.name === name && each.path === path).length, 'attempt')} of work orders broke ${name} of ${path}, which others use`,
      risk: `${name} cannot be changed on purpose until the contract is taken out`,
    },
  ]
}

const figure = ({ path, from, to, ...rest }: Setting): Stated => ({
  ...rest,
  path,
  value: to,
  type: 'config_change',
  description: `Set ${path.join('.')} to ${to} in ${file} (${from} now)`,
  rollback_plan: `The figure is ${from} again: loopwright improve rollback.`,
})

const failedBy = (orders: readonly OrderLog[], name: string): readonly OrderLog[] =>
  orders.filter(({ failureClass, status }) => status !== 'completed' && failureClass === name)

/** A cap that orders ran into is doubled. */
function budgets(orders: readonly OrderLog[], { caps }: Config): readonly Setting[] {
  const hit = failedBy(orders, 'budget_exceeded')
  return (['cost_usd', 'tokens', 'wall_time_s'] as const).flatMap((cap) => {
    const own = hit.filter(({ reason }) => reason.includes(cap))
    const from = caps[cap]
    if (own.length === 0 || typeof from !== 'number') return []
    return {
      path: ['caps', cap],
      from,
      to: from * 2,
      cause: 'budget_exceeded',
      why: `${counted(own.length, 'work order')} of ${orders.length} ended at the cap ${cap}`,
      risk: 'a run may cost twice as much',
    }
  })
}

/** The agent that ran out of time gets twice as much. */
function timeouts(orders: readonly OrderLog[], config: Config): readonly Setting[] {
  const late = Map.groupBy(failedBy(orders, 'timeout'), ({ proposer }) => proposer ?? '')
  return [...late].flatMap(([proposer, own]) => {
    const name =
      config.workflows.workorder.proposers.find((each) => each.name === proposer)?.agent ?? proposer
    const agent = config.agents[name]
    if (agent === undefined || !('timeout_s' in agent)) return []
    return {
      path: ['agents', name, 'timeout_s'],
      from: agent.timeout_s,
      to: agent.timeout_s * 2,
      cause: 'timeout',
      why: `${counted(own.length, 'work order')} of ${orders.length} ran out of the time of ${name}`,
      risk: 'an agent that hangs is noticed later',
    }
  })
}

const leastFailed = 2

/** A proposer that fails at half of its orders or more gets simpler ones, where somebody else can take the others. */
function routing(orders: readonly OrderLog[], { workflows }: Config): readonly Setting[] {
  const { proposers } = workflows.workorder
  const highest = Math.max(...proposers.map((each) => each.complexity_threshold))
  return proposers.flatMap(({ name, complexity_threshold: from }, index) => {
    const own = orders.filter(({ proposer }) => proposer === name)
    const failed = own.filter(({ status }) => status !== 'completed').length
    const to = Math.round((from - 0.1) * 100) / 100
    if (failed < leastFailed || failed * 2 < own.length || from >= highest || to <= 0) return []
    return {
      path: ['workflows', 'workorder', 'proposers', index, 'complexity_threshold'],
      from,
      to,
      cause: 'routing',
      why: `${name} did not complete ${failed} of its ${own.length} work orders`,
      risk: 'more orders go to a proposer that costs more',
    }
  })
}

/** Where all orders passed their gate and the application is weak all the same, the gate asks too little. */
function gates({ built, score }: Iteration, { workflows }: Config): readonly Setting[] {
  if (score === null) return []
  const { threshold, mutation_seconds } = workflows.workorder
  const weak = macroDimensions.filter((name) => score.dimensions[name].score < 7)
  const orders = built?.orders ?? []
  const isPassed = orders.length > 0 && orders.every(({ status }) => status === 'completed')
  const gate = { path: ['workflows', 'workorder', 'threshold'], from: threshold }
  return [
    ...(weak.includes('test_coverage') && mutation_seconds === 0
      ? [
          {
            path: ['workflows', 'workorder', 'mutation_seconds'],
            from: 0,
            to: 30,
            cause: 'test_coverage',
            why: `test coverage scores ${score.dimensions.test_coverage.score} of 10, and no bugs are planted in work orders`,
            risk: 'an order takes up to half a minute longer',
          },
        ]
      : []),
    ...(weak[0] !== undefined && isPassed && threshold <= 9
      ? [
          {
            ...gate,
            to: threshold + 1,
            cause: weak[0],
            why: `all ${orders.length} work orders passed their gate, and ${weak[0].replaceAll('_', ' ')} scores ${score.dimensions[weak[0]].score} of 10`,
            risk: 'more orders need a person',
          },
        ]
      : []),
  ]
}

function asProposal({ path, value, why, risk, ...rest }: Stated, text: string): Proposal {
  const document = parseDocument(text)
  document.setIn(path, document.createNode(value))
  return {
    ...rest,
    rationale: why,
    testing_plan:
      'The next iteration is built with it; its score and its orders are held against this one.',
    expected_impact: 'how much it helps is not known before it was measured',
    risks: [risk],
    estimated_effort_minutes: 1,
    changes: [narrowed({ path: file, before: text, after: document.toString({ lineWidth: 0 }) })],
    lesson: null,
    undoes: null,
  }
}
