import type { Assertion } from './assertions.ts'
import { chainOf, dotted, literalOf, numberOf } from './names.ts'
import { below, is, type Node } from './source.ts'

/** How much a matcher pins down, from 0 to 100. What is not listed is a matcher of the project: 70. */
const pins: Readonly<Record<string, number>> = {
  toBe: 90,
  toEqual: 90,
  toStrictEqual: 95,
  eq: 90,
  eql: 90,
  equal: 90,
  equals: 90,
  toBeNull: 90,
  toBeUndefined: 90,
  toBeNaN: 90,
  toBeTruthy: 20,
  toBeFalsy: 25,
  toBeDefined: 10,
  exist: 10,
  ok: 20,
  true: 90,
  false: 90,
  toThrow: 80,
  toThrowError: 80,
  throw: 80,
  toHaveBeenCalled: 30,
  toBeCalled: 30,
  toHaveBeenCalledOnce: 60,
  toHaveBeenCalledTimes: 60,
  toHaveBeenCalledWith: 85,
  toBeCalledWith: 85,
  toHaveLength: 60,
  toMatchObject: 60,
  toContain: 60,
  toContainEqual: 60,
  include: 60,
  contain: 60,
  toMatch: 60,
  match: 60,
  toHaveProperty: 60,
  property: 60,
  toBeInstanceOf: 40,
  instanceOf: 40,
  toBeTypeOf: 30,
  a: 30,
  an: 30,
  toBeCloseTo: 70,
  toBeGreaterThan: 50,
  toBeGreaterThanOrEqual: 50,
  toBeLessThan: 50,
  toBeLessThanOrEqual: 50,
  toSatisfy: 60,
  toMatchSnapshot: 65,
  toMatchInlineSnapshot: 80,
  toMatchFileSnapshot: 65,
  'assert.ok': 20,
  'assert.truthy': 20,
  'assert.true': 90,
  'assert.equal': 85,
  'assert.is': 90,
  'assert.strictEqual': 90,
  'assert.deepEqual': 88,
  'assert.deepStrictEqual': 95,
  'assert.throws': 80,
  'assert.rejects': 80,
  'assert.match': 60,
  'assert.exists': 10,
  'assert.isDefined': 10,
  'assert.doesNotThrow': 35,
  'assert.notEqual': 30,
  'assert.notStrictEqual': 30,
}

/** How much an assertion pins down. One that passes through another function counts as a full one. */
export function strengthOf(assertion: Assertion): number {
  const { matcher, subject, args, negated } = assertion
  if (subject === null) return 85
  if (matcher === '') return 0
  const own = pins[matcher] ?? 70
  const [expected] = args
  if (negated) return negatedStrength(matcher)
  if (/[tT]hrow|^assert\.rejects$/.test(matcher)) return throwStrength(expected)
  const isTruth =
    own <= 25 ||
    /^(?:true|false|assert\.(?:true|false))$/.test(matcher) ||
    (/^(?:toBe|toEqual|toStrictEqual|assert\.(?:equal|strictEqual))$/.test(matcher) &&
      isBoolean(expected))
  const seen = isTruth ? Math.max(own === 10 ? 10 : 0, truthStrength(subject, own)) : own
  if (/^(?:toMatch|match|assert\.match)$/.test(matcher) && isWholePattern(expected))
    return Math.min(85, looseness(expected), subjectLimit(subject))
  if (/^toHaveProperty$/.test(matcher)) return args.length > 1 ? 75 : 45
  return Math.min(seen, looseness(expected), subjectLimit(subject))
}

/** A pattern for a text from its start to its end pins nearly all of it. */
const isWholePattern = (node: Node | undefined): boolean =>
  node?.type === 'Literal' && 'regex' in node && /^\^.*[^\\]\$$/.test(node.regex.pattern)

const isBoolean = (node: Node | undefined): boolean =>
  node?.type === 'Literal' && typeof node.value === 'boolean'

function negatedStrength(matcher: string): number {
  if (/^(?:toBeNull|toBeUndefined|toBeNaN|toBeFalsy)$/.test(matcher)) return 10
  if (/^(?:toThrow|toThrowError|throw|toHaveBeenCalled|toBeCalled)$/.test(matcher)) return 40
  return matcher === 'toBeDefined' ? 90 : 30
}

function throwStrength(expected: Node | undefined): number {
  if (expected === undefined) return 40
  if (is('Identifier')(expected)) return /^(?:Error|undefined)$/.test(expected.name) ? 42 : 65
  return Math.min(80, looseness(expected))
}

/** `expect(a === b).toBe(true)` is as strong as the comparison in it. */
function truthStrength(subject: Node, own: number): number {
  if (is('BinaryExpression')(subject)) {
    if (isTypeof(subject.left) || isTypeof(subject.right) || subject.operator === 'instanceof')
      return 35
    if (isNothing(subject.right) || isNothing(subject.left))
      return subject.operator.startsWith('!') ? 10 : 85
    return subject.operator.endsWith('==') ? 85 : 50
  }
  if (is('UnaryExpression')(subject) && subject.operator === '!') return own <= 25 ? own : 25
  if (is('LogicalExpression')(subject)) {
    const parts = [truthStrength(subject.left, own), truthStrength(subject.right, own)]
    return subject.operator === '&&' ? Math.max(...parts) : Math.min(...parts)
  }
  if (!is('CallExpression')(subject)) return own
  const name = chainOf(subject.callee).join('.')
  if (/^(?:Array\.isArray|Boolean|Number\.isInteger|Number\.isFinite)$/.test(name)) return 30
  return Math.max(
    own,
    /\.(?:includes|startsWith|endsWith|test|has|some|every)$/.test(name) ? 55 : own,
  )
}

const isTypeof = (node: Node): boolean =>
  node.type === 'UnaryExpression' && node.operator === 'typeof'
const isNothing = (node: Node): boolean =>
  (node.type === 'Literal' && node.value === null) ||
  (node.type === 'Identifier' && node.name === 'undefined')

/** Looking at the type of a value or at whether it is there pins little, whatever the matcher. */
function subjectLimit(subject: Node): number {
  if (isTypeof(subject)) return 35
  return is('CallExpression')(subject) && dotted(subject.callee) === 'Boolean' ? 20 : 100
}

/** The most an expected value pins: `expect.anything()` hardly anything. */
function looseness(expected: Node | undefined): number {
  if (expected === undefined) return 100
  const name = is('CallExpression')(expected) ? dotted(expected.callee) : ''
  if (name === 'expect.anything') return 10
  if (name === 'expect.any') return 30
  if (/^expect\.(?:objectContaining|arrayContaining|stringContaining|stringMatching)$/.test(name))
    return 60
  if (expected.type === 'Literal' && 'regex' in expected)
    return /^[\^$.*+?()[\]\\sSdDwW]*$/.test(expected.regex.pattern) ? 5 : 100
  if (literalOf(expected) === '') return 100
  const hasWild = [...below(expected)].some(
    (node) => node.type === 'CallExpression' && dotted(node.callee).startsWith('expect.any'),
  )
  return hasWild ? 75 : 100
}

/** Whether the same matcher now accepts more than it did: a wider tolerance, a lower bar, a shorter text. */
export function isWider(before: Assertion, after: Assertion): boolean {
  if (before.matcher !== after.matcher || before.negated !== after.negated) return false
  const position = before.matcher === 'toBeCloseTo' ? 1 : 0
  const [was, is_] = [before.args[position], after.args[position]]
  const [old, now] = [numberOf(was), numberOf(is_)]
  if (before.matcher === 'toBeCloseTo') return (now ?? 2) < (old ?? 2)
  if (old !== null && now !== null) {
    if (/GreaterThan/.test(before.matcher)) return now < old
    if (/LessThan/.test(before.matcher)) return now > old
  }
  if (!/^(?:toContain|toMatch|toThrow|toThrowError|include|contain)$/.test(before.matcher))
    return false
  const [oldText, nowText] = [textOf(was), textOf(is_)]
  return (
    oldText !== null &&
    nowText !== null &&
    nowText.length < oldText.length &&
    oldText.includes(nowText)
  )
}

const textOf = (node: Node | undefined): string | null =>
  node?.type === 'Literal' && 'regex' in node ? node.regex.pattern : literalOf(node)

/** Whether the same bound now accepts less. */
export const isTighter = (before: Assertion, after: Assertion): boolean => isWider(after, before)
