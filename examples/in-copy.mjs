// Runs an example in a temporary copy of its folder with the real command line, and checks what it says.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const launcher = fileURLToPath(new URL('../bin/loopwright.mjs', import.meta.url))

/** Hands the example a copy to work in, which is gone afterwards. A broken promise ends with exit 1. */
export async function inCopy(source, example) {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-example-'))
  try {
    cpSync(fileURLToPath(source), folder, { recursive: true })
    await example({
      lw: (exit, ...args) => run(folder, exit, args),
      path: (name) => join(folder, name),
      read: (name) => readFileSync(join(folder, name), 'utf8'),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs one command, shows it, and insists on its exit code. */
function run(folder, exit, args) {
  process.stdout.write(`$ loopwright ${args.map(quote).join(' ')}\n`)
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  process.stdout.write(`${stdout.trimEnd()}\n\n`)
  assert.equal(status, exit, `exit ${status}, expected ${exit}\n${stderr}`)
  return stdout
}

const quote = (word) => (/^[\w./:-]+$/.test(word) ? word : JSON.stringify(word))
