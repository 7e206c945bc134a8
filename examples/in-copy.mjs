// Runs an example in a temporary copy of its folder with the real command line, and checks what it says.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const launcher = fileURLToPath(new URL('../bin/loopwright.mjs', import.meta.url))

/** The example, to be run in a copy of a folder that is gone afterwards. `node run.mjs` runs it; a broken promise ends with exit 1. */
export function inCopy(file, source, tell) {
  const play = async (start = startProcess) => {
    const folder = mkdtempSync(join(tmpdir(), 'loopwright-example-'))
    try {
      cpSync(fileURLToPath(new URL(source, file)), folder, { recursive: true })
      await tell({
        lw: async (exit, ...args) => {
          const { status, stdout, stderr } = await start(folder, args)
          assert.equal(
            status,
            exit,
            `${args.join(' ')}: exit ${status}, expected ${exit}\n${stderr}`,
          )
          return stdout
        },
        git: (...args) => git(folder, args),
        path: (name) => join(folder, name),
        read: (name) => readFileSync(join(folder, name), 'utf8'),
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return process.argv[1] === fileURLToPath(file) ? play() : play
}

/** Runs git as somebody, whatever the settings of this machine. */
function git(folder, args) {
  const ran = spawnSync(
    'git',
    ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  assert.equal(ran.status, 0, ran.stderr)
  return ran.stdout
}

/** Runs one command and shows it. */
async function startProcess(folder, args) {
  process.stdout.write(`$ loopwright ${args.map(quote).join(' ')}\n`)
  const env = { ...process.env, NO_COLOR: '1' }
  const ran = spawnSync(process.execPath, [launcher, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
  })
  process.stdout.write(`${ran.stdout.trimEnd()}\n\n`)
  return ran
}

const quote = (word) => (/^[\w./:-]+$/.test(word) ? word : JSON.stringify(word))
