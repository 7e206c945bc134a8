import type { CliKind } from '../../model/known-agents.ts'

export type FoundAgent = {
  readonly name: CliKind
  readonly path: string
  readonly login: boolean
}

type Found = { readonly agents: readonly FoundAgent[]; readonly bubblewrap: string | null }

type Bindings = {
  /** Lines below `agents:`. */
  readonly bound: string
  readonly roles: string
  /** What is here and was not bound, and why. */
  readonly note: string
}

const makers = [
  'planner',
  'producer',
  'refiner',
  'generator',
  'builder',
  'proposer',
  'decomposer',
  'executor',
  'fixer',
  'writer',
]
const judges = ['reader', 'judge', 'critic', 'evaluator']
const example = '# roles: { producer: writer, refiner: writer, judge: anthropic }'

/** Whoever is installed and logged in makes; another one judges, or the same one that knows nothing of the work. */
export function bindAgents({ agents, bubblewrap }: Found): Bindings {
  const ready = bubblewrap === null ? [] : agents.filter(({ login }) => login)
  const [maker, other] = ready
  if (maker === undefined) return { bound: '', roles: example, note: noteOn(agents, bubblewrap) }
  const judge = other?.name ?? `${maker.name}-judge`
  const lines = [
    '',
    '  # Installed and logged in here. They run behind walls: they read the project, write only in their',
    '  # worktree, and see their own login. One call may take $5 and 100 turns: max_cost_usd, max_turns.',
    `  ${maker.name}: { kind: ${maker.name} }`,
    other === undefined
      ? `  # Judges in a fresh context, apart from who made the work.\n  ${judge}: { kind: ${maker.name} }`
      : `  ${judge}: { kind: ${other.name} }`,
    '',
  ]
  const bind = (names: readonly string[], agent: string) =>
    names.map((name) => `  ${name}: ${agent}`).join('\n')
  const roles = `roles:\n${bind(makers, maker.name)}\n  # nobody marks their own work\n${bind(judges, judge)}`
  const rest = agents.filter((each) => each !== maker && each !== other)
  return { bound: lines.join('\n'), roles, note: noteOn(rest, bubblewrap) }
}

function noteOn(agents: readonly FoundAgent[], bubblewrap: string | null): string {
  if (agents.length === 0) return ''
  const names = agents.map(({ name, login }) => (login ? name : `${name} (no login seen)`))
  const why = bubblewrap === null ? ' They run behind walls, for which bubblewrap is missing.' : ''
  return `
  # Also on this machine: ${names.join(', ')}.${why}
  # A role may name one of them as it is: roles: { producer: ${agents[0]?.name ?? ''} }
`
}
