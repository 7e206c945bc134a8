import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced } from './introduced.ts'
import { dotted, keysIn, literalOf } from './names.ts'
import { below, is, isFunction, type Node, type Source } from './source.ts'

const rules = rulesOf('test_coverage', {
  'test-tools-patched': [
    'fail',
    'A test or its set-up changes how tests are judged',
    'A patched matcher, runner or exit code makes any result green.',
    'Leave the runner and its matchers as they are.',
  ],
})

export const testsBent: Family = { family: 'tests', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [...patchedTools(change), ...ownTools(change)]
}

const tools = /^(?:expect|assert|it|test|describe|suite|beforeEach|afterEach)$/
const realTools =
  /^(?:vitest|jest|@jest\/globals|node:test|(?:node:)?assert(?:\/strict)?|chai|mocha|bun:test|@playwright\/test|ava|tape|uvu.*)$/

/** Names of the runner that a file of tests makes up itself. */
function ownTools(change: Change): readonly IntegrityFinding[] {
  return change.files.flatMap(({ before, after, kind }) => {
    if (after === null || (kind !== 'test' && kind !== 'support')) return []
    const had = new Set(before === null ? [] : ownToolsIn(before).map(([name]) => name))
    const real = before === null ? [] : importedTools(before)
    return ownToolsIn(after).flatMap(([name, node]) => {
      if (had.has(name) || !(real.includes(name) || neverFails(node, after))) return []
      const message = `${name} is made up in a file of tests`
      return [findingIn(rules['test-tools-patched'], after, node.start, { message })]
    })
  })
}

const importedTools = ({ module }: Source): readonly string[] =>
  module.staticImports.flatMap(({ moduleRequest, entries }) =>
    realTools.test(moduleRequest.value) ? entries.map(({ localName }) => localName.value) : [],
  )

/** Declarations of the file itself: a variable inside of a test is only a variable. */
const ownToolsIn = ({ program }: Source): readonly (readonly [string, Node])[] =>
  program.body
    .flatMap((node): readonly Node[] =>
      node.type === 'ExportNamedDeclaration' && node.declaration !== null
        ? [node.declaration]
        : [node],
    )
    .flatMap((node): readonly Node[] =>
      node.type === 'VariableDeclaration' ? node.declarations : [node],
    )
    .flatMap((node): readonly (readonly [string, Node])[] => {
      if (node.type === 'FunctionDeclaration' && tools.test(node.id?.name ?? ''))
        return [[node.id?.name ?? '', node]]
      if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return []
      const isMade = isFunction(node.init) || is('ObjectExpression')(node.init) || isFake(node.init)
      return tools.test(node.id.name) && isMade ? [[node.id.name, node]] : []
    })

const isFake = (node: Node | null): boolean =>
  node?.type === 'CallExpression' &&
  /^(?:vi|jest|sinon|mock)\.(?:fn|stub)$/.test(dotted(node.callee))

/** Whether a tool neither throws nor hands its work to something that could. */
const neverFails = (node: Node, source: Source): boolean => {
  const given = new Set([
    ...importedNames(source),
    ...[...below(node)].flatMap((each) =>
      isFunction(each)
        ? each.params.flatMap((one) => (is('Identifier')(one) ? [one.name] : []))
        : [],
    ),
  ])
  return ![...below(node)].some(
    (each) =>
      each.type === 'ThrowStatement' ||
      (each.type === 'CallExpression' && given.has(dotted(each.callee).split('.')[0] ?? '')),
  )
}

const importedNames = ({ module }: Source): readonly string[] =>
  module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value))

const builtInMatchers =
  /^to(?:Be|Equal|StrictEqual|Throw|ThrowError|Match|Contain|HaveLength|BeTruthy|BeDefined|MatchObject|MatchSnapshot|HaveBeenCalled\w*|BeNull)$/
// other members of `it` belong to a variable that only has the name
const runnerNames =
  /^(?:(?:globalThis|global|window)\.)?(?:(?:it|test|describe|beforeEach|afterEach)(?:\.(?:only|skip|todo|each|fails|concurrent|skipIf|runIf))?|(?:expect|assert)(?:\.\w+)?)$/

/** Assignments to runners and matchers, and exits that are always fine. */
function patchedTools(change: Change): readonly IntegrityFinding[] {
  const occurrences = introduced(change, (source, { kind }) =>
    kind === 'generated' || kind === 'types'
      ? []
      : source.nodes.filter((node) => isPatch(node, kind, source.path) && !isOwn(node, source)),
  )
  return occurrences.map(({ source, node }) =>
    findingIn(rules['test-tools-patched'], source, node.start, {
      message: 'this changes how tests are run or judged',
    }),
  )
}

/** A library of assertions may set up what it declares itself. */
const isOwn = (node: Node, source: Source): boolean =>
  node.type === 'AssignmentExpression' &&
  ownToolsIn(source).some(([name]) => dotted(node.left).startsWith(`${name}.`)) &&
  importedTools(source).length === 0

function isPatch(node: Node, kind: string, path: string): boolean {
  const isTests = kind === 'test' || kind === 'support' || kind === 'config'
  if (node.type === 'AssignmentExpression') {
    const name = dotted(node.left)
    if (isTests && name === 'process.exitCode') return canonical(node.right) === 'L0'
    return runnerNames.test(name) && (name.includes('.') || isTests)
  }
  if (node.type !== 'CallExpression') return false
  const name = dotted(node.callee)
  // a helper that plays a program may end as one; a test or its set-up may not
  if (/^process\.(?:exit|reallyExit)$/.test(name))
    return (
      (kind === 'test' || /setup/i.test(path)) &&
      /^(?:|L0)$/.test(node.arguments.map(canonical).join())
    )
  if (name === 'expect.extend' && node.arguments[0] !== undefined)
    return [...keysIn(node.arguments[0])].some((key) => builtInMatchers.test(key))
  if (/^(?:vi|jest)\.stubGlobal$/.test(name))
    return /^(?:expect|it|test|describe|assert)$/.test(literalOf(node.arguments[0]) ?? '')
  return /^(?:jest\.retryTimes|this\.retries)$/.test(name) && isTests
}
