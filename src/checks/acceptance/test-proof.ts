import { builtinModules } from 'node:module'
import type { FileTree } from '../../model/file-tree.ts'
import { assertionsIn } from '../integrity/assertions.ts'
import { isTestKind, kindOfFile } from '../integrity/change.ts'
import { entriesOf, requestsOf, sourceOf } from '../integrity/module-graph.ts'
import { fileAt, folderOf, normalPath, resolveModule } from '../integrity/modules.ts'
import { literalOf } from '../integrity/names.ts'
import { jsonObject } from '../integrity/package-json.ts'
import { all, below, isScriptPath, type Node, type Source } from '../integrity/source.ts'
import { testCasesOf, type TestCase } from '../integrity/test-cases.ts'
import { isHollow } from '../integrity/tests-hollow.ts'

/** Reads a file of the tree that is judged. */
export type ReadSource = (path: string) => Source | null

export type TestFileProof = {
  readonly path: string
  /** Files of the project that it loads, itself or through others. */
  readonly loads: ReadonlySet<string>
  /** Imports that name neither a package nor a file that is there, so that nobody knows what it loads. */
  readonly unknown: readonly string[]
  readonly cases: readonly CaseProof[]
}

export type CaseProof = {
  readonly test: TestCase
  /** Whether it asserts anything about what it took from the project. */
  readonly looks: boolean
}

/** Whether a file holds tests: by its name, its runner, or because the test script starts it. */
const isTestFile = (path: string, source: Source): boolean =>
  !/(?:^|\/)(?:fixtures|__fixtures__|node_modules)\//.test(path) &&
  (testCasesOf(source).length > 0 || /(?:^|\/)tests?\.[cm]?[jt]s$/.test(path))

/** What each test file of a tree loads and looks at. */
export function proofsOf(tree: FileTree, read: ReadSource): readonly TestFileProof[] {
  const links = linksOf(tree, read)
  return [...tree.keys()].flatMap((path) => {
    if (!isScriptPath(path) || kindOfFile(path) === 'generated' || /\.d\.[cm]?ts$/.test(path))
      return []
    const source = read(path)
    if (source === null || !isTestFile(path, source)) return []
    const { loads, unknown } = reachOf(path, links)
    const own = ownNames(source, links(path), loads.size > 0)
    return [
      {
        path,
        loads,
        unknown,
        cases: testCasesOf(source).map((test) => ({ test, looks: looksAt(test, own) })),
      },
    ]
  })
}

type Links = {
  /** Files of the tree by the words that name them. */
  readonly files: ReadonlyMap<string, string>
  readonly unknown: readonly string[]
}

const builtin = new Set(builtinModules)

function linksOf(tree: FileTree, read: ReadSource): (path: string) => Links {
  const known = new Map<string, Links>()
  const project = jsonObject(tree.get('package.json'))
  const name = typeof project['name'] === 'string' ? project['name'] : ''
  const [entry] = entriesOf(tree)
  const packages = packageNames(tree)
  return (path) => {
    const links = known.get(path)
    if (links !== undefined) return links
    const files = new Map<string, string>()
    const unknown: string[] = []
    const source = read(path)
    for (const [request] of source === null ? [] : requestsOf(source)) {
      const target = targetOf(tree, path, request) ?? ownPackage(request, { name, entry })
      if (target !== null) files.set(request, target)
      else if (!isForeign(request, packages)) unknown.push(request)
    }
    if (source !== null && loadsAtRuntime.test(source.text))
      unknown.push('what it loads as it runs')
    // a program is started by its path
    for (const literal of source === null ? [] : all(source, 'Literal')) {
      const text = literalOf(literal) ?? ''
      if (!/^[\w@./-]*\w\.[cm]?[jt]sx?$/.test(text) || files.has(text)) continue
      const target =
        targetOf(tree, path, text) ?? fileAt(tree, normalPath(text)) ?? endingWith(tree, text)
      if (target !== null && target !== path) files.set(text, target)
    }
    const made = { files, unknown }
    known.set(path, made)
    return made
  }
}

/** What is loaded or started by a name that is put together as the test runs cannot be followed. */
const loadsAtRuntime =
  /\brequire\(\s*[^'"`\s)]|\bimport\(\s*[^'"`\s)]|\bimport\.meta\.glob|\bcreateRequire\b|\b(?:exec|execFile|execSync|execFileSync|spawn|spawnSync|fork|execa|execaSync)\(|\bfetch\(|\bpage\.goto\(/

/** The file an import names; a built file stands for its source. */
function targetOf(tree: FileTree, from: string, request: string): string | null {
  const direct = resolveModule(tree, from, request)
  if (direct !== null || !request.startsWith('.')) return direct
  const path = normalPath(`${folderOf(from)}/${request}`)
  if (path === '') return entriesOf(tree)[0] ?? null
  return sourceOf(tree, path, '')
}

const endingWith = (tree: FileTree, text: string): string | null => {
  const tail = `/${text.replace(/^(?:\.{1,2}\/)+/, '')}`
  const results = [...tree.keys()].filter((path) => `/${path}`.endsWith(tail))
  return results.length === 1 ? (results[0] ?? null) : null
}

const ownPackage = (
  request: string,
  { name, entry }: { readonly name: string; readonly entry: string | undefined },
): string | null =>
  name !== '' && (request === name || request.startsWith(`${name}/`)) ? (entry ?? null) : null

function packageNames(tree: FileTree): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [path, text] of tree) {
    if (!/(?:^|\/)package\.json$/.test(path)) continue
    const own = jsonObject(text)
    for (const field of ['dependencies', 'devDependencies', 'peerDependencies'])
      for (const name of Object.keys(Object(own[field]))) names.add(name)
  }
  return names
}

const runners =
  /^(?:vitest|jest|@jest\/globals|mocha|chai|ava|tap|tape|uvu|jasmine|bun:test|expect)\b/

const isForeign = (request: string, packages: ReadonlySet<string>): boolean =>
  request.startsWith('node:') ||
  builtin.has(request) ||
  runners.test(request) ||
  packages.has(request) ||
  packages.has(
    request
      .split('/')
      .slice(0, request.startsWith('@') ? 2 : 1)
      .join('/'),
  )

const mostFiles = 2_000

/** The product files that a test file loads through any number of others. */
function reachOf(path: string, links: (path: string) => Links) {
  const visited = new Set([path])
  const unknown: string[] = []
  for (const at of visited) {
    if (visited.size > mostFiles) break
    const result = links(at)
    // what a product file asks of the outside is its own affair
    if (at === path || isTestKind(kindOfFile(at))) unknown.push(...result.unknown)
    for (const target of result.files.values()) visited.add(target)
  }
  const loads = new Set([...visited].filter((each) => each !== path && isProduct(each)))
  return { loads, unknown }
}

/** Code of the project itself: no tests, helpers of tests, types or settings. */
export const isProduct = (path: string): boolean =>
  isScriptPath(path) &&
  !/\.d\.[cm]?ts$/.test(path) &&
  /^(?:source|script)$/.test(kindOfFile(path)) &&
  !/(?:^|\/)tests?\.[cm]?[jt]s$/.test(path)

/** Names of a test file that stand for something of the project, directly or through a variable. */
function ownNames(source: Source, { files }: Links, reaches: boolean): ReadonlySet<string> {
  const names = new Set<string>()
  if (!reaches) return names
  for (const { moduleRequest, entries } of source.module.staticImports)
    if (files.has(moduleRequest.value))
      for (const { localName } of entries) names.add(localName.value)
  const mentions = (node: Node): boolean =>
    [...below(node)].some(
      (each) =>
        (each.type === 'Identifier' && names.has(each.name)) ||
        (each.type === 'Literal' && files.has(literalOf(each) ?? '')),
    )
  // a few rounds reach what is made of what was imported
  for (let round = 0; round < 4; round++)
    for (const node of source.nodes) {
      if (node.type === 'VariableDeclarator' && node.init !== null && mentions(node.init))
        for (const each of below(node.id)) if (each.type === 'Identifier') names.add(each.name)
      if (node.type === 'FunctionDeclaration' && node.id !== null && mentions(node))
        names.add(node.id.name)
      if (node.type === 'AssignmentExpression' && mentions(node.right))
        for (const each of below(node.left)) if (each.type === 'Identifier') names.add(each.name)
    }
  for (const literal of files.keys()) names.add(literal)
  return names
}

function looksAt(test: TestCase, own: ReadonlySet<string>): boolean {
  if (own.size === 0) return false
  const { body, source } = test
  // a macro or a named function: what it does stands elsewhere in the file
  const root = body ?? source.program
  if (isHollow(test)) return false
  const asserts = assertionsIn(source, root).length > 0 || root.type === 'Program'
  const mentioned = [...below(root)].some(
    (node) =>
      (node.type === 'Identifier' && own.has(node.name)) ||
      (node.type === 'Literal' && own.has(literalOf(node) ?? '')),
  )
  // a test without an assertion of a known kind may hand it to a helper that looks at the project
  return mentioned && (asserts || callsHelper(root, own))
}

const callsHelper = (root: Node, own: ReadonlySet<string>): boolean =>
  [...below(root)].some(
    (node) =>
      node.type === 'CallExpression' &&
      node.callee.type === 'Identifier' &&
      own.has(node.callee.name) &&
      /assert|expect|check|verify|test|should|run|compare|macro/i.test(node.callee.name),
  )
