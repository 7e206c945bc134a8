import { isSecretName } from '../../../secrets/find-secrets.ts'
import { chainOf, keyName, literalOf, memberName, propertyOf } from '../../../integrity/names.ts'
import { all, below, is, type Node, type Source, type Typed } from '../../../integrity/source.ts'
import { initOf } from '../look-up.ts'
import { argumentsFor, type Project, valueAt } from '../project.ts'

type Call = Typed<'CallExpression'>

/** A request that the code sends to another program. */
export type Outgoing = {
  readonly source: Source
  readonly node: Call
  /**
   * `fetch` gives a response whatever its status, `throws` throws on 4xx and 5xx, `emits` tells by events,
   * `sdk` is a package's client that knows its own service.
   */
  readonly client: 'fetch' | 'throws' | 'emits' | 'sdk'
  /** Which package or global sends it. */
  readonly by: string
  /** A browser's request to its own server. */
  readonly isOwn: boolean
}

const throwing = /^(?:axios|got|ky|superagent|needle|ofetch|wretch)$/
const plain = /^(?:node-fetch|cross-fetch|undici|isomorphic-fetch)$/
const http = /^(?:node:)?https?$/
const sending = /^(?:get|post|put|patch|delete|head|options|request|stream)$/
const fetching = /^\$?_?fetch(?:er|Impl|Fn)?$/
const globals = /^(?:globalThis|window|self|this|deps|dependencies|options|opts|context)$/

export function outgoingIn(project: Project, source: Source): readonly Outgoing[] {
  return all(source, 'CallExpression').flatMap((node) => {
    const sent = senderOf(project, source, node)
    if (sent === null) return []
    const made = madeWith(project, source, chainOf(node.callee)[0] ?? '')
    const base =
      made === null
        ? null
        : (propertyOf(made.arguments[0], 'baseURL') ?? propertyOf(made.arguments[0], 'prefixUrl'))
    const target = base ?? node.arguments[0]
    return [{ source, node, ...sent, isOwn: isRelative(project, source, target) }]
  })
}

type Sender = Pick<Outgoing, 'client' | 'by'>

function senderOf(project: Project, source: Source, { callee }: Call): Sender | null {
  const chain = chainOf(callee)
  const [root = ''] = chain
  const last = chain.at(-1) ?? ''
  const isMember = callee.type === 'MemberExpression'
  const imported = project.importOf(source, root)
  if (imported === null && (callee.type === 'Identifier' || isMember)) {
    const isFetch = isMember
      ? fetching.test(last) && chain.length === 2 && globals.test(root)
      : fetching.test(last) && project.functionsAt(source, callee).length === 0
    if (isFetch) return { client: last === '$fetch' ? 'throws' : 'fetch', by: last }
  }
  // `axios.get(…).then(…)` is one request, not two
  if (isMember && [...below(callee.object)].some(is('CallExpression'))) return null
  const module = clientModule(project, source, root) ?? imported?.module ?? null
  if (module === null) return null
  if (http.test(module))
    return /^(?:request|get)$/.test(last) ? { client: 'emits', by: module } : null
  if (plain.test(module))
    return !isMember && !/^[A-Z]|^(?:set|get)Global/.test(last)
      ? { client: 'fetch', by: module }
      : null
  const isSender =
    imported === null ||
    /^(?:default|\*|axios|got|ky|request|fetch|ofetch|\$fetch)$/.test(imported.name)
  if (throwing.test(module))
    return (isMember ? sending.test(last) : isSender) ? { client: 'throws', by: module } : null
  return null
}

/** How an instance was made, here or in the file it comes from: `axios.create(…)`, `ky.extend(…)`. */
function madeWith(project: Project, source: Source, name: string): Call | null {
  const { node } = valueAt(project, source, name)
  return is('CallExpression')(node) &&
    /^(?:create|extend|instance)$/.test(chainOf(node.callee).at(-1) ?? '')
    ? node
    : null
}

function clientModule(project: Project, source: Source, name: string): string | null {
  const made = madeWith(project, source, name)
  if (made === null) return null
  const [root = ''] = chainOf(made.callee)
  const module = project.importOf(valueAt(project, source, name).source, root)?.module ?? ''
  return throwing.test(module) ? module : null
}

/** Calls on what a package made with a key: `stripe.checkout.sessions.create(…)`. */
export function sdkCallsIn(project: Project, source: Source): readonly Outgoing[] {
  const clients = new Map<string, string>()
  for (const each of project.product)
    for (const { id, init } of all(each, 'VariableDeclarator')) {
      if (id.type !== 'Identifier' || !is('NewExpression', 'CallExpression')(init)) continue
      const [root = ''] = chainOf(init.callee)
      const from = project.importOf(each, root)?.module ?? '.'
      if (/^[./@~#]\/|^\.|^node:/.test(from) || plain.test(from) || throwing.test(from)) continue
      if (
        init.arguments.some(mentionsSecret) &&
        (each === source || imports(project, source, id.name, each))
      )
        clients.set(id.name, from)
    }
  return all(source, 'CallExpression').flatMap((node): readonly Outgoing[] => {
    const chain = chainOf(node.callee)
    const by = clients.get(chain[0] ?? '')
    const up = source.parentOf.get(node)
    if (by === undefined || chain.length < 2 || up?.type !== 'AwaitExpression') return []
    return [{ source, node, client: 'sdk', by, isOwn: false }]
  })
}

const imports = (project: Project, source: Source, name: string, from: Source): boolean => {
  const imported = project.importOf(source, name)
  return imported !== null && project.fileOf(source, imported.module) === from
}

const mentionsSecret = (node: Node): boolean =>
  [...below(node)].some(
    (each) =>
      (is('Identifier')(each) && isSecretName(each.name)) ||
      (is('MemberExpression')(each) && isSecretName(memberName(each))) ||
      (is('Property')(each) && isSecretName(keyName(each.key))),
  )

const deepest = 3

/** Also where all who call the function around it hand over such an address. */
function isRelative(project: Project, source: Source, node: Node | undefined, depth = 0): boolean {
  if (is('Identifier')(node)) {
    if (depth > deepest) return false
    const given = argumentsFor(project, source, node)
    if (given !== null)
      return (
        given.length > 0 &&
        given.every((each) => isRelative(project, each.source, each.node, depth + 1))
      )
    const init = initOf(source, node.name)
    return init !== null && init !== node && isRelative(project, source, init, depth + 1)
  }
  const text = is('TemplateLiteral')(node)
    ? (node.quasis[0]?.value.cooked ?? '')
    : (literalOf(node) ?? '')
  return /^\/(?!\/)/.test(text)
}
