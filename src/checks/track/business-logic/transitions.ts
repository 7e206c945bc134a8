import {
  type Issue,
  met,
  notApplicable,
  type Part,
  type Pass,
  undecided,
  unmet,
} from '../evaluation.ts'
import type { Business } from './business.ts'
import type { CodeSet } from './code-sets.ts'
import { knownStates, stateNames, stateSetsIn, statesIn } from './code-states.ts'
import type { CodeStates } from './state-tables.ts'
import { allowedAgainstRules } from './state-guards.ts'
import { type DocumentedStates, type Edge, statesAfter } from './documented-states.ts'

const about = 'states change as the documents say'

export function transitionsPass(business: Business): Pass {
  const forbidden = [
    ...(business.rounds?.forbidden ?? []),
    ...(business.rounds?.refused ?? []),
    ...allowedAgainstRules(business),
  ]
  const tried = forbidden.length === 0 ? [] : [unmet('moves', about, forbidden)]
  return { number: 4, name: 'State transitions', parts: [transitions(business), ...tried] }
}

function transitions({ code, product, spec }: Business): Part {
  const machines = code.touched('source', 'script').flatMap(statesIn)
  const sets = stateSetsIn(code)
  const known = knownStates(code)
  const documentsFor = statesAfter(spec, product, known)
  const documents = documentsFor(known)
  if (documents.length === 0)
    return notApplicable('transitions', about, 'neither the spec nor the product names transitions')
  const pairs = machines.flatMap((machine) =>
    documentsFor(machine.states)
      .filter((document) => isSame(document, machine.states))
      .map((document) => ({ document, machine })),
  )
  const named = sets.flatMap((set) =>
    documentsFor(new Set(set.items))
      .filter((document) => isSame(document, new Set(set.items)))
      .map((document) => ({ document, set })),
  )
  const issues = [
    ...pairs.flatMap(({ document, machine }) => differences(document, machine)),
    ...named.flatMap(({ document, set }) => stateIssues(document, set, known)),
  ]
  if (issues.length > 0) return unmet('transitions', about, issues)
  const [first] = pairs
  if (first === undefined) {
    const isSpokenOf = documents.some(
      ({ states }) => [...states].filter((state) => known.has(state)).length >= 2,
    )
    return isSpokenOf || named.length > 0
      ? undecided(
          'transitions',
          about,
          `where the code decides ${shownEdges(documents[0]?.edges ?? [])}`,
        )
      : notApplicable('transitions', about, 'the track touches none of the documented states')
  }
  const open = pairs.flatMap(({ document, machine }) =>
    machine.form === 'branches' ? missingIn(document, machines) : [],
  )
  const count = new Set(pairs.flatMap(({ document }) => document.edges)).size
  return open.length * 2 > count
    ? undecided('transitions', about, `where the code decides ${shownEdges(open)}`)
    : met(
        'transitions',
        about,
        `${count - open.length} of ${count} documented transitions are in the code`,
        `${first.machine.source.path}:${first.machine.edges[0]?.line ?? first.machine.line}`,
      )
}

const shownEdges = (edges: readonly Edge[]): string =>
  edges
    .slice(0, 4)
    .map(({ from, to, line, path }) => `${from} → ${to} (${path.split('/').at(-1)}:${line})`)
    .join(', ')

/** Most of the smaller one of the two is in the other. */
function isSame({ states }: DocumentedStates, other: ReadonlySet<string>): boolean {
  const shared = [...other].filter((state) => states.has(state)).length
  return shared >= 2 && shared * 3 >= Math.min(states.size, other.size) * 2
}

const missingIn = ({ edges }: DocumentedStates, machines: readonly CodeStates[]): readonly Edge[] =>
  edges.filter(
    (edge) =>
      !machines.some((machine) =>
        machine.edges.some(({ from, to }) => from === edge.from && to === edge.to),
      ),
  )

function differences(document: DocumentedStates, machine: CodeStates): readonly Issue[] {
  const { edges, states, initial, optional = [], forbidden = [] } = document
  const place = (line: number) => ({ path: machine.source.path, line })
  const extra = machine.edges.filter(
    ({ from, to }) =>
      from !== to &&
      states.has(from) &&
      ![...edges, ...optional].some((edge) => edge.from === from && edge.to === to),
  )
  const where = (from: string, to: string) => {
    const shown =
      forbidden.find((edge) => edge.from === from && edge.to === to) ??
      edges.find((edge) => edge.from === from) ??
      edges[0]
    return `${shown?.path}:${shown?.line}`
  }
  const issues: Issue[] = extra.map(({ from, to, line }) => ({
    message: `${from} may become ${to}, which ${where(from, to)} does not allow`,
    ...place(line),
    fix: `refuse to go from ${from} to ${to}`,
  }))
  if (machine.form === 'branches') return issues
  const missing = missingIn(document, [machine])
  const targets = new Set(machine.edges.map(({ to }) => to))
  const unreached = [...machine.states].filter(
    (state) =>
      !targets.has(state) && !initial.has(state) && !missing.some(({ to }) => to === state),
  )
  return [
    ...issues,
    ...missing.map(({ from, to, path, line }) => ({
      message: `${from} cannot become ${to}, which ${path}:${line} asks for`,
      ...place(machine.line),
      fix: `allow to go from ${from} to ${to}`,
    })),
    ...unreached.map((state) => ({
      message: `nothing leads to ${state}`,
      ...place(machine.line),
      fix: `lead to ${state}, or take it out`,
    })),
  ]
}

/** States that the type has and the documents do not know, or the other way round. */
function stateIssues(
  { states, edges }: DocumentedStates,
  set: CodeSet,
  known: ReadonlySet<string>,
): readonly Issue[] {
  const [shown] = edges
  const where = shown === undefined ? '' : `${shown.path}:${shown.line}`
  const place = { path: set.source.path, line: set.line }
  const missing = [...states].filter((state) => !set.items.includes(state) && !known.has(state))
  const isWhole = [...states].every((state) => set.items.includes(state))
  const extra =
    isWhole && (set.form !== 'list' || [...set.name].some((word) => stateNames.test(word)))
      ? set.items.filter((item) => !states.has(item))
      : []
  return [
    ...missing.map((state) => ({
      message: `the state ${state} of ${where} is not in the code`,
      ...place,
      fix: `add the state ${state}`,
    })),
    ...extra.map((state) => ({
      message: `${where} knows no state ${state}`,
      ...place,
      fix: `take the state ${state} out, or have it documented`,
    })),
  ]
}
