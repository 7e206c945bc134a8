import { keyName } from '../../../integrity/names.ts'
import { is, isFunction, type Node, type Source } from '../../../integrity/source.ts'
import { isSecretName } from '../../../secrets/find-secrets.ts'
import { variablesIn } from '../environment/variables.ts'
import { type Issue, holdsUnless, notApplicable, type Part } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'
import type { Outgoing } from './outgoing.ts'

const address = /^(.+)_(?:URL|URI|HOST|ENDPOINT|BASE|ORIGIN)$/

/** The key of a service is sent where the service is asked: `STOCK_TOKEN` belongs to `STOCK_URL`. */
export function credentialsPart(project: Project, calls: readonly Outgoing[]): Part {
  const id = 'credentials'
  const about = 'other programs are asked with the key that the environment holds for them'
  const asking = new Set(calls.filter(({ isOwn }) => !isOwn).map(({ source }) => source))
  const uses = project.product.flatMap((source) => variablesIn(project, source))
  const prefixes = new Set(uses.flatMap(({ name }) => address.exec(name)?.[1] ?? []))
  const keys = uses.filter(({ name }) => {
    const prefix = name.replace(/_(?:API_)?[A-Z]+$/, '')
    return prefixes.has(prefix) && isSecretName(name.split('_').at(-1) ?? '')
  })
  if (asking.size === 0 || keys.length === 0)
    return notApplicable(id, about, 'no service that is asked has a key in the environment')
  const issues = keys.flatMap(({ source, node, name }): readonly Issue[] => {
    const held = heldAs(source, node)
    const isSent = [...asking].some(
      (each) =>
        each === source || (held !== null && isUsedIn(each, held)) || each.text.includes(name),
    )
    return held === null || isSent
      ? []
      : [issueAt(source, node, `${name} is read and never sent`, 'Send it with each request')]
  })
  return holdsUnless(id, about, { issues, reason: `${keys.length} keys are sent` })
}

/** The field or variable that a value is put into. */
function heldAs(source: Source, node: Node): string | null {
  for (let at = source.parentOf.get(node); at !== undefined; at = source.parentOf.get(at)) {
    if (is('Property')(at)) return keyName(at.key)
    if (is('VariableDeclarator')(at)) return is('Identifier')(at.id) ? at.id.name : null
    if (isFunction(at) || is('CallExpression')(at)) return null
  }
  return null
}

/** Whether code takes a value up and does something with it; handing it to a field of its own is nothing yet. */
const isUsedIn = (source: Source, name: string): boolean =>
  source.nodes.some((node) => {
    if (!is('Identifier')(node) || node.name !== name) return false
    const up = source.parentOf.get(node)
    if (is('MemberExpression')(up) && up.property === node) {
      const outer = source.parentOf.get(up)
      return !(is('AssignmentExpression')(outer) && outer.left === up)
    }
    if (is('Property')(up))
      return up.value === node && !is('ObjectPattern')(source.parentOf.get(up))
    if (is('AssignmentExpression')(up))
      return !(is('MemberExpression')(up.left) && is('ThisExpression')(up.left.object))
    return !is('TSPropertySignature', 'AssignmentPattern')(up) && !isFunction(up)
  })
