import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The active loop's line straight from current.json and run.json, without loading the workspace, so that
 * a shell prompt can ask for it. Null whenever anything is unusual: then the history is read instead.
 */
export function quickStatus(cwd: string): string | null {
  // a config may move the files; reading it is the workspace's business
  if (['loopwright.yaml', '.ai-factory/config.yaml'].some((name) => existsSync(join(cwd, name))))
    return null
  const root = join(cwd, '.ai-factory', 'evolution')
  const pointer = readObject(join(root, 'current.json'))
  const alias = pointer?.['task_alias']
  if (typeof alias !== 'string' || !/^[a-z0-9-]{3,64}$/.test(alias)) return null
  const run = readObject(join(root, alias, 'run.json'))
  if (run?.['status'] !== 'running' || run['run_id'] !== pointer?.['active_run_id']) return null
  const {
    iteration,
    max_iterations,
    phase,
    current_step,
    last_score,
    evaluation,
    plan,
    updated_at,
  } = run
  const fields = [phase, current_step, updated_at]
  if (
    typeof iteration !== 'number' ||
    typeof max_iterations !== 'number' ||
    typeof last_score !== 'number'
  )
    return null
  // a run without a plan may still wait for a person, which only the history tells
  if (
    !fields.every((field) => typeof field === 'string') ||
    !Array.isArray(plan) ||
    plan.length === 0
  )
    return null
  const score = evaluation === null ? '-' : (Math.floor(last_score * 100 + 1e-6) / 100).toFixed(2)
  return [
    alias,
    'running',
    `${iteration}/${max_iterations}`,
    phase,
    current_step,
    score,
    updated_at,
  ].join(' | ')
}

function readObject(path: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
