import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../test/support/cpu-time.ts'
import { bench } from '../../../bench/configuration-defects.ts'
import { bases } from '../../../bench/configuration-defects-bases.ts'
import { measure, projectOf, tools } from '../../../bench/document-defects-report.ts'
import { checks } from './catalog.ts'
import { formatOfText } from './detect-format.ts'

const run = (rule: string, artifact: string, prompt = 'Write a configuration') =>
  checks
    .find(({ id }) => id === `configuration/${rule}`)!
    .run({ artifact, task: { prompt, ideal_result: '' }, project: projectOf({}) }, tools)
const linesOf = async (rule: string, artifact: string, prompt?: string) =>
  (await run(rule, artifact, prompt)).findings.map(({ place }) => place.line)

describe('every configuration check', () => {
  test.each(checks.map((check) => [check.id, check] as const))(
    '%s fails what is empty, binary or no configuration',
    async (_, check) => {
      for (const artifact of [
        '',
        ' \n',
        '\u0000',
        '# Title\n\nOnly prose stands here, and nothing else.\n',
        '{}',
        '{',
        '```yaml\n```\n',
      ])
        expect([
          artifact,
          (
            await check.run(
              { artifact, task: { prompt: 'config', ideal_result: '' }, project: projectOf({}) },
              tools,
            )
          ).verdict,
        ]).toEqual([artifact, 'fail'])
    },
  )

  test.each(
    bases.flatMap((base) => checks.map((check) => [base.name, check.id, base, check] as const)),
  )('a good %s passes %s', async (_, __, base, check) => {
    const outcome = await check.run(
      { artifact: base.artifact, task: base.task, project: projectOf({}) },
      tools,
    )
    expect(outcome.findings).toEqual([])
    expect(['pass', 'na']).toContain(outcome.verdict)
  })

  test('never throws, whatever the text', async () => {
    const scraps = fc.constantFrom(
      'a: ',
      '\n',
      '- ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '=',
      '\t',
      'KEY=',
      '${',
      '}',
      '&a ',
      '*a',
      'FROM ',
      'server {',
      ';',
      '# ',
      '\r',
      '```yaml\n',
      '```\n',
      '---\n',
      ': ',
      '|',
      '>',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(scraps, fc.string({ maxLength: 8 })), { maxLength: 40 }),
        async (parts) => {
          for (const check of checks)
            await check.run(
              {
                artifact: parts.join(''),
                task: { prompt: 'config', ideal_result: '' },
                project: projectOf({}),
              },
              tools,
            )
        },
      ),
      { numRuns: 120, seed: 11 },
    )
  })

  test('[CONF-4] finds planted defects and leaves good configurations alone', async () => {
    const report = await measure({ ...bench, seeds: 1 })
    expect(report.cleanAlarms).toEqual([])
    expect(report.benignAlarms).toEqual([])
    expect(report.fixes.harmed).toEqual([])
    expect(report.tuned.right / report.tuned.total).toBeGreaterThanOrEqual(0.9)
    expect(report.heldOut.right / report.heldOut.total).toBeGreaterThanOrEqual(0.9)
    expect(report.classes.length).toBeGreaterThanOrEqual(40)
  })

  test('takes hostile texts in its stride', async () => {
    const started = cpuMs()
    for (const artifact of [
      `A=x${' '.repeat(100_000)}y`,
      '['.repeat(20_000),
      `a: ${'['.repeat(3_000)}`,
      '"'.repeat(50_000),
    ])
      await run('syntax', artifact)
    expect(cpuMs() - started).toBeLessThan(3_000)
  })
})

describe('syntax', () => {
  test.each([
    ['YAML', (index: number) => `key${index}: ${index}`],
    ['TOML', (index: number) => `key${index} = ${index}`],
    ['YAML with slips', (index: number) => `key${index}:a${index}\nitem${index}: "{{ a }}"`],
  ])(
    'reads a file of many settings in %s, each once',
    async (_, line) => {
      const many = 20_000
      const text = Array.from({ length: many }, (__, index) => line(index)).join('\n')
      const before = cpuMs()
      await run('syntax', `${text}\n`)
      // about a second; each setting held against all others took a minute
      expect(cpuMs() - before).toBeLessThan(20_000)
    },
    120_000,
  )

  test('tells which key stands twice, wherever it stands', async () => {
    const text = 'a:\n  b: 1\n  c: 2\n  b: 3\nd: { e: 1, e: 2 }\n'
    expect(await linesOf('syntax', text)).toEqual([4, 5])
    expect(await linesOf('syntax', 'a: 1\nb: *x\n')).not.toEqual([])
  })

  test('gives line and pointer of a structured document', async () => {
    const { findings } = await run('syntax', '```json\n{\n  "a": { "b": 1, "b": 2 }\n}\n```\n')
    expect(findings.map(({ place }) => place)).toEqual([{ line: 3, pointer: '/a/b' }])
  })

  test('goes on after the first slip', async () => {
    expect(await linesOf('syntax', '{\n  "a": 1,,\n  "b": tru\n}\n')).toEqual([2, 3])
  })

  test('tells the formats apart by their look', () => {
    const looks: readonly (readonly [string, string])[] = [
      ['yaml', 'server:\n  port: 1\n'],
      ['nginx', 'server {\n  listen 80;\n}\n'],
      ['env', 'A_B=1\nC=2\n'],
      ['toml', '[a]\nb = "c"\nd = 1\n'],
      ['ini', '[a]\nb = c d\n'],
      ['properties', 'app.name=x\napp.port=1\n'],
      ['json', '{"a": 1}'],
      ['jsonc', '{\n  // note\n  "a": 1\n}'],
      ['dockerfile', '# note\nFROM node:24\n'],
      ['nginx', 'proxy_cache_path /c keys_zone=f:1m;\n\nserver {\n  listen 80;\n}\n'],
      ['lines', 'listener 1883 127.0.0.1\nallow_anonymous false\n'],
      ['lines', 'Port 2222\nPermitRootLogin no\nAllowUsers pilot ground\n'],
      ['lines', '# minute hour\n0 8,12,18 * * * /usr/local/bin/ring\n'],
      ['lines', '.PHONY: test\ntest:\n\tnode --test\n'],
      ['lines', 'frontend web\n    bind *:80\n    default_backend app\n'],
    ]
    for (const [format, text] of looks)
      expect([text, formatOfText(text, '')]).toEqual([text, format])
  })
})

describe('published files', () => {
  test.each([
    [
      'a format that only a name could tell',
      '```gyp binding.gyp\n{ "targets": [{\n  # names\n  \'a\': 1 }] }\n```\n',
    ],
    [
      'a program that makes settings',
      '```mjs eslint.config.mjs\nexport default [{\n  rules: { semi: 2 },\n}]\n```\n',
    ],
  ])('leave open %s', async (_, artifact) => {
    expect((await run('syntax', artifact)).verdict).toBe('undecided')
  })

  test('may have tags of their reader, and templates inside of a text', async () => {
    const own = 'services:\n  web:\n    image: nginx:1\n    ports: !reset []\n'
    const text = 'config: |-\n  level: {{ print "debug" | quote }}\nname: shop\n'
    expect((await run('syntax', own)).verdict).toBe('pass')
    expect((await run('syntax', text)).verdict).toBe('pass')
    expect((await run('syntax', 'level: {{ debug }}\nname: shop\n')).verdict).toBe('fail')
  })

  test('are not asked for what compose.override.yaml beside them adds', async () => {
    const artifact = '```yaml compose.yaml\nservices:\n  app:\n    restart: always\n```\n'
    const required = checks.find(({ id }) => id === 'configuration/required')!
    const beside = (files: Readonly<Record<string, string>>) =>
      required.run(
        { artifact, task: { prompt: '', ideal_result: '' }, project: projectOf(files) },
        tools,
      )
    expect((await beside({})).verdict).toBe('fail')
    expect((await beside({ 'compose.override.yaml': '' })).verdict).toBe('pass')
    expect((await beside({ 'other/compose.override.yaml': '' })).verdict).toBe('fail')
  })
})

describe('required', () => {
  test('asks for what the reader of the file needs, and has nothing to ask of others', async () => {
    expect((await run('required', 'host: a\nport: 1\n', 'must set TOKEN')).verdict).toBe('na')
    expect(await linesOf('required', 'services:\n  web:\n    ports: ["80:80"]\n')).toEqual([2])
    expect((await run('required', 'services:\n  web:\n    image: a:1\n')).verdict).toBe('pass')
  })

  const workflow = (step: string) =>
    `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - ${step}\n`
  test.each([
    'run: npm test || true',
    'run: npm test || echo failed',
    'run: npm test | tee log.txt',
    'run: npm test\n        continue-on-error: true',
    'run: |\n          set +e\n          pytest\n          echo done',
    'run: if ! npm test; then echo failed; fi',
    'run: |\n          if npm test; then\n            echo fine\n          fi',
    "run: '! npm test'",
    'run: npm test -- --passWithNoTests &',
    'run: npm test; echo ok\n        shell: bash {0}',
    'run: npm test || npm run report',
    'run: npm test && echo fine || echo failed',
    'run: bash -c "npm test; true"',
  ])('[CONF-10] a pipeline may not swallow the failure of its tests: %s', async (step) => {
    expect(await linesOf('required', workflow(step))).toHaveLength(1)
  })

  test.each([
    'run: npm test',
    'run: npm test || (echo failed; exit 1)',
    'run: npm test | tee log.txt\n        shell: bash',
    'run: npm run lint || true',
    'run: |\n          set +e\n          npm test\n          code=$?\n          exit $code',
    'run: |\n          set -o pipefail\n          npm test | tee log.txt',
    'run: npm test; echo ok',
    'run: npm test; exit 0',
    'run: (npm test; true)',
    'run: npm test || npm test',
    'run: if ! npm test; then echo failed; exit 1; fi',
    'run: npm test || { cat log.txt; exit 1; }',
    'run: npm test | tee log.txt; exit ${PIPESTATUS[0]}',
    'run: |\n          code=0\n          npm test || code=$?\n          npm run report\n          if [ "$code" -ne 0 ]; then exit "$code"; fi',
    'run: bash -ec "npm test; true"',
  ])('[CONF-10] other commands and failures that are passed on are let be: %s', async (step) => {
    expect(await linesOf('required', workflow(step))).toEqual([])
  })
})

describe('secrets', () => {
  test('[SECRET-1] never show up in a finding', async () => {
    const secret = 'Zk9vQ2xhc3NpZmllZDEyMzQ1Njc4'
    for (const artifact of [
      `API_TOKEN=${secret}\n`,
      `api_token: ${secret}\nport: 1\n`,
      `{"apiToken": "${secret}"}`,
      `DATABASE_URL=postgres://app:${secret}@db:5432/x\n`,
      `TOKEN ${secret}\nA=1\nB=2\n`,
    ])
      for (const check of checks) {
        const outcome = await check.run(
          { artifact, task: { prompt: 'config', ideal_result: '' }, project: projectOf({}) },
          tools,
        )
        expect(JSON.stringify(outcome)).not.toContain(secret)
      }
  })
})

describe('env-vars', () => {
  test('counts a comment, a table row, or a comment elsewhere', async () => {
    expect(await linesOf('env-vars', 'a: ${ONE}\nb: ${TWO}\n')).toEqual([1, 2])
    expect(
      await linesOf(
        'env-vars',
        '# ONE: first part of the name\n# TWO: second part of the name\nx: 1\n\na: ${ONE}\nb: ${TWO}\n',
      ),
    ).toEqual([])
    expect((await run('env-vars', 'a: 1\n')).verdict).toBe('na')
  })
})

describe('defaults, comments, portability and permissions', () => {
  test('flip an unsafe switch in place', async () => {
    const { findings } = await run('defaults', 'debug: true\nport: 1\n')
    expect(findings[0]?.fix?.edits).toEqual([{ start: 7, end: 11, text: 'false' }])
  })

  test('take a note for the settings it names', async () => {
    expect(
      await linesOf(
        'comments',
        '# pool size and idle timeout of the database\nsize: 5\ntimeout: 10\nretries: 3\n',
      ),
    ).toEqual([4])
  })

  test('allow the home folders of container images', async () => {
    expect(
      await linesOf('portability', 'FROM node:24\nWORKDIR /home/node/app\nUSER node\n'),
    ).toEqual([])
    expect(await linesOf('portability', 'path: /home/maria/app\nport: 1\n')).toEqual([1])
  })

  test('see rights in IAM documents', async () => {
    const { findings } = await run(
      'permissions',
      '{\n  "Version": "2012-10-17",\n  "Statement": [\n    { "Effect": "Allow", "Action": "s3:*", "Resource": "arn:aws:s3:::a/x" }\n  ]\n}\n',
    )
    expect(findings.map(({ place }) => place)).toEqual([
      { line: 4, pointer: '/Statement/0/Action' },
    ])
  })
})

describe('values', () => {
  test('are such as a program can take', async () => {
    const bad = ['cron: "61 3 * * *"', 'cron: "0 3 * *"', 'port: 99999', 'debug: ture']
    for (const line of bad)
      expect([line, await linesOf('syntax', `a: 1\n${line}\n`)]).toEqual([line, [2]])
    const good = [
      'port: ${PORT}',
      'port: COM3',
      'log_level: loud',
      'log_level: warning',
      'enabled: "yes"',
      'api_url: /api',
      'cron: "*/15 9-17 * * 1-5"',
      'schedule: every day',
      'timeout: 30s',
    ]
    for (const line of good)
      expect([line, await linesOf('syntax', `a: 1\n${line}\n`)]).toEqual([line, []])
  })
})
