import { expect, test } from 'vitest'
import { brokenLiteral } from './sanitize.ts'

test.each([
  ['same', "f('a', 1)", "f('b', 1)"],
  ['same', 'f(`a\n`)', 'f(`a`)'],
  ['same', 'f() // a', 'f()'],
  ['same', '/a/.test(b)', '/b/.test(b)'],
  ['more', "f('a', b)", "f('x', 'b')"],
  ['more', 'f() // a', 'f()'],
  ['fewer', "f('a'); f('b')", "f('a')"],
  ['fewer', "f('a')", "f('a', 'c')"],
  ['later', 'f(`a;', 'f(`b`;'],
  ['later', '```\na\n```\nb', 'b'],
] as const)('[SANI-7] by the rule %s the step from %j to %j is refused', (rule, before, after) => {
  expect(brokenLiteral(before, after, rule)).not.toBeNull()
})

test.each([
  ['same', "f('a' — 1)", "f('a' - 1)"],
  ['more', "f('a', “b”)", `f('a', "b")`],
  ['fewer', "export { a } from 'a'\nexport { a } from 'a'", "export { a } from 'a'"],
  ['later', 'f(`a;', 'f(`a`;'],
  ['later', '```ts\na\n```', 'a'],
] as const)('[SANI-7] by the rule %s the step from %j to %j is allowed', (rule, before, after) => {
  expect(brokenLiteral(before, after, rule)).toBeNull()
})
