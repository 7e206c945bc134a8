import { isBuiltin } from 'node:module'
import { folderOf } from '../../integrity/modules.ts'
import { dotted } from '../../integrity/names.ts'
import { all, is, lineAt, type Node, type Source } from '../../integrity/source.ts'
import { holdsUnless, type Issue, met, type Part, undecided, unmet } from '../evaluation.ts'
import { type Import, importsOf, packageOf } from '../imports.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import { againstDocuments } from './written-boundaries.ts'

/** A circle of imports that the track closed. */
export function noCycles(code: TrackCode): Part {
  const issues = new Map<string, Issue>()
  for (const source of code.touched('source', 'script'))
    for (const each of importsOf(code, source.path)) {
      if (each.target === null || each.isLazy || !code.isOwn(source, each)) continue
      const back = pathBetween(code, each.target, source.path)
      if (back === null) continue
      const circle = [source.path, ...back]
      const key = [...new Set(circle)].toSorted().join()
      if (!issues.has(key))
        issues.set(
          key,
          issueAt(
            source,
            each,
            `the imports go round in a circle: ${circle.join(' → ')}`,
            'move what both need to a file of its own',
          ),
        )
    }
  return holdsUnless('no-cycles', 'no imports go round in a circle', {
    issues: [...issues.values()],
    reason: 'no import of the track closes a circle',
  })
}

/** The files on the way from one to another, both included. */
function pathBetween(code: TrackCode, from: string, to: string): readonly string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]])
  for (const at of cameFrom.keys()) {
    if (at === to) {
      const path: string[] = []
      for (let step: string | null = at; step !== null; step = cameFrom.get(step) ?? null)
        path.unshift(step)
      return path
    }
    for (const { target, isLazy } of importsOf(code, at))
      if (target !== null && !isLazy && !cameFrom.has(target)) cameFrom.set(target, at)
  }
  return null
}

export function noUnusedImports(code: TrackCode): Part {
  const issues = code.touched('source', 'script', 'test', 'support').flatMap((source) => {
    const used = usedNames(source)
    const isMentioned = (name: string) =>
      source.comments.some(
        ({ value }) => value.startsWith('*') && new RegExp(`\\b${name}\\b`).test(value),
      )
    const imported = source.module.staticImports.flatMap(({ entries, start }) =>
      entries.map(({ localName }) => ({
        name: localName.value,
        start: localName.start ?? start,
      })),
    )
    return [...imported, ...requiredNames(source)].flatMap((place): readonly Issue[] => {
      const { name } = place
      const isJsx = name === 'React' && /\.[jt]sx$/.test(source.path)
      if (
        used.has(name) ||
        isJsx ||
        name === 'h' ||
        isMentioned(name) ||
        !code.isOwn(source, place)
      )
        return []
      return [issueAt(source, place, `${name} is imported and not used`, 'take the import out')]
    })
  })
  return holdsUnless('no-unused-imports', 'every import is used', {
    issues,
    reason: 'each name that the track imports is used',
  })
}

type Place = { readonly name: string; readonly start: number }

/** `const { a, b } = require('./c')`, each name with its place. */
const requiredNames = (source: Source): readonly Place[] =>
  requires(source).flatMap(({ id }) =>
    [id, ...(is('ObjectPattern')(id) ? id.properties : [])].flatMap((each) => {
      const name = is('Property')(each) ? each.value : each
      return is('Identifier')(name) ? [{ name: name.name, start: name.start }] : []
    }),
  )

const requires = (source: Source) =>
  all(source, 'VariableDeclarator').filter(
    ({ init }) => is('CallExpression')(init) && dotted(init.callee) === 'require',
  )

/** Names that a file uses somewhere else than in its imports. */
export function usedNames(source: Source): ReadonlySet<string> {
  const imports = [...all(source, 'ImportDeclaration'), ...requires(source).map(({ id }) => id)]
  const isImport = ({ start, end }: { start: number; end: number }) =>
    imports.some((each) => start >= each.start && end <= each.end)
  return new Set(
    source.nodes.flatMap((node) =>
      is('Identifier', 'JSXIdentifier')(node) && !isImport(node) && !isKey(source, node)
        ? [node.name]
        : [],
    ),
  )
}

/** The `b` of `a.b` and of `{ b: 1 }` is no use of a variable. */
function isKey(source: Source, node: Node): boolean {
  const up = source.parentOf.get(node)
  if (is('MemberExpression')(up)) return !up.computed && up.property.start === node.start
  if (is('Property')(up)) return !up.computed && !up.shorthand && up.key.start === node.start
  return (
    is('MethodDefinition', 'PropertyDefinition', 'TSPropertySignature', 'TSMethodSignature')(up) &&
    up.key.start === node.start
  )
}

const serverPackages =
  /^(?:pg|mysql2?|better-sqlite3|sqlite3|mongodb|mongoose|redis|ioredis|knex|typeorm|sequelize|@prisma\/client|drizzle-orm|postgres|kysely|nodemailer|bcrypt|express|fastify|koa|@hapi\/hapi|server-only|firebase-admin)$/

const about = 'imports keep to the boundaries of the project'

/** Browser code that loads what only a server has, and imports against the direction between folders. */
export function boundaries(code: TrackCode): Part {
  const issues = [
    ...code
      .touched('source')
      .flatMap((source) => (isClient(source) ? serverImports(code, source) : [])),
    ...strayDatabases(code),
    ...againstDocuments(code),
  ]
  const turned = againstDirection(code)
  const sure = turned.filter(({ count }) => count >= 3)
  if (issues.length + sure.length > 0)
    return unmet('boundaries', about, [...issues, ...sure.map(({ issue }) => issue)])
  const [first] = turned
  return first === undefined
    ? met('boundaries', about, 'the imports of the track go the way of the others')
    : undecided(
        'boundaries',
        about,
        `${first.issue.message} (${first.issue.path ?? ''}:${first.issue.line ?? 1})`,
      )
}

/** Code that is sent to browsers: it says so, or it keeps state in a component. */
export const isClient = (source: Source): boolean =>
  source.program.body.some(
    (each) => is('ExpressionStatement')(each) && each.directive === 'use client',
  ) ||
  (/\.[jt]sx$/.test(source.path) &&
    /\buse(?:State|Effect|Reducer|Ref|LayoutEffect|Context)\s*[(<]/.test(source.text))

function serverImports(code: TrackCode, source: Source): readonly Issue[] {
  return importsOf(code, source.path).flatMap((each): readonly Issue[] => {
    if (!code.isOwn(source, each)) return []
    const server = serverBehind(code, each)
    return server === null
      ? []
      : [
          issueAt(
            source,
            each,
            `code for browsers loads ${server}, which only a server has`,
            'ask the server by a request instead',
          ),
        ]
  })
}

function serverBehind(code: TrackCode, first: Import): string | null {
  const visited = new Set<string>()
  const waiting = [first]
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (isBuiltin(each.request) || serverPackages.test(packageOf(each.request) ?? ''))
      return each.request
    if (each.target === null || visited.has(each.target)) continue
    visited.add(each.target)
    const isAction = /^\s*(?:\/\/[^\n]*\n\s*)*['"]use server['"]/.test(
      code.facts.files.get(each.target) ?? '',
    )
    if (!isAction) waiting.push(...importsOf(code, each.target))
  }
  return null
}

/** The driver of a database that only one folder used so far. */
function strayDatabases(code: TrackCode): readonly Issue[] {
  return code.touched('source').flatMap((source) =>
    importsOf(code, source.path).flatMap((each): readonly Issue[] => {
      const name = packageOf(each.request) ?? ''
      if (!code.isOwn(source, each) || !databases.test(name)) return []
      const users = code
        .sources('source')
        .filter(
          ({ path }) =>
            path !== source.path &&
            code.change.before.has(path) &&
            importsOf(code, path).some(({ request }) => packageOf(request) === name),
        )
      const homes = new Set(users.map(({ path }) => folderOf(path)))
      const [home = ''] = homes
      if (users.length < 2 || homes.size !== 1 || source.path.startsWith(`${home}/`)) return []
      return [
        issueAt(
          source,
          each,
          `only ${home} talks to ${name} so far`,
          `put the query into ${home} and call it from here`,
        ),
      ]
    }),
  )
}

const databases =
  /^(?:pg|mysql2?|better-sqlite3|sqlite3|mongodb|mongoose|knex|typeorm|sequelize|@prisma\/client|drizzle-orm|postgres|kysely)$/

/** Imports from a folder that so far was only imported from, never the other way round. */
function againstDirection(
  code: TrackCode,
): readonly { readonly issue: Issue; readonly count: number }[] {
  const layer = (path: string) => layerOf(code, path)
  const edges = code.sources('source').flatMap((source) =>
    importsOf(code, source.path).flatMap((each) => {
      const [from, to] = [layer(source.path), each.target === null ? '' : layer(each.target)]
      return from === '' || to === '' || from === to
        ? []
        : [{ source, each, from, to, isNew: code.isOwn(source, each) }]
    }),
  )
  return edges
    .filter(({ isNew }) => isNew)
    .flatMap(({ source, each, from, to }) => {
      const old = edges.filter((edge) => !edge.isNew)
      if (old.some((edge) => edge.from === from && edge.to === to)) return []
      const other = old.filter((edge) => edge.from === to && edge.to === from)
      const [example] = other
      return example === undefined
        ? []
        : [
            {
              count: other.length,
              issue: issueAt(
                source,
                each,
                `${from} imports from ${to}, which imports from ${from} (${example.source.path}:${lineAt(example.source.text, example.each.start)})`,
                `move what ${from} needs out of ${to}, or hand it in`,
              ),
            },
          ]
    })
}

/** The folder below the root of the sources. */
function layerOf(_code: TrackCode, path: string): string {
  const [, root = '', layer = ''] =
    /^((?:(?:packages|apps)\/[^/]+\/)?(?:src|lib|app|source)\/)?([^/]+)\//.exec(path) ?? []
  return layer === '' ? '' : `${root}${layer}`
}
