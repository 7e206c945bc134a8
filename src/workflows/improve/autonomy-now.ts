import { join } from 'node:path'
import { readYaml } from '../../engine/read-yaml.ts'
import { Config } from '../../model/config.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { allImproves } from './all-runs.ts'
import { conditionsOf, conditionText } from './autonomy.ts'
import type { Autonomy } from './events.ts'

/** What the configuration and the records say now; a run is not a witness for itself. */
export async function autonomyNow(workspace: Workspace, except?: string): Promise<Autonomy> {
  // a person may have switched it off while the run goes on
  const config = await readYaml(join(workspace.root, 'loopwright.yaml'), Config)
  const isOn = [workspace.config, ...(config.ok ? [config.value] : [])].every(
    ({ workflows }) => workflows.improve.autonomous,
  )
  const { runs, damaged } = await allImproves(workspace)
  const others = runs.filter(({ runId }) => runId !== except)
  return { isOn: isOn && config.ok, conditions: [...conditionsOf(others, damaged.length)] }
}

/** Refused by name and figure where a run may not decide by itself. */
export async function mayRunByItself(workspace: Workspace): AsyncResult<null> {
  const { isOn, conditions } = await autonomyNow(workspace)
  const missing = [
    ...(isOn ? [] : ['workflows.improve.autonomous is not true in loopwright.yaml']),
    ...conditions.filter(({ holds }) => !holds).map(conditionText),
  ]
  return missing.length === 0
    ? ok(null)
    : usageError(
        `the loop may not decide by itself: ${missing.join('; ')}`,
        'run it supervised until all of this holds: leave --autonomous out',
      )
}
