import { dotted } from '../../integrity/names.ts'
import { all, is, type Node, type Source } from '../../integrity/source.ts'
import { holdsUnless, type Issue, notApplicable, type Part, unmet } from '../evaluation.ts'
import { importsOf } from '../imports.ts'
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
function usedNames(source: Source): ReadonlySet<string> {
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

/** Imports that documents of the project forbid. */
export function boundaries(code: TrackCode): Part {
  const about = 'imports keep to the boundaries that the documents draw'
  const issues = againstDocuments(code)
  return issues.length === 0
    ? notApplicable('boundaries', about, 'no document forbids an import that the track has')
    : unmet('boundaries', about, issues)
}
