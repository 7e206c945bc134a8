import { runEngineHistory } from './engine-history.ts'
import { runGanHistory } from './gan-history.ts'
import { runHistory } from './history.ts'
import { describeScript, type Script, scriptFor, shrink } from './script.ts'
import type { Bugs, Told } from './told.ts'
import { workflows } from './workflows.ts'

export type Level = string

/** Whole loops with their real steps: of reflex, and of pages. */
export const wholeLoops: Readonly<Record<string, typeof runHistory>> = {
  app: runHistory,
  'gan-app': runGanHistory,
}

/** All other levels are the engine alone with the workflow of that name. */
export const levels: readonly Level[] = [...Object.keys(wholeLoops), ...Object.keys(workflows)]

export function runAt(level: Level, script: Script, bugs: Bugs = {}): Promise<Told> {
  const workflow = workflows[level]
  const loop = wholeLoops[level] ?? runHistory
  return workflow ? runEngineHistory(script, workflow, bugs) : loop(script, bugs)
}

/** What went wrong, in the shortest history that still does, and how to see it again. */
export async function explain(level: Level, seed: number, bugs: Bugs = {}): Promise<string> {
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
