// npm test: installs what is missing, then runs every check there is; the last lines say what failed.
import { spawnSync } from 'node:child_process'
import {
  installBrowser,
  installPackages,
  installPostgres,
  installSandbox,
  root,
  say,
  toolEnvironment,
} from './setup.mjs'

installPackages()
installSandbox()
installBrowser()
installPostgres()

const stages = [
  ['format', 'oxfmt', ['--check']],
  ['types', 'tsc', ['-b']],
  ['lint', 'oxlint', ['--type-aware']],
  ['dead code', 'knip', []],
  ['build', 'node', ['scripts/build.mjs']],
  ['tests', 'vitest', ['run', ...process.argv.slice(2)]],
]
const failed = []
for (const [name, command, args] of stages) {
  const begun = Date.now()
  say(`${name}: ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: toolEnvironment(),
  })
  say(
    `${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - begun) / 1000).toFixed(1)} s\n`,
  )
  if (status !== 0) failed.push(name)
}
say(failed.length === 0 ? 'everything passed' : `FAILED: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
