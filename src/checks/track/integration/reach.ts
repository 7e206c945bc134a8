import { below, is, isFunction, type Node } from '../../integrity/source.ts'
import type { Project } from './project.ts'
import type { Code } from './routes/route.ts'

const deepest = 5

/** A piece of code and the functions of the project that it calls, and those call. */
export function reachedFrom(project: Project, start: Code): ReadonlySet<Code> {
  const visited = new Map<Node, Code>()
  const visit = (code: Code, depth: number) => {
    if (visited.has(code.node) || depth > deepest) return
    visited.set(code.node, code)
    const { source, node } = code
    const named = is('Identifier', 'MemberExpression', 'CallExpression')(node)
      ? project.functionsAt(source, node)
      : []
    for (const each of named) visit(each, depth + 1)
    for (const each of below(node)) {
      const callees = is('CallExpression', 'NewExpression')(each)
        ? [
            each.callee,
            ...each.arguments.filter((one) => is('Identifier', 'MemberExpression')(one)),
          ]
        : []
      for (const callee of callees)
        if (!isFunction(callee))
          for (const target of project.functionsAt(source, callee)) visit(target, depth + 1)
    }
  }
  visit(start, 0)
  return new Set(visited.values())
}
