import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { listBlobs, readBlobs } from './commit-trees.ts'
import type { Kind, Source } from './sources.ts'

const run = promisify(execFile)
const roomy = { maxBuffer: 1 << 30 }

const cache = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'loopwright',
  'reality',
)

/** A folder with the files of a source; made on first use, and kept outside of the project. */
export async function prepare(source: Source, repositories: string | null): Promise<string> {
  if (source.from === 'npm') return packed(source.name)
  const git = repositoryOf(source.name, repositories)
  return source.kind === 'openapi' ? picked(git, source) : checkedOut(git, source)
}

/** Where a repository lies below the folder of repositories: `owner+name`, bare or not. */
export function repositoryOf(name: string, repositories: string | null): string {
  const folder = join(repositories ?? join(cache, 'repositories'), name.replace('/', '+'))
  const found = [folder, join(folder, 'repo'), join(folder, '.git')].find((each) =>
    existsSync(join(each, 'HEAD')),
  )
  if (found !== undefined) return found
  throw new Error(
    `there is no repository ${name}: git clone --bare https://github.com/${name} ${folder}`,
  )
}

async function packed(name: string): Promise<string> {
  return once(join(cache, 'packages', name.replace('/', '+')), async (half) => {
    const { stdout } = await run('npm', ['pack', name, '--silent', '--pack-destination', half])
    const archive = join(half, stdout.trim().split('\n').at(-1) ?? '')
    await run('tar', ['xzf', archive, '--strip-components=1', '-C', half])
    rmSync(archive)
  })
}

/** All files of a commit; those that a partial copy of a repository lacks are left out. */
const checkedOut = (git: string, { name, commit }: Source): Promise<string> =>
  once(join(cache, 'commits', `${name.replace('/', '+')}@${commit}`), (half) => {
    for (const [path, bytes] of readBlobs(git, listBlobs(git, commit))) {
      mkdirSync(dirname(join(half, path)), { recursive: true })
      writeFileSync(join(half, path), bytes)
    }
    return Promise.resolve()
  })

/** Only the files that are named: descriptions lie in repositories of gigabytes. */
async function picked(git: string, { name, commit, paths }: Source): Promise<string> {
  const folder = join(cache, 'files', `${name.replace('/', '+')}@${commit}`)
  for (const path of paths) {
    const file = join(folder, path)
    if (existsSync(file)) continue
    const { stdout } = await run('git', ['-C', git, 'show', `${commit}:${path}`], {
      ...roomy,
      encoding: 'buffer',
    })
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, stdout)
  }
  return folder
}

async function once(folder: string, fill: (half: string) => Promise<void>): Promise<string> {
  if (existsSync(folder) && readdirSync(folder).length > 0) return folder
  const half = `${folder}.part`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true })
  await fill(half)
  renameSync(half, folder)
  return folder
}

export const isFile = (kind: Kind): kind is Exclude<Kind, 'change' | 'page'> =>
  kind !== 'change' && kind !== 'page'
