import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../test/support/folder.ts'
import { openWorkspace } from '../app.ts'
import { insideAgent } from '../model/inside-agent.ts'
import { knownAgents } from '../model/known-agents.ts'
import { rawRequest } from '../ports/agent.contract.ts'
import { diagnoseAgents } from './doctor/agents.ts'
import { initWorkspace } from './init/init.ts'
import { readConfig } from './read-config.ts'
import { deedsOf } from './trust.ts'

const { tried } = knownAgents.claude
const never = () => new AbortController().signal

/** What Claude Code prints at the end: what the script said, as one JSON text. */
const answering = (script: string) => `said=$({ ${script}; } 2>&1 | tr '\\n' ' ' | tr -d '"\\\\')
echo "{\\"type\\":\\"result\\",\\"subtype\\":\\"success\\",\\"result\\":\\"$said\\"}"`

type Machine = { readonly script?: string; readonly programs?: readonly string[] }

/** A workspace, a home, and programs with the names of agents that do as a script says. */
function machine({ script = 'echo ready', programs = ['claude'] }: Machine = {}) {
  const [root, home, bin] = [freshFolder(), freshFolder(), freshFolder()]
  for (const name of programs) {
    const path = join(bin, name)
    writeFileSync(
      path,
      `#!/bin/sh\n[ "$1" = --version ] && { echo ${tried}; exit; }\nroot=${root}\ncat > /dev/null\n${answering(script)}\n`,
    )
    chmodSync(path, 0o755)
  }
  const keep = (folder: string, path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home, XDG_STATE_HOME: freshFolder() }
  const open = async (config = 'roles: { producer: claude }\n') => {
    keep(root, 'loopwright.yaml', config)
    const workspace = await openWorkspace({ cwd: root, env })
    if (!workspace.ok) throw new Error(workspace.error.what)
    return workspace.value
  }
  return { root, home, env, keep, open }
}

describe('an agent that people have', () => {
  test('is bound by its name alone, and by a kind alone', async () => {
    const { open } = machine()
    const { config } = await open('agents: { writer: codex }\nroles: { producer: claude }\n')
    expect(config.agents).toMatchObject({
      writer: { kind: 'codex', max_turns: 100, max_cost_usd: 5 },
      claude: { kind: 'claude' },
    })
  })

  test('reserves what one call may cost, and never more than the run has', async () => {
    const { open } = machine()
    const ceiling = async (config: string) => {
      const agent = await (await open(config)).openAgent('claude')
      return agent.ok ? agent.value.ceiling(rawRequest).costUsd : null
    }
    expect(await ceiling('agents: { claude: { kind: claude, max_cost_usd: 3 } }\n')).toBe(3)
    expect(await ceiling('roles: { producer: claude }\ncaps: { cost_usd: 2 }\n')).toBe(2)
  })

  test('[AGENT-10] that is not installed is told of before anything starts, with what to do', async () => {
    const { open } = machine({ programs: [] })
    expect(await (await open()).openAgent('claude')).toMatchObject({
      error: {
        exit: 2,
        what: '"claude" is Claude Code, and claude is not installed, or cannot be run',
        todo: expect.stringContaining('npm install -g @anthropic-ai/claude-code'),
      },
    })
  })

  test('is found in the PATH: a file of the project that has its name is not run', async () => {
    const { open, keep } = machine({ programs: [] })
    keep((await open()).root, 'claude', `#!/bin/sh\necho ${tried}\n`)
    expect((await (await open()).openAgent('claude')).ok).toBe(false)
  })

  test('behind walls changes no configuration and no history, and carries the mark of an agent', async () => {
    const tries = [
      'echo planted >> $root/loopwright.yaml',
      'echo planted >> $root/.ai-factory/evolution/story/history.jsonl',
      'cat $root/.loopwright/answers',
      'ls $root/.ai-factory/evolution',
      'echo planted > $HOME/.bashrc',
      `echo mark=$${insideAgent}`,
    ]
    const { open, root, home, keep } = machine({ script: tries.join('; ') })
    keep(root, '.ai-factory/evolution/story/history.jsonl', '{}\n')
    keep(root, '.loopwright/answers', 'kept answers\n')
    const agent = await (await open()).openAgent('claude')
    const answer = agent.ok ? await agent.value.ask(rawRequest, never()) : agent
    const said = answer.ok ? String(answer.value.output) : JSON.stringify(answer.error)
    expect(said).toContain('mark=1')
    expect(said).toContain('Read-only file system')
    expect(said).not.toContain('kept answers')
    expect(said).not.toContain('story ')
    expect(readFileSync(join(root, 'loopwright.yaml'), 'utf8')).not.toContain('planted')
    expect(readFileSync(join(root, '.ai-factory/evolution/story/history.jsonl'), 'utf8')).toBe(
      '{}\n',
    )
    expect(existsSync(join(home, '.bashrc'))).toBe(false)
  })

  test('[AGENT-17] sees its own login, which it may renew, and its settings, and nothing else of the home', async () => {
    const tries = [
      'cat $HOME/.claude/.credentials.json',
      'echo renewed > $HOME/.claude/.credentials.json',
      'echo planted > $HOME/.claude/settings.json',
      'ls $HOME/.claude',
      'cat $HOME/.ssh/id',
      'cat $HOME/.codex/auth.json',
      'echo $OTHER_KEY $ANTHROPIC_API_KEY',
    ]
    const { open, home, keep, env } = machine({ script: tries.join('; ') })
    keep(home, '.claude/.credentials.json', 'my login\n')
    keep(home, '.claude/settings.json', '{}\n')
    keep(home, '.claude/projects/other', 'old talk\n')
    keep(home, '.ssh/id', 'private key\n')
    keep(home, '.codex/auth.json', 'other login\n')
    Object.assign(env, { OTHER_KEY: 'other-secret', ANTHROPIC_API_KEY: 'own-key' })
    const agent = await (await open()).openAgent('claude')
    const answer = agent.ok ? await agent.value.ask(rawRequest, never()) : agent
    const said = answer.ok ? String(answer.value.output) : ''
    expect(said).toContain('my login')
    expect(said).toContain('own-key')
    for (const secret of ['private key', 'other login', 'other-secret', 'projects'])
      expect(said).not.toContain(secret)
    expect(readFileSync(join(home, '.claude/.credentials.json'), 'utf8')).toBe('renewed\n')
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe('{}\n')
  })

  test('keeps a home for its own between calls on a workspace, and has an empty one where it judges', async () => {
    const { open, root, keep } = machine({ script: 'ls $HOME; touch $HOME/remembered' })
    keep(root, 'work/a.txt', '')
    const agent = await (await open()).openAgent('claude')
    if (!agent.ok) throw new Error(agent.error.what)
    const said = async (workspace: string | null) => {
      const answer = await agent.value.ask({ ...rawRequest, workspace }, never())
      return answer.ok ? String(answer.value.output) : JSON.stringify(answer.error)
    }
    expect(await said(join(root, 'work'))).not.toContain('remembered')
    expect(await said(join(root, 'work'))).toContain('remembered')
    expect(await said(null)).not.toContain('remembered')
  })

  test('that a repository brings along must be agreed to first', async () => {
    const { open } = machine()
    const { root, config } = await open()
    expect(deedsOf(root, config).lines[0]).toContain(
      'the agent claude runs: claude, with your login',
    )
  })
})

describe('doctor', () => {
  const look = async (made: ReturnType<typeof machine>, online = false, config?: string) => {
    const workspace = await made.open(config)
    const patient = { cwd: made.root, env: made.env, version: '', online }
    const all = await diagnoseAgents(workspace, patient)
    return Object.fromEntries(all.map((each) => [each.name, each]))
  }

  test('tells the version that runs, the login, and what is here and not bound', async () => {
    const made = machine({ programs: ['claude', 'codex'] })
    expect(await look(made)).toMatchObject({
      claude: {
        state: 'lacking',
        detail: `claude ${tried}; no login seen`,
        remedy: expect.stringContaining('/login'),
      },
      codex: {
        state: 'ok',
        detail: expect.stringContaining('not bound: roles: { producer: codex }'),
      },
    })
    made.keep(made.home, '.claude/.credentials.json', '{}')
    expect((await look(made))['claude']).toMatchObject({
      state: 'ok',
      detail: `claude ${tried}; logged in, not asked (--online asks it)`,
    })
    const other = await look(made, false, 'roles: { producer: codex }\n')
    expect(other['codex']?.detail).toContain(`${tried} (${knownAgents.codex.tried} was tried)`)
  })

  test('asks for one word with --online', async () => {
    expect((await look(machine(), true))['claude']).toMatchObject({ state: 'ok' })
    const broken = machine({ script: 'exit 1' })
    expect((await look(broken, true))['claude']?.state).toBe('missing')
    expect((await look(machine({ programs: [] }), true))['claude']?.state).toBe('missing')
  })
})

describe('init', () => {
  const init = async (made: ReturnType<typeof machine>, path = '/usr/bin:/bin') => {
    const env = { ...made.env, PATH: `${made.env.PATH}:${path}` }
    expect((await initWorkspace({ cwd: made.root, env }, false)).ok).toBe(true)
    const config = await readConfig(made.root)
    if (!config.ok) throw new Error(config.error.what)
    return config.value
  }

  test('lets the first that is logged in make, and another judge', async () => {
    const made = machine({ programs: ['claude', 'codex', 'gemini'] })
    made.keep(made.home, '.claude/.credentials.json', '{}')
    made.keep(made.home, '.gemini/oauth_creds.json', '{}')
    const { roles, agents } = await init(made)
    expect(roles).toMatchObject({ producer: 'claude', proposer: 'claude', judge: 'gemini' })
    expect(Object.keys(agents).toSorted()).toEqual(['claude', 'default', 'gemini'])
    const text = readFileSync(join(made.root, 'loopwright.yaml'), 'utf8')
    expect(text).toContain('Also on this machine: codex (no login seen).')
  })

  test('lets the only one judge in a context of its own', async () => {
    const made = machine({ programs: ['codex'] })
    made.keep(made.home, '.codex/auth.json', '{}')
    const { roles, agents } = await init(made)
    expect(roles).toMatchObject({ producer: 'codex', judge: 'codex-judge', reader: 'codex-judge' })
    expect(agents['codex-judge']).toMatchObject({ kind: 'codex' })
  })

  test('binds nobody who is not logged in', async () => {
    const made = machine()
    expect((await init(made)).roles).toEqual({})
    expect(readFileSync(join(made.root, 'loopwright.yaml'), 'utf8')).toContain(
      'claude (no login seen)',
    )
  })
})
