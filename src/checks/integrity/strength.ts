import type { Assertion } from './assertions.ts'
import { chainOf, dotted, literalOf, numberOf } from './names.ts'
import { below, is, type Node } from './source.ts'

/** How much a matcher pins down, from 0 to 100. What is not listed is a matcher of the project: 70. */
const pins: readonly (readonly [pins: number, matchers: RegExp])[] = [
  [95, /^(?:toStrictEqual|assert\.deepStrictEqual)$/],
  [90, /^(?:toBe|toEqual|eq|eql|equals?|toBe(?:Null|Undefined|NaN)|true|false|deepEqual)$/],
  [88, /^assert\.(?:true|equal|is|strictEqual|deepEqual)$/],
  [85, /^to(?:HaveBeen|Be)CalledWith$/],
  [80, /^(?:toMatchInlineSnapshot|assert\.(?:throws|rejects))$|[tT]hrow/],
  [65, /^toMatch(?:File)?Snapshot$/],
  [
    60,
    /^(?:toHaveLength|toMatchObject|toContain(?:Equal)?|include|contain|(?:to|assert\.)?[mM]atch|(?:toHaveP|p)roperty|toSatisfy|toHaveBeenCalled(?:Once|Times))$/,
  ],
  [50, /^toBe(?:Greater|Less)Than/],
  [40, /^(?:toBeI|i)nstanceOf$/],
  [
    30,
    /^(?:toBeTypeOf|an?|to(?:HaveBeen|Be)Called|assert\.not(?:Strict)?Equal|assert\.doesNotThrow)$/,
  ],
  [25, /^toBeFalsy$/],
  [20, /^(?:toBeTruthy|ok|assert\.(?:ok|truthy))$/],
  [10, /^(?:toBeDefined|exist|assert\.(?:exists|isDefined))$/],
]

/** How much an assertion pins down. One that passes through another function counts as a full one. */
export function strengthOf({ matcher, subject, args, negated }: Assertion): number {
  if (subject === null) return 85
  if (matcher === '') return 0
  if (negated) return negatedStrength(matcher)
  const [expected] = args
  if (/[tT]hrow|^assert\.rejects$/.test(matcher)) return throwStrength(expected)
  if (matcher === 'toHaveProperty') return args.length > 1 ? 75 : 45
  // a pattern for a text from its start to its end pins nearly all of it
  const isWhole = isRegex(expected) && /^\^.*[^\\]\$$/.test(expected.regex.pattern)
  const own = isWhole ? 85 : (pins.find(([, matchers]) => matchers.test(matcher))?.[0] ?? 70)
  const isTruth =
    own <= 25 ||
    /^(?:true|false|assert\.true)$/.test(matcher) ||
    (own >= 88 && is('Literal')(expected) && typeof expected.value === 'boolean')
  const pinned = isTruth ? truthStrength(subject, own) : own
  return Math.min(pinned, looseness(expected), isTypeof(subject) ? 35 : 100)
}

function negatedStrength(matcher: string): number {
  if (/^toBe(?:Null|Undefined|NaN|Falsy)$/.test(matcher)) return 10
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
    const { left, right, operator } = subject
    if (isTypeof(left) || isTypeof(right) || operator === 'instanceof') return 35
    if (isNothing(left) || isNothing(right)) return operator.startsWith('!') ? 10 : 85
    return operator.endsWith('==') ? 85 : 50
  }
  if (is('UnaryExpression')(subject) && subject.operator === '!') return Math.min(own, 25)
  if (is('LogicalExpression')(subject)) {
    const parts = [truthStrength(subject.left, own), truthStrength(subject.right, own)]
    return subject.operator === '&&' ? Math.max(...parts) : Math.min(...parts)
  }
  if (!is('CallExpression')(subject)) return own
  const name = chainOf(subject.callee).join('.')
  if (/^(?:Array\.isArray|Boolean|Number\.isInteger|Number\.isFinite)$/.test(name)) return 30
  const asks = /\.(?:includes|startsWith|endsWith|test|has|some|every)$/.test(name)
  return asks ? Math.max(own, 55) : own
}

const isTypeof = (node: Node): boolean => is('UnaryExpression')(node) && node.operator === 'typeof'
const isNothing = (node: Node): boolean =>
  (is('Literal')(node) && node.value === null) || dotted(node) === 'undefined'

type Regex = Extract<Node, { type: 'Literal' }> & { regex: { pattern: string } }
const isRegex = (node: Node | undefined): node is Regex => is('Literal')(node) && 'regex' in node

/** The most an expected value pins: `expect.anything()` hardly anything. */
function looseness(expected: Node | undefined): number {
  if (expected === undefined) return 100
  if (isRegex(expected)) return /^[\^$.*+?()[\]\\sSdDwW]*$/.test(expected.regex.pattern) ? 5 : 100
  const name = is('CallExpression')(expected) ? dotted(expected.callee) : ''
  if (name === 'expect.anything') return 10
  if (name === 'expect.any') return 30
  if (/^expect\.(?:object|array|string)(?:Containing|Matching)$/.test(name)) return 60
  const isWild = [...below(expected)].some(
    (node) => is('CallExpression')(node) && dotted(node.callee).startsWith('expect.any'),
  )
  return isWild ? 75 : 100
}

/** Whether the same matcher now accepts more than it did: a wider tolerance, a lower bar, a shorter text. */
export function isWider(before: Assertion, after: Assertion): boolean {
  const { matcher } = before
  if (matcher !== after.matcher || before.negated !== after.negated) return false
  const position = matcher === 'toBeCloseTo' ? 1 : 0
  const [old, now] = [numberOf(before.args[position]), numberOf(after.args[position])]
  if (matcher === 'toBeCloseTo') return (now ?? 2) < (old ?? 2)
  if (old !== null && now !== null)
    return /GreaterThan/.test(matcher) ? now < old : /LessThan/.test(matcher) && now > old
  const [was, text] = [textOf(before.args[0]), textOf(after.args[0])]
  const isPart = was !== null && text !== null && text.length < was.length && was.includes(text)
  return isPart && /^(?:toContain|toMatch|toThrow|toThrowError|include|contain)$/.test(matcher)
}

const textOf = (node: Node | undefined): string | null =>
  isRegex(node) ? node.regex.pattern : literalOf(node)
