// npm test: installs what is missing, then runs every check there is; the last lines say what failed.
import { spawn } from 'node:child_process'
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

const checks = [
  ['format', 'oxfmt', ['--check']],
  ['types', 'tsc', ['-b', '--checkers', '1']],
  ['lint', 'oxlint', ['--type-aware']],
  ['dead code', 'knip', []],
]
const failed = []

/** Runs one check; what it prints comes at once, or whole at its end where others print meanwhile. */
async function check([name, command, args], beside = false) {
  const begun = Date.now()
  say(`${name}: ${command} ${args.join(' ')}`)
  const stdio = beside ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(command, args, { cwd: root, stdio, env: toolEnvironment() })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (printed += text))
  const passed = await new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  say(`${printed}${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s\n`)
  if (!passed) failed.push(name)
}

async function checkInTurn() {
  for (const each of checks) await check(each, true)
}

// the tests run what is built; they often wait for processes, so the other checks run beside them
await check(['build', 'node', ['scripts/build.mjs']])
await Promise.all([check(['tests', 'vitest', ['run', ...process.argv.slice(2)]]), checkInTurn()])
say(failed.length === 0 ? 'everything passed' : `FAILED: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
