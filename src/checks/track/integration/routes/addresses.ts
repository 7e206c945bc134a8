import { chainOf, literalOf } from '../../../integrity/names.ts'
import { above, is, type Node, type Source } from '../../../integrity/source.ts'
import { type Issue, notApplicable, type Part, unmet } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'
import { plainRoute } from '../read-spec.ts'
import type { Route } from './route.ts'

type Address = { readonly source: Source; readonly node: Node; readonly path: string }

/** Addresses of the application's own that code writes down, with braces for what is put in. */
function addressesIn(source: Source): readonly Address[] {
  return source.nodes.flatMap((node) => {
    const text = is('TemplateLiteral')(node)
      ? node.quasis.map(({ value }) => value.cooked ?? '').join('{x}')
      : is('Literal')(node)
        ? literalOf(node)
        : null
    const result = /^(\/[\w\-./{}]*)(?:[?#].*)?$/s.exec(text ?? '')?.[1] ?? ''
    // text of markup that is put together: `<a href="/books/${id}">`
    const inMarkup = [...(text ?? '').matchAll(/\b(?:href|action)="(\/[\w\-./{}]*)[^"]*"/g)]
    return [result, ...inMarkup.map(([, path = '']) => path)]
      .filter((path) => path.length > 1 && !path.endsWith('/') && !isOther(source, node))
      .map((path) => ({ source, node, path: plainRoute(path) }))
  })
}

const comparing =
  /^(?:startsWith|endsWith|includes|indexOf|join|resolve|replace|test|match|readFile\w*|require)$/

/** Compared, joined with others, or led to another server. */
const isOther = (source: Source, node: Node): boolean => {
  for (const each of above(source, node)) {
    if (is('BinaryExpression')(each)) return true
    if (is('CallExpression')(each)) return comparing.test(chainOf(each.callee).at(-1) ?? '')
    if (is('NewExpression')(each)) return each.arguments.length > 1
    if (is('ImportDeclaration')(each)) return true
  }
  return false
}

export function addressPart(project: Project, routes: readonly Route[]): Part {
  const about = 'addresses that the code sends to or links to are answered'
  const issues = [...deadAddresses(project, routes), ...deadParameters(project)]
  return issues.length === 0
    ? notApplicable('addresses', about, 'no address of the code is known to lead nowhere')
    : unmet('addresses', about, issues)
}

const firstOf = (path: string): string => path.split('/')[1] ?? ''

/** Addresses that no route answers, although others that begin so are answered. */
function deadAddresses(project: Project, routes: readonly Route[]): readonly Issue[] {
  const reported = routes.filter(
    ({ style, path }) => /^(?:call|table)$/.test(style) && path !== '/',
  )
  const heads = Map.groupBy(reported, ({ path }) => firstOf(path))
  const isRouted = (path: string) => routes.some((route) => fits(route.path, path))
  return project.touched.flatMap((source) =>
    addressesIn(source)
      .filter(
        ({ path, node }) =>
          (heads.get(firstOf(path))?.length ?? 0) > 1 &&
          !firstOf(path).includes('{') &&
          !isRouted(path) &&
          !reported.some(
            (route) =>
              route.node.start <= node.start &&
              route.node.end >= node.end &&
              route.source === source &&
              route.handler.node.start > node.start,
          ),
      )
      .map(({ node, path }) =>
        issueAt(
          source,
          node,
          `no route answers ${path.replaceAll('{x}', '…')}`,
          `lead to one of ${(heads.get(firstOf(path)) ?? [])
            .map((route) => route.path)
            .slice(0, 6)
            .join(', ')}`,
        ),
      ),
  )
}

/** Whether a route answers a path, of which parts may be open. */
function fits(route: string, path: string): boolean {
  const [wanted, given] = [route.split('/'), path.split('/')]
  if (route.endsWith('*')) return path.startsWith(route.replace(/\*.*$/, ''))
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => {
      const other = given[index] ?? ''
      return part.includes('{') || other.includes('{') || part.toLowerCase() === other.toLowerCase()
    })
  )
}

/** `/sign-in?next=…`, where nothing ever reads `next`. */
function deadParameters(project: Project): readonly Issue[] {
  const texts = project.product.map(({ text }) => text)
  return project.touched.flatMap((source) =>
    source.nodes.flatMap((node) => {
      const text = is('TemplateElement')(node)
        ? node.value.raw
        : is('Literal')(node)
          ? (literalOf(node) ?? '')
          : ''
      const name = /^\/[\w\-/]+\?(\w+)=$/.exec(text)?.[1]
      const isRead = new RegExp(
        `(?:get|has|query|param)\\w*\\(['"]${name}['"]|(?:query|params|parameters|searchParams)\\??\\.${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\} = [\\w.]*(?:query|params|searchParams)`,
      )
      return name === undefined || texts.some((each) => isRead.test(each))
        ? []
        : [
            issueAt(
              source,
              node,
              `${name} is put into an address, and nothing reads it`,
              `read ${name} where the address leads`,
            ),
          ]
    }),
  )
}
