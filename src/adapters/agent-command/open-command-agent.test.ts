import { mkdtempSync, realpathSync, writeFileSync, existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentRequest } from '../../model/agent.ts'
import { describeAgent, jsonRequest, rawRequest } from '../../ports/agent.contract.ts'
import { openCommandAgent, type CommandAgentOptions } from './open-command-agent.ts'

const never = new AbortController().signal

/** An agent that runs this JavaScript. `read` is the request as text, `say` prints. */
function scripted(body: string, options: Partial<CommandAgentOptions> = {}) {
  const program = `
    const fs = require('node:fs'); const say = (text) => fs.writeSync(1, text);
    const read = () => fs.readFileSync(0, 'utf8');
    (async () => { ${body} })()`
  return openCommandAgent({
    command: [process.execPath, '-e', program],
    cwd: tmpdir(),
    timeoutMs: 20_000,
    ...options,
  })
}

async function ask(
  body: string,
  request: AgentRequest = rawRequest,
  options: Partial<CommandAgentOptions> = {},
) {
  return scripted(body, options).ask(request, never)
}

const saying = (text: string) => `read(); say(${JSON.stringify(text)})`

describeAgent('command', {
  answering: async (output) =>
    scripted(saying(typeof output === 'string' ? output : JSON.stringify(output))),
  failing: async () => scripted('process.exit(1)'),
  hanging: async () => scripted('setInterval(() => {}, 1000)'),
})

describe('the command protocol', () => {
  test('[PROTOCOL-3] gives the request as one line of UTF-8 JSON on standard input', async () => {
    const request = { ...rawRequest, prompt: 'line one\nline two, Grüße 🎓' }
    const answer = await ask('say(JSON.stringify({ got: read() }))', request)
    const { got } = JSON.parse(String(answer.ok && answer.value.output))
    expect(got.endsWith('\n')).toBe(true)
    expect(got.trimEnd()).not.toContain('\n')
    expect(JSON.parse(got)).toEqual(request)
  })

  test('starts it in its workspace, with the script that lies beside the configuration', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'beside-'))
    const workspace = mkdtempSync(join(tmpdir(), 'workspace-'))
    writeFileSync(join(cwd, 'agent.cjs'), 'console.log(process.cwd(), process.argv[2])')
    writeFileSync(join(workspace, 'agent.cjs'), 'console.log("another")')
    writeFileSync(join(workspace, 'notes.md'), '')
    writeFileSync(join(cwd, 'notes.md'), '')
    const agent = scripted('', { command: [process.execPath, 'agent.cjs', 'notes.md'], cwd })
    const answer = await agent.ask({ ...rawRequest, workspace }, never)
    expect(answer).toMatchObject({ value: { output: `${realpathSync(workspace)} notes.md\n` } })
  })

  test('[PROTOCOL-3] takes a raw answer to the letter, JSON or not', async () => {
    for (const text of [
      '# Title\n\n',
      '  indented\n',
      '{"openapi":"3.1.0"}',
      '{"output":"a","more":1}',
      '{"output":1}',
      '```json\n{}\n```\n',
    ])
      expect(await ask(saying(text))).toMatchObject({ ok: true, value: { output: text } })
  })

  test('[PROTOCOL-3] unwraps an answer that comes with its usage', async () => {
    const usage = { input_tokens: 10, output_tokens: 20, cost_usd: 0.01, model: 'm-1' }
    expect(await ask(saying(JSON.stringify({ output: '# Title\n', usage })))).toEqual({
      ok: true,
      value: { output: '# Title\n', usage },
    })
    expect(await ask(saying('{"output":"bare"}'))).toMatchObject({ value: { output: 'bare' } })
    expect(
      await ask(saying(JSON.stringify({ output: { plan: ['a'] }, usage })), jsonRequest),
    ).toEqual({
      ok: true,
      value: { output: { plan: ['a'] }, usage },
    })
    expect(await ask(saying(JSON.stringify({ output: '{"plan":[]}' })), jsonRequest)).toMatchObject(
      {
        value: { output: { plan: [] } },
      },
    )
  })

  test('does not take an answer for a wrapper when its own contract has an output field', async () => {
    const output_schema = { type: 'object', properties: { output: { type: 'object' } } }
    const request = { ...jsonRequest, output_schema }
    expect(await ask(saying('{"output":{"a":1}}'), request)).toMatchObject({
      value: { output: { output: { a: 1 } } },
    })
    expect(await ask(saying('{"output":{"output":{"a":1}},"usage":{}}'), request)).toMatchObject({
      value: { output: { output: { a: 1 } } },
    })
  })

  test('[PROTOCOL-5] estimates the usage that was not reported or cannot be true', async () => {
    const answer = await ask(saying('x'.repeat(400)))
    expect(answer).toMatchObject({
      value: { usage: { output_tokens: 100, cost_usd: 0, estimated: true } },
    })
    const odd =
      '{"output":"ok","usage":{"input_tokens":-1,"output_tokens":1e999,"cost_usd":"free","model":7}}'
    expect(await ask(saying(odd))).toMatchObject({
      value: { output: 'ok', usage: { output_tokens: 1, cost_usd: 0, estimated: true } },
    })
  })

  test.each([
    '{"plan":["a"]}',
    '  \n{"plan":["a"]}\n\n',
    '```json\n{"plan":["a"]}\n```',
    '\n```JSON\r\n{"plan":["a"]}\r\n```\n',
    '```\n{"plan":["a"]}\n```',
    '\uFEFF{"plan":["a"]}',
  ])('[PROTOCOL-3] reads the JSON answer %j', async (text) => {
    expect(await ask(saying(text), jsonRequest)).toMatchObject({
      ok: true,
      value: { output: { plan: ['a'] } },
    })
  })

  test.each([
    ['Here is the plan: {"plan":["a"]}', 'Here is the plan'],
    ['{"plan":["a"]}\n{"plan":["b"]}', 'expected one JSON object and nothing else'],
    ['```json\n{"plan":["a"]}\n```\n```json\n{}\n```', 'expected one JSON object and nothing else'],
    ['["a"]', 'not an array'],
    ['"text"', 'not a string'],
    ['null', 'not null'],
    ['{"plan":["a"', '{"plan":["a"'],
    ['{"output":["a"],"usage":{}}', 'not an array'],
    ['é'.repeat(250), `${'é'.repeat(200)}…`],
  ])('refuses %j as a JSON answer and says what came', async (text, issue) => {
    const answer = await ask(saying(text), jsonRequest)
    expect(answer).toMatchObject({
      error: { type: 'bad-output', issues: [expect.stringContaining(issue)] },
    })
  })

  test.each([
    ['nothing', 'read()', 'printed nothing'],
    ['only white space', 'read(); say(" \\n\\t")', 'printed nothing'],
    ['binary data', 'read(); fs.writeSync(1, Buffer.from([0x89, 0x50, 0, 1, 2]))', 'binary'],
    [
      'bytes that are not UTF-8',
      'read(); fs.writeSync(1, Buffer.from([0x61, 0xff, 0xfe, 0x62]))',
      'not UTF-8',
    ],
  ])('refuses %s', async (_, body, issue) => {
    for (const request of [rawRequest, jsonRequest])
      expect(await ask(body, request)).toMatchObject({
        error: { type: 'bad-output', issues: [expect.stringContaining(issue)] },
      })
  })
})

describe('a command', () => {
  test('[AGENT-10] that exits non-zero fails with its last words', async () => {
    const answer = await ask(
      'read(); for (let n = 1; n <= 30; n++) console.error("line " + n); process.exit(7)',
    )
    expect(answer).toMatchObject({ error: { type: 'unavailable', retryable: true } })
    expect(JSON.stringify(answer)).toContain(
      'exited with 7; it said: line 26 | line 27 | line 28 | line 29 | line 30',
    )
  })

  test('[AGENT-10] that is ended by a signal fails with its name', async () => {
    expect(await ask('process.kill(process.pid, "SIGKILL")')).toMatchObject({
      error: { type: 'unavailable', reason: expect.stringContaining('was ended by SIGKILL') },
    })
  })

  test('[AGENT-10] that cannot be started is unavailable, with what to do', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'command-'))
    const notExecutable = join(folder, 'agent.sh')
    await writeFile(notExecutable, 'echo hi\n', { mode: 0o644 })
    const start = (command: readonly [string, ...string[]], cwd = tmpdir()) =>
      openCommandAgent({ command, cwd, timeoutMs: 1000 }).ask(rawRequest, never)

    const refused = (reason: string) => ({
      error: { type: 'unavailable', retryable: false, reason: expect.stringContaining(reason) },
    })
    expect(await start(['no-such-program-here'])).toMatchObject(
      refused('was not found; install it'),
    )
    expect(await start([notExecutable])).toMatchObject(refused('chmod +x'))
    expect(await start([process.execPath], join(folder, 'gone'))).toMatchObject(
      refused('does not exist'),
    )
    expect(await start([process.execPath, 'a\0b'])).toMatchObject(refused('could not be started'))
    await rm(folder, { recursive: true })
  })

  test('[AGENT-13] that runs too long is ended with everything it started, politely first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'command-'))
    const note = join(folder, 'pids')
    const body = `
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      process.on('SIGTERM', () => {})
      fs.writeFileSync(${JSON.stringify(note)}, process.pid + ' ' + child.pid)
      setInterval(() => {}, 1000)`
    const before = performance.now()
    const answer = await ask(body, rawRequest, { timeoutMs: 2_000 })
    expect(answer).toEqual({ ok: false, error: { type: 'timed-out', afterMs: 2_000 } })
    expect(performance.now() - before).toBeGreaterThan(3_900)
    expect(performance.now() - before).toBeLessThan(10_000)

    const pids = (await readFile(note, 'utf8')).split(' ').map(Number)
    expect(pids).toHaveLength(2)
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
    await rm(folder, { recursive: true })
  })

  test('[LIMIT-1] that prints without end is cut off, and memory stays bounded', async () => {
    const before = process.memoryUsage().arrayBuffers
    const answer = await ask(
      'const block = Buffer.alloc(65536, 97); for (;;) try { fs.writeSync(1, block) } catch {}',
    )
    expect(answer).toMatchObject({
      error: { type: 'bad-output', issues: [expect.stringContaining('more than 10 MB')] },
    })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80_000_000)
  })

  test('that does not read a large request still answers', async () => {
    const request = { ...rawRequest, prompt: 'x'.repeat(5_000_000) }
    const answers = await Promise.all([
      ask('process.stdin.destroy(); fs.closeSync(0); setTimeout(() => say("done"), 100)', request),
      ask('say("done"); process.exit(0)', request),
    ])
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: true, value: { output: 'done' } })
  })

  test('whose grandchild holds the pipe open answers all the same', async () => {
    const body = (how: string) => `
      read(); say('answered')
      const { spawn } = require('node:child_process')
      spawn(process.execPath, ['-e', 'setTimeout(() => {}, 15000)'], { stdio: 'inherit', detached: ${how} }).unref()
      process.exit(0)`
    const before = performance.now()
    for (const detached of ['false', 'true'])
      expect(await ask(body(detached))).toMatchObject({ ok: true, value: { output: 'answered' } })
    expect(performance.now() - before).toBeLessThan(10_000)
  })

  test('[AGENT-17] sees only the variables it was given by name', async () => {
    const environment = {
      PATH: process.env['PATH'],
      HOME: '/home/ada',
      LANG: 'C.UTF-8',
      OPENAI_API_KEY: 'sk-hidden-hidden-hidden',
      ANTHROPIC_API_KEY: 'sk-ant-given-given-given',
      NODE_OPTIONS: '--throw-deprecation',
    }
    const answer = await ask(
      'read(); say(JSON.stringify(Object.keys(process.env).sort()))',
      rawRequest,
      {
        env: ['ANTHROPIC_API_KEY', 'NOT_SET'],
        environment,
      },
    )
    expect(JSON.parse(String(answer.ok && answer.value.output))).toEqual([
      'ANTHROPIC_API_KEY',
      'HOME',
      'LANG',
      'LOOPWRIGHT_INSIDE_AGENT',
      'PATH',
    ])
  })

  test('[AGENT-40] is heard line by line on standard error, without secrets and terminal codes', async () => {
    const lines: string[] = []
    const key = 'plain-looking-value-1234'
    const body = `
      fs.writeSync(2, 'starting\\n\\u001b[31mred\\u001b[0m ' + process.env.MY_KEY + '\\n')
      fs.writeSync(2, 'Authorization: Bearer abcdef123456\\npassword=hunter2hunter2 sk-proj-abcdefgh12345678\\n')
      fs.writeSync(2, 'x'.repeat(20000)); fs.writeSync(2, '\\nno end')
      process.exit(1)`
    const answer = await ask(body, rawRequest, {
      env: ['MY_KEY'],
      environment: { PATH: process.env['PATH'], MY_KEY: key },
      onStderr: (line) => lines.push(line),
    })
    expect(lines.slice(0, 4)).toEqual([
      'starting',
      'red ***',
      'Authorization: Bearer ***',
      'password=*** ***',
    ])
    expect(lines.at(-1)).toBe('no end')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(8_000)
    expect(JSON.stringify(answer)).not.toMatch(/plain-looking|hunter2|abcdef/)
  })

  test('[AGENT-40] that echoes a secret in a refused answer does not leak it', async () => {
    const answer = await ask('read(); say("my key is " + process.env.MY_KEY)', jsonRequest, {
      env: ['MY_KEY'],
      environment: { PATH: process.env['PATH'], MY_KEY: 'plain-looking-value-1234' },
    })
    expect(answer).toMatchObject({
      error: { type: 'bad-output', issues: [expect.stringContaining('my key is ***')] },
    })
  })
})

describe('many commands at once', () => {
  const before: number[] = []
  beforeAll(() => before.push(process.listenerCount('exit')))
  afterAll(() => expect(process.listenerCount('exit')).toBe(before[0]))

  test('answer each their own request and leave no listener behind', async () => {
    const stop = new AbortController()
    const agent = scripted('say(JSON.parse(read()).prompt)')
    const prompts = Array.from({ length: 12 }, (_, index) => `prompt ${index}`)
    const answers = await Promise.all(
      prompts.map((prompt) => agent.ask({ ...rawRequest, prompt }, stop.signal)),
    )
    expect(answers.map((answer) => answer.ok && answer.value.output)).toEqual(prompts)
    stop.abort()
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // ended, but nobody has collected it yet
  const status = `/proc/${pid}/stat`
  return !(existsSync(status) && readFileSync(status, 'utf8').includes(') Z '))
}
