import { chainOf } from './names.ts'
import { isFunction, ownBelow, type FunctionNode, type Node } from './source.ts'

/** Why a test would not run, or not run alone. */
export type Switch = {
  readonly kind: 'skip' | 'only' | 'todo' | 'fails' | 'conditional'
  readonly node: Node
}

const hooks = /^(?:beforeEach|beforeAll|before|setup|suiteSetup)$/

/** What a hook around a test, or the group itself, does to keep it from running. */
export function hookSwitches(around: readonly Node[]): readonly Switch[] {
  const blocks = around.flatMap((node) =>
    node.type === 'Program' || node.type === 'BlockStatement' ? [node] : [],
  )
  return blocks.flatMap(({ body }) =>
    body.flatMap((statement): readonly Switch[] => {
      if (
        statement.type === 'ReturnStatement' &&
        around.some((node) => comesAfter(node, statement, body))
      )
        return [{ kind: 'skip', node: statement }]
      const call = statement.type === 'ExpressionStatement' ? statement.expression : null
      if (call?.type !== 'CallExpression' || !hooks.test(chainOf(call.callee).at(-1) ?? ''))
        return []
      const hook = call.arguments.find((each) => isFunction(each))
      return isFunction(hook) ? skipsIn(hook) : []
    }),
  )
}

const comesAfter = (node: Node, end: Node, body: readonly Node[]): boolean =>
  body.indexOf(node) > body.indexOf(end)

/** Calls that skip, by the name of the context or taken out of it. */
function skipsIn(hook: FunctionNode): readonly Switch[] {
  const [first] = hook.params
  const context = first?.type === 'Identifier' ? first.name : 'this'
  const taken = first?.type === 'ObjectPattern' ? 'skip' : 'pending'
  const block = hook.body
  if (block === null) return []
  return [...ownBelow(block)].flatMap((node): readonly Switch[] => {
    if (node.type !== 'CallExpression') return []
    const name = chainOf(node.callee).join('.')
    if (name !== `${context}.skip` && name !== 'this.skip' && name !== taken) return []
    const isPlain =
      block === node ||
      (block.type === 'BlockStatement' &&
        block.body.some((each) => each.type === 'ExpressionStatement' && each.expression === node))
    return [{ kind: isPlain ? 'skip' : 'conditional', node }]
  })
}
