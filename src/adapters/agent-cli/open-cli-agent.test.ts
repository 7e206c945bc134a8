import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AgentRequest } from '../../model/agent.ts'
import { AgentLimits } from '../../model/config.ts'
import { type CliKind, cliKinds, knownAgents } from '../../model/known-agents.ts'
import { describeAgent, jsonRequest, rawRequest } from '../../ports/agent.contract.ts'
import { openProgram, type ProgramOptions } from '../agent-command/open-program.ts'
import { dialects } from './dialects.ts'
import { type CliAgentOptions, openCliAgent } from './open-cli-agent.ts'

const never = () => new AbortController().signal
const recordings = join(import.meta.dirname, '..', '..', '..', 'test', 'agents', 'recorded')

const Recorded = z.object({
  version: z.string(),
  cases: z.record(
    z.string(),
    z.object({
      code: z.number().nullable(),
      lines: z.array(z.string()),
      stderr: z.array(z.string()),
    }),
  ),
})

/** A program that takes its prompt and does as this script of sh says; `$here` is its folder. */
function standIn(script: string, version = '9.8.7'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stand-in-')))
  const path = join(folder, 'agent')
  writeFileSync(
    path,
    `#!/bin/sh\nhere=${folder}\n[ "$1" = --version ] && { echo "agent ${version}"; exit 0; }\ncat > "$here/prompt"; echo "$@" > "$here/arguments"\n${script}\n`,
  )
  chmodSync(path, 0o755)
  return path
}

type Options = Partial<CliAgentOptions> & { readonly limits?: Partial<ProgramOptions> }

async function open(kind: CliKind, path: string, { limits = {}, ...options }: Options = {}) {
  const opened = await openCliAgent({
    kind,
    name: 'coder',
    dialect: dialects[kind],
    about: knownAgents[kind],
    path,
    maxTurns: 20,
    maxCostUsd: 5,
    program: openProgram({
      command: [path],
      cwd: tmpdir(),
      timeoutMs: 2e4,
      ...limits,
    }),
    ...options,
  })
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

/** A script that prints these events and ends with this code. */
function saying(events: readonly unknown[], code = 0): string {
  const lines = events.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  return `cat <<'END'\n${lines.join('\n')}\nEND\nexit ${code}`
}

async function ask(
  kind: CliKind,
  script: string,
  request: AgentRequest = rawRequest,
  options: Options = {},
) {
  return (await open(kind, standIn(script), options)).ask(request, never())
}

const result = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  total_cost_usd: 0.01,
  modelUsage: {
    m: {
      inputTokens: 3,
      outputTokens: 4,
    },
  },
}

describeAgent('claude', {
  answering: (output) =>
    open(
      'claude',
      standIn(
        saying([
          typeof output === 'string'
            ? { ...result, result: output }
            : { ...result, result: '', structured_output: output },
        ]),
      ),
    ),
  failing: () => open('claude', standIn(saying([{ ...result, is_error: true }], 1))),
  hanging: () => open('claude', standIn('sleep 30')),
})

describe.each(cliKinds)('what a real %s printed', (kind) => {
  const recorded = Recorded.parse(
    JSON.parse(readFileSync(join(recordings, `${kind}.json`), 'utf8')),
  )
  const replay = async (name: string, request: AgentRequest) => {
    const { lines, code, stderr } = recorded.cases[name] ?? { lines: [], code: 99, stderr: [] }
    const errors = stderr.map((line) => `echo '${line.replaceAll("'", '')}' >&2`).join('\n')
    const script = `${errors}\n${saying(lines, code ?? 143)}`
    const told: string[] = []
    const agent = await open(kind, standIn(script, recorded.version))
    const answer = await agent.ask(request, never(), (doing) => told.push(doing))
    return { answer, told }
  }

  test('comes from the version that counts as tried', () => {
    expect(recorded.version).toBe(knownAgents[kind].tried)
  })

  test('is an answer to the letter, with what it used', async () => {
    const { answer } = await replay('text', rawRequest)
    expect(answer).toMatchObject({
      ok: true,
      value: {
        output: expect.stringMatching(/^# Courses\n\nEvery course has a name\.\n?$/),
        usage: { input_tokens: expect.any(Number) },
      },
    })
    const { usage } = answer.ok ? answer.value : {}
    // of all of them Copilot alone tells no tokens
    expect(usage?.estimated === true).toBe(kind === 'copilot')
    expect((usage?.output_tokens ?? 0) > 0).toBe(true)
  })

  test('is an object where a shape was asked for', async () => {
    const { answer } = await replay('json', jsonRequest)
    expect(answer).toMatchObject({ ok: true, value: { output: { plan: expect.any(Array) } } })
  })

  test('is a note where the edits are the answer, and tells what is done meanwhile', async () => {
    const { answer, told } = await replay('edit', { ...jsonRequest, workspace: tmpdir() })
    expect(answer).toMatchObject({ ok: true, value: { output: 'The change is made.' } })
    expect(told.join('\n')).toContain('a.txt')
  })

  test('says how to log in where its key was refused', async () => {
    const { answer } = await replay('refused', rawRequest)
    expect(answer).toMatchObject({
      ok: false,
      error: { type: 'unavailable', retryable: false },
    })
    expect(!answer.ok && 'reason' in answer.error && answer.error.reason).toContain(
      knownAgents[kind].howToLogIn,
    )
  })

  test('says that the account is at its limit', async () => {
    const { answer } = await replay('quota', rawRequest)
    expect(answer).toMatchObject({
      error: { type: 'unavailable', reason: expect.stringContaining('limit of its account') },
    })
  })
})

const tool = (name: string) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', name, input: { file_path: '/x/a.ts' } }] },
})

describe('a command line', () => {
  test('is given the prompt on standard input and the permissions of its role', async () => {
    const path = standIn(saying([{ ...result, result: 'text' }]))
    const agent = await open('claude', path)
    await agent.ask({ ...rawRequest, prompt: 'Grüße 🎓' }, never())
    const read = (name: string) => readFileSync(join(path, '..', name), 'utf8')
    expect(read('prompt')).toContain('Grüße 🎓')
    expect(read('arguments')).toContain('--tools Read,Grep,Glob --permission-mode dontAsk')
    expect(read('arguments')).toContain('--max-turns 20 --max-budget-usd 5')
    await agent.ask({ ...rawRequest, workspace: tmpdir() }, never())
    expect(read('arguments')).toContain('Edit,Write,Bash --permission-mode acceptEdits')
    expect(read('arguments')).not.toContain('--allowedTools')
  })

  test('goes on with the session of its workspace, and forgets one that failed', async () => {
    const init = { type: 'system', subtype: 'init', session_id: 's-1', model: 'm' }
    const path = standIn(
      `[ -e "$here/fail" ] && exit 1\n${saying([init, { ...result, result: 'done' }])}`,
    )
    const agent = await open('claude', path)
    const asked = async (workspace: string | null) => {
      await agent.ask({ ...rawRequest, workspace }, never())
      return readFileSync(join(path, '..', 'arguments'), 'utf8').includes('--resume s-1')
    }
    expect(await asked(null)).toBe(false)
    expect(await asked(tmpdir())).toBe(false)
    expect(await asked(tmpdir())).toBe(true)
    expect(await asked(null)).toBe(false)
    writeFileSync(join(path, '..', 'fail'), '')
    expect(await asked(tmpdir())).toBe(true)
    expect(await asked(tmpdir())).toBe(false)
  })

  test('is stopped after its turns, even if it does not stop by itself', async () => {
    const turns = Array.from({ length: 30 }, () => tool('Read'))
    const script = `${saying(turns).replace(/exit 0$/, '')}\nsleep 30`
    expect(await ask('claude', script)).toMatchObject({
      error: {
        reason:
          'claude was not done after 20 turns; raise agents.coder.max_turns, or ask for less at once',
        retryable: false,
      },
    })
  })

  test('is stopped when what it tells has cost more than a call may', async () => {
    const step = (input: number, cost: number) => ({
      type: 'step_finish',
      part: { tokens: { input, output: 1 }, cost },
    })
    const waiting = (each: object) => `${saying([each, each]).replace(/exit 0$/, '')}\nsleep 30`
    const tooMuch = {
      error: { reason: expect.stringContaining('raise agents.coder.max_cost_usd') },
    }
    expect(await ask('opencode', waiting(step(1, 3)))).toMatchObject(tooMuch)
    // tokens without money have a price too
    const model = 'openai/gpt-5.4'
    const priced = await ask('opencode', waiting(step(4_000_000, 0)), rawRequest, { model })
    expect(priced).toMatchObject(tooMuch)
  })

  test('that waits in vain for a provider that refuses its key is stopped at once', async () => {
    const retry = {
      type: 'system',
      subtype: 'api_retry',
      error: 'authentication_failed',
      error_status: 401,
    }
    const script = `${saying([retry]).replace(/exit 0$/, '')}\nsleep 30`
    const begun = performance.now()
    expect(await ask('claude', script)).toMatchObject({
      error: { reason: expect.stringContaining('is not logged in') },
    })
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test('is priced where it tells tokens and no money', async () => {
    const events = [
      { type: 'item.completed', item: { type: 'agent_message', text: 'hello' } },
      { type: 'turn.completed', usage: { input_tokens: 1_000_000, output_tokens: 100_000 } },
    ]
    const price = { input_per_mtok: 2, output_per_mtok: 10 }
    expect(await ask('codex', saying(events), rawRequest, { price })).toMatchObject({
      value: { usage: { input_tokens: 1_000_000, cost_usd: 3 } },
    })
    // without a price of one's own the list knows it, cheaper what came from the cache
    const cached = { input_tokens: 1_000_000, cached_input_tokens: 500_000, output_tokens: 100_000 }
    const said = saying([events[0] ?? {}, { type: 'turn.completed', usage: cached }])
    for (const named of [{ model: 'gpt-5.4' }, { ownModel: 'gpt-5.4-2026-03-05' }])
      expect(await ask('codex', said, rawRequest, named)).toMatchObject({
        value: { usage: { cost_usd: 1.25 + 0.125 + 1.5 } },
      })
  })

  test('is priced by each model that had a part in it, and not at all where one is unknown', async () => {
    const part = (input: number) => ({ input_tokens: input, output_tokens: 0, total_tokens: input })
    const stats = (models: object) => ({ type: 'result', status: 'success', stats: { models } })
    const known = {
      'gemini-3.1-pro-preview': part(1_000_000),
      'gemini-3.5-flash-lite': part(500_000),
    }
    const said = { type: 'message', role: 'assistant', content: 'hello' }
    expect(await ask('gemini', saying([said, stats(known)]))).toMatchObject({
      value: { usage: { cost_usd: 2.15 } },
    })
    const other = { ...known, 'gemini-9-nano': part(10) }
    expect(await ask('gemini', saying([said, stats(other)]))).toMatchObject({
      value: { usage: { cost_usd: 0, unpriced: true } },
    })
  })

  test('whose price nobody knows costs an unknown amount, and its note says so', async () => {
    const message = { type: 'assistant.message', data: { content: 'hello', model: 'gpt-5.4' } }
    expect(await ask('copilot', saying([message]))).toMatchObject({
      value: { usage: { cost_usd: 0, unpriced: true, estimated: true } },
    })
    const step = { type: 'step_finish', part: { tokens: { input: 9, output: 1 }, cost: 0 } }
    const words = { type: 'text', part: { text: 'hello' } }
    const local = await ask('opencode', saying([words, step]), rawRequest, { model: 'local/m' })
    expect(local).toMatchObject({
      value: {
        usage: { unpriced: true },
        notes: [expect.stringMatching(/local\/m costs, .*give agents\.coder a price$/)],
      },
    })
  })

  test('reads the model of its settings outside of profiles', () => {
    const read = dialects.codex.modelIn
    expect(read?.('model_provider = "x"\nmodel = "gpt-5.4"\n[profiles.o]\nmodel = "m"\n')).toBe(
      'gpt-5.4',
    )
    expect(read?.('[profiles.o]\nmodel = "m"\n')).toBeUndefined()
  })

  test('that wants what its role may not is told of, not obeyed', async () => {
    const denied = { ...result, result: 'text', permission_denials: [{ tool_name: 'Bash' }] }
    expect(await ask('claude', saying([denied]))).toMatchObject({
      value: { notes: ['claude wanted to use what its role may not: Bash'] },
    })
  })

  test('that was updated while it worked says from what to what', async () => {
    const path = standIn(
      `sed -i 's/9.8.7/9.9.0/' "$here/agent"\n${saying([{ ...result, result: 'x' }])}`,
    )
    const agent = await open('claude', path)
    expect(agent.identity.version).toBe('9.8.7')
    expect(await agent.ask(rawRequest, never())).toMatchObject({
      value: { notes: [expect.stringContaining('was updated from 9.8.7 to 9.9.0')] },
    })
  })

  test.each([
    [
      'does not know an option',
      'echo "error: unknown option --tools" >&2; exit 1',
      'claude 9.8.7 does not know an option that',
    ],
    [
      'does not know its model',
      saying([{ ...result, is_error: true, result: 'model foo not found' }], 1),
      'correct agents.coder.model',
    ],
    [
      'is told to wait',
      saying([{ ...result, is_error: true, result: 'rate_limit_error 429' }], 1),
      'takes no more requests now',
    ],
    ['dies', 'echo "a bug" >&2; exit 3', 'claude exited with 3: a bug'],
    ['is killed', 'kill -9 $$', 'claude was ended by SIGKILL'],
    [
      'says success and means failure',
      saying([{ ...result, is_error: true, result: 'Not logged in · Please run /login' }]),
      'run claude once and type /login',
    ],
  ])('[AGENT-10] that %s is told of in a sentence', async (_, script, sentence) => {
    expect(await ask('claude', script)).toMatchObject({
      error: { type: 'unavailable', reason: expect.stringContaining(sentence) },
    })
  })

  test('that ends without a word has not answered', async () => {
    expect(await ask('codex', saying([]))).toMatchObject({ error: { type: 'bad-output' } })
  })

  test('that prints megabytes is stopped, and so is one that never ends', async () => {
    const limits = { limits: AgentLimits.parse({ output_mb: 1 }), timeoutMs: 20_000 }
    expect(
      await ask('claude', 'yes xxxxxxxxxxxxxxxxxxxxxxxx', rawRequest, { limits }),
    ).toMatchObject({
      error: { type: 'bad-output', issues: [expect.stringContaining('more than 1 MB')] },
    })
    const short = { timeoutMs: 300 }
    expect(await ask('claude', 'sleep 30', rawRequest, { limits: short })).toMatchObject({
      error: { type: 'timed-out' },
    })
  })

  test('is read through noise: lines that are no events, halves of them, events that nobody knows', async () => {
    const noise = [
      'Warning: no colours',
      '{"type":',
      '[1]',
      { type: 'new-event', data: 1 },
      { type: 'assistant' },
    ]
    expect(await ask('claude', saying([...noise, { ...result, result: 'text' }]))).toMatchObject({
      value: { output: 'text' },
    })
  })

  test('that is no agent at all is refused when it is opened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-agent-'))
    const path = join(folder, 'agent')
    writeFileSync(path, '#!/bin/sh\necho "I am something else"\n')
    chmodSync(path, 0o755)
    await expect(open('claude', path)).rejects.toThrow('tells no version')
    expect(existsSync(join(folder, 'prompt'))).toBe(false)
  })
})
