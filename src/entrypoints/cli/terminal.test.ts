import { expect, test } from 'vitest'
import { openTerminal } from './terminal.ts'

function printed(text: string, env: Record<string, string>, args: readonly string[] = []): string {
  const written: string[] = []
  const stream = { write: (each: string) => written.push(each) }
  openTerminal({ stdout: stream, stderr: stream, stdin: {}, env }, args).print(text)
  return written.join('').trimEnd()
}

test('a hint is a command that can be typed where the tool was started', () => {
  const hint = '→ see: loopwright report readme'
  expect(printed(hint, {})).toBe(hint)
  const lw = { npm_lifecycle_event: 'lw' }
  expect(printed(hint, lw)).toBe('→ see: npm run lw -- report readme')
  expect(printed(hint, { npm_lifecycle_event: 'npx' })).toBe('→ see: npx loopwright report readme')
  expect(printed(hint, lw, ['status', '--cwd', '../my shop'])).toBe(
    "→ see: npm run lw -- --cwd '../my shop' report readme",
  )
  expect(printed(hint, {}, ['--cwd=../shop', 'status'])).toBe(
    '→ see: loopwright --cwd ../shop report readme',
  )
})

test('names of files, and what machines read, stay as they are', () => {
  const lw = { npm_lifecycle_event: 'lw' }
  for (const text of ['in loopwright.yaml', '/opt/loopwright and', '{"todo":"loopwright list"}'])
    expect(printed(text, lw)).toBe(text)
})
