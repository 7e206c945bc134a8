import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { err, ok, type Result } from '../../src/model/result.ts'

export type Postgres = {
  readonly version: string
  readonly pid: number
  /** A connection to a fresh database of this name. */
  url(name: string): string
  /** A connection to a fresh database. */
  fresh(): string
  /** Kills it with all it started, and starts it again on what is left. */
  crash(): Promise<void>
  /** Ends it and clears it away; that happens too when the process that started it dies. */
  stop(): Promise<void>
}

/**
 * A private server on a socket of its own, with the durability Postgres has by default unless it is
 * told to be hasty. It is installed first where it is missing and apt may be used.
 */
export async function startPostgres(
  log: (text: string) => void,
  { hasty = false } = {},
): Promise<Result<Postgres, string>> {
  const programs = findPrograms() ?? install(log)
  if (programs === null)
    return err(
      'PostgreSQL is not installed and could not be installed here; try: apt-get install postgresql',
    )
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-postgres-'))
  const data = join(folder, 'data')
  // the server refuses to run as root
  const user = userInfo().uid === 0 ? serverUser() : null
  if (user !== null) spawnSync('chown', [user, folder])
  chmodSync(folder, 0o700)
  const as = (program: string, args: readonly string[]): readonly [string, readonly string[]] =>
    user === null
      ? [join(programs, program), args]
      : [
          'setpriv',
          [
            `--reuid=${user}`,
            `--regid=${user}`,
            '--clear-groups',
            join(programs, program),
            ...args,
          ],
        ]
  const initial = ['-D', data, '-U', 'loopwright', '-A', 'trust', '--no-locale', '-E', 'UTF8']
  const made = spawnSync(...as('initdb', [...initial, ...(hasty ? ['--no-sync'] : [])]), {
    encoding: 'utf8',
  })
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return err(`initdb failed: ${(made.stderr ?? String(made.error)).trim().slice(-200)}`)
  }
  const settings = ['listen_addresses=', ...(hasty ? hastySettings : [])]
  const [program, args] = as('postgres', [
    '-D',
    data,
    '-k',
    folder,
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  const launch = () =>
    spawn('sh', ['-c', watched(hasty), folder, program, ...args], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
  let server = launch()
  const earlier: (typeof server)[] = []
  const stop = async () => {
    const all = [server, ...earlier]
    const ended = all.flatMap((each) => (each.exitCode === null ? [once(each, 'exit')] : []))
    for (const each of all) each.stdin?.end()
    await Promise.all(ended)
  }
  const postmaster = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const psql = (sql: string, database = 'postgres') =>
    spawnSync(
      join(programs, 'psql'),
      ['-h', folder, '-U', 'loopwright', '-d', database, '-Atqc', sql],
      {
        encoding: 'utf8',
      },
    )
  const isUp = async () => {
    for (let tries = 0; psql('select 1').status !== 0; tries += 1) {
      if (tries > 100 || server.exitCode !== null) return false
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return true
  }
  if (!(await isUp())) {
    await stop()
    return err('the server did not start')
  }
  let databases = 0
  const url = (name: string) => {
    psql(`create database ${name}`)
    return `postgresql://loopwright@localhost/${name}?host=${encodeURIComponent(folder)}`
  }
  return ok({
    version: psql('show server_version').stdout.trim().split(' ')[0] ?? '',
    pid: postmaster(),
    url,
    fresh: () => url(`fresh_${(databases += 1)}`),
    async crash() {
      process.kill(postmaster(), 'SIGKILL')
      // what it started ends on its own; until then nobody else may start
      while (psql('select 1').status === 0) await new Promise((go) => setTimeout(go, 20))
      await new Promise((go) => setTimeout(go, 500))
      // its parent has not noticed yet, so it would be taken for alive
      for (const lock of ['data/postmaster.pid', '.s.PGSQL.5432.lock'])
        rmSync(join(folder, lock), { force: true })
      earlier.push(server)
      server = launch()
      if (!(await isUp())) throw new Error('the server did not start again')
    },
    stop,
  })
}

/** For tests: clients die there, the machine does not. */
const hastySettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Runs a server until its own input ends, and takes the folder away after it. */
const watched = (hasty: boolean) =>
  `"$@" & server=$!; read -r _; kill -${hasty ? 'QUIT' : 'INT'} $server; wait $server; rm -rf "$0"`

/** Tests that need a server fail where there is none, unless they were left out on purpose. */
export const skipsPostgres = process.env['LOOPWRIGHT_SKIP_POSTGRES'] === '1'

export async function neededPostgres(): Promise<Postgres> {
  const server = await startPostgres((text) => process.stderr.write(`${text}\n`), { hasty: true })
  if (server.ok) return server.value
  throw new Error(`${server.error} (LOOPWRIGHT_SKIP_POSTGRES=1 leaves these tests out)`)
}

function findPrograms(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
    : []
  const [newest] = versions.filter((each) => existsSync(join(root, each, 'bin', 'initdb')))
  return newest === undefined ? null : join(root, newest, 'bin')
}

function install(log: (text: string) => void): string | null {
  if (userInfo().uid !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return null
  log('installing PostgreSQL')
  spawnSync('apt-get', ['update', '-qq'])
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return findPrograms()
}

const serverUser = (): string =>
  spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody'
