import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { foldersOf, hosts } from './host.ts'
import { readInput } from './input.ts'
import type { GateResult } from './gate.ts'
import type { Session } from './session.ts'
import { hooksSummary } from './session.ts'
import { decideStop } from './stop.ts'
import { targets } from './targets.ts'

const here = { env: {}, cwd: '/here' }

describe('the input of a hook', () => {
  test.each([
    [
      'Claude Code',
      '{"session_id":"s","cwd":"/p","hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"/p/a.ts","content":""}}',
      { session: 's', cwd: '/p', edited: '/p/a.ts', isAgain: null },
    ],
    [
      'Claude Code, sent back before',
      '{"session_id":"s","cwd":"/p","stop_hook_active":true}',
      { session: 's', cwd: '/p', edited: null, isAgain: true },
    ],
    [
      'Copilot, whose arguments are a text',
      '{"sessionId":"s","cwd":"/p","toolName":"create","toolArgs":"{\\"path\\":\\"a.ts\\"}"}',
      { session: 's', cwd: '/p', edited: 'a.ts', isAgain: null },
    ],
    [
      'Cursor, with a mark at its beginning',
      '\uFEFF{"conversation_id":"s","workspace_roots":["/p"],"file_path":"/p/a.ts","loop_count":2}',
      { session: 's', cwd: '/p', edited: '/p/a.ts', isAgain: true },
    ],
    [
      'a program that sends null for what there is not',
      '{"session_id":"s","cwd":"/p","file_path":null,"tool_input":null,"loop_count":null}',
      { session: 's', cwd: '/p', edited: null, isAgain: null },
    ],
    ['nothing', '{}', { session: 'unnamed', cwd: null, edited: null, isAgain: null }],
  ])('is read as %s writes it', (_, given, input) => {
    expect(readInput(given)).toEqual(input)
    expect(foldersOf('claude', given, here)).toEqual([input.cwd ?? '/here'])
  })

  test.each(['', 'no json', '[]', '{"session_id":7}'])('is none: %s', (given) => {
    expect(readInput(given)).toBeNull()
    expect(foldersOf('claude', given, here)).toEqual(['/here'])
  })
})

describe('what a program is told', () => {
  const goOn = { say: 'go-on', text: 'why' } as const
  test('sends an agent back in the form of its program', () => {
    expect(Object.entries(hosts).map(([name, { output }]) => [name, output('stop', goOn)])).toEqual(
      [
        ['claude', { decision: 'block', reason: 'why' }],
        ['codex', { decision: 'block', reason: 'why' }],
        ['gemini', { decision: 'deny', reason: 'why' }],
        ['copilot', { decision: 'block', reason: 'why' }],
        ['cursor', { followup_message: 'why' }],
      ],
    )
  })

  test('never sends it back with a note', () => {
    for (const { output } of Object.values(hosts))
      expect(JSON.stringify(output('stop', { say: 'note', text: 'why' }))).not.toMatch(
        /block|deny|followup/,
      )
  })
})

describe('an agent that says it is done', () => {
  const session: Session = { base: null, files: {}, guards: {}, blocks: 0, last: null }
  const wrong: GateResult = {
    verdict: 'not_accepted',
    lines: ['a.ts:1 wrong'],
  }
  const again = (before: Session, hash: string, result = wrong) =>
    decideStop({ session: before, at: 'now', hash, result, most: 2 })

  test('is sent back with what is wrong, and told where nothing changed', () => {
    const first = again(session, 'one')
    expect(first).toMatchObject({ verdict: 'sent-back', session: { blocks: 1 } })
    expect(first.word).toMatchObject({
      say: 'go-on',
      text: expect.stringMatching(/These checks fail:\n- a.ts:1 wrong/),
    })
    expect(again(first.session, 'one').word).toMatchObject({
      text: expect.stringMatching(/No file changed/),
    })
  })

  test('stops after the last time, and a person reads the truth', () => {
    const second = again(again(session, 'one').session, 'two')
    const third = again(second.session, 'three')
    expect(third).toMatchObject({
      verdict: 'given-up',
      word: { say: 'note', text: expect.stringMatching(/NOT done/) },
    })
  })

  test('begins anew after it passed', () => {
    const back = again(session, 'one').session
    const passed = again(back, 'two', { verdict: 'accepted', lines: [] })
    expect(passed).toMatchObject({ verdict: 'accepted', session: { blocks: 0 } })
  })

  test('is not sent back for what only a person can decide', () => {
    const open = again(session, 'one', { verdict: 'undecided', lines: ['x'] })
    expect(open).toMatchObject({ verdict: 'undecided', word: { say: 'note' } })
  })
})

test.each([
  ['hooks.json', 'claude-code'],
  ['codex.json', 'codex'],
] as const)('the plugin has the hooks that install writes: %s', (name, target) => {
  const written: Record<string, readonly unknown[]> = {}
  for (const file of targets[target].project(['loopwright']))
    for (const entry of file.entries)
      if ('list' in entry) written[String(entry.list[1])] = [entry.value]
  const path = join(import.meta.dirname, '../../plugin/hooks', name)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ hooks: written })
})

test('a program of the project is found from wherever the agent stands', () => {
  const first = (name: 'claude-code' | 'codex') =>
    JSON.stringify(targets[name].project(['./node_modules/.bin/loopwright'])[0]?.entries[0])
  expect(first('claude-code')).toContain(
    JSON.stringify('"$CLAUDE_PROJECT_DIR"/node_modules/.bin/loopwright hook').slice(1, -1),
  )
  expect(first('codex')).toContain('"./node_modules/.bin/loopwright hook')
})

test('a session whose end nobody checked shows', () => {
  const record = { at: 'now', agent: 'claude', session: 's', event: 'session-start', ms: 1 }
  const begun = { ...record, verdict: 'begun' }
  expect(hooksSummary([])).toBeNull()
  expect(hooksSummary([begun])).toMatch(/the gate did not run/)
  const sent = { ...record, event: 'stop', verdict: 'sent-back', lines: ['x'] }
  expect(hooksSummary([begun, sent])).toMatch(/the gate said sent-back, 1 finding /)
})
