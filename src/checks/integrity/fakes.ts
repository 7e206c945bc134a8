import { chainOf, dotted, plainValue } from './names.ts'
import { below, type Node, type Typed } from './source.ts'
import type { TestCase } from './test-cases.ts'

/** Names bound to functions that only give back what they were told. */
export function fakesIn(test: TestCase): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of below(test.body ?? test.call)) {
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'Identifier' &&
      node.init !== null &&
      isFake(node.init)
    )
      found.add(node.id.name)
    if (
      node.type === 'CallExpression' &&
      /^(?:vi|jest|sinon|mock)\.(?:spyOn|method|stub)\b/.test(chainOf(node.callee).join('.'))
    ) {
      const isTold = chainOf(test.source.parentOf.get(node) ?? node).some((name) =>
        tells.test(name),
      )
      const [owner, method] = innermost(node)
      if (isTold && owner !== '' && method !== '') found.add(`${owner}.${method}`)
    }
  }
  return found
}

const tells = /^(?:mockReturnValue|mockResolvedValue|mockImplementation|returns|resolves)(?:Once)?$/

function innermost(call: Typed<'CallExpression'>): readonly [string, string] {
  const [owner, method] = call.arguments
  const name = plainValue(method)
  return [dotted(owner), typeof name === 'string' ? name : '']
}

function isFake(init: Node): boolean {
  const chain = chainOf(init)
  return /^(?:vi|jest|sinon|mock)$/.test(chain[0] ?? '') && /^(?:fn|stub)$/.test(chain[1] ?? '')
}
