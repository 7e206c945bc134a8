// Makes a fresh machine ready: packages by npm, the sandbox, the browser and the server of the
// tests by apt where that is allowed.
// Plain JavaScript for Node 20 and newer, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
  if (apt('bubblewrap', 'the sandbox') && works('bwrap', ['--version'])) return true
  shout([
    'bubblewrap is missing and could not be installed.',
    'Checks that run code are refused without it, and the tests that need it are skipped.',
    'Install it yourself: apt-get install bubblewrap',
  ])
  return false
}

const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable']

/** Installs a browser from the packages of the system: the one without windows, else the whole one. */
export function installBrowser() {
  if (browsers.some((name) => works(name, ['--version']))) return true
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (apt(name, 'the eyes of the page checks') && works(name, ['--version'])) return true
  shout([
    'No Chromium is here, and none could be installed.',
    'Pages can be judged by their files alone, and the tests that look at pages are skipped.',
    'Install it yourself: apt-get install chromium-headless-shell (or chromium)',
  ])
  return false
}

/** Installs the PostgreSQL server that the tests of records start for themselves. */
export function installPostgres() {
  if (process.env.LOOPWRIGHT_SKIP_POSTGRES === '1') return true
  const versions = '/usr/lib/postgresql'
  const here = () =>
    existsSync(versions) &&
    readdirSync(versions).some((version) => existsSync(join(versions, version, 'bin', 'initdb')))
  if (here() || (apt('postgresql', 'for the tests of records') && here())) return true
  shout([
    'PostgreSQL is missing and could not be installed.',
    'The tests of records on a server fail; LOOPWRIGHT_SKIP_POSTGRES=1 leaves them out.',
    'Install it yourself: apt-get install postgresql',
  ])
  return false
}

const shout = (lines) =>
  process.stderr.write(`\n${lines.map((line) => `*** ${line} ***\n`).join('')}\n`)

/** Installs a package of the system as root or by sudo; false where neither is allowed. */
function apt(name, what) {
  if (!works('apt-get', ['--version'])) return false
  const isRoot = process.getuid?.() === 0
  return isRoot ? aptAs([], name, what) : aptAs(['sudo', '-n'], name, what)
}

let listsAreFresh = false

function aptAs(prefix, name, what) {
  if (prefix.length > 0 && !works('sudo', ['-n', 'true'])) return false
  say(`installing ${name} (${what}) with apt …`)
  const run = (args) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  }
  // old package lists name versions that are no longer served, or an old browser
  listsAreFresh ||= run(['update'])
  return run(['install', '-y', '--no-install-recommends', name])
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
  // compilers in Go spend a third of their time on collecting garbage, a few hundred megabytes of it
  return { GOGC: '400', ...env, PATH: path }
}
