import { afterEach, describe, expect, test } from 'vitest'
import {
  startFakeModelServer,
  type FakeModelServer,
  type Protocol,
  type Treatment,
} from '../../../test/fake-model-server.ts'
import { cpuMs } from '../../../test/support/cpu-time.ts'
import type { AgentRequest } from '../../model/agent.ts'
import { describeAgent, jsonRequest, rawRequest } from '../../ports/agent.contract.ts'
import { openModelAgent, type ModelAgentOptions } from './open-model-agent.ts'

const never = new AbortController().signal
const key = 'key-for-tests-0123456789'
const servers: FakeModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serve(protocol: Protocol, ...treatments: readonly [Treatment, ...Treatment[]]) {
  const server = await startFakeModelServer(protocol, treatments)
  servers.push(server)
  const open = (options: Partial<ModelAgentOptions> = {}) =>
    openModelAgent({
      provider: protocol,
      model: 'test-model-1',
      temperature: 0,
      maxOutputTokens: 2_000,
      baseUrl: server.url,
      apiKey: key,
      timeoutMs: 120_000,
      maxRetries: 2,
      backoffMs: 20,
      ...options,
    })
  const ask = (request: AgentRequest = rawRequest, options: Partial<ModelAgentOptions> = {}) =>
    open(options).ask(request, never)
  return { server, open, ask }
}

const plan = { plan: ['Name the endpoints', 'Grüße 🎓'] }
const saying = (text: string): Treatment => ({ do: 'answer', text })
const replying = (
  status: number,
  message = 'no',
  headers: Record<string, string> = {},
): Treatment => ({
  do: 'reply',
  status,
  body: JSON.stringify({ type: 'error', error: { type: 'some_error', message } }),
  headers,
})
const unavailable = (reason: string, retryable: boolean) => ({
  error: { type: 'unavailable', retryable, reason: expect.stringContaining(reason) },
})
const badOutput = (issue: string) => ({
  error: { type: 'bad-output', issues: [expect.stringContaining(issue)] },
})

const protocols: readonly Protocol[] = ['anthropic', 'openai', 'openai-compatible']

for (const protocol of protocols)
  describeAgent(`${protocol} model`, {
    answering: async (output) => {
      const text = typeof output === 'string' ? output : JSON.stringify(output)
      return (await serve(protocol, saying(text))).open()
    },
    failing: async () => (await serve(protocol, replying(401))).open(),
    hanging: async () => (await serve(protocol, { do: 'hang' })).open({ timeoutMs: 60_000 }),
  })

describe.each(protocols)('a model behind %s', (protocol) => {
  const path = {
    anthropic: '/v1/messages',
    openai: '/v1/responses',
    'openai-compatible': '/v1/chat/completions',
  }
  const limit = {
    anthropic: 'max_tokens',
    openai: 'max_output_tokens',
    'openai-compatible': 'max_tokens',
  }

  test('is asked as a stream with model, temperature, limit, key and headers', async () => {
    const { server, ask } = await serve(protocol, saying('# Title\n'))
    await ask(rawRequest, { temperature: 0.3, headers: { 'x-team': 'docs' } })
    const [request] = server.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: path[protocol],
      body: { model: 'test-model-1', temperature: 0.3, stream: true, [limit[protocol]]: 2_000 },
      headers: { 'x-team': 'docs' },
    })
    const carried =
      protocol === 'anthropic' ? request?.headers['x-api-key'] : request?.headers['authorization']
    expect(carried).toBe(protocol === 'anthropic' ? key : `Bearer ${key}`)
    expect(JSON.stringify(request?.body)).not.toContain(key)
    expect(request?.path).not.toContain(key)
  })

  test('is given the schema and its JSON is read as an object', async () => {
    const { server, ask } = await serve(protocol, saying(JSON.stringify(plan)))
    expect(await ask(jsonRequest)).toMatchObject({ ok: true, value: { output: plan } })
    expect(JSON.stringify(server.requests[0]?.body)).toContain('"required":["plan"]')
    expect(server.requests).toHaveLength(1)
  })

  test('reports tokens, cost and the model that really answered', async () => {
    const { open } = await serve(protocol, {
      do: 'answer',
      text: 'ok',
      model: 'test-model-1-20260101',
      usage: { input: 1_000, output: 500 },
    })
    const agent = open({ price: { input_per_mtok: 3, output_per_mtok: 15 } })
    expect(agent.identity).toEqual({
      kind: 'model',
      model: `${protocol}/test-model-1`,
      temperature: 0,
    })
    const answer = await agent.ask(rawRequest, never)
    expect(answer.ok && answer.value.usage).toEqual({
      input_tokens: 1_000,
      output_tokens: 500,
      cost_usd: 0.0105,
      model: 'test-model-1-20260101',
    })
    const unpriced = await open().ask(rawRequest, never)
    expect(unpriced.ok && unpriced.value.usage).toMatchObject({ cost_usd: 0, estimated: true })
  })

  test('[MODEL-4] is asked again after 429, no sooner than retry-after says', async () => {
    const { server, ask } = await serve(
      protocol,
      replying(429, 'slow down', { 'retry-after': '1' }),
      saying('ok'),
    )
    expect(await ask()).toMatchObject({ ok: true, value: { output: 'ok' } })
    const [first, second] = server.requests
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990)
  })

  test('[MODEL-4] is asked again after 500 and 529, at most as often as allowed', async () => {
    const recovering = await serve(
      protocol,
      replying(500),
      replying(529, 'overloaded'),
      saying('ok'),
    )
    expect(await recovering.ask()).toMatchObject({ ok: true })
    const down = await serve(protocol, replying(503, 'maintenance'))
    expect(await down.ask()).toMatchObject(unavailable('(503: maintenance)', true))
    expect(down.server.requests).toHaveLength(3)
    expect(await down.ask(rawRequest, { maxRetries: 0 })).toMatchObject(unavailable('503', true))
    expect(down.server.requests).toHaveLength(4)
  })

  test('[MODEL-6] that refuses the key is unavailable, with the variable to set', async () => {
    for (const status of [401, 403]) {
      const { server, ask } = await serve(protocol, replying(status, `bad key ${key}`))
      const answer = await ask(rawRequest, { keyHint: 'MY_KEY' })
      expect(answer).toMatchObject(unavailable('set MY_KEY', false))
      expect(JSON.stringify(answer)).not.toContain(key)
      expect(server.requests).toHaveLength(1)
    }
  })

  test('that is not known or not allowed is named and not asked again', async () => {
    for (const status of [400, 404]) {
      const { server, ask } = await serve(protocol, replying(status, 'model: test-model-1'))
      expect(await ask()).toMatchObject(unavailable('the model test-model-1', false))
      expect(server.requests).toHaveLength(1)
    }
  })

  test('whose connection is cut in the middle is asked again, then reported as retryable', async () => {
    const cut: Treatment = { do: 'answer', text: 'x'.repeat(400), cutAfter: 3 }
    const recovering = await serve(protocol, cut, saying('whole'))
    expect(await recovering.ask()).toMatchObject({ ok: true, value: { output: 'whole' } })
    const broken = await serve(protocol, cut)
    expect(await broken.ask(rawRequest, { maxRetries: 1 })).toMatchObject(
      unavailable('the connection to', true),
    )
    expect(broken.server.requests).toHaveLength(2)
  })

  test('whose stream ends without its end is not taken for an answer', async () => {
    for (const endAfter of [0, 3]) {
      const { ask } = await serve(protocol, { do: 'answer', text: 'x'.repeat(400), endAfter })
      expect(await ask(rawRequest, { maxRetries: 0 })).toMatchObject(
        unavailable('was cut before the answer ended', true),
      )
    }
  })

  test('that hangs or drips past the time is timed out', async () => {
    for (const treatment of [
      { do: 'hang' },
      { do: 'answer', text: 'x'.repeat(4_000), everyMs: 100 },
    ] as const) {
      const { ask } = await serve(protocol, treatment)
      const before = performance.now()
      expect(await ask(rawRequest, { timeoutMs: 400 })).toEqual({
        ok: false,
        error: { type: 'timed-out', afterMs: 400 },
      })
      expect(performance.now() - before).toBeLessThan(30_000)
    }
  })

  test('that drips within the time answers', async () => {
    const { ask } = await serve(protocol, {
      do: 'answer',
      text: 'slow and steady',
      piece: 3,
      everyMs: 60,
    })
    expect(await ask()).toMatchObject({ value: { output: 'slow and steady' } })
  })

  test('that stops at the token limit or a filter is bad output, saying so', async () => {
    const cut = await serve(protocol, { do: 'answer', text: '{"plan":["a"]}', finish: 'length' })
    expect(await cut.ask(jsonRequest)).toMatchObject(badOutput('max_output_tokens'))
    const filtered = await serve(protocol, {
      do: 'answer',
      text: 'I cannot',
      finish: 'content-filter',
    })
    expect(await filtered.ask()).toMatchObject(badOutput('content filter'))
  })

  test('that answers nothing or broken JSON is bad output', async () => {
    const empty = await serve(protocol, saying(''))
    expect(await empty.ask()).toMatchObject(badOutput('answered nothing'))
    const broken = await serve(protocol, saying('{"plan": ["a", '))
    expect(await broken.ask(jsonRequest)).toMatchObject(badOutput('expected one JSON object'))
    expect(broken.server.requests).toHaveLength(1)
  })

  test.each([
    [
      'malformed events',
      'text/event-stream',
      'event: message_start\ndata: {"type": "message_st\n\ndata: nonsense\n\n',
    ],
    [
      'events of another protocol',
      'text/event-stream',
      'data: {"hello":"world","choices":7,"type":9}\n\n',
    ],
    ['a malformed JSON body', 'application/json', '{"id": "msg_1", "content": ['],
    ['a web page', 'text/html', '<html><body>Sign in</body></html>'],
  ])('that sends %s is bad output', async (_, type, body) => {
    const { ask } = await serve(protocol, {
      do: 'reply',
      status: 200,
      body,
      headers: { 'content-type': type },
    })
    const answer = await ask()
    expect(answer).toMatchObject({ error: { type: 'bad-output' } })
    if (!type.includes('event-stream')) expect(answer).toMatchObject(badOutput(type))
  })

  test('is cut off when it answers without end', async () => {
    const { ask } = await serve(protocol, { do: 'flood' })
    expect(await ask(rawRequest, { timeoutMs: 25_000 })).toMatchObject(badOutput('without end'))
  })

  test('that refuses a schema is asked again in words, and from then on only so', async () => {
    const refusal = replying(
      400,
      "'response_format' of type 'json_schema' / output_config is not supported",
    )
    const { server, open } = await serve(
      protocol,
      refusal,
      saying(`Sure!\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\`\nDone.`),
    )
    const agent = open({ maxRetries: 0 })
    expect(await agent.ask(jsonRequest, never)).toMatchObject({ ok: true, value: { output: plan } })
    expect(await agent.ask(jsonRequest, never)).toMatchObject({ ok: true })
    expect(server.requests).toHaveLength(3)
    const last = JSON.stringify(server.requests[2]?.body)
    expect(last).toContain('satisfies this JSON Schema')
    expect(last).not.toMatch(/"response_format"|"output_config"|"tool_choice"|"json_schema"/)
  })

  test('that reports an overload inside the stream is asked again', async () => {
    const type = protocol === 'anthropic' ? 'overloaded_error' : 'server_error'
    const { server, ask } = await serve(
      protocol,
      { do: 'error-event', type, message: 'busy' },
      saying('ok'),
    )
    expect(await ask()).toMatchObject({ ok: true, value: { output: 'ok' } })
    expect(server.requests).toHaveLength(2)
  })
})

describe('a model agent', () => {
  test('understands retry-after-ms and dates', async () => {
    const inOneSecond = new Date(Date.now() + 2_000).toUTCString()
    const { server, ask } = await serve(
      'openai',
      replying(429, 'x', { 'retry-after-ms': '300' }),
      replying(503, 'x', { 'retry-after': inOneSecond }),
      saying('ok'),
    )
    expect(await ask()).toMatchObject({ ok: true })
    const [first, second, third] = server.requests.map((request) => request.atMs)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(295)
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(500)
  })

  test('gives up at once when it is told to wait longer than it has', async () => {
    const { ask } = await serve('anthropic', replying(429, 'quota', { 'retry-after': '3600' }))
    const before = performance.now()
    expect(await ask()).toMatchObject(unavailable('due in 3600 s', true))
    expect(performance.now() - before).toBeLessThan(60_000)
  })

  test('is cancelled while it waits for its next try', async () => {
    const { open } = await serve('anthropic', replying(429, 'quota', { 'retry-after': '100' }))
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 200)
    const before = performance.now()
    expect(await open().ask(rawRequest, stop.signal)).toEqual({
      ok: false,
      error: { type: 'cancelled' },
    })
    expect(performance.now() - before).toBeLessThan(60_000)
  })

  test('without a key or with a bad address says so and asks nobody', async () => {
    const { server, open } = await serve('anthropic', saying('ok'))
    expect(await open({ apiKey: '' }).ask(rawRequest, never)).toMatchObject(
      unavailable('set ANTHROPIC_API_KEY', false),
    )
    expect(await open({ baseUrl: 'not a url' }).ask(rawRequest, never)).toMatchObject(
      unavailable('base_url', false),
    )
    expect(await open({ baseUrl: 'file:///etc/passwd' }).ask(rawRequest, never)).toMatchObject(
      unavailable('base_url', false),
    )
    expect(server.requests).toHaveLength(0)
  })

  test('of a local provider needs no key', async () => {
    const { server, open } = await serve('openai-compatible', saying('ok'))
    expect(await open({ apiKey: '' }).ask(rawRequest, never)).toMatchObject({ ok: true })
    expect(server.requests[0]?.headers['authorization']).toBeUndefined()
  })

  test('[MODEL-25] reads no key and no address from the environment', async () => {
    const { server, open } = await serve('openai', saying('ok'))
    const other = await serve('openai', saying('wrong place'))
    const before = { ...process.env }
    process.env['OPENAI_BASE_URL'] = other.server.url
    process.env['OPENAI_API_KEY'] = 'key-from-environment'
    try {
      await open().ask(rawRequest, never)
      expect(await open({ apiKey: '' }).ask(rawRequest, never)).toMatchObject(
        unavailable('OPENAI_API_KEY', false),
      )
    } finally {
      process.env = before
    }
    expect(server.requests.map((request) => request.headers['authorization'])).toEqual([
      `Bearer ${key}`,
    ])
    expect(other.server.requests).toHaveLength(0)
  })

  test('[MODEL-25] does not follow a redirect with its key', async () => {
    const thief = await serve('anthropic', saying('thanks'))
    const { ask } = await serve('anthropic', {
      do: 'reply',
      status: 307,
      headers: { location: `${thief.server.url}/messages` },
    })
    expect(await ask()).toMatchObject(unavailable('base_url', false))
    expect(thief.server.requests).toHaveLength(0)
  })

  test('that nobody listens to is unavailable and retryable', async () => {
    const { server, open } = await serve('openai-compatible', saying('ok'))
    await server.close()
    expect(await open({ maxRetries: 1 }).ask(rawRequest, never)).toMatchObject(
      unavailable('the connection to openai-compatible at 127.0.0.1', true),
    )
  })

  test('[MODEL-6] that is out of credit is not asked again', async () => {
    const body = JSON.stringify({
      error: {
        message: 'You exceeded your quota',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      },
    })
    const { server, ask } = await serve('openai', { do: 'reply', status: 429, body })
    expect(await ask()).toMatchObject(unavailable('no credit', false))
    expect(server.requests).toHaveLength(1)
  })

  test('reserves the length of the prompt and the most it may answer', async () => {
    const { open } = await serve('anthropic', saying('ok'))
    const agent = open({
      price: { input_per_mtok: 3, output_per_mtok: 15 },
      maxOutputTokens: 1_000,
    })
    const { tokens, costUsd } = agent.ceiling({
      ...rawRequest,
      prompt: 'x'.repeat(3_000),
      input: {},
    })
    expect(tokens).toBe(2_000)
    expect(costUsd).toBeCloseTo(0.018)
    expect(open().ceiling(rawRequest).costUsd).toBe(0)
  })

  test('tells the model what the prompt does not quote, and what was wrong last time', async () => {
    const { server, ask } = await serve('openai-compatible', saying('ok'))
    const prompt = 'Task: Describe a courses API'
    await ask({
      ...rawRequest,
      prompt,
      error: 'the plan had 9 steps',
      input: { task: 'Describe a courses API', plan: ['Name the endpoints'], none: null },
    })
    const sent = JSON.stringify(server.requests[0]?.body)
    expect(sent).toContain('<plan>')
    expect(sent).not.toContain('<task>')
    expect(sent).not.toContain('<none>')
    expect(sent).toContain('the plan had 9 steps')
  })

  test('hands on the answer of a local model without its thoughts', async () => {
    const { ask } = await serve(
      'openai-compatible',
      saying('<think>\nhmm {"plan":[]}\n</think>\n\n{"plan":["a"]}'),
    )
    expect(await ask(jsonRequest)).toMatchObject({ value: { output: { plan: ['a'] } } })
  })

  test('[PROTOCOL-5] estimates the tokens a provider does not report', async () => {
    const { ask } = await serve('openai-compatible', {
      do: 'answer',
      text: 'x'.repeat(400),
      usage: null,
    })
    const answer = await ask(rawRequest, { price: { input_per_mtok: 1, output_per_mtok: 1 } })
    expect(answer.ok && answer.value.usage).toMatchObject({ output_tokens: 100, estimated: true })
  })

  test('reads a long structured answer of many tokens in time linear to its length', async () => {
    const steps = Array.from({ length: 4_000 }, (_, index) => `step number ${index} of the plan`)
    const { ask } = await serve('openai', {
      do: 'answer',
      text: JSON.stringify({ plan: steps }),
      piece: 8,
    })
    const before = cpuMs()
    const answer = await ask(jsonRequest)
    expect(answer).toMatchObject({ ok: true, value: { output: { plan: steps } } })
    expect(cpuMs() - before).toBeLessThan(60_000)
  })

  const takes: readonly [Protocol, string, number | 'unsupported'][] = [
    ['anthropic', 'claude-sonnet-4-5', 0],
    ['anthropic', 'claude-opus-4-7', 'unsupported'],
    ['openai', 'gpt-4.1', 0],
    ['openai', 'o3', 'unsupported'],
    ['openai', 'gpt-5', 'unsupported'],
    ['openai-compatible', 'any-model', 0],
  ]
  test.each(takes)(
    'tells what temperature is really sent, and asks nobody for it: %s %s → %s',
    async (protocol, model, expected) => {
      const { server, open } = await serve(protocol, saying('ok'))
      const agent = open({ model, apiKey: '' })
      expect(agent.identity.temperature).toBe(0)
      expect(await agent.sentTemperature?.()).toBe(expected)
      expect(server.requests).toHaveLength(0)

      for (const request of [rawRequest, jsonRequest]) await open({ model }).ask(request, never)
      const sent = server.requests.map(({ body }) => body['temperature'] ?? 'unsupported')
      expect(sent).toEqual([expected, expected])
    },
  )

  test('tells another temperature as it is sent, and none where none is configured', async () => {
    const { server } = await serve('anthropic', saying('ok'))
    const options = {
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      maxOutputTokens: 100,
      baseUrl: server.url,
      timeoutMs: 1_000,
      maxRetries: 0,
    } as const
    expect(await openModelAgent({ ...options, temperature: 0.3 }).sentTemperature?.()).toBe(0.3)
    // the SDK clamps what the provider would refuse
    expect(await openModelAgent({ ...options, temperature: 2 }).sentTemperature?.()).toBe(1)
    expect(openModelAgent(options).sentTemperature).toBeUndefined()
    expect(server.requests).toHaveLength(0)
  })

  test('keeps the warnings of the SDK off the terminal', async () => {
    const { open } = await serve('openai', saying('ok'))
    const heard: unknown[] = []
    const listen = (warning: unknown) => heard.push(warning)
    const kept = { warn: console.warn, error: console.error, info: console.info }
    Object.assign(console, { warn: listen, error: listen, info: listen })
    process.on('warning', listen)
    Reflect.deleteProperty(globalThis, 'AI_SDK_LOG_WARNINGS')
    try {
      const agent = open({ model: 'o3' })
      expect(await agent.sentTemperature?.()).toBe('unsupported')
      expect(await agent.ask(rawRequest, never)).toMatchObject({ ok: true })
      await new Promise((resolve) => setTimeout(resolve, 20))
    } finally {
      Object.assign(console, kept)
      process.off('warning', listen)
    }
    expect(heard).toEqual([])
  })
})
