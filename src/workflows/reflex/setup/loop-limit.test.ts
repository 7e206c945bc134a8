import { expect, test } from 'vitest'
import { splitLimit } from './loop-limit.ts'

test('what a task says about the loop is its limit, and no demand on the artifact', () => {
  for (const words of ['at most 7 iterations', 'Stop after 7 rounds.', 'no more than 7 attempts'])
    expect(splitLimit(`A poem about the sea, ${words}`)).toEqual({
      task: 'A poem about the sea',
      limit: 7,
    })
  expect(splitLimit('A list of at most 7 books')).toMatchObject({ limit: null })
})
