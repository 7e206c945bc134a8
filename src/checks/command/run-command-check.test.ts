import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../adapters/sandbox-bwrap/open-sandbox.ts'
import { ExecutableCheck } from '../../model/check.ts'
import { runCommandCheck } from './run-command-check.ts'

const sandbox = await openSandbox({ kind: 'auto', limits: { wallMs: 5_000, outputBytes: 20_000 } })
const signal = new AbortController().signal
const artifact = [
  '# Code',
  '```typescript title="a.ts"',
  'export const a = 1',
  '```',
  '```json',
  '{"b": 2}',
  '```',
  '```',
  'plain',
  '```',
  '```../../evil',
  'x',
  '```',
  '',
].join('\n')

const judge = (command: string, expected?: unknown, text = artifact) =>
  runCommandCheck(
    ExecutableCheck.parse({ rule_id: 'a.correctness.x', type: 'executable', command, expected }),
    { artifact: text },
    { sandbox, signal },
  )

describe('a command check', () => {
  test('passes on exit 0 and fails on any other by default', async () => {
    expect(await judge('exit 0')).toMatchObject({ verdict: 'pass', findings: [] })
    expect(await judge('echo broken >&2; exit 3')).toEqual({
      verdict: 'fail',
      details: 'exit 3, expected 0: `echo broken >&2; exit 3` - broken',
      findings: [expect.objectContaining({ place: {} })],
    })
  })

  test('finds the artifact as $ARTIFACT and beside it, and cannot change it', async () => {
    expect(
      await judge('grep -q "^# Code" "$ARTIFACT" && cmp "$ARTIFACT" artifact.md'),
    ).toMatchObject({ verdict: 'pass' })
    expect(await judge('echo changed >> artifact.md')).toMatchObject({ verdict: 'fail' })
    expect(await judge('echo note > note.txt && test -s note.txt')).toMatchObject({
      verdict: 'pass',
    })
  })

  test('finds the fenced blocks as files', async () => {
    expect(
      await judge('cat blocks/1.ts blocks/2.json blocks/3.txt', { stdout: '/a = 1\\n\\{"b"/' }),
    ).toMatchObject({ verdict: 'pass' })
    expect(await judge('cmp blocks/1.ts blocks/1.typescript')).toMatchObject({ verdict: 'pass' })
    expect(await judge('cat blocks/4.txt', { stdout: 'x' })).toMatchObject({ verdict: 'pass' })
    expect(await judge('node --check blocks/1.ts')).toMatchObject({ verdict: 'pass' })
  })

  test('compares only the named parts', async () => {
    expect(await judge('exit 4', 4)).toMatchObject({ verdict: 'pass' })
    expect(await judge('exit 0', 4)).toMatchObject({ verdict: 'fail' })
    expect(await judge('exit 0', 'pass')).toMatchObject({ verdict: 'pass' })
    expect(await judge('exit 1', 'pass')).toMatchObject({ verdict: 'fail' })
    expect(await judge('echo yes; exit 9', { stdout: '/^yes$/m' })).toMatchObject({
      verdict: 'pass',
    })
    expect(await judge('echo yes; exit 9', { exit: 0, stdout: 'yes' })).toMatchObject({
      verdict: 'fail',
    })
    expect(await judge('echo no', { stdout: 'yes' })).toMatchObject({
      verdict: 'fail',
      details: expect.stringContaining('stdout does not match "yes"'),
    })
    expect(await judge('echo warn >&2', { exit: 0, stderr: '/warn/' })).toMatchObject({
      verdict: 'pass',
    })
  })

  test('is an error, never a pass, when the command cannot do its work', async () => {
    expect(await judge('no-such-tool --check', { stderr: '/not found/' })).toMatchObject({
      verdict: 'error',
    })
    expect(await judge('kill -9 $$', { stdout: '/^/' })).toMatchObject({ verdict: 'error' })
    expect(await judge('yes', { stdout: 'y' })).toMatchObject({
      verdict: 'error',
      details: expect.stringContaining('wrote too much'),
    })
    expect(await judge('echo x', { stdout: '/(/' })).toMatchObject({
      verdict: 'error',
      details: expect.stringContaining('/(/'),
    })
    expect(await judge('exit 127', 127)).toMatchObject({ verdict: 'pass' })
  })

  test('is an error when its time is over or it is cancelled', async () => {
    const hasty = await openSandbox({ kind: 'auto', limits: { wallMs: 200 } })
    const check = ExecutableCheck.parse({ rule_id: 'x', type: 'executable', command: 'sleep 9' })
    expect(await runCommandCheck(check, { artifact }, { sandbox: hasty, signal })).toMatchObject({
      verdict: 'error',
      details: 'stopped: it took too long: `sleep 9`',
    })
    const cancelled = { sandbox, signal: AbortSignal.abort() }
    expect(await runCommandCheck(check, { artifact }, cancelled)).toMatchObject({
      verdict: 'error',
    })
  })

  test('is an error with the remedy when the sandbox refuses', async () => {
    const refused = await openSandbox({ kind: 'auto', bwrapPath: '/nowhere/bwrap' })
    const check = ExecutableCheck.parse({ rule_id: 'x', type: 'executable', command: 'true' })
    expect(await runCommandCheck(check, { artifact }, { sandbox: refused, signal })).toMatchObject({
      verdict: 'error',
      details: expect.stringContaining('apt-get install bubblewrap'),
    })
  })

  test('tells what happened in at most 300 characters', async () => {
    const outcome = await judge(`seq 10000 | head -c 15000; ${'true; '.repeat(100)} exit 1`)
    expect(outcome.details.length).toBeLessThanOrEqual(300)
    expect(outcome.details).toContain('exit 1')
  })
})
