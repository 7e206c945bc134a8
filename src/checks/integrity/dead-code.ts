import type { Change, FileChange } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { isTestKind } from './file-kind.ts'
import { moduleGraph, type Use } from './module-graph.ts'
import { truthOf } from './names.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { introduced } from './introduced.ts'
import { declarationOf } from './exports.ts'
import { is, type Node, type Source, type Typed } from './source.ts'

const rules = rulesOf('architecture', {
  'file-unused': [
    'warn',
    'A new file that nothing imports',
    'Code that is never reached only looks like work.',
    'Use it, or take it out.',
  ],
  'export-unused': [
    'warn',
    'A new export that only tests use, or nobody',
    'Code that is never reached only looks like work.',
    'Use it, or take it out.',
  ],
  'code-unreachable': [
    'fail',
    'Code that can never run',
    'It stands behind an end or a condition that never holds.',
    'Take it out, or mend what stands before it.',
  ],
})

export const deadCode: Family = { family: 'waste', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const files = change.files.filter(({ kind, after }) => kind === 'source' && after !== null)
  return [...files.flatMap((file) => unused(file, change)), ...unreachable(change)]
}

/** Folders and names whose files a framework finds by itself. */
const found =
  /(?:^|\/)(?:pages|app|routes|api|migrations|stories|functions|middleware|plugins|locales|public|seeds?)\/|\.(?:stories|page|route|worker|d|config|module|controller)\.[cm]?[jt]sx?$|(?:^|\/)(?:index|main|server|app|cli|worker|middleware|instrumentation|setup)\.[cm]?[jt]sx?$/

function unused({ path, before, after }: FileChange, change: Change): readonly IntegrityFinding[] {
  if (after === null || found.test(path)) return []
  const { usesOf, entries } = moduleGraph(change, 'after')
  // without any way in nothing can be told of what is reached
  if (entries.has(path) || entries.size === 0) return []
  const uses = usesOf(path).filter(({ kind }) => !isTestKind(kind))
  const names = exportedNames(after)
  if (before === null && uses.length === 0 && !startsItself(after)) {
    return names.length === 0 && after.program.body.length === 0
      ? []
      : [
          findingIn(rules['file-unused'], after, 0, {
            message: `no file imports ${path}`,
            ...(isTestedFile(path, change) ? { severity: 'info' as const } : {}),
          }),
        ]
  }
  const old = new Set(before === null ? [] : exportedNames(before))
  // where unused exports are a habit of the file, one more is no news
  const habit =
    before !== null &&
    [...old].some(
      (name) => !isUsed(name, before, moduleGraph(change, 'before').usesOf(before.path)),
    )
  return names.flatMap((name) => {
    if (old.has(name) || isUsed(name, after, uses) || wasMoved(name, change)) return []
    const at = declarationOf(after, name)
    const isType = is('TSTypeAliasDeclaration', 'TSInterfaceDeclaration')(at)
    return [
      findingIn(rules['export-unused'], after, at?.start ?? 0, {
        message: `nothing but tests uses ${name}`,
        // what tests call, or a new file offers, was built to be called; who calls it may come later
        severity:
          habit || isType || before === null || isTested(name, path, change) ? 'info' : 'warn',
      }),
    ]
  })
}

/** What has tests was built to be used; who uses it may come with a later change. */
const isTestedFile = (path: string, change: Change): boolean =>
  moduleGraph(change, 'after')
    .usesOf(path)
    .some((use) => isTestKind(use.kind))

const isTested = (name: string, path: string, change: Change): boolean =>
  moduleGraph(change, 'after')
    .usesOf(path)
    .some((use) => isTestKind(use.kind) && use.name === name)

const exportedNames = (source: Source): readonly string[] =>
  source.module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest }) =>
      moduleRequest === null && exportName.name !== null ? [exportName.name] : [],
    ),
  )

const wasMoved = (name: string, change: Change): boolean =>
  change.files.some(({ before }) => before !== null && exportedNames(before).includes(name))

function isUsed(name: string, source: Source, uses: readonly Use[]): boolean {
  if (uses.some((use) => !isTestKind(use.kind) && (use.name === name || use.name === '*')))
    return true
  const mentions = source.nodes.filter(
    (node) => is('Identifier', 'JSXIdentifier')(node) && node.name === name,
  )
  const declared = declarationOf(source, name)
  return mentions.some(
    (node) => declared !== null && (node.start < declared.start || node.end > declared.end),
  )
}

/** A program that runs when it is loaded needs nobody who imports it. */
const startsItself = (source: Source): boolean =>
  source.program.hashbang !== null ||
  source.program.body.some(
    (each) =>
      each.type === 'ExpressionStatement' &&
      is('CallExpression', 'AwaitExpression')(each.expression),
  )

const ends = is('ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement')
const harmless = is(
  'FunctionDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'EmptyStatement',
)

function unreachable(change: Change): readonly IntegrityFinding[] {
  const after = introduced(change, (source, { kind }) =>
    kind === 'source' || kind === 'script'
      ? source.nodes.filter((node) => isBehindEnd(source, node))
      : [],
  )
  const never = introduced(change, (source, { kind }) =>
    kind === 'source' || kind === 'script' ? source.nodes.filter(neverHolds) : [],
  )
  const off = introduced(change, (source, { kind }) =>
    kind === 'source' ? source.nodes.filter((node) => switchIn(source, node) !== null) : [],
  )
  return [
    ...after.map(({ source, node }) =>
      findingIn(rules['code-unreachable'], source, node.start, {
        message: 'this stands behind the end of its block',
      }),
    ),
    ...never.map(({ source, node }) =>
      findingIn(rules['code-unreachable'], source, node.start, {
        message: 'this condition always has the same answer',
      }),
    ),
    ...off.map(({ source, node }) =>
      findingIn(rules['code-unreachable'], source, switchIn(source, node)?.start ?? node.start, {
        message: 'a constant that nothing changes decides whether this runs',
        severity: 'warn',
      }),
    ),
  ]
}

function isBehindEnd(source: Source, node: Node): boolean {
  const up = source.parentOf.get(node)
  const list =
    up?.type === 'BlockStatement' || up?.type === 'Program'
      ? up.body
      : up?.type === 'SwitchCase'
        ? up.consequent
        : null
  if (list === null || up === undefined || harmless(node)) return false
  const at = list.findIndex((each) => each === node)
  // only the first of them is told
  return (
    at > 0 && ends(list[at - 1]) && !(node.type === 'BreakStatement' && up.type === 'SwitchCase')
  )
}

/** The constant of the file, true or false for good, that a condition asks. */
function switchIn(source: Source, node: Node): Node | null {
  const asked = is('IfStatement', 'ConditionalExpression')(node)
    ? node.test
    : node.type === 'LogicalExpression' && node.operator !== '??'
      ? node.left
      : null
  const bare = asked?.type === 'UnaryExpression' && asked.operator === '!' ? asked.argument : asked
  if (bare?.type !== 'Identifier') return null
  const declared = source.nodes.filter(
    (each): each is Typed<'VariableDeclarator'> =>
      each.type === 'VariableDeclarator' &&
      each.id.type === 'Identifier' &&
      each.id.name === bare.name,
  )
  const [only] = declared
  const list = only === undefined ? undefined : source.parentOf.get(only)
  const isConst = list?.type === 'VariableDeclaration' && list.kind === 'const'
  return declared.length === 1 &&
    only !== undefined &&
    isConst &&
    only.init?.type === 'Literal' &&
    typeof only.init.value === 'boolean'
    ? only
    : null
}

function neverHolds(node: Node): boolean {
  if (is('IfStatement', 'ConditionalExpression')(node))
    return truthOf(node.test) !== null && !is('Identifier')(node.test)
  return node.type === 'WhileStatement' && truthOf(node.test) === false
}
