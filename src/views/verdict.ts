import { counted } from '../model/counted.ts'
import type { Obligation, ObligationStatus } from '../model/obligation.ts'
import { type Allowed, statusOf, verdictOf } from '../obligations/verdict.ts'
import { printable } from './findings.ts'
import type { Paint, Style } from '../model/screen.ts'
import { oneLine, wrapped } from './format.ts'
import { type Suite, xml } from './junit.ts'

/** "not accepted: 2 of 14 obligations unmet". The first line of every report. */
export function verdictHeadline(obligations: readonly Obligation[], allowed: Allowed = {}): string {
  const { verdict, must } = verdictOf(obligations, allowed)
  const all = must.met + must.unmet + must.undecided
  const own = obligations.some((each) => each.self_reported && statusOf(each, allowed) === 'met')
  const self = own ? ' (the agent that made it judged it; the configuration allows that)' : ''
  const of = `${all} ${all === 1 ? 'obligation' : 'obligations'}`
  switch (verdict) {
    case 'accepted':
      return `accepted: ${all === 1 ? '1 obligation is' : `all ${all} obligations are`} met${self}`
    case 'not_accepted':
      return `not accepted: ${must.unmet} of ${of} unmet${must.undecided > 0 ? `, ${must.undecided} undecided` : ''}${self}`
    case 'undecided':
      return all === 0
        ? 'undecided: nothing was asked that could be decided'
        : `undecided: ${must.undecided} of ${of} ${must.undecided === 1 ? 'is' : 'are'} not decided${self}`
  }
}

/** What a person allowed for this run. */
export const allowedIn = ({
  selfJudgement = false,
}: {
  readonly selfJudgement?: boolean
}): Allowed => ({
  selfJudgement,
})

export const verdictStyle = {
  accepted: 'green',
  not_accepted: 'red',
  undecided: 'yellow',
} as const

const marks: Record<ObligationStatus, readonly [mark: string, style: Style]> = {
  unmet: ['✗', 'red'],
  undecided: ['?', 'cyan'],
  met: ['✓', 'green'],
  not_applicable: ['–', 'dim'],
}
const order: readonly ObligationStatus[] = ['unmet', 'undecided', 'met', 'not_applicable']

type Shown = {
  readonly paint: Paint
  readonly width: number
  /** Also list what is met and what does not apply; otherwise they are counted. */
  readonly all: boolean
  readonly allowed?: Allowed
}

/** What is unmet, undecided or decided by a person, each with its reason; what else is met is counted unless all is asked for. */
export function obligationLines(
  obligations: readonly Obligation[],
  { paint, width, all, allowed = {} }: Shown,
): readonly string[] {
  const musts = obligations.filter(({ weight }) => weight === 'must')
  const of = (status: ObligationStatus, list = obligations) =>
    list.filter((each) => statusOf(each, allowed) === status)
  const line = (each: Obligation, status: ObligationStatus): readonly string[] => {
    const isWish = each.weight === 'should' && status === 'unmet'
    const [mark, style] = isWish ? (['!', 'yellow'] as const) : marks[status]
    const where = each.evidence.find((one) => one.where !== undefined)?.where
    const should = each.weight === 'should' ? paint('dim', ' (should)') : ''
    const reason = printable(oneLine(each.reason, 400))
    return [
      `  ${paint(style, mark)} ${printable(oneLine(each.statement, Math.max(30, width - 6 - each.id.length)))}${should} ${paint('dim', `[${each.id}]`)}`,
      ...(reason === '' || reason === each.statement
        ? []
        : wrapped(
            reason + (where === undefined || reason.includes(where) ? '' : ` (${where})`),
            width - 6,
          ).map((text) => paint('dim', `      ${text}`))),
    ]
  }
  const listed = all ? order : order.slice(0, 2)
  // where everything is met, the headline has said so
  const met = of('met', musts).length === musts.length ? 0 : of('met', musts).length
  const byPerson = all ? [] : of('met').filter(({ decided_by }) => decided_by === 'person')
  return [
    ...byPerson.flatMap((each) => line(each, 'met')),
    ...listed.flatMap((status) => describe(of(status), (each) => line(each, status), paint)),
    ...(all || met === 0 ? [] : [`  ${paint('green', '✓')} ${counted(met, 'obligation')} met`]),
  ]
}

/** Rules that are missed for one reason are told once; every sentence of a task is told. */
const describe = (
  list: readonly Obligation[],
  line: (one: Obligation) => readonly string[],
  paint: Paint,
): readonly string[] =>
  [
    ...Map.groupBy(list, ({ id, reason, weight, evidence, source }) =>
      source.kind === 'rule' ? JSON.stringify([reason, weight, evidence]) : id,
    ).values(),
  ].flatMap(([first, ...same]) => [
    ...(first === undefined ? [] : line(first)),
    ...(same.length === 0
      ? []
      : [paint('dim', `      the same holds for ${same.map(({ id }) => id).join(', ')}`)]),
  ])

/** Nobody can tell what did not run: before it is judged, it must be able to run. */
const installFirst =
  "install the project's packages (npm install, or as its lock file says), then check again"
const lacksPackages = ({ reason }: Obligation) => reason.includes("install the project's packages")

/** Who could decide what is undecided, or what must be done before anybody can. */
export function howToDecide(obligations: readonly Obligation[]): readonly string[] {
  const open = obligations.filter(
    (each) =>
      each.weight === 'must' && statusOf(each) === 'undecided' && each.decided_by !== 'check',
  )
  if (obligations.some((each) => statusOf(each) === 'undecided' && lacksPackages(each)))
    return [installFirst]
  if (open.length === 0) return []
  return [
    'what is undecided needs a judge: bind an agent to the role judge (and reader) in loopwright.yaml, or decide it yourself with --met ID,ID --by NAME',
  ]
}

/** The verdict and the list for machines; the same fields in every report. */
export const verdictAsJson = (obligations: readonly Obligation[], allowed: Allowed = {}) => ({
  verdict: verdictOf(obligations, allowed),
  obligations: obligations.map((each) => ({ ...each, counts_as: statusOf(each, allowed) })),
})

const asked = ({ statement, weight }: Obligation): string =>
  weight === 'should' ? `${statement} (should)` : statement

/** The list as a table for Markdown; `cell` makes any text safe in one. */
export const obligationsAsMarkdown = (
  obligations: readonly Obligation[],
  cell: (text: string) => string,
  allowed: Allowed = {},
): readonly string[] => [
  `**${verdictHeadline(obligations, allowed)}**`,
  '',
  '| | What was asked | Why |',
  '| --- | --- | --- |',
  ...order.flatMap((status) =>
    obligations
      .filter((each) => statusOf(each, allowed) === status)
      .map(
        (each) =>
          `| ${marks[status][0]} ${status.replace('_', ' ')} | ${cell(asked(each))} | ${cell(each.reason)} |`,
      ),
  ),
  '',
]

/** An obligation's status in the words that rules use. */
export const caseVerdict = {
  met: 'pass',
  unmet: 'fail',
  undecided: 'undecided',
  not_applicable: 'na',
} as const

/** One test case an obligation; an unmet one fails, an undecided one is skipped with its reason. */
export const obligationCases = (
  obligations: readonly Obligation[],
  allowed: Allowed = {},
): Suite['cases'] =>
  obligations.map((each) => ({
    name: `${each.id}: ${oneLine(each.statement, 120)}`,
    className: 'obligations',
    verdict: caseVerdict[statusOf(each, allowed)],
    severity: each.weight,
    message: oneLine(each.reason, 300),
    text: each.source.text,
  }))

/** The verdict and the list as a section of an HTML report. */
export const obligationsAsHtml = (
  obligations: readonly Obligation[],
  { id = 'verdict', allowed = {} }: { readonly id?: string; readonly allowed?: Allowed } = {},
): string =>
  [
    '<section>',
    `<h2 id="${id}">${xml(verdictHeadline(obligations, allowed))}</h2>`,
    `<div class="scroll stack" style="overflow-x:auto" tabindex="0" role="region" aria-labelledby="${id}">`,
    '<table role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Status</th><th scope="col" role="columnheader">What was asked</th><th scope="col" role="columnheader">Why</th></tr></thead><tbody role="rowgroup">',
    ...order.flatMap((status) =>
      obligations
        .filter((each) => statusOf(each, allowed) === status)
        .map(
          (each) =>
            `<tr role="row"><td role="cell" data-label="Status">${marks[status][0]} ${status.replace('_', ' ')}</td><td role="cell" data-label="What was asked">${xml(asked(each))}</td><td role="cell" data-label="Why">${xml(each.reason)}</td></tr>`,
        ),
    ),
    '</tbody></table></div>',
    '</section>',
  ].join('\n')
