import { chainOf, keyName, memberName } from '../../../integrity/names.ts'
import { above, all, below, is, type Node, type Source } from '../../../integrity/source.ts'
import type { Project } from '../project.ts'
import type { VariableUse } from './variables.ts'

export type Care = 'checked' | 'unchecked' | 'open'

/** Whether a missing variable is noticed where it is read. */
export function careOf(
  project: Project,
  { source, node, isValidated, isBuildTime }: VariableUse,
): Care {
  if (isValidated) return 'checked'
  const target = is('Property')(node) ? node.value : node
  const known = careAt(project, source, target, 0)
  return known === 'unchecked' && isBuildTime ? 'open' : known
}

function careAt(project: Project, source: Source, node: Node, depth: number): Care {
  const up = source.parentOf.get(node)
  if (is('Property')(up) && is('ObjectPattern')(source.parentOf.get(up)) && is('Identifier')(node))
    return ofName(project, source, node, depth)
  if (isTest(up, node)) return 'checked'
  if (is('TSNonNullExpression', 'TSAsExpression')(up)) {
    const outer = careAt(project, source, up, depth)
    return outer === 'checked' ? outer : 'unchecked'
  }
  if (is('TemplateLiteral', 'BinaryExpression')(up)) return 'unchecked'
  if (is('VariableDeclarator')(up) && is('Identifier')(up.id))
    return ofName(project, source, up.id, depth)
  if (is('CallExpression', 'NewExpression')(up)) {
    const name = chainOf(up.callee).at(-1) ?? ''
    if (/^(?:assert|invariant|ok|Boolean|required?|ensure)\w*$/i.test(name)) return 'checked'
    const targets = project.functionsAt(source, up.callee)
    if (targets.length > 0)
      return targets.some((named) =>
        [...below(named.node)].some(is('ThrowStatement', 'IfStatement', 'LogicalExpression')),
      )
        ? 'checked'
        : 'open'
    return /^(?:log|info|warn|error|debug)$/.test(name) ? 'open' : 'unchecked'
  }
  if (is('Property')(up) && up.value === node) return ofProperty(project, source, up)
  return 'open'
}

/** A fallback, a condition, a comparison: the code thought of a missing value. */
function isTest(up: Node | undefined, node: Node): boolean {
  if (is('LogicalExpression')(up)) return up.left === node || up.operator !== '??'
  if (is('UnaryExpression')(up)) return up.operator === '!' || up.operator === 'typeof'
  if (is('IfStatement', 'ConditionalExpression')(up)) return up.test === node
  if (is('BinaryExpression')(up)) return /^(?:[!=]={1,2}|in)$/.test(up.operator)
  if (is('AssignmentPattern')(up)) return up.left === node
  return (is('MemberExpression')(up) && up.optional) || is('SwitchStatement')(up)
}

function ofName(project: Project, source: Source, id: Node, depth: number): Care {
  if (!is('Identifier')(id) || depth > 2) return 'open'
  const others = project.product.filter((each) => {
    const imported = project.importOf(each, id.name)
    return imported !== null && project.fileOf(each, imported.module) === source
  })
  const known = [source, ...others].flatMap((file) =>
    all(file, 'Identifier')
      .filter((each) => each.name === id.name && each !== id)
      .map((each) => careAt(project, file, each, depth + 1)),
  )
  if (known.includes('checked')) return 'checked'
  return known.includes('unchecked') ? 'unchecked' : 'open'
}

/** `{ apiKey: process.env.API_KEY }`: whether anybody asks for it by that name. */
function ofProperty(project: Project, source: Source, property: Node): Care {
  if (!is('Property')(property)) return 'open'
  const name = keyName(property.key)
  const reads = project.product.flatMap((each) => {
    // `const { apiKey } = require('./config')`
    const isTaken = all(each, 'ObjectPattern').some(({ properties }) =>
      properties.some((one) => is('Property')(one) && keyName(one.key) === name),
    )
    const named = isTaken ? all(each, 'Identifier').filter((one) => one.name === name) : []
    const members = all(each, 'MemberExpression').filter((one) => memberName(one) === name)
    return [...members, ...named].map((member) => ({ up: each.parentOf.get(member), member }))
  })
  if (reads.some(({ up, member }) => isTest(up, member))) return 'checked'
  if (reads.some(({ up }) => is('TemplateLiteral', 'BinaryExpression')(up))) return 'unchecked'
  const around = [...above(source, property)]
  return around.slice(0, 4).some((each) => is('Property')(each) && keyName(each.key) === 'headers')
    ? 'unchecked'
    : 'open'
}
