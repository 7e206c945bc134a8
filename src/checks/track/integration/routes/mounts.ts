import { chainOf, literalOf, propertyOf } from '../../../integrity/names.ts'
import {
  above,
  all,
  is,
  isFunction,
  type Node,
  type Source,
  type Typed,
} from '../../../integrity/source.ts'
import { defaultName, initOf } from '../look-up.ts'
import { type Project } from '../project.ts'
import type { Code } from './route.ts'

type Call = Typed<'CallExpression'>
/** Names under which a router may be mounted: its variable, the functions around it, its file. */
type Keys = ReadonlySet<string>
type Mount = {
  readonly prefix: string
  readonly target: string
  readonly source: Source
  readonly call: Call
  readonly beside: readonly Node[]
}
export const pathsIn = (node: Node | undefined): readonly string[] => {
  if (is('ArrayExpression')(node))
    return node.elements.flatMap((each) => pathsIn(each ?? undefined))
  const text = literalOf(node)
  return text !== null && (text === '' || /^[/*:]/.test(text)) ? [text] : []
}

/** Routers that are hung below a path, with what runs before them. */
export function mountsIn(project: Project, source: Source, call: Call): readonly Mount[] {
  const name = call.callee.type === 'MemberExpression' ? (chainOf(call.callee).at(-1) ?? '') : ''
  if (!/^(?:use|register|route|mount)$/.test(name)) return []
  const [first] = call.arguments
  const prefix =
    name === 'register'
      ? (literalOf(propertyOf(call.arguments[1], 'prefix')) ?? '')
      : (pathsIn(first)[0] ?? '')
  const rest = call.arguments.filter((each) => literalOf(each) === null)
  return rest.flatMap((each) => {
    const beside = rest.filter((other) => other !== each)
    return keysOfTarget(project, source, each).map((target) => ({
      prefix: prefix.replace(/\/\*.*$/, ''),
      target,
      source,
      call,
      beside,
    }))
  })
}

/** What a mounted router or plugin is known by. */
function keysOfTarget(project: Project, source: Source, node: Node): readonly string[] {
  if (isFunction(node)) return [`${source.path}@${node.start}`]
  if (node.type === 'CallExpression') {
    const chain = chainOf(node.callee)
    // `books.routes()` of Koa is the router itself
    if (chain.at(-1) === 'routes' && node.callee.type === 'MemberExpression')
      return keysOfTarget(project, source, node.callee.object)
    const request = chain.join('.') === 'require' ? literalOf(node.arguments[0]) : null
    if (request !== null) return fileKeys(project.fileOf(source, request), 'default')
    return project
      .functionsAt(source, node.callee)
      .map(({ source: at, node: made }) => `${at.path}@${made.start}`)
  }
  if (node.type === 'ImportExpression')
    return fileKeys(project.fileOf(source, literalOf(node.source) ?? ''), 'default')
  if (node.type !== 'Identifier') return []
  const imported = project.importOf(source, node.name)
  if (imported === null)
    return [
      `${source.path}#${node.name}`,
      ...project
        .functionsAt(source, node)
        .map((named) => `${named.source.path}@${named.node.start}`),
    ]
  const functions = project.functionsAt(source, node)
  if (functions.length > 0)
    return functions.map((named) => `${named.source.path}@${named.node.start}`)
  return fileKeys(project.fileOf(source, imported.module), imported.name)
}

function fileKeys(file: Source | null, name: string): readonly string[] {
  if (file === null) return []
  const local = name === 'default' ? defaultName(file) : name
  return local !== null && initOf(file, local) !== null ? [`${file.path}#${local}`] : [file.path]
}

/** The variable of a router, also of one that gets its routes where it is made. */
function rootOf(source: Source, call: Call): string {
  const [root = ''] = chainOf(call.callee)
  if (root !== '') return root
  const made = [...above(source, call)].find(is('VariableDeclarator'))
  return made?.id.type === 'Identifier' ? made.id.name : ''
}

function keysAt(source: Source, call: Call): Keys {
  const around = [...above(source, call)].filter(isFunction)
  return new Set([
    source.path,
    `${source.path}#${rootOf(source, call)}`,
    ...around.map(({ start }) => `${source.path}@${start}`),
  ])
}

/** Middleware with the path below which it runs. */
type Guard = Code & { readonly scope: string }
type Place = { readonly prefix: string; readonly guards: readonly Guard[] }
const deepest = 5

/** Where a router hangs, with everything that runs before it. */
export function placesOf(
  { source, call }: { readonly source: Source; readonly call: Call },
  mounts: readonly Mount[],
  depth: number,
): readonly Place[] {
  const keys = keysAt(source, call)
  const own = ownPlace(source, call)
  const hung = mounts.filter((each) => keys.has(each.target) && each.call !== call)
  if (hung.length === 0 || depth > deepest) return [own]
  return hung.flatMap((mount) =>
    placesOf(mount, mounts, depth + 1).map(({ prefix, guards }) => ({
      prefix: `${prefix}/${mount.prefix}/${own.prefix}`,
      guards: [
        ...guards,
        ...mount.beside.map((node) => ({ source: mount.source, node, scope: prefix })),
        ...own.guards.map((guard) => ({
          ...guard,
          scope: `${prefix}/${mount.prefix}/${guard.scope}`,
        })),
      ],
    })),
  )
}

/** The prefix a router gives itself, and the middleware that was told to it before. */
function ownPlace(source: Source, call: Call): Place {
  const root = rootOf(source, call)
  const init = initOf(source, root)
  const made = [...(init === null ? [] : [init]), call.callee]
  const prefix = made.flatMap((node) => prefixIn(node)).at(0) ?? ''
  const guards = all(source, 'CallExpression').flatMap((each): readonly Guard[] => {
    if (each === call || rootOf(source, each) !== root) return []
    const name = chainOf(each.callee).at(-1) ?? ''
    const isHook = name === 'addHook' || name === 'derive' || name === 'onBeforeHandle'
    if (!isHook && (name !== 'use' || each.start > call.start)) return []
    const scope = `${prefix}/${name === 'use' ? (pathsIn(each.arguments[0])[0] ?? '') : ''}`
    return each.arguments
      .filter((one) => literalOf(one) === null)
      .map((node) => ({ source, node, scope: scope.replace(/\/?\*.*$/, '') }))
  })
  return { prefix, guards }
}

function prefixIn(node: Node): readonly string[] {
  const names: string[] = []
  for (let at: Node | null = node; at !== null;) {
    if (at.type === 'NewExpression') {
      const prefix = literalOf(propertyOf(at.arguments[0], 'prefix'))
      return prefix === null ? names : [prefix, ...names]
    }
    if (at.type === 'CallExpression') {
      const base = chainOf(at.callee).at(-1) === 'basePath' ? literalOf(at.arguments[0]) : null
      if (base !== null) names.unshift(base)
      at = at.callee
    } else at = at.type === 'MemberExpression' ? at.object : null
  }
  return names
}
