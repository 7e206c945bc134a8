// Makes a fresh machine ready: packages by npm, the sandbox by apt where that is allowed.
// Plain JavaScript for Node 20 and newer, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node')

const stampPath = join(root, 'node_modules', '.loopwright-installed')
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** Installs the locked packages unless exactly these are there already. */
export function installPackages() {
  if (
    existsSync(stampPath) &&
    readFileSync(stampPath, 'utf8') === lockHash() &&
    existsSync(pinnedNode)
  )
    return
  say('installing packages (once, about half a minute) …')
  const npm = process.env.npm_execpath
  const [command, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  // not `npm ci`: it refuses a lock file without the binaries of every other platform
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync(command, [...before, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) fail('npm install failed: see above')
  if (!existsSync(pinnedNode))
    fail(
      'the pinned Node was not installed; allow the install script of the package "node" and try again',
    )
  writeFileSync(stampPath, lockHash())
}

/** Installs bubblewrap where this user may; says loudly what is missing otherwise. */
export function installSandbox() {
  if (works('bwrap', ['--version'])) return true
  const installed = works('apt-get', ['--version']) && (apt([]) || apt(['sudo', '-n']))
  if (installed && works('bwrap', ['--version'])) return true
  process.stderr.write(
    '\n*** bubblewrap is missing and could not be installed. ***\n' +
      '*** Checks that run code are refused without it, and the tests that need it are skipped. ***\n' +
      '*** Install it yourself: apt-get install bubblewrap ***\n\n',
  )
  return false
}

function apt(prefix) {
  const isRoot = process.getuid?.() === 0
  if (prefix.length === 0 && !isRoot) return false
  say('installing bubblewrap (the sandbox) with apt …')
  const run = (args) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  }
  const install = () => run(['install', '-y', '--no-install-recommends', 'bubblewrap'])
  return install() || (run(['update']) && install())
}

const works = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

export const say = (text) => process.stdout.write(`› ${text}\n`)

export function fail(text) {
  process.stderr.write(`✗ ${text}\n`)
  process.exit(1)
}

/** The environment in which all tools run: the pinned Node and the project's binaries come first. */
export function toolEnvironment() {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const path = [
    join(root, 'node_modules', 'node', 'bin'),
    join(root, 'node_modules', '.bin'),
    env.PATH,
  ].join(':')
  return { ...env, PATH: path }
}
