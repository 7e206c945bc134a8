import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CheckOutcome } from '../../model/check.ts'
import { OwnRule, OwnRuleFile, ruleSchemaText } from '../../model/own-rule.ts'
import type { CheckCache } from '../../ports/check-cache.ts'
import type { RuleSubject } from '../../ports/own-rules.ts'
import type { Sandbox, SandboxJob } from '../../ports/sandbox.ts'
import { look } from './look.ts'
import { openOwnRules, openUntried } from './open.ts'
import { openThread } from './thread.ts'

const rule = (written: Readonly<Record<string, unknown>>): OwnRule =>
  OwnRule.parse({
    id: 'shop/rule',
    about: 'It is as it must be',
    passes: 'good',
    fails: 'bad',
    ...written,
  })

const found = async (written: Readonly<Record<string, unknown>>, subject: RuleSubject) =>
  (await look(rule(written), subject)).map(({ message, place, evidence }) => ({
    message,
    place,
    evidence,
  }))

const page = (text: string): RuleSubject => ({ kind: 'page', path: 'index.html', text })
const config = (text: string, path = 'config.yaml'): RuleSubject => ({
  kind: 'config',
  path,
  text,
})
const code = (text: string, path = 'a.ts'): RuleSubject => ({ kind: 'code', path, text })
const memory = (): CheckCache & { readonly size: () => number } => {
  const kept = new Map<string, CheckOutcome>()
  return {
    get: async (key) => kept.get(key) ?? null,
    set: async (key, outcome) => void kept.set(key, outcome),
    size: () => kept.size,
  }
}
const sandbox = (run: (job: SandboxJob) => string): (() => Promise<Sandbox>) => {
  const exited = (stdout: string) =>
    ({ type: 'exited', code: 0, stdout, stderr: '', ms: 1 }) as const
  return async () => ({
    kind: 'bwrap',
    run: async (job) => ({ ok: true, value: exited(run(job)) }),
  })
}
const place = () => ({
  modules: new Map<string, string>(),
  sandbox: sandbox(() => '{"findings":[]}'),
  cache: memory(),
  powers: {},
})
const { signal } = new AbortController()

describe('a rule with a selector', () => {
  test('[RULES-1] finds elements at their lines, and what they must say', async () => {
    const html = '<main>\n<img src="a" alt="A cat">\n<img src="b" alt="">\n<img src="c">\n</main>'
    const images = await found(
      { on: 'page', selector: 'main > img', must: { attribute: 'alt', match: String.raw`\S` } },
      page(html),
    )
    expect(images.map(({ place: { line }, evidence }) => [line, evidence])).toEqual([
      [3, '<img src="b" alt="">'],
      [4, '<img src="c">'],
    ])
    expect(await found({ on: 'page', selector: 'nav', must: 'exist' }, page(html))).toHaveLength(1)
    expect(await found({ on: 'page', selector: 'main', must: 'exist' }, page(html))).toEqual([])
    expect(
      await found({ on: 'page', selector: 'img:not([alt])', must: 'not-exist' }, page(html)),
    ).toHaveLength(1)
    expect(
      await found({ on: 'page', selector: 'img', must: { at_most: 2 } }, page(html)),
    ).toMatchObject([{ place: { line: 4 } }])
  })
})

describe('a rule with a path', () => {
  test('[RULES-1] reads YAML, JSON, TOML and .env, and names the line and the pointer', async () => {
    const yaml = 'services:\n  web:\n    image: "nginx:latest"\n  db:\n    image: postgres:16\n'
    const rules = { on: 'config', path: '/services/*/image', must: { not_match: ':latest$' } }
    expect(await found(rules, config(yaml))).toEqual([
      {
        message: 'It is as it must be',
        place: { line: 3, column: 5, pointer: '/services/web/image' },
        evidence: 'nginx:latest',
      },
    ])
    const json = '{\n  "services": {\n    "web": { "image": "a:latest" }\n  }\n}'
    expect((await found(rules, config(json, 'a.json')))[0]?.place).toMatchObject({ line: 3 })
    const number = { on: 'config', path: '/PORT', must: { min: 1024 } }
    expect(await found(number, config('A=1\nPORT=80\n', '.env'))).toMatchObject([
      { place: { line: 2 } },
    ])
    expect(await found(number, config('PORT = 80', 'a.toml'))).toHaveLength(1)
    expect(await found(number, config('server { listen 80; }', 'nginx.conf'))).toEqual([])
  })

  test('[RULES-1] asks each place for what must stand there', async () => {
    const api = 'paths:\n  /a:\n    get: { summary: A }\n  /b:\n    get: {}\n'
    const rules = { on: 'openapi', path: '/paths/*/*/summary', must: 'exist' }
    expect(await found(rules, { kind: 'openapi', path: 'api.yaml', text: api })).toMatchObject([
      { place: { line: 5 }, evidence: '/paths/~1b/get/summary is missing' },
    ])
    const deep = { on: 'config', path: '/**/password' }
    expect(await found(deep, config('a:\n  b:\n    password: x\n'))).toMatchObject([
      { place: { line: 3 } },
    ])
  })

  test('[CLI-CHECK-4] says so where the text cannot be read, which is no pass', async () => {
    const broken = await found(
      { on: 'config', path: '/a', must: 'exist' },
      config('a: [', 'a.yaml'),
    )
    expect(broken[0]?.message).toContain('cannot be read')
    const script = await found({ on: 'code', syntax: 'Identifier' }, code('const = 1'))
    expect(script[0]?.message).toContain('cannot be read')
  })
})

describe('a rule with a pattern, a query or a schema', () => {
  test('[RULES-1] finds text, nodes of TypeScript and what a schema forbids', async () => {
    expect(
      await found({ on: 'text', pattern: '/todo/i' }, { kind: 'text', path: 'a', text: 'x\nTODO' }),
    ).toMatchObject([{ place: { line: 2 }, evidence: 'TODO' }])
    const query = 'CallExpression[callee.object.name="console"]'
    const source = 'export function a(b: { c: typeof console }): void {\n  console.log(b)\n}\n'
    expect(await found({ on: 'code', syntax: query }, code(source))).toMatchObject([
      { place: { line: 2, column: 3 }, evidence: 'console.log(b)' },
    ])
    expect(await found({ on: 'code', syntax: 'TSAnyKeyword' }, code('let a: any'))).toHaveLength(1)
    const schema = {
      type: 'object',
      properties: { url: { format: 'uri' }, size: { enum: [1, 2] } },
      additionalProperties: false,
    }
    const said = await found({ on: 'config', schema }, config('url: no\nsize: 3\nother: 1\n'))
    expect(said.map(({ message, place: at }) => [at.line, message])).toEqual([
      [1, 'It is as it must be: must NOT have additional properties: other'],
      [1, 'It is as it must be: /url must match format "uri"'],
      [2, 'It is as it must be: /size must be equal to one of the allowed values: [1,2]'],
    ])
  })

  test('[RULES-1] sees of a change only what it brought in', async () => {
    const files = [
      { path: 'a.ts', before: 'debugger\nx()\n', after: 'x()\ndebugger\ndebugger\n' },
      { path: 'b.md', before: null, after: 'debugger' },
      { path: 'c.ts', before: 'debugger', after: null },
    ]
    expect(
      await found(
        { on: 'change', syntax: 'DebuggerStatement', passes: { after: {} }, fails: { after: {} } },
        { kind: 'change', files },
      ),
    ).toMatchObject([{ place: { path: 'a.ts', line: 3 } }])
  })
})

test('[RULES-2] the published schema is the one that reads rules', () => {
  const path = join(import.meta.dirname, '../../../schemas/loopwright.rules.schema.json')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(ruleSchemaText()))
})

describe('what is refused', () => {
  const file = (...rules: readonly unknown[]) =>
    OwnRuleFile.safeParse({ rules }).error?.message ?? ''
  const base = { id: 'shop/rule', about: 'It is so', on: 'text', passes: 'a', fails: 'b' }

  test('[RULES-2] a rule without an example, with two forms, or with the name of a built-in one', () => {
    expect(file({ ...base, pattern: 'b' })).toBe('')
    expect(file({ ...base, pattern: 'b', fails: undefined })).toContain('fails')
    expect(file(base)).toContain('must have exactly one of')
    expect(file({ ...base, pattern: 'b', path: '/a' })).toContain('must have exactly one of')
    expect(file({ ...base, selector: 'b' })).toContain('cannot look at')
    expect(file({ ...base, id: 'integrity/mine', pattern: 'b' })).toContain('family of your own')
    expect(file({ ...base, pattern: '(' })).toContain('Unterminated group')
    expect(file({ ...base, on: 'change', pattern: 'b' })).toContain('before')
    expect(file({ ...base, module: '../x.mjs' })).toContain('loopwright.rules/')
    expect(file({ ...base, pattern: 'b', must: {} })).toContain('must say what must hold')
  })

  test('[RULES-2] a rule whose examples do not behave, each with the reason', async () => {
    const refused = async (written: Readonly<Record<string, unknown>>) => {
      const opened = await openOwnRules([rule(written)], place())
      return opened.ok ? null : opened.error
    }
    expect(await refused({ on: 'text', pattern: 'bad' })).toBeNull()
    expect(await refused({ on: 'text', pattern: 'good' })).toMatchObject({ exit: 2 })
    expect((await refused({ on: 'text', pattern: 'good' }))?.what).toContain('ought to pass')
    expect((await refused({ on: 'text', pattern: 'neither' }))?.what).toContain('ought to fail')
    expect((await refused({ on: 'page', selector: 'a[' }))?.what).toContain('cannot be used')
    expect((await refused({ on: 'code', syntax: ':::' }))?.what).toContain('cannot be used')
    expect((await refused({ on: 'config', schema: { type: 'x' } }))?.what).toContain('cannot be')
    expect(await refused({ on: 'text', pattern: 'good', power: 'off' })).toBeNull()
  })

  test('[RULES-2] is tried once for the same words, and again for others', async () => {
    const shared = place()
    await openOwnRules([rule({ on: 'text', pattern: 'bad' })], shared)
    await openOwnRules([rule({ on: 'text', pattern: 'bad' })], shared)
    expect(shared.cache.size()).toBe(1)
    await openOwnRules([rule({ on: 'text', pattern: 'ba' })], shared)
    expect(shared.cache.size()).toBe(2)
  })
})

test('[CLI-CHECK-4] a pattern that never ends is ended, is no pass, and the next rule is asked', async () => {
  const thread = openThread({ limitMs: 200 })
  onTestFinished(thread.end)
  const endless = { kind: 'text', path: 'a', text: `${'a'.repeat(50)}!` } as const
  const slow = await thread.ask(
    { rule: rule({ on: 'text', pattern: '^(a+)+$' }), subject: endless },
    signal,
  )
  expect(slow).toEqual({ ok: false, error: 'it took longer than 0.2 s' })
  const next = await thread.ask(
    { rule: rule({ on: 'text', pattern: '!' }), subject: endless },
    signal,
  )
  expect(next).toMatchObject({ ok: true, value: [{ place: { line: 1, column: 51 } }] })
})

describe('a rule with a module', () => {
  const ask = async (print: string) => {
    const jobs: SandboxJob[] = []
    const opened = openUntried([rule({ on: 'text', module: 'loopwright.rules/a.mjs' })], {
      ...place(),
      modules: new Map([['loopwright.rules/a.mjs', 'source']]),
      sandbox: sandbox((job) => {
        jobs.push(job)
        return print
      }),
    })
    onTestFinished(opened.close)
    const subject = { kind: 'text', path: 'a.txt', text: 'words' } as const
    const [verdict] = await opened.ask(opened.rules, subject, signal)
    return { verdict, jobs }
  }

  test('[RULES-1] gets the subject as JSON and prints findings', async () => {
    const { verdict, jobs } = await ask('{"findings":[{"line":3,"evidence":"words"}]}')
    expect(jobs[0]?.files).toEqual({ 'rule.mjs': 'source' })
    expect(JSON.parse(jobs[0]?.stdin ?? '')).toEqual({
      kind: 'text',
      path: 'a.txt',
      text: 'words',
    })
    expect(verdict?.findings).toEqual([
      { rule: 'shop/rule', message: 'It is as it must be', place: { line: 3 }, evidence: 'words' },
    ])
  })

  test('[CLI-CHECK-4] that prints anything else is broken, which is no pass', async () => {
    for (const print of ['', 'ok', '[]', '{"findings":[{"line":0}]}', '{"findings":[],"x":1}'])
      expect((await ask(print)).verdict?.broken).toContain('it must print')
  })
})
