// Runs Loopwright and git, never by way of a shell.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What only this action may use: tokens, inputs, and the files by which a step commands the runner. */
const secret =
  /^(?:INPUT_|ACTIONS_)|^(?:GITHUB_(?:TOKEN|ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)|GH_TOKEN)$/

/** The variables for programs that run what came with a pull request. */
const plainEnv = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !secret.test(name)))

export function run(program, args, { cwd, captures = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', captures ? 'pipe' : 'inherit', 'inherit']
    const child = spawn(program, args, { cwd, env: plainEnv(), stdio })
    const chunks = []
    child.stdout?.on('data', (bytes) => chunks.push(bytes))
    child.once('error', reject)
    child.once('close', (exit) => resolve({ exit, text: Buffer.concat(chunks).toString() }))
  })
}

/** The program that was named, or the version of this action, installed beside the work and not into it. */
export async function installed(named) {
  if (named !== '') return named
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const folder = join(process.env.RUNNER_TEMP ?? '.', 'loopwright-program')
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, `loopwright@${version}`]
  const { exit } = await run('npm', args)
  if (exit !== 0)
    throw new Error(`npm could not install loopwright@${version}; name a program: program: …`)
  return join(folder, 'node_modules', 'loopwright', 'bin', 'loopwright.mjs')
}
