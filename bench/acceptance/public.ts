import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Case } from './load.ts'

const run = promisify(execFile)
const cache = join(tmpdir(), 'loopwright-acceptance-cache')
const none: ReadonlyMap<string, string> = new Map()

/** Work that its authors published, by package and version. What the registry does not give is left out, and said. */
export async function publicCases(
  log: (text: string) => void,
  wanted: (id: string, kind: string) => boolean,
): Promise<readonly Case[]> {
  const lines = readFileSync(join(import.meta.dirname, 'public-list.txt'), 'utf8').split('\n')
  const cases: Case[] = []
  for (const line of lines.filter((each) => each !== '' && !each.startsWith('#'))) {
    const [kind = '', name = '', file = '', ...more] = line.split(' ')
    const task = `${kind}/${name}${kind === 'change' ? '' : `/${file}`}`
    const id = `${task}${more[0] === 'as' ? '-unrelated' : '+'}`
    if (!wanted(id, kind)) continue
    try {
      cases.push(await caseOf({ kind, name, file, more, task, id }))
    } catch (error) {
      log(`left out: ${id}, ${String(error).split('\n')[0]}`)
    }
  }
  return cases
}

type Line = {
  readonly kind: string
  readonly name: string
  readonly file: string
  readonly more: readonly string[]
  readonly task: string
  readonly id: string
}

async function caseOf({ kind, name, file, more, task, id }: Line): Promise<Case> {
  const folder = await packed(name, kind === 'change')
  const [mark, other = '', otherFile = ''] = more
  const bare = name.slice(0, name.lastIndexOf('@'))
  const shared = {
    id,
    kind,
    task,
    right: mark !== 'as',
    category: mark === 'as' ? 'unrelated' : 'right',
    text: mark === undefined ? '' : `Write the README of the package \`${bare}\`.`,
    base: none,
    given: none,
    names: null,
    from: folder,
  }
  if (kind === 'change')
    return {
      ...shared,
      files: none,
      before: await packed(file, true),
      options: ['--test-command', 'node --test'],
    }
  if (!existsSync(join(folder, file))) throw new Error(`there is no ${file}`)
  const files =
    mark === 'as'
      ? new Map([[file, readFileSync(join(await packed(other), otherFile), 'utf8')]])
      : none
  return { ...shared, files, main: file }
}

/** The files of a package, from the registry the first time; with its dependencies where its tests are run. */
async function packed(name: string, install = false): Promise<string> {
  const folder = join(cache, `${install ? 'with/' : ''}${name.replaceAll('/', '+')}`)
  if (existsSync(folder)) return folder
  const half = `${folder}.part`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true })
  if (install) {
    cpSync(await packed(name), half, { recursive: true })
    await run('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: half,
    })
  } else {
    const { stdout } = await run('npm', ['pack', name, '--silent', '--pack-destination', half])
    const archive = join(half, stdout.trim().split('\n').at(-1) ?? '')
    await run('tar', ['xzf', archive, '--strip-components=1', '-C', half])
    rmSync(archive)
  }
  mkdirSync(dirname(folder), { recursive: true })
  renameSync(half, folder)
  return folder
}
