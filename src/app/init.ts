import { existsSync } from 'node:fs'
import { lstat, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Problem } from '../model/problem.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  agentPrograms,
  browserPrograms,
  findProgram,
  firstProgram,
  keyVariables,
} from './doctor-programs.ts'
import { configText, type Surroundings } from './init-config.ts'
import type { VscodeFiles } from './init-vscode.ts'
import { findRoot } from './read-config.ts'
import { replaceFile } from './replace-file.ts'

type Env = Readonly<Record<string, string | undefined>>
type Place = { readonly cwd: string; readonly env: Env }

export type Initialised = {
  readonly config: string
  readonly replaced: boolean
  readonly gitignore: 'added' | 'already there' | 'no git checkout'
  readonly found: Surroundings
}

/** Writes loopwright.yaml with the offline default and notes on what this machine has. */
export async function initWorkspace(
  { cwd, env }: Place,
  force: boolean,
): Promise<Result<Initialised, Problem>> {
  const config = join(cwd, 'loopwright.yaml')
  const outer = findRoot(cwd)
  const there = await lstat(config).catch(() => null)
  if (there !== null && !there.isFile())
    return err({ exit: 2, what: 'loopwright.yaml is not a regular file', where: config })
  if (!force && existsSync(join(outer, 'loopwright.yaml')))
    return err({
      exit: 2,
      what:
        outer === cwd
          ? 'loopwright.yaml is there already and was left as it is'
          : 'this folder belongs to a workspace that has a loopwright.yaml',
      where: join(outer, 'loopwright.yaml'),
      todo:
        outer === cwd
          ? 'edit it, or write it anew with: loopwright init --force'
          : 'use that one, or make this folder a workspace of its own: loopwright init --force',
    })
  const found = await lookAround({ cwd, env })
  try {
    await replaceFile(config, configText(found))
    const gitignore = await ignorePrivateFolder(cwd)
    return ok({ config, replaced: there !== null, gitignore, found })
  } catch (error) {
    return err({
      exit: 2,
      what: `the workspace can't be written: ${error instanceof Error ? error.message : String(error)}`,
      where: cwd,
      todo: 'give write permission, or choose another folder with --cwd',
    })
  }
}

export type InitialisedForVscode = {
  /** Null when the workspace was there already; its loopwright.yaml is never touched here. */
  readonly workspace: Initialised | null
  readonly vscode: VscodeFiles
}

/** Makes the folder a workspace, unless it is one, and gives the editor its tasks. */
export async function initForVscode(
  place: Place,
  force: boolean,
): Promise<Result<InitialisedForVscode, Problem>> {
  const outer = findRoot(place.cwd)
  const isWorkspace = existsSync(join(outer, 'loopwright.yaml'))
  if (isWorkspace && outer !== place.cwd)
    return err({
      exit: 2,
      what: 'this folder belongs to a workspace; its findings are told relative to that folder',
      where: outer,
      todo: `open that folder in the editor, and run: loopwright init --vscode --cwd ${outer}`,
    })
  const { initVscode } = await import('./init-vscode.ts')
  const vscode = await initVscode(place.cwd, force)
  if (!vscode.ok) return vscode
  if (isWorkspace) return ok({ workspace: null, vscode: vscode.value })
  const workspace = await initWorkspace(place, false)
  return workspace.ok ? ok({ workspace: workspace.value, vscode: vscode.value }) : workspace
}

/** What this machine has that a configuration may speak of. Values of variables are never read. */
export async function lookAround(place: Place): Promise<Surroundings> {
  const agents = await Promise.all(
    agentPrograms.map(async (name) => ({ name, path: await findProgram(name, place) })),
  )
  return {
    agents: agents.flatMap(({ name, path }) => (path === null ? [] : [{ name, path }])),
    keys: keyVariables.filter((name) => (place.env[name] ?? '') !== ''),
    bubblewrap: await findProgram('bwrap', place),
    browser: await firstProgram(browserPrograms, place),
  }
}

async function ignorePrivateFolder(cwd: string): Promise<Initialised['gitignore']> {
  if (!isCheckout(cwd)) return 'no git checkout'
  const path = join(cwd, '.gitignore')
  const before = await readFile(path, 'utf8').catch(() => '')
  if (before.split(/\r?\n/).some((line) => /^\/?\.loopwright\/?\s*$/.test(line)))
    return 'already there'
  const end = before === '' || before.endsWith('\n') ? '' : '\n'
  await writeFile(path, `${before}${end}.loopwright/\n`)
  return 'added'
}

function isCheckout(from: string): boolean {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return true
    if (dirname(folder) === folder) return false
  }
}
