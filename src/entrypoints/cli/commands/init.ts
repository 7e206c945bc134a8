import { relative } from 'node:path'
import { initForVscode, initWorkspace } from '../../../app/init/init.ts'
import { isHost } from '../../../hosts/host.ts'
import { cliKinds } from '../../../model/known-agents.ts'
import { type Call, type Command, flag, printResult } from '../command.ts'

export const command: Command = {
  name: 'init',
  usage: 'init [options]',
  about:
    'Writes a commented loopwright.yaml into this folder, with the agents that are installed and logged in\nhere bound to roles, or the offline default. Asks nothing. Keeps .loopwright/ out of git. Never overwrites without --force.\nWith --vscode also tasks for the editor; there --force renews these tasks and leaves loopwright.yaml as it is.',
  words: { least: 0, most: 0 },
  options: {
    force: { type: 'boolean', help: 'write anew what is there already' },
    vscode: {
      type: 'boolean',
      help: 'write .vscode/tasks.json and settings.json, merged with what is there',
    },
  },
  examples: [
    ['loopwright init', 'make this folder a workspace'],
    ['loopwright init --vscode', 'findings in the editor, at their line'],
    ['loopwright init --cwd ../other --json', 'another folder, for scripts'],
  ],
  async run(call) {
    const { values, terminal, cwd, env } = call
    if (flag(values, 'vscode')) return runForVscode(call)
    const done = await initWorkspace({ cwd, env }, flag(values, 'force'))
    if (!done.ok) return done
    return printResult(call, done.value, () => lines(done.value, { terminal, cwd }))
  },
}

async function runForVscode(call: Call): ReturnType<Command['run']> {
  const { values, terminal, cwd, env } = call
  const done = await initForVscode({ cwd, env }, flag(values, 'force'))
  if (!done.ok) return done
  const { workspace, vscode } = done.value
  return printResult(call, { ...workspace, vscode }, () => [
    ...(workspace === null ? [] : lines(workspace, { terminal, cwd })),
    ...vscodeLines(vscode, { terminal, cwd }),
  ])
}

type VscodeDone = Extract<
  Awaited<ReturnType<typeof initForVscode>>,
  { ok: true }
>['value']['vscode']

function vscodeLines(
  { tasks, settings, schema }: VscodeDone,
  { terminal, cwd }: Pick<Call, 'terminal' | 'cwd'>,
): readonly string[] {
  const { paint } = terminal
  const counts = ({ added, replaced, kept: stored }: VscodeDone['tasks']) =>
    [
      added.length > 0 ? `${added.length} added` : '',
      replaced.length > 0 ? `${replaced.length} renewed` : '',
      stored.length > 0 ? `${stored.length} kept (--force renews)` : '',
    ]
      .filter((part) => part !== '')
      .join(', ')
  const wrote = (file: VscodeDone['tasks'], what: string) =>
    `${paint('green', '✓')} ${relative(cwd, file.path)}: ${what} ${counts(file)}`
  return [
    wrote(tasks, 'tasks'),
    wrote(settings, 'schema'),
    `${paint('green', '✓')} the schema of an intent is read from ${schema}`,
    '',
    `${paint('cyan', '→')} in VS Code: Terminal › Run Task… › loopwright: check all designs`,
  ]
}

type Done = Extract<Awaited<ReturnType<typeof initWorkspace>>, { ok: true }>['value']

function lines(
  { config, replaced, gitignore, found: result }: Done,
  { terminal, cwd }: Pick<Call, 'terminal' | 'cwd'>,
): readonly string[] {
  const { paint } = terminal
  const lookAt = (name: string, what: string | null, without: string) =>
    `  ${what === null ? paint('dim', '–') : paint('green', '✓')} ${name.padEnd(12)} ${what ?? paint('dim', without)}`
  const programs = result.agents
    .map(({ name, login }) => `${name} (${login ? 'logged in' : 'no login seen'})`)
    .join(', ')
  const keys = result.keys.join(', ')
  const held = result.agents.flatMap(({ name }) =>
    isHost(name) ? [name === 'claude' ? 'claude-code' : name] : [],
  )
  const others = held.length > 1 ? `   (or ${held.slice(1).join(', ')})` : ''
  return [
    `${paint('green', '✓')} ${replaced ? 'wrote anew' : 'wrote'} ${relative(cwd, config)}`,
    ...(gitignore === 'no git checkout'
      ? []
      : [`${paint('green', '✓')} .loopwright/ in .gitignore: ${gitignore}`]),
    '',
    paint('bold', 'Found on this machine'),
    lookAt('agents', programs || null, `none of ${cliKinds.join(', ')}`),
    lookAt(
      'keys',
      keys ? `${keys} (only the names were looked at)` : null,
      'no ANTHROPIC_API_KEY, no OPENAI_API_KEY',
    ),
    lookAt(
      'bubblewrap',
      result.bubblewrap,
      'not found: command checks are refused until it is installed',
    ),
    lookAt('browser', result.browser, 'none; only workflows on pages need one'),
    '',
    `${paint('cyan', '→')} look closer:  loopwright doctor`,
    `${paint('cyan', '→')} start a loop: loopwright new "OpenAPI 3.1 spec for a bookshop: books and orders with CRUD"`,
    ...(held.length === 0
      ? []
      : [
          `${paint('cyan', '→')} hold the agent you sit in front of, too: loopwright install ${held[0]}${others}`,
        ]),
  ]
}
