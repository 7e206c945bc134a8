import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../adapters/sandbox-bwrap/open-sandbox.ts'
import { PreparedCheck } from '../../model/check.ts'
import { openMemoryCache } from '../cache.ts'
import { isVacuous } from './is-vacuous.ts'

const sandbox = await openSandbox({ kind: 'auto', limits: { wallMs: 60_000 } })
const signal = new AbortController().signal
const artifact = '# Guide\n\nUse it.\n\n```json\n{"a": 1}\n```\n\n## Errors\n\nNone.\n'
const task = { prompt: 'Write a guide. Do not mention rocket science.', ideal_result: 'short' }

const tried = (check: Record<string, unknown>) =>
  isVacuous(
    PreparedCheck.parse({ rule_id: 'a.correctness.x', ...check }),
    { artifact, task },
    { sandbox, signal },
  )
const content = (search: string, expected?: unknown) => tried({ type: 'content', search, expected })
const command = (text: string, expected?: unknown) =>
  tried({ type: 'executable', command: text, expected })

describe('a content check', () => {
  test.each([
    ['/x*/', undefined],
    ['/^/', undefined],
    ['/(?:)/', 'present'],
    ['/a|/', undefined],
    ['Guide', { min: 0 }],
    ['/(?!)/', 'absent'],
    ['/x{0}y(?<!y)/', 'absent'],
  ])('[STEP-13] %s expected %o is vacuous', async (search, expected) => {
    expect(await content(search, expected)).toBe(true)
  })

  test.each([
    ['Guide', undefined],
    ['Guide|Manual', 'present'],
    ['/^#+ errors$/im', undefined],
    ['TODO', 'absent'],
    ['TODO|FIXME', 'absent'],
    ['/\\b(?:todo|fixme)\\b/i', 'absent'],
    ['/sk-[a-zA-Z0-9]{32,}/', 'absent'],
    ['/(?<!in)secure/', 'absent'],
    ['/^\\s*password\\s*[:=]/m', 'absent'],
    ['/(?<word>lorem)\\s+ipsum/', 'absent'],
    ['/[^\\x00-\\x7F]/', 'absent'],
    ['/^draft/', 'absent'],
    ['/\\p{Lu}{3,}!/u', 'absent'],
    ['the', { max: 3 }],
    ['the', { min: 1, max: 3 }],
    ['/(/', undefined],
  ])('[STEP-13] %s expected %o can fail', async (search, expected) => {
    expect(await content(search, expected)).toBe(false)
  })
})

describe('a command', () => {
  test.each([
    'true',
    'echo ok',
    "grep -q '' artifact.md || true",
    'node -e "process.exit(0)"',
    'cat artifact.md > /dev/null',
    'test -f artifact.md',
  ])('[STEP-13] `%s` is vacuous', async (text) => {
    expect(await command(text)).toBe(true)
  })

  test('[STEP-13] echo judged by its output is vacuous', async () => {
    expect(await command('echo ok', { stdout: '/ok/' })).toBe(true)
    expect(await command('exit 2', 2)).toBe(true)
  })

  test.each([
    ['grep -q Guide artifact.md', 0],
    ['test -s artifact.md', 0],
    ['! grep -qi "rocket science" artifact.md', 0],
    ['! grep -qiE "todo|fixme" "$ARTIFACT"', 0],
    ['! grep -qE "[0-9]{3}-[0-9]{4}" artifact.md', 0],
    ['grep -q forbidden artifact.md', 1],
    ['test $(wc -l < artifact.md) -le 200', 0],
    ['! awk "length > 400" artifact.md | grep -q .', 0],
    [
      "for f in blocks/*.json; do node -e \"JSON.parse(require('fs').readFileSync('$f'))\" || exit 1; done",
      0,
    ],
    ['no-such-tool', 0],
  ])('[STEP-13] `%s` expecting %i can fail', async (text, expected) => {
    expect(await command(text, expected)).toBe(false)
  })

  test('remembers what it found and does not run again', async () => {
    const cache = openMemoryCache()
    for (const [text, vacuous] of [
      ['true', true],
      ['test -s artifact.md', false],
    ] as const) {
      const check = PreparedCheck.parse({ rule_id: 'x', type: 'executable', command: text })
      expect(await isVacuous(check, { artifact, task }, { sandbox, signal, cache })).toBe(vacuous)
      const refused = await openSandbox({ kind: 'auto', limits: {} })
      const silent = { ...refused, run: () => Promise.reject(new Error('ran again')) }
      expect(await isVacuous(check, { artifact, task }, { sandbox: silent, signal, cache })).toBe(
        vacuous,
      )
    }
  })
})
