import { jsonObject } from '../../integrity/package-json.ts'
import { chainOf, literalOf } from '../../integrity/names.ts'
import { all, is, isFunction, type Source } from '../../integrity/source.ts'
import type { TrackCode } from '../track-code.ts'

/** What a file of product code is, by what stands in it. */
export type Role = 'component' | 'hook' | 'class' | 'route' | 'module'

const roles = new WeakMap<Source, Role>()

export function roleOf(source: Source): Role {
  const known = roles.get(source)
  if (known !== undefined) return known
  const role = read(source)
  roles.set(source, role)
  return role
}

function read(source: Source): Role {
  if (isRouteFile(source)) return 'route'
  const names = exportedNames(source)
  if (hasMarkup(source) && names.some((name) => /^[A-Z]/.test(name))) return 'component'
  if (names.length > 0 && names.every((name) => /^use[A-Z]/.test(name))) return 'hook'
  const classes = all(source, 'ClassDeclaration').map(({ id }) => id?.name)
  return names.length > 0 && names.every((name) => classes.includes(name)) ? 'class' : 'module'
}

export const hasMarkup = (source: Source): boolean =>
  source.byType.has('JSXElement') || source.byType.has('JSXFragment')

/** Code that only a browser can run. */
export const needsBrowser = (source: Source): boolean =>
  hasMarkup(source) ||
  /\b(?:document|window|history|location|(?:local|session)Storage)\.[a-z]/.test(source.text)

/** Names by which a file can be imported; that of a default export as it is declared. */
export function exportedNames(source: Source): readonly string[] {
  const named = source.module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ localName, isType }) => (isType ? [] : (localName.name ?? []))),
  )
  const defaults = all(source, 'ExportDefaultDeclaration').flatMap(({ declaration }) =>
    is('FunctionDeclaration', 'ClassDeclaration')(declaration)
      ? (declaration.id?.name ?? [])
      : is('Identifier')(declaration)
        ? [declaration.name]
        : [],
  )
  return [...new Set([...named, ...defaults])]
}

const fileRouters =
  /^(?:next|nuxt|astro|gatsby|expo-router|@remix-run\/.+|@sveltejs\/kit|@react-router\/(?:dev|fs-routes)|@tanstack\/(?:react-)?start|@solidjs\/start|@redwoodjs\/.+|vike|h3|nitropack)$/

/** Whether a framework finds the file by its place: its name and what it exports are the framework's own. */
export function isFrameworkFile({ facts }: TrackCode, path: string): boolean {
  if (
    /\.(?:stories|story)\.[cm]?[jt]sx?$|(?:^|\/)(?:migrations?|seeds?)(?:\/|\.[cm]?[jt]s$)/.test(
      path,
    )
  )
    return true
  const packages = [...facts.files].flatMap(([name, text]) =>
    /(?:^|\/)package\.json$/.test(name) ? [jsonObject(text)] : [],
  )
  const hasRouter = packages.some((each) =>
    ['dependencies', 'devDependencies'].some((field) =>
      Object.keys(Object(each[field])).some((name) => fileRouters.test(name)),
    ),
  )
  const isHosted = ['vercel.json', 'netlify.toml', 'wrangler.toml', 'wrangler.jsonc'].some((name) =>
    facts.files.has(name),
  )
  return (
    (hasRouter &&
      /(?:^|\/)(?:app|pages|routes|server)\/|(?:^|\/)(?:middleware|instrumentation|proxy|root|entry\.(?:client|server))\.[cm]?[jt]sx?$/.test(
        path,
      )) ||
    ((hasRouter || isHosted) && /(?:^|\/)(?:api|functions)\//.test(path))
  )
}

const verbs = /^(?:get|post|put|patch|delete|head|options|all|route)$/i

/** Whether a file answers requests: it tells a router its paths, or exports a handler for a method. */
export const isRouteFile = (source: Source): boolean =>
  exportedNames(source).some((name) => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(name)) ||
  /(?:^|\/)pages\/api\//.test(source.path) ||
  all(source, 'CallExpression').some(
    ({ callee, arguments: given }) =>
      (verbs.test(chainOf(callee).at(-1) ?? '') &&
        is('MemberExpression')(callee) &&
        /^\/|^\*$/.test(literalOf(given[0]) ?? '') &&
        given
          .slice(1)
          .some(
            (each) =>
              isFunction(each) || is('Identifier', 'CallExpression', 'MemberExpression')(each),
          )) ||
      (/^(?:createServer|serve)$/.test(chainOf(callee).at(-1) ?? '') &&
        given.some((each) => isFunction(each))),
  )
