import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkKinds } from '../../src/check/files/criteria.ts'
import { verbsOf } from '../../src/entrypoints/cli/verbs.ts'
import { hosts } from '../../src/hosts/host.ts'
import { freshFolder } from '../support/folder.ts'
import { lw } from '../support/workspace.ts'

/** Stands in the place of the program, so that what a shell does with names of runs can be seen. */
const program = `#!/bin/sh
case "$*" in
  *list*) echo '{"runs":[{"alias":"shop-api"},{"alias":"$(touch hacked)"},{"alias":"'"$(echo "$*" | sed 's/.*--cwd=\\([a-z]*\\).*/\\1/')"'"}]}' ;;
esac
`

const shells: Record<'bash' | 'zsh' | 'fish', string> = { bash: '', zsh: '', fish: '' }

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const { status, stdout } = await lw(process.cwd(), ['completion', shell])
    expect(status).toBe(0)
    shells[shell] = stdout
  }
})

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

function run(folder: string, shell: 'bash' | 'zsh' | 'fish', text: string): readonly string[] {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'bin', 'loopwright'), program, { mode: 0o755 })
  writeFileSync(join(folder, 'script'), shells[shell])
  const { stdout, stderr, status } = spawnSync(shell, ['-c', text], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: folder, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` },
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.split('\n').filter((line) => line !== '')
}

/** What bash offers for the last of these words, by its own rules of completion. */
const bash = (folder: string, ...words: readonly string[]) =>
  run(
    folder,
    'bash',
    `. ./script; complete -p loopwright lw >/dev/null || exit 9
COMP_WORDS=(loopwright ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_loopwright; printf '%s\\n' "\${COMPREPLY[@]}"`,
  )

const fish = (folder: string, line: string) =>
  run(folder, 'fish', `source script; complete -C '${line}'`).map((each) => each.split('\t')[0])

describe('completion', () => {
  test('refuses a shell it does not know', async () => {
    const { status, stderr } = await lw(process.cwd(), ['completion', 'tcsh'])
    expect(status).toBe(2)
    expect(stderr).toContain('shells: bash, zsh, fish')
  })

  test('offers verbs, commands of a workflow, kinds and options in bash', () => {
    const folder = freshFolder()
    expect(bash(folder, '')).toEqual(Object.keys(verbsOf()))
    expect(bash(folder, 'ver')).toEqual(['verify'])
    expect(bash(folder, 'design', 'a')).toEqual(['approve', 'abort'])
    expect(bash(folder, 'check', '')).toEqual([...checkKinds, 'page', 'track'])
    expect(bash(folder, '--cwd', 'shop', 'check', 'op')).toEqual(['openapi'])
    expect(bash(folder, 'check', 'docs', '--ta')).toEqual(['--task', '--task-file'])
    expect(bash(folder, 'design', 'start', 'shop', '--int')).toEqual(['--intent'])
    expect(bash(folder, 'nonsense', '')).toEqual([])
  })

  test('offers values of options, files and folders in bash', () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'docs of ours'))
    writeFileSync(join(folder, 'dog.yaml'), '')
    expect(bash(folder, 'check', 'docs', 'x.md', '--format', 'j')).toEqual(['json', 'junit'])
    expect(bash(folder, 'check', 'docs', '--format', '=', 'sa')).toEqual(['sarif'])
    expect(bash(folder, 'hook', 'stop', '--agent', '')).toEqual(Object.keys(hosts))
    expect(bash(folder, 'gan', 'start', 'site', '--level', 'th')).toEqual(['thorough'])
    // a shell offers files as the disk lists them
    expect(bash(folder, 'check', 'docs', 'do').toSorted()).toEqual(['docs of ours', 'dog.yaml'])
    expect(bash(folder, 'check', '--cwd', 'do')).toEqual(['docs of ours'])
    expect(bash(folder, 'check', 'docs', '-o', 'dog')).toEqual(['dog.yaml'])
    expect(bash(folder, 'list', '')).toEqual([])
  })

  test('offers names of runs in bash, and runs nothing that a history says', () => {
    const folder = freshFolder()
    expect(bash(folder, 'report', 's')).toEqual(['shop-api'])
    expect(bash(folder, '--cwd', 'elsewhere', 'status', 'e')).toEqual(['elsewhere'])
    expect(bash(folder, 'stop', '--run', '')).not.toContain('$(touch hacked)')
    expect(run(folder, 'bash', 'ls')).not.toContain('hacked')
  })

  test.skipIf(!isThere('fish'))('offers the same in fish', () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'dog.yaml'), '')
    expect(fish(folder, 'loopwright ver')).toEqual(['verify'])
    expect(new Set(fish(folder, 'lw design a'))).toEqual(new Set(['abort', 'approve']))
    expect(fish(folder, 'loopwright --cwd . check op')).toEqual(['openapi'])
    expect(fish(folder, 'loopwright check docs x.md --format j')).toEqual(['json', 'junit'])
    expect(new Set(fish(folder, 'loopwright check docs --ta'))).toEqual(
      new Set(['--task', '--task-file']),
    )
    expect(fish(folder, 'loopwright check docs dog')).toEqual(['dog.yaml'])
    expect(fish(folder, 'loopwright report s')).toEqual(['shop-api'])
    expect(fish(folder, 'loopwright check ').length).toBe(checkKinds.length + 2)
  })

  test.skipIf(!isThere('zsh'))('completes a line that is typed in zsh', () => {
    const folder = freshFolder()
    const typed = (line: string) => `zpty -w z ${JSON.stringify(line)}$'\\t\\n'`
    const output = run(
      folder,
      'zsh',
      `zmodload zsh/zpty; zpty z zsh -f -i
zpty -w z 'stty -echo; PS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; . ./script; loopwright() { [[ $1 == list ]] && command loopwright "$@" || print -r -- "got:$*:"; }'
${['loopwright verif', 'loopwright design unf', 'loopwright check op', 'loopwright check docs --requ', 'loopwright check docs --format=sa', 'loopwright report sh'].map(typed).join('\n')}
zpty -w z 'print the''end; exit'
while zpty -r z line; do print -r -- $line; done`,
    ).join('\n')
    for (const line of [
      'verify ',
      'design unfreeze',
      'check openapi',
      'check docs --requirements',
      'check docs --format=sarif',
      'report shop-api',
    ])
      expect(output).toContain(`got:${line.trim()}:`)
  })
})
