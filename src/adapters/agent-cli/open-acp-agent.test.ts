import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import type { AgentRequest } from '../../model/agent.ts'
import { AgentLimits } from '../../model/config.ts'
import { describeAgent, rawRequest } from '../../ports/agent.contract.ts'
import { openProgram, type ProgramOptions } from '../agent-command/open-program.ts'
import { openNodeDisk } from '../disk-node/disk.ts'
import { openAcpAgent } from './open-acp-agent.ts'

const standIn = join(import.meta.dirname, '..', '..', '..', 'test', 'support', 'acp-agent.mjs')
const never = () => new AbortController().signal

function open(root: string, options: Partial<ProgramOptions> = {}) {
  const command = [process.execPath, standIn] as const
  return openAcpAgent({
    name: 'coder',
    command,
    root,
    hidden: [join(root, '.loopwright')],
    diskAt: openNodeDisk,
    maxTurns: 20,
    maxCostUsd: 5,
    program: openProgram({
      command,
      cwd: root,
      timeoutMs: 2e4,
      ...options,
    }),
  })
}

/** An agent that does these things whatever it is asked. */
function doing(things: string) {
  const agent = open(freshFolder())
  return {
    ...agent,
    ask: (request: AgentRequest, signal: AbortSignal) =>
      agent.ask({ ...request, prompt: `${request.prompt}\n${things}` }, signal),
  }
}

async function ask(
  things: string,
  {
    root = freshFolder(),
    workspace = null,
    ...options
  }: Partial<ProgramOptions> & { root?: string; workspace?: string | null } = {},
) {
  const told: string[] = []
  const agent = open(root, options)
  const answer = await agent.ask({ ...rawRequest, prompt: things, workspace }, never(), (each) =>
    told.push(each),
  )
  return { answer, told, said: answer.ok ? String(answer.value.output) : '' }
}

describeAgent('acp', {
  answering: async (output) =>
    doing(
      `say ${(typeof output === 'string' ? output : JSON.stringify(output)).replaceAll('\n', '\\n')}`,
    ),
  failing: async () => doing('die'),
  hanging: async () => doing('hang'),
})

describe('an agent of the Agent Client Protocol', () => {
  test('writes in its workspace through us, and nowhere else', async () => {
    const root = freshFolder()
    const workspace = join(root, 'work')
    mkdirSync(workspace)
    symlinkSync(root, join(workspace, 'out'))
    symlinkSync(join(root, 'new.txt'), join(workspace, 'dangling'))
    const { said, answer } = await ask(
      'write $cwd/src/a.txt\nwrite $cwd/../loopwright.yaml\nwrite $cwd/out/b.txt\nwrite $cwd/dangling\nwrite $cwd/.git/config\nwrite a.txt',
      { root, workspace },
    )
    expect(readFileSync(join(workspace, 'src/a.txt'), 'utf8')).toBe('written\n')
    expect(said.match(/refused/g)).toHaveLength(5)
    for (const path of ['loopwright.yaml', 'b.txt', 'new.txt', 'work/.git/config'])
      expect(existsSync(join(root, path))).toBe(false)
    expect(answer).toMatchObject({
      value: { notes: [expect.stringContaining('outside of what this role may touch')] },
    })
  })

  test('that judges reads the project, without what is hidden there, and writes nothing', async () => {
    const root = freshFolder()
    mkdirSync(join(root, '.loopwright'))
    writeFileSync(join(root, 'a.txt'), 'here\n')
    writeFileSync(join(root, '.loopwright/answers'), 'secret\n')
    const { said } = await ask(
      'read $cwd/a.txt\nread $cwd/.loopwright/answers\nread /etc/passwd\nread $cwd/../x\nwrite $cwd/a.txt',
      { root },
    )
    expect(said).toContain('read here. ')
    expect(said.match(/refused/g)).toHaveLength(4)
    expect(said).not.toContain('secret')
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('here\n')
    const missing = await ask('read $cwd/new.txt', { root })
    expect(missing.said).toContain('ENOENT')
    expect(missing.answer.ok && missing.answer.value.notes).toBe(undefined)
  })

  test('is answered by the rules of its role when it asks for permission', async () => {
    const reads = await ask('ask read\nask edit\nask execute')
    // what it does after it spoke shows that it was not the answer yet
    expect(reads.said).toBe('execute: no. ')
    expect(reads.told).toEqual(['wants read', 'wants edit', 'wants execute'])
    expect(reads.answer).toMatchObject({
      value: { notes: [expect.stringContaining('wants edit, wants execute')] },
    })
    const workspace = freshFolder()
    expect((await ask('ask edit', { workspace })).said).toBe('edit: yes. ')
    // without walls around it, a command would run as the user
    expect((await ask('ask execute', { workspace })).said).toBe('execute: no. ')
  })

  test.each([
    [
      'is not logged in',
      'locked',
      'is not logged in, or its key is refused (Authentication required)',
    ],
    [
      'stopped for another reason than the end',
      'say half\nstop refusal',
      'its model refused to answer',
    ],
    [
      'has its own limit of turns',
      'say half\nstop max_turn_requests',
      'was not done after 20 turns',
    ],
    ['cost more than a call may', 'cost 9\nhang', 'raise agents.coder.max_cost_usd'],
    ['died', 'die', 'failed'],
  ])('that %s has not answered', async (_, things, sentence) => {
    expect((await ask(things)).answer).toMatchObject({
      error: { type: 'unavailable', reason: expect.stringContaining(sentence) },
    })
  })

  test('that floods us is stopped', async () => {
    const limits = AgentLimits.parse({ output_mb: 1 })
    expect((await ask('flood', { limits })).answer).toMatchObject({ error: { type: 'bad-output' } })
  })

  test('tells what it cost', async () => {
    expect((await ask('cost 0.25\nsay done')).answer).toMatchObject({
      value: { usage: { input_tokens: 100, cost_usd: 0.25 } },
    })
  })
})
