import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openWorkspace } from '../../src/app.ts'
import { commandRun, startRun } from '../../src/engine/command-run.ts'
import { improve as definition } from '../../src/workflows/improve/definition.ts'
import { keptImproves } from '../../src/workflows/improve/runs.ts'
import { freshFolder } from './folder.ts'
import { supervisedRun } from './improve-run.ts'
import { lw } from './workspace.ts'

export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

const files = {
  'spec.md':
    '# Taxes\n\n## Tax\n\nAdd `taxed(price)` in `src/tax.js`.\n\n- `taxed(10)` is 12\n- `taxed(0)` is 0\n',
  'agents/AGENTS.md': '# Rules\n\n- Change only the files that the order names.\n',
  'agents/.gitignore': '.loopwright/\nnode_modules/\n',
  'agents/package.json':
    '{ "name": "taxes", "private": true, "type": "module", "scripts": { "build": "node --check src/index.js", "lint": "node --check src/index.js", "test": "node --test --experimental-test-isolation=none" } }\n',
  'agents/src/index.js': "/** The version of this library. */\nexport const version = '1.0.0'\n",
  'agents/test/index.test.js':
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { version } from '../src/index.js'\n\ntest('the version is known', () => assert.equal(version, '1.0.0'))\n",
  'agents/loopwright.yaml': `agents:
  scripted: { kind: command, command: ["node", "improve-agent.mjs"], network: false }
roles: { proposer: scripted, analyst: scripted }
workflows:
  workorder: { mutation_seconds: 5, threshold: 7 }
`,
}

/** A workspace beside a set-up that is a repository of its own, with an agent that builds and analyses by a script. */
export function improveWorkspace(improve = '{ consecutive: 1 }', rules = ''): string {
  const folder = freshFolder()
  const all = { ...files, 'loopwright.yaml': `workflows:\n  improve: ${improve}\n` }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  appendFileSync(join(folder, 'agents', 'AGENTS.md'), rules)
  const agent = join(import.meta.dirname, 'improve-agent.mjs')
  copyFileSync(agent, join(folder, 'agents', 'improve-agent.mjs'))
  git(join(folder, 'agents'), 'init', '-q', '-b', 'main')
  git(join(folder, 'agents'), 'add', '-A')
  git(join(folder, 'agents'), 'commit', '-q', '-m', 'The set-up')
  return folder
}

export const startTaxes = (...more: readonly string[]): readonly string[] => [
  'improve',
  'start',
  'spec.md',
  '--setup',
  'agents',
  '--target',
  '9',
  '--quiet',
  ...more,
]

export type Told = {
  readonly status: string
  readonly outcome: string | null
  readonly question: string | null
  readonly verdict: { readonly verdict: string }
  readonly iterations: readonly {
    readonly score: {
      readonly overall: number
      readonly grade: string
      readonly dimensions: Readonly<Record<string, unknown>>
    }
    readonly built: { readonly orders: readonly Record<string, unknown>[] }
  }[]
  readonly improvements: readonly {
    readonly id: string
    readonly status: string
    readonly actual: string | null
    readonly reason: string
  }[]
  readonly proposals: readonly Record<string, unknown>[]
}

export async function told(folder: string, run = 'taxes'): Promise<Told> {
  const { stdout } = await lw(folder, ['improve', 'status', run, '--json'])
  return JSON.parse(stdout) as Told
}

export const reportOf = (folder: string, iteration: number, run = 'taxes'): string =>
  readFileSync(join(folder, 'reports', `iteration-${iteration}-improvements-${run}.md`), 'utf8')

/** Puts ten supervised iterations into the records of a workspace, with all proposals approved and no score that fell. */
export async function earnAutonomy(folder: string): Promise<void> {
  const opened = await openWorkspace({ cwd: folder, env: process.env })
  if (!opened.ok) throw new Error(opened.error.what)
  const [start, ...commands] = supervisedRun().commands
  if (start === undefined) throw new Error('nothing was built')
  const place = { name: 'earned', runId: 'earned' }
  const kept = { ...keptImproves, files: () => [] }
  let run = await startRun(kept, opened.value, place, { ...start, runId: 'earned' } as typeof start)
  for (const command of commands) {
    if (!run.ok) throw new Error(run.error.what)
    run = await commandRun(definition, opened.value, run.value, command)
  }
  if (!run.ok) throw new Error(run.error.what)
}
