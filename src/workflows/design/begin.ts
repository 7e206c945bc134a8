import { refuse, type Refusal } from '../../loop/machine.ts'
import type { Fact } from '../../model/entry.ts'
import { ok, type Result } from '../../model/result.ts'
import { DesignSetup, type Payload } from './events.ts'
import { fact } from './facts.ts'
import { stateFrom } from './kept-state.ts'
import type { At, DesignCommand } from './state.ts'

type Decision = Result<readonly Fact[], Refusal>
type Commanded<Type extends DesignCommand['type']> = Extract<DesignCommand, { type: Type }>

const opening = { iteration: 0, phase: null, step: 'IDLE', status: 'ok' } as const

/** The first word on a feature: a run of its own, or a history that was made elsewhere. */
export function begin(command: DesignCommand): Decision {
  if (command.type === 'start') return start(null, command)
  return command.type === 'adopt'
    ? adopt(command)
    : refuse('the design phase of this feature has not begun')
}

/** What cannot be folded again is refused here, so that a file from outside breaks nothing. */
function adopt({ state, intent }: Commanded<'adopt'>): Decision {
  const read = stateFrom(state, intent)
  if (!read.ok) return refuse(read.error)
  const payload: Payload<'adopted'> = { state: { ...state }, intent }
  return ok([{ ...opening, event: 'adopted', payload }])
}

/** A run is bound to a set-up within its limits, and to an id that no earlier run of the feature had. */
export function start(state: At<'IDLE'> | null, command: Commanded<'start'>): Decision {
  const { runId, by, given, feedback } = command
  const setup = DesignSetup.safeParse(command.setup)
  if (!setup.success) {
    const [issue] = setup.error.issues
    return refuse(`the set-up of the run: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
  }
  if (state !== null && earlierRuns(state).includes(runId))
    return refuse(`there was a run ${runId} already; a new run needs an id of its own`)
  const payload: Payload<'run_started'> = {
    runId,
    setup: command.setup,
    by,
    ...(given ? { given } : {}),
    ...(feedback === undefined ? {} : { feedback }),
  }
  return ok([
    state === null
      ? { ...opening, event: 'run_started', payload }
      : { ...fact(state, 'run_started', payload), iteration: 0 },
  ])
}

const earlierRuns = ({ runId, archives }: At<'IDLE'>) => [
  runId,
  ...archives.map((archive) => archive.runId),
]
