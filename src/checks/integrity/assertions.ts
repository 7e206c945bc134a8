import { canonical } from './canonical.ts'
import { chainOf, dotted, literalOf } from './names.ts'
import {
  above,
  below,
  type FunctionNode,
  is,
  isFunction,
  type Node,
  type Source,
  type Typed,
} from './source.ts'

/** One place where a test can fail on purpose. */
export type Assertion = {
  readonly node: Node
  /** What is looked at; null where a function of the project does the looking. */
  readonly subject: Node | null
  readonly matcher: string
  readonly negated: boolean
  readonly promise: 'resolves' | 'rejects' | null
  readonly args: readonly Node[]
  readonly text: string
}

const assertModules = /^(?:node:)?assert(?:\/strict)?$|^(?:chai|uvu\/assert|tap|tape)$/
const plainExpect = /^(?:vitest|jest|@jest\/globals|bun:test|@playwright\/test|chai|expect)$/

const runners = /^(?:vitest|@jest\/globals|node:test|bun:test|@playwright\/test)$/

/** What a file knows of assertions: names from assertion modules, and its own functions that assert. */
export type AssertionNames = {
  readonly imported: ReadonlySet<string>
  /** Names that came from packages which are not known to assert. */
  readonly foreign: ReadonlySet<string>
  readonly own: ReadonlySet<string>
}

const knownNames = new WeakMap<Source, AssertionNames>()

export function assertionNames(source: Source): AssertionNames {
  const observed = knownNames.get(source)
  if (observed !== undefined) return observed
  const imported = new Set<string>()
  const foreign = new Set<string>()
  for (const { moduleRequest, entries } of source.module.staticImports) {
    const names = assertModules.test(moduleRequest.value) ? imported : foreign
    if (!runners.test(moduleRequest.value))
      for (const { localName } of entries) names.add(localName.value)
  }
  for (const node of source.nodes)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && isAssert(node.init))
      imported.add(node.id.name)
  const own = new Set<string>()
  for (const node of source.nodes)
    if (node.type === 'VariableDeclarator' && isForeign(requestOf(node.init)))
      for (const part of below(node.id)) if (is('Identifier')(part)) foreign.add(part.name)
  const names: AssertionNames = { imported, foreign, own }
  knownNames.set(source, names)
  const functions = namedFunctions(source)
  // a function that calls one that asserts asserts as well; a few rounds reach them all
  for (let round = 0; round < 4; round++)
    for (const [name, node] of functions)
      if (
        !own.has(name) &&
        [...below(node)].some((each) => assertionAt(source, each, names) !== null)
      )
        own.add(name)
  return names
}

const isForeign = (request: string | null): boolean =>
  request !== null && /^[a-z@]/.test(request) && !assertModules.test(request)

/** `require('node:assert')`, `require('assert').strict` */
const isAssert = (init: Node | null): boolean => assertModules.test(requestOf(init) ?? '')

function requestOf(init: Node | null): string | null {
  const call = is('MemberExpression')(init) ? init.object : init
  return call?.type === 'CallExpression' && dotted(call.callee) === 'require'
    ? literalOf(call.arguments[0])
    : null
}

export function namedFunctions(source: Source): readonly (readonly [string, Node])[] {
  return source.nodes.flatMap((node): readonly (readonly [string, Node])[] => {
    if (node.type === 'FunctionDeclaration' && node.id !== null) return [[node.id.name, node]]
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'Identifier' &&
      isFunction(node.init)
    )
      return [[node.id.name, node.init]]
    return []
  })
}

/** All assertions below a node, those in functions inside it included. */
export function assertionsIn(source: Source, root: Node): readonly Assertion[] {
  const names = assertionNames(source)
  const assertions = [...below(root)].flatMap((node) => assertionAt(source, node, names) ?? [])
  const inside = new Set<Node>()
  // `expect(await checkAll()).toBe(true)` is one assertion, not two
  for (const { node } of assertions)
    for (const part of below(node)) if (part !== node && !isFunction(part)) inside.add(part)
  return assertions.filter(({ node, subject }) => subject !== null || !inside.has(node))
}

function assertionAt(source: Source, node: Node, names: AssertionNames): Assertion | null {
  if (node.type !== 'CallExpression') return null
  const chain = chainOf(node.callee)
  const [root = ''] = chain
  if (/^(?:expect|expectTypeOf|expectType)$/.test(root))
    return isWorded(source, node)
      ? { ...plain(node), matcher: 'worded', subject: null, args: node.arguments }
      : expectation(source, node, chain)
  // an `assert` of a library for properties takes a property, not a condition
  const isOther = root === 'assert' && names.foreign.has(root)
  if (
    !isOther &&
    (root === 'assert' || names.imported.has(root) || (root === 't' && chain[1] === 'assert'))
  )
    return asserted(node, chain)
  if (
    chain.length === 2 &&
    contextNames.has(chain[1] ?? '') &&
    (/^(?:t|assertion|qunit)$/i.test(root) || isContext(source, node, root))
  )
    return asserted(node, chain)
  const name = chain.at(-1) ?? ''
  const opaque =
    // `value.should.equal(3)`
    chain.slice(1, -1).includes('should') ||
    (chain.length === 1 &&
      (names.own.has(name) ||
        /^(?:assert|expect|verify|should|check|ensure)(?:[A-Z_]|$)/.test(name))) ||
    /^(?:assert|expect|should|assert[A-Z]\w*|expect[A-Z]\w*|verify[A-Z]\w*)$/.test(name) ||
    (name === 'fail' && chain.length === 1) ||
    saysOfValue(source, node, names) ||
    // an object of a library, or a name taken out of one, that compares two things as assertions do
    (chain.length <= 2 && comparisons.test(name) && node.arguments.length > 1)
  if (!opaque) return null
  return { ...plain(node), matcher: name, subject: null, args: node.arguments }
}

/** The first parameter of a function that is handed to a test, whatever it is called: `t.test('a', (ct) => …)`. */
function isContext(source: Source, node: Node, name: string): boolean {
  const owner = [...above(source, node)].find(
    (each) => isFunction(each) && isNamedFirst(each, name),
  )
  const call = owner === undefined ? undefined : source.parentOf.get(owner)
  return (
    is('CallExpression')(call) &&
    chainOf(call.callee).some((part) => /^(?:test|it|skip|only|serial)$/.test(part))
  )
}

const isNamedFirst = ({ params: [first] }: FunctionNode, name: string): boolean =>
  is('Identifier')(first) && first.name === name

/** `assume(x).equals(2)` as a whole statement: a package is asked about a value, and nothing is made of the answer. */
function saysOfValue(
  source: Source,
  node: Typed<'CallExpression'>,
  { foreign }: AssertionNames,
): boolean {
  if (source.parentOf.get(node)?.type !== 'ExpressionStatement') return false
  let at: Node = node.callee
  if (at.type !== 'MemberExpression') return false
  while (at.type === 'MemberExpression') at = at.object
  return (
    at.type === 'CallExpression' &&
    at.callee.type === 'Identifier' &&
    at.arguments.length === 1 &&
    foreign.has(at.callee.name)
  )
}

/** `expect(x, 'to equal', y)`: the second argument says what is expected, where no known library only notes it. */
function isWorded(source: Source, { callee, arguments: given }: Typed<'CallExpression'>): boolean {
  if (callee.type !== 'Identifier' || (literalOf(given[1]) ?? '') === '') return false
  const home = source.module.staticImports.find(({ entries }) =>
    entries.some(({ localName }) => localName.value === callee.name),
  )
  const required = source.nodes.some(
    (each) =>
      each.type === 'VariableDeclarator' &&
      [...below(each.id)].some((part) => is('Identifier')(part) && part.name === callee.name) &&
      plainExpect.test(requestOf(each.init) ?? ''),
  )
  return !required && (home === undefined || !plainExpect.test(home.moduleRequest.value))
}

const comparisons =
  /^(?:equal|notEqual|strictEqual|notStrictEqual|deepEqual|notDeepEqual|deepStrictEqual|notDeepStrictEqual|rejects|doesNotReject|throwsAsync)$/

// what ava, tap, tape and QUnit call the assertions of the context that a test is given
const contextNames = new Set(
  'is not deepEqual notDeepEqual like throws throwsAsync notThrows true false truthy falsy regex equal same ok strictEqual deepStrictEqual notOk notEqual notSame strictSame strictNotSame match notMatch has hasStrict type resolves rejects resolveMatch doesNotThrow notThrowsAsync ifError error unlike emits matchSnapshot snapshot looseEqual deepLooseEqual propEqual closeTo'.split(
    ' ',
  ),
)

const plain = (node: Node) => ({
  node,
  negated: false,
  promise: null,
  text: canonical(node),
})

const asserted = (node: Typed<'CallExpression'>, chain: readonly string[]): Assertion => ({
  ...plain(node),
  matcher: `assert.${chain.length === 1 && chain[0] === 'assert' ? 'ok' : (chain.at(-1) ?? '')}`,
  subject: node.arguments[0] ?? null,
  args: node.arguments.slice(1),
})

/** The whole of `expect(subject).not.matcher(args)`, seen from its innermost call. */
function expectation(
  source: Source,
  node: Typed<'CallExpression'>,
  chain: readonly string[],
): Assertion | null {
  const isInnermost =
    node.callee.type === 'Identifier' || /^expect\.(?:soft|poll)$/.test(dotted(node.callee))
  if (!isInnermost) return null
  let top: Node = node
  const names: string[] = []
  for (;;) {
    const up = source.parentOf.get(top)
    if (up?.type === 'MemberExpression' && up.object === top) {
      names.push(up.property.type === 'Identifier' ? up.property.name : '')
      top = up
    } else if (up?.type === 'CallExpression' && up.callee === top) top = up
    else break
  }
  const isCalled = top !== node && top.type === 'CallExpression'
  // `to.be(true)` is a matcher of its own, and `to.be` only leads to one
  const matcher = isCalled
    ? names.at(-1)
    : names.findLast((name) => !/^(?:not|to|be|resolves|rejects|and|have)$/.test(name))
  return {
    node: top,
    subject: node.arguments[0] ?? null,
    matcher: matcher ?? (chain[0] === 'expect' ? '' : 'type'),
    negated: names.includes('not'),
    promise: names.includes('resolves') ? 'resolves' : names.includes('rejects') ? 'rejects' : null,
    args: is('CallExpression')(top) && top !== node ? top.arguments : [],
    text: canonical(top),
  }
}
