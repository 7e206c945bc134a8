import type { AgentRequest } from '../model/agent.ts'
import type { AsyncResult } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { RunStore } from '../ports/run-store.ts'
import { ask, type Asker, jsonSchemaOf, type NoAnswer, type Question } from './ask.ts'
import type { StepMeans } from './work-within.ts'

/** What is happening inside a step, for people who watch. */
export type StepProgress =
  | { readonly type: 'doing'; readonly what: string }
  | { readonly type: 'note'; readonly text: string }

/** What the steps of every workflow work with. */
export type CommonBench = {
  readonly answers: RunStore['answers']
  elapsedMs(): number
  tell(progress: StepProgress): void
}

/** The progress of steps, for whoever watches the run. */
export const tellTo =
  (watch: { progress(text: string): void; note(text: string): void }): CommonBench['tell'] =>
  (progress) =>
    progress.type === 'note' ? watch.note(progress.text) : watch.progress(progress.what)

/** Who is asked, and how that is told. */
export type Asked = {
  readonly agent: Agent
  /** What the agent does is told under this name. */
  readonly name: string
  /** Such as "asking the builder to build". */
  readonly asking: string
  readonly answered: string
}

export const askerOf = (
  bench: CommonBench & StepMeans,
  { agent, name, asking, answered }: Asked,
): Asker => ({
  agent,
  answers: bench.answers,
  ledger: bench.ledger,
  meter: bench.meter,
  signal: bench.signal,
  calling: () => bench.tell({ type: 'doing', what: asking }),
  called: () => bench.tell({ type: 'doing', what: answered }),
  doing: (what) => bench.tell({ type: 'doing', what: `${name}: ${what}` }),
  heard: ({ notes = [] }) => notes.forEach((text) => bench.tell({ type: 'note', text })),
})

type RoleQuestion<Value> = Omit<Question<Value>, 'request'> &
  Pick<
    AgentRequest,
    'workflow' | 'run_id' | 'iteration' | 'phase' | 'role' | 'prompt' | 'attempt'
  > & {
    readonly input: Readonly<Record<string, unknown>>
    /** Raw text is asked for where it is null. */
    readonly shape?: Record<string, unknown> | null
    readonly workspace?: string | null
    readonly error?: string | undefined
  }

/** Asks for an answer of a schema, which the agent is shown. The order of the fields is part of how answers are kept. */
export const askRole = <Value>(
  asker: Asker,
  { schema, verify, place, keptBy, ...asked }: RoleQuestion<Value>,
): AsyncResult<Value, NoAnswer> =>
  ask(asker, { request: requestOf(asked, schema), schema, verify, place, keptBy })

const requestOf = <Value>(
  asked: Omit<RoleQuestion<Value>, 'schema' | 'verify' | 'place' | 'keptBy'>,
  schema: Question<Value>['schema'],
): AgentRequest => ({
  protocol: 1,
  workflow: asked.workflow,
  run_id: asked.run_id,
  iteration: asked.iteration,
  phase: asked.phase,
  role: asked.role,
  prompt: asked.prompt,
  input: { ...asked.input },
  output_schema: asked.shape === undefined ? jsonSchemaOf(schema) : asked.shape,
  workspace: asked.workspace ?? null,
  attempt: asked.attempt,
  ...(asked.error === undefined ? {} : { error: asked.error }),
})

type Tried = { readonly failures: readonly { readonly phase: string; readonly error: string }[] }

/** How often a phase was tried, and what was wrong the last time. */
export function attemptOf({ failures }: Tried, phase: string) {
  const own = failures.filter((each) => each.phase === phase)
  return { attempt: own.length + 1, error: own.at(-1)?.error }
}
