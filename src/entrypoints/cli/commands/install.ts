import { homedir } from 'node:os'
import { openWorkspace } from '../../../app.ts'
import { vscodeTasks } from '../../../app/init/vscode-tasks.ts'
import { ownProgram } from '../../../app/own-program.ts'
import {
  applyChanges,
  type FileChange,
  forgetBackup,
  planInstall,
  planRemove,
} from '../../../hosts/install.ts'
import { isTarget, type Target, type TargetFile, targets } from '../../../hosts/targets.ts'
import { nearest } from '../../../kit/near.ts'
import { type ExitCode, exitCodes } from '../../../model/problem.ts'
import { type AsyncResult, ok, usageError } from '../../../model/result.ts'
import { type Call, type Command, flag } from '../command.ts'
import { showDiff } from './check-show.ts'

export const command: Command = {
  name: 'install',
  usage: 'install <program> [options]',
  about: `Puts Loopwright into the program you run your agent in: hooks that hold the agent until the checks pass, and the MCP server.\nPrograms: ${Object.keys(targets).join(', ')}. Shows what it would change, then asks. Files keep their other entries and comments.\nNever touches what a program trusts: it says what you must approve there.`,
  words: { least: 1, most: 1 },
  firstWords: Object.keys(targets),
  options: {
    user: { type: 'boolean', help: 'for all your folders; without it for this one' },
    project: { type: 'boolean', help: 'for this folder (default)' },
    remove: { type: 'boolean', help: 'take it out again; files are as they were, byte for byte' },
    'dry-run': { type: 'boolean', help: 'only show what would change' },
    yes: { type: 'boolean', short: 'y', help: 'write without asking' },
  },
  examples: [
    ['loopwright install claude-code', 'hold Claude Code in this folder'],
    ['loopwright install codex --dry-run', 'see what would be written'],
    ['loopwright install claude-code --remove --yes', 'as if it had never been there'],
  ],
  async run(call) {
    const [name = ''] = call.words
    if (!isTarget(name)) {
      const known = Object.keys(targets)
      const near = known.find((each) => each.startsWith(name)) ?? nearest(name, known)
      return usageError(
        `"${name}" is no program that Loopwright can be installed in`,
        near === null
          ? `programs: ${known.join(', ')}`
          : `did you mean: loopwright install ${near}`,
      )
    }
    const target: Target = targets[name]
    const isUser = flag(call.values, 'user')
    if (isUser && flag(call.values, 'project'))
      return usageError('--user and --project exclude each other', 'leave one out')
    const filesOf = isUser ? target.user : target.project
    if (filesOf === null)
      return usageError(`${target.title} reads this from the project only`, 'leave --user out')
    return install(call, name, { target, isUser, filesOf })
  },
}

type Wanted = {
  readonly target: Target
  readonly isUser: boolean
  readonly filesOf: Target['project']
}

async function install(
  call: Call,
  name: string,
  { target, isUser, filesOf }: Wanted,
): AsyncResult<ExitCode> {
  const { values, terminal, env } = call
  const home = env['HOME'] || homedir()
  const opened = await openWorkspace(isUser ? { ...call, cwd: home, root: home } : call)
  if (!opened.ok) return opened
  const workspace = opened.value
  const program = await ownProgram(workspace.root, call.env)
  const files = [...filesOf(program), ...(name === 'vscode' ? [tasksFile(program)] : [])]
  const isRemoval = flag(values, 'remove')
  const planned = isRemoval
    ? await planRemove(workspace, name, files)
    : await planInstall(workspace, files)
  if (!planned.ok) return planned
  const changes = planned.value
  const isWritten = changes.length > 0 && (await isAgreed(call, changes))
  if (isWritten) {
    await applyChanges(workspace, name, changes)
    if (isRemoval) await forgetBackup(workspace, name)
  }
  const todo = isRemoval ? [] : target.todo
  if (flag(values, 'json'))
    terminal.print(
      JSON.stringify({ loopwright: 1, program: name, written: isWritten, changes, todo }),
    )
  else {
    const where = isUser ? 'for all your folders' : 'in this folder'
    terminal.print(summary({ target, isRemoval, isWritten, changes, where }))
    for (const each of todo) terminal.print(`  ${terminal.paint('cyan', '→')} ${each}`)
  }
  const isRefused = changes.length > 0 && !isWritten && !flag(values, 'dry-run')
  return ok(isRefused ? exitCodes.notAccepted : exitCodes.accepted)
}

/** The tasks of the editor, with what reads the problems from their output. */
const tasksFile = (program: Parameters<Target['project']>[0]): TargetFile => ({
  path: '.vscode/tasks.json',
  entries: [
    { at: ['version'], value: '2.0.0', stays: true },
    ...vscodeTasks(program).map((task) => ({
      list: ['tasks'],
      value: task,
      mark: JSON.stringify({ label: task.label }).slice(1, -1),
    })),
  ],
})

type Outcome = {
  readonly target: Target
  readonly isRemoval: boolean
  readonly isWritten: boolean
  readonly changes: readonly FileChange[]
  readonly where: string
}

function summary({ target, isRemoval, isWritten, changes, where }: Outcome): string {
  const { title } = target
  if (changes.length === 0)
    return isRemoval ? `nothing of ours is in ${title} ${where}` : `${title} has it all ${where}`
  const paths = changes.map(({ path }) => path).join(', ')
  if (!isWritten) return `nothing was written (${paths}); --yes writes it`
  return `${isRemoval ? `taken out of ${title}` : `installed in ${title}`} ${where}: ${paths}`
}

async function isAgreed(call: Call, changes: readonly FileChange[]): Promise<boolean> {
  const { values, terminal } = call
  const asJson = flag(values, 'json')
  if (!asJson)
    for (const { path, before, after } of changes)
      await showDiff(call, { path, before: before ?? '', after: after ?? '' }, true)
  if (flag(values, 'dry-run')) return false
  if (flag(values, 'yes')) return true
  if (!terminal.canAsk || asJson) return false
  const { confirm } = await import('@clack/prompts')
  return (await confirm({ message: 'Write this?', initialValue: true })) === true
}
