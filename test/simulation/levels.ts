import { setImmediate } from 'node:timers/promises'
import { type HistoryResult, runHistory } from './history.ts'
import type { Bugs } from './scene.ts'
import { describeScript, type Script, scriptFor, shrink } from './script.ts'
import { levels } from './workflows.ts'

export async function runAt(level: string, script: Script, bugs?: Bugs): Promise<HistoryResult> {
  const simulated = levels[level]
  if (simulated === undefined) throw new Error(`there is no level ${level}`)
  // a simulated world never waits: without a turn of the event loop nothing would be collected in between
  await setImmediate()
  return runHistory(script, simulated, bugs)
}

/** What went wrong, in the shortest history that still does, and how to see it again. */
export async function explain(level: string, seed: number, bugs?: Bugs): Promise<string> {
  const script = scriptFor(seed)
  const { violations } = await runAt(level, script, bugs)
  const law = violations[0]?.law
  const shortest = await shrink(script, async (candidate) =>
    (await runAt(level, candidate, bugs)).violations.some((each) => each.law === law),
  )
  const left = (await runAt(level, shortest, bugs)).violations
  return [
    ...left.map((violation) => `${violation.law}: ${violation.what}`),
    describeScript(shortest),
    `repeat: npm run simulate -- --level ${level} --seed ${seed}`,
  ].join('\n')
}
