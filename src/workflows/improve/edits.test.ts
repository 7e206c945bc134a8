import { describe, expect, test } from 'vitest'
import { editFiles, inverse, narrowed } from './edits.ts'
import type { FileEdit } from './events.ts'

const files: Readonly<Record<string, string>> = {
  'AGENTS.md': 'Be brief.\nTest it.\n',
  'a.md': 'x x',
}
const edit = (...edits: readonly FileEdit[]) => editFiles(edits, (path) => files[path] ?? null)

describe('a change of the set-up', () => {
  test('replaces a text that stands there once, makes files and removes them', () => {
    expect(
      edit(
        { path: 'AGENTS.md', before: 'Test it.', after: 'Test all of it.' },
        { path: 'new.md', before: null, after: 'new\n' },
        { path: 'a.md', before: 'x x', after: null },
      ),
    ).toEqual({
      ok: true,
      value: [
        { path: 'AGENTS.md', before: files['AGENTS.md'], after: 'Be brief.\nTest all of it.\n' },
        { path: 'new.md', before: null, after: 'new\n' },
        { path: 'a.md', before: 'x x', after: null },
      ],
    })
  })

  test.each([
    [{ path: 'AGENTS.md', before: 'Never', after: '' }, 'the text to replace is not there'],
    [{ path: 'a.md', before: 'x', after: 'y' }, 'stands there 2 times'],
    [{ path: 'AGENTS.md', before: null, after: 'y' }, 'is there already'],
    [{ path: 'gone.md', before: 'x', after: 'y' }, 'is not there'],
    [{ path: '../secrets', before: null, after: 'y' }, 'does not lie inside the set-up'],
    [{ path: '/etc/hosts', before: null, after: 'y' }, 'does not lie inside the set-up'],
    [{ path: '.git/config', before: null, after: 'y' }, 'is not part of the set-up'],
    [{ path: 'sub/.loopwright/x', before: null, after: 'y' }, 'is not part of the set-up'],
  ])('[IMPROVE-3] %o is rejected: %s', (one, why) => {
    expect(edit(one)).toMatchObject({ ok: false, error: expect.stringContaining(why) })
  })

  test('[IMPROVE-3] is taken back by its inverse, also when others came after it', () => {
    const first = [{ path: 'AGENTS.md', before: 'Test it.', after: 'Test all of it.' }]
    const later = [{ path: 'AGENTS.md', before: 'Be brief.', after: 'Be kind.' }]
    const both = edit(...first, ...later, ...inverse(first))
    expect(both.ok && both.value[0]?.after).toBe('Be kind.\nTest it.\n')
  })
})

test('[IMPROVE-3] what was added behind the same text is taken back in any order', () => {
  const added = (line: string) => [
    { path: 'f', before: 'Be brief.\n', after: `Be brief.\n\n- ${line}\n` },
  ]
  const [one, two] = [added('one'), added('two')]
  const text = 'Be brief.\n'
  const left = (...undone: readonly FileEdit[]) =>
    editFiles([...one, ...two, ...undone], () => text)
  expect(left(...inverse(one))).toMatchObject({ value: [{ after: 'Be brief.\n\n- two\n' }] })
  expect(left(...inverse(two))).toMatchObject({ value: [{ after: 'Be brief.\n\n- one\n' }] })
  expect(left(...inverse(one), ...inverse(two))).toMatchObject({ ok: true, value: [] })
})

test('edits of one file are narrowed, so that each can be made and taken back without the other', () => {
  const text = 'a: 1\nb: 2\nc: 3\nd: 2\n'
  const one = narrowed({ path: 'f', before: text, after: text.replace('a: 1', 'a: 9') })
  const two = narrowed({ path: 'f', before: text, after: text.replace('d: 2', 'd: 7') })
  expect([one, two]).toEqual([
    { path: 'f', before: 'a: 1', after: 'a: 9' },
    { path: 'f', before: 'd: 2', after: 'd: 7' },
  ])
  const both = editFiles([one, two], () => text)
  expect(both).toMatchObject({ value: [{ after: 'a: 9\nb: 2\nc: 3\nd: 7\n' }] })
  const back = editFiles(inverse([one]), () => 'a: 9\nb: 2\nc: 3\nd: 7\n')
  expect(back).toMatchObject({ value: [{ after: 'a: 1\nb: 2\nc: 3\nd: 7\n' }] })
  const twice = 'x\nsame\ny\nsame\n'
  expect(narrowed({ path: 'f', before: twice, after: 'x\nsame\ny\nother\n' })).toEqual({
    path: 'f',
    before: 'y\nsame\n',
    after: 'y\nother\n',
  })
})
