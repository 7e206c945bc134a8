import type { Workspace } from '../../src/ports/workspace.ts'
import { answerRun } from '../../src/engine/answer-run.ts'
import { gan } from '../../src/workflows/gan/definition.ts'
import type { GanRun } from '../../src/workflows/gan/places.ts'
import type { Problem } from '../../src/model/problem.ts'
import { gateFor } from '../../src/workflows/gan/gate.ts'
import type { World } from './world.ts'

/** Somebody who looks at a question may answer it much later. */
type Questioned = { readonly world: World; question: GanRun | null }

type Asked = { readonly open: GanRun; readonly calm: boolean }

/** A person says something to the open question; now and then to one that was open long ago. */
export async function answer(
  history: Questioned,
  house: Workspace,
  { open, calm: patient }: Asked,
): Promise<boolean> {
  const { world, question } = history
  const { chance } = world
  const late = question?.runId === open.runId && chance.happens(0.3) ? question.state : null
  if (open.state.at === 'asking') history.question ??= open
  const state = patient ? open.state : (late ?? open.state)
  if (state.at !== 'asking') return false
  const offered = gateFor(state).options.map(({ name }) => name)
  const ending = offered.includes('met')
    ? ['met', 'met', 'met']
    : offered.filter((name) => ['force-pass', 'abort'].includes(name))
  const answered = await answerRun(
    gan,
    house,
    { ...open, state },
    {
      option: chance.pick([...offered, ...ending, ...(patient ? [] : ['switch', 'nonsense'])]),
      by: `person-${chance.below(1_000_000)}`,
      feedback: chance.pick(['warmer', 'waive AC-01', 'waive AC-02, AC-90']),
    },
  )
  if (!answered.ok) complain(world, answered.error)
  return answered.ok
}

/** Refusals are fine; what cannot be read any more never is. */
export function complain(world: World, problem: Problem): string {
  if (/damaged|no history|can not be read/.test(problem.what)) world.violate('law-2', problem.what)
  return 'refused'
}
