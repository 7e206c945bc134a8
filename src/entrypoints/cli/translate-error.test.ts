import { expect, test } from 'vitest'
import { translateError } from './translate-error.ts'

test.each([
  ['a file', { code: 'ENOSPC' }],
  ['SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
  ['SQLite, with more words', { code: 'ERR_SQLITE_ERROR', errcode: 13 + 256 * 2 }],
  ['PostgreSQL', { code: '53100' }],
])('a disk that is full is called so, and no bug, by whoever notices it: %s', (_, more) => {
  const problem = translateError(Object.assign(new Error('full'), more))
  expect(problem).toMatchObject({ exit: 5, what: 'the disk is full (ENOSPC)' })
  expect(problem.todo).toMatch(/^make room/)
})

test('what nobody knows is a bug', () => {
  expect(translateError(Object.assign(new Error('odd'), { errcode: 1 })).todo).toContain('a bug')
})
