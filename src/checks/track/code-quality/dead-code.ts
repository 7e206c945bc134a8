import { moduleGraph, requestsOf } from '../../integrity/module-graph.ts'
import { resolveModule } from '../../integrity/modules.ts'
import { dotted, keyName, truthOf } from '../../integrity/names.ts'
import {
  above,
  all,
  is,
  isFunction,
  isScriptPath,
  type Node,
  type Source,
} from '../../integrity/source.ts'
import { isUnreachable } from '../../integrity/unreachable.ts'
import {
  holdsUnless,
  type Issue,
  notApplicable,
  type Part,
  undecided,
  unmet,
  met,
} from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import { isOpen, stemOf } from './loaded.ts'

/** Names that the track exports or declares, and that nobody uses. */
export function noUnusedCode(code: TrackCode): Part {
  const sources = code.touched('source', 'script')
  const issues = sources.flatMap((source) => [
    ...(isOpen(code, source.path) ? [] : unusedExports(code, source)),
    ...unusedNames(code, source),
    ...unreached(code, source),
  ])
  return holdsUnless('no-unused-code', 'everything that the track adds is used', {
    issues,
    reason: 'each name that the track adds is used somewhere',
  })
}

function unusedExports(code: TrackCode, source: Source): readonly Issue[] {
  const uses = moduleGraph(code.change, 'after').usesOf(source.path)
  // nobody loads it at all: that is said of the file
  if (uses.length === 0) return []
  const isUsedElsewhere = (name: string) =>
    uses.some((use) => use.from !== source.path && (use.name === name || use.name === '*')) ||
    isNamedElsewhere(code, source.path, name)
  const required = requiredExports(source)
    .filter(
      ({ name, local, place }) =>
        code.isOwn(source, place) &&
        !isUsedElsewhere(name) &&
        // where it is declared, and nowhere else
        all(source, 'Identifier').filter((each) => each.name === local && !isWithin(each, place))
          .length <= 1,
    )
    .map(({ local, place }) => unusedAt(source, place, local))
  const imported = source.module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ exportName, localName, moduleRequest }): readonly Issue[] => {
      const kind: string = exportName.kind
      const name = kind === 'Default' ? 'default' : exportName.name
      const local = localName.name ?? name ?? ''
      const place = { start: localName.start ?? start }
      if (name === null || moduleRequest !== null || !code.isOwn(source, place)) return []
      return isUsedElsewhere(name) ||
        occurrences(source, local) > 1 ||
        isNamedElsewhere(code, source.path, local)
        ? []
        : [unusedAt(source, place, local)]
    }),
  )
  return [...required, ...imported]
}

const unusedAt = (source: Source, place: { readonly start: number }, name: string): Issue =>
  issueAt(source, place, `${name} is exported and nobody uses it`, 'take it out, or use it')

const isWithin = (inner: Node, outer: Pick<Node, 'start' | 'end'>): boolean =>
  inner.start >= outer.start && inner.end <= outer.end

type RequiredExport = { readonly name: string; readonly local: string; readonly place: Node }

/** `module.exports = { a, b: c }`; what is made there has no other name. */
const requiredExports = (source: Source): readonly RequiredExport[] =>
  all(source, 'AssignmentExpression').flatMap(({ left, right }) =>
    dotted(left) === 'module.exports' && is('ObjectExpression')(right)
      ? right.properties.flatMap((each) =>
          is('Property')(each) && is('Identifier')(each.value)
            ? [{ name: keyName(each.key), local: each.value.name, place: each }]
            : [],
        )
      : [],
  )

/** How often a name stands in a file, but for what stands behind a dot and before a colon. */
const occurrences = (source: Source, name: string): number =>
  source.nodes.filter((node) => is('Identifier', 'JSXIdentifier')(node) && node.name === name)
    .length -
  all(source, 'ExportSpecifier').filter(
    ({ local }) => is('Identifier')(local) && local.name === name,
  ).length

/** Files that are no scripts, such as a Vue component, may import it, and types in comments. */
const isNamedElsewhere = (code: TrackCode, path: string, name: string): boolean => {
  const named = name.replaceAll('$', '\\$')
  return [...code.facts.files].some(
    ([from, text]) =>
      from !== path &&
      (/\.(?:vue|svelte|astro|mdx|html)$/.test(from)
        ? new RegExp(`\\b${named}\\b`).test(text)
        : new RegExp(
            `\\bimport\\(['"][^'"]*\\b${stemOf(path)}(?:\\.\\w+)?['"]\\)\\.${named}\\b`,
          ).test(text)),
  )
}

/** Variables and functions whose name stands nowhere else in the file. */
function unusedNames(code: TrackCode, source: Source): readonly Issue[] {
  return source.nodes.flatMap((node): readonly Issue[] => {
    const id = is(
      'FunctionDeclaration',
      'ClassDeclaration',
      'VariableDeclarator',
      'TSTypeAliasDeclaration',
      'TSInterfaceDeclaration',
    )(node)
      ? node.id
      : null
    if (
      !is('Identifier')(id) ||
      id.name.startsWith('_') ||
      id.name === 'React' ||
      !code.isOwn(source, node)
    )
      return []
    const around = [...above(source, node)]
    const isOut = around.some(
      (each) =>
        is('ExportNamedDeclaration', 'ExportDefaultDeclaration', 'TSModuleDeclaration')(each) &&
        !around.slice(0, around.indexOf(each)).some((one) => isFunction(one)),
    )
    const up = around[0]
    const isLoop = around.slice(0, 2).some(is('ForOfStatement', 'ForInStatement'))
    const isDeclared =
      is('VariableDeclaration')(up) && (up.declare === true || /using/.test(up.kind))
    // in a plain script of a page every name is open to the other scripts
    const isModule =
      source.module.hasModuleSyntax || /\brequire\(|\bmodule\.exports\b/.test(source.text)
    if (isOut || isLoop || isDeclared || !isModule || occurrences(source, id.name) > 1) return []
    return [issueAt(source, node, `${id.name} is declared and never used`, 'take it out')]
  })
}

/** Statements behind a return, and branches that can never be taken. */
const unreached = (code: TrackCode, source: Source): readonly Issue[] => [
  ...all(source, 'BlockStatement').flatMap((block) =>
    block.body
      .filter(
        (each) =>
          isUnreachable(block, each) &&
          code.isOwn(source, each) &&
          !is('TSTypeAliasDeclaration')(each),
      )
      .slice(0, 1)
      .map((each) =>
        issueAt(source, each, 'nothing ever gets here: the block ends before', 'take it out'),
      ),
  ),
  ...all(source, 'IfStatement')
    .filter(
      (node) =>
        is('Literal')(node.test) && truthOf(node.test) === false && code.isOwn(source, node),
    )
    .map((node) => issueAt(source, node, 'this condition never holds', 'take the branch out')),
]

/** Files of the track that nobody loads, and files that nobody loads since. */
export function noDeadFiles(code: TrackCode): Part {
  const about = 'every file is used'
  const { usesOf } = moduleGraph(code.change, 'after')
  const isUsed = (path: string) =>
    usesOf(path).some(({ from }) => from !== path) || isOpen(code, path) || isAskedFor(code, path)
  const fresh = code.touched('source', 'script').filter(({ path }) => code.isNew(path))
  const dead = fresh
    .filter(({ path }) => !isUsed(path))
    .map(({ path }): Issue => ({
      message: `nobody imports ${path}`,
      path,
      line: 1,
      fix: 'use it where it belongs, or take it out',
    }))
  const left = orphans(code)
    .filter((path) => !isUsed(path))
    .map((path): Issue => ({
      message: `nobody imports ${path} since the track`,
      path,
      line: 1,
      fix: 'take it out, or use it again',
    }))
  if (dead.length + left.length > 0) return unmet('no-dead-files', about, [...dead, ...left])
  if (fresh.length === 0)
    return notApplicable('no-dead-files', about, 'the track adds no source files')
  const tested = fresh.find(
    ({ path }) =>
      !isOpen(code, path) &&
      usesOf(path).every(({ kind }) => kind === 'test' || kind === 'support') &&
      usesOf(path).length > 0,
  )
  return tested === undefined || !hasProgram(code)
    ? met('no-dead-files', about, `${fresh.length} new files are all used`)
    : undecided(
        'no-dead-files',
        about,
        `only tests load ${tested.path}: is it part of the product yet?`,
      )
}

/** Whether the project has a file that starts it, from which others are loaded. */
const hasProgram = (code: TrackCode): boolean => {
  const { entries } = moduleGraph(code.change, 'after')
  return [...entries].some((path) => {
    const source = code.read(path)
    return source !== null && [...requestsOf(source)].some(([request]) => request.startsWith('.'))
  })
}

/** An import by a short name that the project gives to its folders. */
const isAskedFor = (code: TrackCode, path: string): boolean => {
  const [stem, folder] = [stemOf(path), path.split('/').at(-2) ?? '']
  const name = stem === 'index' ? folder : stem
  return [...code.facts.files].some(
    ([from, text]) =>
      from !== path &&
      isScriptPath(from) &&
      new RegExp(
        `['"][^'".\\s][^'"\\s]*/${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:\\.\\w+)?['"]`,
      ).test(text),
  )
}

/** What touched files imported before the track and do not any more. */
function orphans(code: TrackCode): readonly string[] {
  const targets = (
    side: 'before' | 'after',
    path: string,
    source: Source | null,
  ): readonly string[] =>
    source === null
      ? []
      : [...requestsOf(source)].flatMap(
          ([request]) => resolveModule(code.change[side], path, request) ?? [],
        )
  return [
    ...new Set(
      code.change.files.flatMap(({ path, before, after }) => {
        const now = new Set(targets('after', path, after))
        return targets('before', before?.path ?? path, before).filter(
          (target) => !now.has(target) && code.facts.files.has(target),
        )
      }),
    ),
  ]
}
