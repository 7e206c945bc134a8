import { canonical } from './canonical.ts'
import { type FileChange, isTestKind } from './change.ts'
import { type Family, findingIn, type IntegrityFinding } from './rule.ts'
import { dotted, keysIn, literalOf } from './names.ts'
import { below, is, isFunction, type Node, type Source } from './source.ts'
import { product, spot, table, tests } from './spots.ts'

const runnerFiles = [...tests, 'config'] as const
const patched = {
  rule: 'test-tools-patched',
  message: 'this changes how tests are run or judged',
} as const

// other members of `it` belong to a variable that only has the name
const runners =
  /^(?:(?:globalThis|global|window)\.)?(?:(?:it|test|describe|beforeEach|afterEach)(?:\.(?:only|skip|todo|each|fails|concurrent|skipIf|runIf))?|(?:expect|assert)(?:\.\w+)?)$/
const builtInMatchers =
  /^to(?:Be|Equal|StrictEqual|Throw|ThrowError|Match|Contain|HaveLength|BeTruthy|BeDefined|MatchObject|MatchSnapshot|HaveBeenCalled\w*|BeNull)$/

/** Runners, matchers and exit codes that a test or its set-up changes. */
export const testsBent: Family = table(
  spot({
    ...patched,
    in: [...runnerFiles, ...product],
    type: 'AssignmentExpression',
    when: ({ left, right }, source, kind) => {
      const name = dotted(left)
      const isTests = runnerFiles.some((each) => each === kind)
      if (name === 'process.exitCode') return isTests && canonical(right) === 'L0'
      return runners.test(name) && (name.includes('.') || isTests) && !isOwnLibrary(source, name)
    },
  }),
  spot({
    ...patched,
    in: runnerFiles,
    type: 'CallExpression',
    when: ({ callee, arguments: given }, { path }, kind) => {
      const name = dotted(callee)
      // a helper that plays a program may end as one; a test or its set-up may not
      if (name === 'process.exit')
        return (
          (kind === 'test' || /setup/i.test(path)) && /^(?:|L0)$/.test(given.map(canonical).join())
        )
      if (name === 'expect.extend' && given[0] !== undefined)
        return [...keysIn(given[0])].some((key) => builtInMatchers.test(key))
      return name.endsWith('.stubGlobal')
        ? runners.test(literalOf(given[0]) ?? '')
        : /^(?:jest\.retryTimes|this\.retries)$/.test(name)
    },
  }),
  (change) => change.files.flatMap(ownTools),
)

/** Names of the runner that a file of tests makes up itself. */
function ownTools({ before, after, kind }: FileChange): readonly IntegrityFinding[] {
  if (after === null || !isTestKind(kind)) return []
  const had = new Set(before === null ? [] : toolsMadeIn(before).map(([name]) => name))
  const real = before === null ? [] : importedFrom(before, realTools)
  return toolsMadeIn(after)
    .filter(([name, node]) => !had.has(name) && (real.includes(name) || neverFails(node, after)))
    .map(([name, node]) =>
      findingIn('test-tools-patched', after, node.start, {
        message: `${name} is made up in a file of tests`,
      }),
    )
}

const tools = /^(?:expect|assert|it|test|describe|suite|beforeEach|afterEach)$/
const realTools =
  /^(?:vitest|jest|@jest\/globals|node:test|(?:node:)?assert(?:\/strict)?|chai|mocha|bun:test|@playwright\/test|ava|tape|uvu.*)$/

const importedFrom = ({ module }: Source, from: RegExp): readonly string[] =>
  module.staticImports.flatMap(({ moduleRequest, entries }) =>
    from.test(moduleRequest.value) ? entries.map(({ localName }) => localName.value) : [],
  )

/** A library of assertions may set up what it declares itself. */
const isOwnLibrary = (source: Source, name: string): boolean =>
  toolsMadeIn(source).some(([tool]) => name.startsWith(`${tool}.`)) &&
  importedFrom(source, realTools).length === 0

/** Declarations of the file itself: a variable inside of a test is only a variable. */
const toolsMadeIn = ({ program }: Source): readonly (readonly [string, Node])[] =>
  program.body
    .map((node) => (is('ExportNamedDeclaration')(node) ? (node.declaration ?? node) : node))
    .flatMap((node): readonly Node[] =>
      is('VariableDeclaration')(node) ? node.declarations : [node],
    )
    .flatMap((node): readonly (readonly [string, Node])[] => {
      const name =
        is('FunctionDeclaration')(node) || (is('VariableDeclarator')(node) && isMade(node.init))
          ? dotted(node.id)
          : ''
      return tools.test(name) ? [[name, node]] : []
    })

const isMade = (init: Node | null): boolean =>
  isFunction(init) ||
  is('ObjectExpression')(init) ||
  (is('CallExpression')(init) && /^(?:vi|jest|sinon|mock)\.(?:fn|stub)$/.test(dotted(init.callee)))

/** Whether a tool neither throws nor hands its work to something that could. */
function neverFails(node: Node, source: Source): boolean {
  const inner = [...below(node)]
  const given = new Set([
    ...importedFrom(source, /./),
    ...inner.flatMap((each) => (isFunction(each) ? each.params.map((one) => dotted(one)) : [])),
  ])
  return !inner.some(
    (each) =>
      is('ThrowStatement')(each) ||
      (is('CallExpression')(each) && given.has(dotted(each.callee).split('.')[0] ?? '')),
  )
}
