// npm run torture -- --kills 200 [--seed 7] [--races 50]: the torture tests, as long as you like.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    races: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const root = resolve(import.meta.dirname, '..', '..')
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', 'test/torture'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TORTURE_KILLS: values.kills,
      TORTURE_RACES: values.races,
      TORTURE_SEED: values.seed,
    },
  },
)
process.exitCode = status ?? 5
