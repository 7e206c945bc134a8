import { assertionsIn, type Assertion } from '../integrity/assertions.ts'
import { canonical } from '../integrity/canonical.ts'
import { below, is, isFunction, type Node } from '../integrity/source.ts'
import type { TestCase } from '../integrity/test-cases.ts'
import { initialsIn } from '../integrity/tests-hollow.ts'

/**
 * A test that shows no result: it computes what it expects from what it hands over, so that it may make
 * the same mistake, or it computes with the result before it looks at it.
 */
export function isMirror({ body, source }: TestCase): boolean {
  if (body === null) return false
  const initials = initialsIn(body)
  const known = (node: Node): Node =>
    (is('Identifier')(node) ? initials.get(node.name) : undefined) ?? node
  const sides = assertionsIn(source, body)
    .map(sidesOf)
    .filter((each) => each !== null)
  return (
    sides.length > 0 &&
    sides.every(([subject, expected]) => {
      const [result, wanted] = [known(subject), known(expected)]
      return isComputed(result) || repeats(wanted, argumentsIn(result))
    })
  )
}

const compares = /equal|^is$|same|^(?:toBe|eq|eql|deepEqual)$/i

/** The two sides of an equality. */
function sidesOf({ subject, matcher, args, negated }: Assertion): readonly [Node, Node] | null {
  if (subject === null || negated) return null
  const [expected] = args
  if (compares.test(matcher) && expected !== undefined) return [subject, expected]
  return is('BinaryExpression')(subject) && /^={2,3}$/.test(subject.operator)
    ? [subject.left, subject.right]
    : null
}

const isText = (node: Node): boolean =>
  is('TemplateLiteral')(node) || (is('Literal')(node) && typeof node.value === 'string')

const isComputed = (node: Node): boolean =>
  is('BinaryExpression')(node) &&
  /^[-+*/%]$|^\*\*$/.test(node.operator) &&
  !isText(node.left) &&
  !isText(node.right)

/** What is handed to the calls of an expression: names and values. */
const argumentsIn = (node: Node): ReadonlySet<string> =>
  new Set(
    [...below(node)].flatMap((each) =>
      is('CallExpression', 'NewExpression')(each) ? each.arguments.flatMap(leavesOf) : [],
    ),
  )

const leavesOf = (node: Node): readonly string[] =>
  [...below(node, (each) => !isFunction(each))]
    .filter(is('Identifier', 'Literal'))
    .map((each) => canonical(each))

const repeats = (wanted: Node, given: ReadonlySet<string>): boolean =>
  (isComputed(wanted) || is('CallExpression')(wanted)) &&
  leavesOf(wanted).some((leaf) => given.has(leaf))
