import { expect, test } from 'vitest'
import type { ChangedLine, TrackCommit } from './facts.ts'
import { rewind } from './rewind.ts'

const commit = (...changes: readonly Omit<ChangedLine, 'path'>[]): TrackCommit => ({
  sha: 'a'.repeat(40),
  subject: 'Change it',
  files: ['a.ts'],
  isMerged: true,
  changes: changes.map((each) => ({ path: 'a.ts', ...each })),
})
const added = (line: number, text: string) => ({ type: 'added' as const, line, text })
const removed = (line: number, text: string) => ({ type: 'removed' as const, line, text })

test('takes the commits of a track out of a file, in whatever order they are named', () => {
  const first = commit(removed(2, 'old'), added(2, 'new'))
  const second = commit(added(1, 'head'))
  for (const commits of [
    [first, second],
    [second, first],
  ]) {
    const { before, own } = rewind('head\none\nnew\nlast\n', 'a.ts', commits)
    expect(before).toBe('one\nold\nlast\n')
    expect([...own]).toEqual([1, 3])
  }
})

test('knows a file that the track began, and one that it deleted', () => {
  const began = rewind('one\ntwo\n', 'a.ts', [commit(added(1, 'one'), added(2, 'two'))])
  expect(began.before).toBeNull()
  expect([...began.own]).toEqual([1, 2])
  expect(rewind(undefined, 'a.ts', [commit(removed(1, 'one'))]).before).toBe('one\n')
})

test('finds the lines of a track by their words where other commits came between', () => {
  const { own, before } = rewind('other\nzero\none\n', 'a.ts', [commit(added(1, 'one'))])
  expect([...own]).toEqual([3])
  expect(before).toBe('other\nzero\n')
})
