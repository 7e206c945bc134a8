import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { freshFolder } from '../support/folder.ts'

/** Everything in a repository's own settings that makes some git start a program. */
const settings = (trap: (name: string) => string, own: string): string => `
[core]
	fsmonitor = ${trap('fsmonitor')}
	hooksPath = ${dirname(trap('hook'))}/hooks
	sshCommand = ${trap('ssh')}
	editor = ${trap('editor')}
	pager = ${trap('pager')}
	askPass = ${trap('askpass')}
	gitProxy = ${trap('proxy')}
	alternateRefsCommand = ${trap('alternates')}
[filter "${own}"]
	clean = ${trap('clean')}
	smudge = ${trap('smudge')}
	process = ${trap('process')}
[diff "evil"]
	command = ${trap('diff')}
	textconv = ${trap('textconv')}
[diff]
	external = ${trap('external-diff')}
[merge "evil"]
	driver = ${trap('merge')}
[commit]
	gpgSign = true
[gpg]
	program = ${trap('gpg')}
[credential]
	helper = ${trap('credential')}
[alias]
	ls-files = !${trap('alias')}
	status = !${trap('alias')}
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[remote "origin"]
	url = ext::${trap('fetch')}
	uploadpack = ${trap('uploadpack')}
	promisor = true
	partialclonefilter = blob:none
`

const hooks = [
  'post-index-change',
  'post-checkout',
  'pre-commit',
  'reference-transaction',
  'prepare-commit-msg',
  'post-commit',
  'pre-auto-gc',
]

export type Trapped = {
  readonly folder: string
  /** Sets the traps in another repository, too. */
  set(gitFolder: string, filter: string): void
  /** Which of its programs were started. */
  sprung(): readonly string[]
}

export const plainGit = (folder: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** A committed project whose repository is full of traps, each of which leaves its name when it is sprung. */
export function trapped(
  files: Readonly<Record<string, string>>,
  before: (folder: string) => void = () => undefined,
): Trapped {
  const folder = freshFolder()
  const traps = freshFolder()
  const log = join(traps, 'log')
  const trap = (name: string, path = join(traps, name)) => {
    mkdirSync(dirname(path), { recursive: true })
    const passes = ['clean', 'smudge'].includes(name)
    writeFileSync(path, `#!/bin/sh\necho ${name} >> ${log}\n${passes ? 'cat' : 'exit 1'}\n`)
    chmodSync(path, 0o755)
    return path
  }
  for (const name of hooks) trap(`hook ${name}`, join(traps, 'hooks', name))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  writeFileSync(join(folder, '.gitattributes'), '* filter=evil diff=evil merge=evil\n')
  plainGit(folder, 'init', '-q', '-b', 'main')
  plainGit(folder, 'add', '-A')
  before(folder)
  plainGit(folder, 'commit', '-q', '-m', 'base')
  const set = (gitFolder: string, filter: string) =>
    appendFileSync(
      join(gitFolder, 'config'),
      settings((name) => trap(name), filter),
    )
  set(join(folder, '.git'), 'evil')
  return {
    folder,
    set,
    sprung: () =>
      existsSync(log) ? [...new Set(readFileSync(log, 'utf8').trim().split('\n'))].toSorted() : [],
  }
}
