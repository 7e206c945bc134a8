import { functionsOf } from '../../../integrity/functions.ts'
import { chainOf, literalOf, propertyOf } from '../../../integrity/names.ts'
import { all, below, is, type Node, type Source } from '../../../integrity/source.ts'
import { defaultName } from '../look-up.ts'
import { type Project } from '../project.ts'
import { plainRoute } from '../read-spec.ts'
import type { Code, Route } from './route.ts'

const verb = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ALL)$/
const source = String.raw`\.[cm]?[jt]sx?$`

/** Folders whose files are routes: the path, and how a file says which methods it answers. */
const layouts: readonly {
  readonly pattern: RegExp
  readonly base: string
  readonly by: 'export' | 'default' | 'name'
}[] = [
  { pattern: new RegExp(`(?:^|/)app/(?<path>.*/)?route${source}`), base: '', by: 'export' },
  {
    pattern: new RegExp(`(?:^|/)src/routes/(?<path>.*/)?\\+server${source}`),
    base: '',
    by: 'export',
  },
  { pattern: new RegExp(`(?:^|/)pages/(?<path>api/.*)${source}`), base: '', by: 'default' },
  {
    pattern: new RegExp(`(?:^|/)server/(?<path>(?:api|routes)/.*)${source}`),
    base: '',
    by: 'name',
  },
]

/** Routes of Next, SvelteKit and Nitro, whose paths are those of their files, and of classes with decorators. */
export function routesByFiles(project: Project): readonly Route[] {
  const middleware = middlewareOf(project)
  return project.product.flatMap((file) => [
    ...fileRoutes(file).map((route) => ({ ...route, guards: middleware(route.path) })),
    ...all(file, 'ClassDeclaration').flatMap((node) => controllerRoutes(file, node)),
  ])
}

function fileRoutes(file: Source): readonly Omit<Route, 'guards'>[] {
  for (const { pattern, by } of layouts) {
    const raw = pattern.exec(file.path)?.groups?.['path']
    if (!pattern.test(file.path)) continue
    const [, bare = '', method] = /^(.*?)(?:\.(get|post|put|patch|delete))?$/.exec(raw ?? '') ?? []
    const path = plainRoute(
      (by === 'name' ? bare : (raw ?? ''))
        .replace(/^routes\//, '')
        .replaceAll(/(?:^|\/)\([^)]*\)(?=\/)/g, '')
        .replace(/(?:^|\/)index$/, ''),
    )
    const made = (verbName: string, node: Node) => ({
      method: verbName.toLowerCase(),
      path,
      source: file,
      node,
      handler: { source: file, node },
      style: 'file' as const,
    })
    if (by === 'export') return exportedVerbs(file).map(([name, node]) => made(name, node))
    const handler = functionsOf(file).find(
      ({ short }) => short === (defaultName(file) ?? 'default'),
    )
    const node = handler?.node ?? file.program
    return by === 'name'
      ? [made(method ?? 'all', node)]
      : methodsAsked(node).map((name) => made(name, node))
  }
  return []
}

/** `export async function GET()`, `export const POST = …`, `export { handler as GET }`. */
const exportedVerbs = (file: Source): readonly (readonly [string, Node])[] =>
  file.module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, localName }) => {
      const name = exportName.name ?? ''
      if (!verb.test(name)) return []
      const local = functionsOf(file).find(({ short }) => short === (localName.name ?? name))
      const declared = all(file, 'VariableDeclarator').find(
        ({ id }) => id.type === 'Identifier' && id.name === (localName.name ?? name),
      )
      return [[name, local?.node ?? declared?.init ?? file.program] as const]
    }),
  )

/** The methods that a handler compares `req.method` with. */
function methodsAsked(node: Node): readonly string[] {
  const asked = [...below(node)].flatMap((each) => {
    const text = literalOf(each)
    return text !== null && verb.test(text) ? [text] : []
  })
  return asked.length === 0 ? ['all'] : [...new Set(asked)]
}

/** `middleware.ts` of Next with its matcher: it runs before the paths that it names. */
function middlewareOf(project: Project): (path: string) => readonly Code[] {
  const file = project.product.find(({ path }) =>
    /(?:^|\/)(?:middleware|proxy|hooks\.server)\.[jt]s$/.test(path),
  )
  if (file === undefined) return () => []
  const config = all(file, 'VariableDeclarator').find(
    ({ id }) => id.type === 'Identifier' && id.name === 'config',
  )
  const matcher = propertyOf(config?.init, 'matcher')
  const matchers =
    matcher === null ? [] : [...below(matcher)].flatMap((each) => literalOf(each) ?? [])
  const runs = (path: string) =>
    matchers.length === 0 ||
    matchers.some((each) => path.startsWith(each.replace(/[:(*].*$/, '').replace(/\/$/, '')))
  return (path) => (runs(path) ? [{ source: file, node: file.program }] : [])
}

/** `@Controller('books') class { @Get(':id') one() {} }`. */
function controllerRoutes(file: Source, node: Node): readonly Route[] {
  if (!is('ClassDeclaration')(node)) return []
  const called = (decorators: readonly Node[], pattern: RegExp) =>
    decorators.flatMap((each) => {
      const expression = is('Decorator')(each) ? each.expression : each
      const name = chainOf(expression).at(-1) ?? ''
      const args = is('CallExpression')(expression) ? expression.arguments : []
      return pattern.test(name) ? [{ name, args, expression }] : []
    })
  const [controller] = called(node.decorators, /^(?:Controller|JsonController)$/)
  if (controller === undefined) return []
  const prefix =
    literalOf(controller.args[0]) ?? literalOf(propertyOf(controller.args[0], 'path')) ?? ''
  const guardsOf = (decorators: readonly Node[]): readonly Code[] =>
    called(decorators, /Guards?$|^(?:Auth|Authorized|Roles?)$/).map(({ expression }) => ({
      source: file,
      node: expression,
    }))
  return node.body.body.flatMap((member): readonly Route[] => {
    if (!is('MethodDefinition')(member)) return []
    return called(member.decorators, /^(?:Get|Post|Put|Patch|Delete|All)$/).map(
      ({ name, args }) => ({
        method: name.toLowerCase(),
        path: plainRoute(`${prefix}/${literalOf(args[0]) ?? ''}`),
        source: file,
        node: member,
        handler: { source: file, node: member.value },
        guards: [...guardsOf(node.decorators), ...guardsOf(member.decorators)],
        style: 'call',
      }),
    )
  })
}
