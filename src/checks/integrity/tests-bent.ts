import { canonical } from './canonical.ts'
import { isAsked, type Change, type TextChange } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced } from './introduced.ts'
import { dotted, keysIn, literalOf, memberName } from './names.ts'
import { all, below, is, isFunction, type Node, type Source } from './source.ts'

const rules = rulesOf('test_coverage', {
  'snapshot-changed': [
    'warn',
    'A stored snapshot was written anew',
    'A snapshot that is updated with the code agrees with any code.',
    'Look at what changed in the output and have it asked for.',
  ],
  'test-tools-patched': [
    'fail',
    'A test or its set-up changes how tests are judged',
    'A patched matcher, runner or exit code makes any result green.',
    'Leave the runner and its matchers as they are.',
  ],
  'errors-muted': [
    'fail',
    'Errors that nobody caught are muted',
    'Failures outside of the awaited path no longer reach the runner.',
    'Let them end the run.',
  ],
})

export const testsBent: Family = { family: 'tests', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [
    ...change.texts.flatMap((text) => snapshots(text, change)),
    ...patchedTools(change),
    ...mutedErrors(change),
    ...ownTools(change),
  ]
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

const ownToolsIn = (source: Source): readonly (readonly [string, Node])[] =>
  source.nodes.flatMap((node): readonly (readonly [string, Node])[] => {
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

/** The entries of a stored snapshot file, by their names. */
function snapshotsIn(change: Change, text: string | null): ReadonlyMap<string, string> {
  const source = text === null ? null : change.parse('snapshot.cjs', text)
  return new Map(
    (source === null ? [] : all(source, 'AssignmentExpression')).flatMap(({ left, right }) =>
      left.type === 'MemberExpression' && left.computed
        ? [[memberName(left), canonical(right)] as const]
        : [],
    ),
  )
}

function snapshots(
  { path, before, after }: TextChange,
  change: Change,
): readonly IntegrityFinding[] {
  if (!path.endsWith('.snap') || before === null || after === null) return []
  if (isAsked(change.asked.expectations, path)) return []
  const now = snapshotsIn(change, after)
  const changed = [...snapshotsIn(change, before)].filter(
    ([name, value]) =>
      now.has(name) &&
      now.get(name) !== value &&
      !isAsked(change.asked.expectations, name.replace(/ \d+$/, '')),
  )
  const hasSource = change.files.some(({ kind }) => kind === 'source')
  return changed.map(([name]) =>
    findingIn(rules['snapshot-changed'], { path, text: after }, Math.max(0, after.indexOf(name)), {
      message: `the snapshot "${name}" was written anew`,
      severity: hasSource ? 'warn' : 'fail',
    }),
  )
}

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
      : source.nodes.filter((node) => isPatch(node, kind, source.path)),
  )
  return occurrences.map(({ source, node }) =>
    findingIn(rules['test-tools-patched'], source, node.start, {
      message: 'this changes how tests are run or judged',
    }),
  )
}

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

function mutedErrors(change: Change): readonly IntegrityFinding[] {
  const occurrences = introduced(change, (source) =>
    all(source, 'CallExpression').filter(
      (call) =>
        /^process\.(?:on|once|addListener)$/.test(dotted(call.callee)) &&
        /^(?:unhandledRejection|uncaughtException)$/.test(literalOf(call.arguments[0]) ?? '') &&
        doesNothing(call.arguments[1]),
    ),
  )
  return occurrences.map(({ source, node }) =>
    findingIn(rules['errors-muted'], source, node.start, {
      message: 'errors that nobody caught are dropped here',
    }),
  )
}

const doesNothing = (node: Node | undefined): boolean =>
  isFunction(node) &&
  (node.body === null ||
    ![...below(node.body)].some(is('CallExpression', 'ThrowStatement', 'AssignmentExpression')))
