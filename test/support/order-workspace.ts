import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freshFolder } from './folder.ts'
import { makeProject, nodeTested, nodeTests } from './small-project.ts'
import { lw } from './workspace.ts'

const agent = join(import.meta.dirname, 'order-agent.mjs')
const judge = join(import.meta.dirname, 'order-judge.mjs')

const git = (folder: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** A small TypeScript repository with real build, tests, coverage and lint, and a proposer that is a process. */
export function orderWorkspace(settings = 'mutation_seconds: 0', walls = 'auto'): string {
  const folder = makeProject({
    ...nodeTested,
    '.gitignore': 'node_modules\ncoverage\nlog\n.loopwright\n',
  })
  mkdirSync(join(folder, 'log'))
  const command = JSON.stringify([process.execPath, agent])
  const judging = JSON.stringify([process.execPath, judge])
  writeFileSync(
    join(folder, 'loopwright.yaml'),
    `walls: ${walls}\nagents:\n  default: { kind: command, command: ${command}, env: [CALLS, MEMORY, SLOW], write: [log], timeout_s: 120 }\n  judge: { kind: command, command: ${judging} }\nroles: { judge: judge }\nworkflows:\n  workorder: { ${settings} }\n`,
  )
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', 'base')
  return folder
}

/** A small package that needs no installed tools, and a proposer that lies. */
export function liarsWorkspace(): string {
  const folder = freshFolder()
  const command = JSON.stringify([process.execPath, join(import.meta.dirname, 'lying-agent.mjs')])
  const files = {
    '.gitignore': '.loopwright\n',
    'package.json': `{"name":"shop","type":"module","scripts":{"test":"${nodeTests}"}}\n`,
    'loopwright.yaml': `agents:\n  default: { kind: command, command: ${command} }\nworkflows:\n  workorder: { mutation_seconds: 0 }\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src/one.js'), 'export const one = 1\n')
  writeFileSync(
    join(folder, 'src/one.test.js'),
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { one } from './one.js'\n\ntest('one is one', () => assert.equal(one, 1))\n",
  )
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', 'base')
  return folder
}

export const gitIn = git

/** What the user's own checkout looks like: nothing of it may change. */
export const checkoutOf = (folder: string): string =>
  [
    git(folder, 'rev-parse', 'HEAD'),
    git(folder, 'status', '--porcelain'),
    git(folder, 'stash', 'list'),
    readFileSync(join(folder, 'src/price.ts'), 'utf8'),
  ].join('\n')

export const fileOf = (folder: string, runId: string, name: string): string =>
  readFileSync(join(folder, '.loopwright/work-orders', runId, name), 'utf8')

export const hasFile = (folder: string, runId: string, name: string): boolean =>
  existsSync(join(folder, '.loopwright/work-orders', runId, name))

export const rowsOf = (folder: string, sql: string): readonly Record<string, unknown>[] => {
  const database = new DatabaseSync(join(folder, '.loopwright/records.db'), { readOnly: true })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** Adds an order and works on it; what it says as JSON, and the exit code. */
export async function workOn(
  folder: string,
  title: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{
  readonly status: number | null
  readonly told: Record<string, unknown>
  readonly text: string
}> {
  const ran = await lw(
    folder,
    [
      'workorder',
      'add',
      title,
      '-d',
      `${title}, with tests`,
      '--scope',
      'src/**',
      '--run',
      '--json',
    ],
    env,
  )
  const text = ran.stdout + ran.stderr
  const line = ran.stdout.trim().split('\n').at(-1) ?? ''
  return {
    status: ran.status,
    text,
    told: line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : {},
  }
}
