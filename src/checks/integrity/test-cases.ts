import { canonical } from './canonical.ts'
import { isTestKind, kindOfFile } from './change.ts'
import { chainOf, literalOf, propertyOf, truthOf } from './names.ts'
import {
  above,
  below,
  is,
  isFunction,
  ownBelow,
  slice,
  type FunctionNode,
  type Node,
  type Source,
  type Typed,
} from './source.ts'
import { hookSwitches, type Switch } from './test-hooks.ts'
import { runnersOf, type Runner } from './test-runners.ts'

export type { Switch } from './test-hooks.ts'

export type TestCase = {
  readonly source: Source
  /** The titles of the groups around it and its own. */
  readonly title: string
  readonly leaf: string
  /** What declares it. */
  readonly call: Node
  readonly body: FunctionNode | null
  readonly switches: readonly Switch[]
  /** The rows of a table of cases; null for a test without one. */
  readonly rows: readonly Node[] | null
}

const titleOf = (source: Source, call: Typed<'CallExpression'>): string => {
  const [first] = call.arguments
  if (first === undefined || isFunction(first)) return ''
  return literalOf(first) ?? slice(source, first)
}

function switchesOf({ call, names, aliasSwitches }: Runner): readonly Switch[] {
  const switches: Switch[] = aliasSwitches.map(({ kind }) => ({ kind, node: call.callee }))
  const [root = ''] = names
  const node: Node = call.callee
  if (/^x(?:it|test|describe|context|specify)$/.test(root)) switches.push({ kind: 'skip', node })
  if (/^f(?:it|test|describe|context)$/.test(root)) switches.push({ kind: 'only', node })
  for (const name of names.slice(1)) {
    if (name === 'skip') switches.push({ kind: 'skip', node })
    if (name === 'only') switches.push({ kind: 'only', node })
    if (name === 'todo') switches.push({ kind: 'todo', node })
    if (name === 'fails' || name === 'failing') switches.push({ kind: 'fails', node })
    if (name === 'skipIf' || name === 'runIf') switches.push(conditional(call.callee, name))
  }
  for (const options of call.arguments)
    for (const kind of ['skip', 'only', 'todo', 'fails'] as const) {
      const value = propertyOf(options, kind)
      if (value === null || truthOf(value) === false) continue
      const sure = truthOf(value) === true
      switches.push({ kind: sure || kind !== 'skip' ? kind : 'conditional', node: value })
    }
  return switches
}

/** `skipIf(true)` always skips; `skipIf(onWindows)` only sometimes. */
function conditional(callee: Node, name: string): Switch {
  const made = [...below(callee)].find(
    (node): node is Typed<'CallExpression'> =>
      node.type === 'CallExpression' && chainOf(node.callee).at(-1) === name,
  )
  const truth = truthOf(made?.arguments[0])
  const always = name === 'skipIf' ? truth === true : truth === false
  return { kind: always ? 'skip' : 'conditional', node: made ?? callee }
}

/** What stands in the body and ends it: `ctx.skip()`, `pending()`, or a return before anything is checked. */
function bodySwitches(body: FunctionNode | null): readonly Switch[] {
  const block = body?.body
  if (block?.type !== 'BlockStatement') return []
  const switches: Switch[] = []
  for (const node of ownBelow(block)) {
    if (node.type !== 'CallExpression') continue
    const name = chainOf(node.callee).join('.')
    if (!/^(?:t|ctx|context|this|task|test)\.(?:skip|todo)$|^pending$|^skip$/.test(name)) continue
    const first = block.body.some(
      (statement) => statement.type === 'ExpressionStatement' && statement.expression === node,
    )
    switches.push({
      kind: first && truthOf(node.arguments[0]) !== false ? 'skip' : 'conditional',
      node,
    })
  }
  for (const [index, statement] of block.body.entries()) {
    const isLast = index === block.body.length - 1
    if (statement.type === 'ReturnStatement' && !isLast)
      switches.push({ kind: 'skip', node: statement })
    if (statement.type !== 'IfStatement' || isLast) continue
    const inner = statement.consequent
    const only = inner.type === 'BlockStatement' ? inner.body.at(-1) : inner
    if (
      only?.type !== 'ReturnStatement' ||
      (only.argument !== null && [...below(only.argument)].some(is('CallExpression')))
    )
      continue
    const truth = truthOf(statement.test)
    if (truth !== false)
      switches.push({ kind: truth === true ? 'skip' : 'conditional', node: statement })
  }
  return switches
}

function tableOf(call: Typed<'CallExpression'>): readonly Node[] | null {
  for (const node of below(call.callee)) {
    if (node.type === 'TaggedTemplateExpression') return node.quasi.expressions
    if (node.type !== 'CallExpression' || !/^(?:each|for)$/.test(chainOf(node.callee).at(-1) ?? ''))
      continue
    const [given] = node.arguments
    const first = is('TSAsExpression', 'TSSatisfiesExpression')(given) ? given.expression : given
    return first?.type === 'ArrayExpression' ? first.elements.filter((each) => each !== null) : []
  }
  return null
}

const runnerModules =
  /^(?:vitest|jest|@jest\/globals|node:test|mocha|ava|bun:test|@playwright\/test|tape|uvu|qunit|@japa\/runner)$/

/** Names such as `fit` mean a test only where tests are. */
const isTestFile = (source: Source): boolean => {
  const kind = kindOfFile(source.path)
  if (kind === 'types' || isHandedOver.test(source.path)) return false
  return (
    isTestKind(kind) ||
    source.module.staticImports.some(({ moduleRequest }) => runnerModules.test(moduleRequest.value))
  )
}

/** Tests that a test runs, or that show readers how to write some: nobody counts on what they say. */
const isHandedOver = /(?:^|\/)(?:__fixtures__|fixtures|examples?)\//

const known = new WeakMap<Source, readonly TestCase[]>()

/** All tests of a file, with what switches them off, their own or that of a group around them. */
export function testCasesOf(source: Source): readonly TestCase[] {
  const testCases = known.get(source)
  if (testCases !== undefined) return testCases
  const runners = isTestFile(source) ? runnersOf(source) : []
  const groups = new Map<Node, Runner>(
    runners.filter(({ isGroup }) => isGroup).map((each) => [each.call, each]),
  )
  const cases = runners
    .filter(({ isGroup }) => !isGroup)
    .map((runner): TestCase => {
      const { call } = runner
      const around = [...above(source, call)]
      const inGroups = around.flatMap((node) => groups.get(node) ?? [])
      // a test by a function that several share: what else is handed over is no body
      const isShared = is('Identifier')(call.arguments[1])
      const body = isShared ? null : (call.arguments.findLast((each) => isFunction(each)) ?? null)
      const leaf = titleOf(source, call)
      const titles = [...inGroups.map((group) => titleOf(source, group.call)).toReversed(), leaf]
      return {
        source,
        title: titles.join(' > '),
        leaf,
        call,
        body: isFunction(body) ? body : null,
        switches: [
          ...switchesOf(runner),
          ...inGroups.flatMap(switchesOf),
          ...bodySwitches(isFunction(body) ? body : null),
          ...hookSwitches(around),
          ...around.filter(is('IfStatement')).map((node) => ({
            kind: truthOf(node.test) === false ? ('skip' as const) : ('conditional' as const),
            node,
          })),
        ],
        rows: tableOf(call),
      }
    })
  known.set(source, cases)
  return cases
}

/** The body of a test as text that layout does not change. */
export const bodyText = ({ body }: TestCase): string =>
  body === null ? '' : canonical(body.body ?? body)
