import { assertionsIn } from './assertions.ts'
import { canonical } from './canonical.ts'
import { isAsked, type Change, type TextChange } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { introduced, type Occurrence } from './introduced.ts'
import { resolveModule } from './modules.ts'
import { chainOf, dotted, literalOf, memberName } from './names.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { all, below, is, isFunction, type Node, type Source, type Typed } from './source.ts'

const rules = rulesOf('test_coverage', {
  'unit-mocked': [
    'fail',
    'A test replaces the very code it is about',
    'It then tests the replacement.',
    'Mock what the code depends on, not the code itself.',
  ],
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
    ...mockedUnits(change),
    ...change.texts.flatMap((text) => snapshots(text, change)),
    ...patchedTools(change),
    ...mutedErrors(change),
  ]
}

const mocking = /^(?:vi|vitest|jest|mock|td)\.(?:mock|doMock|module|replace|unstable_mockModule)$/

function mockedUnits(change: Change): readonly IntegrityFinding[] {
  const calls = introduced(change, (source, { kind }) =>
    kind === 'test' || kind === 'support'
      ? all(source, 'CallExpression').filter((call) => mocking.test(dotted(call.callee)))
      : [],
  )
  const spies = introduced(change, (source, { kind }) =>
    kind === 'test'
      ? all(source, 'CallExpression').filter((call) => spied.test(chainOf(call.callee).join('.')))
      : [],
  )
  return [
    ...calls.filter((each) => mocksItsUnit(each, change)),
    ...spies.filter((each) => spiesItsUnit(each)),
  ].map(({ source, node }) =>
    findingIn(rules['unit-mocked'], source, node.start, {
      message: 'a test replaces the code it is about',
    }),
  )
}

const spied =
  /^(?:vi|jest|sinon|mock)\.(?:spyOn|method|stub)\.(?:mock(?:Return|Resolved)Value|mockImplementation|returns|resolves)/

const baseName = (path: string): string =>
  (path.split('/').at(-1) ?? '')
    .replace(/\.[cm]?[jt]sx?$/, '')
    .replace(/[._-](?:test|spec|tests|specs)$/, '')

function mocksItsUnit(
  { source, node }: Occurrence<Typed<'CallExpression'>>,
  change: Change,
): boolean {
  const [first, factory] = node.arguments
  const request =
    literalOf(first) ?? (first?.type === 'ImportExpression' ? literalOf(first.source) : null)
  const path = request === null ? null : resolveModule(change.after, source.path, request)
  if (path === null || request === null) return false
  const names = importedFrom(source, request)
  const keepsTheRest = factory !== undefined && [...below(factory)].some(is('SpreadElement'))
  const subjects = subjectCalls(source)
  const replaced = keepsTheRest && isFunction(factory) ? keysIn(factory) : names
  const asked = [...replaced].some((name) => names.has(name) && subjects.has(name))
  return asked || (!keepsTheRest && baseName(path) === baseName(source.path) && names.size > 0)
}

const importedFrom = (source: Source, request: string): ReadonlySet<string> =>
  new Set(
    source.module.staticImports
      .filter(({ moduleRequest }) => moduleRequest.value === request)
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  )

const keysIn = (node: Node): ReadonlySet<string> =>
  new Set(
    [...below(node)].flatMap((each) =>
      each.type === 'Property' && each.key.type === 'Identifier' ? [each.key.name] : [],
    ),
  )

/** The functions whose results are asserted in a file. */
function subjectCalls(source: Source): ReadonlySet<string> {
  const subjects = assertionsIn(source, source.program).flatMap(({ subject }) => subject ?? [])
  const named = new Set(subjects.flatMap((node) => (is('Identifier')(node) ? [node.name] : [])))
  const inits = all(source, 'VariableDeclarator').flatMap(({ id, init }) =>
    id.type === 'Identifier' && named.has(id.name) && init !== null ? [init] : [],
  )
  return new Set(
    [...subjects, ...inits].flatMap((subject) =>
      [...below(subject)].flatMap((node) =>
        node.type === 'CallExpression' ? [dotted(node.callee)] : [],
      ),
    ),
  )
}

function spiesItsUnit({ source, node }: Occurrence<Typed<'CallExpression'>>): boolean {
  const made = [...below(node)].find(
    (each): each is Typed<'CallExpression'> =>
      each.type === 'CallExpression' && /\.(?:spyOn|method|stub)$/.test(dotted(each.callee)),
  )
  const name = literalOf(made?.arguments[1])
  const owner = dotted(made?.arguments[0])
  if (
    name === null ||
    owner === '' ||
    /^(?:Date|Math|console|process|globalThis|window|fs|crypto)$/.test(owner)
  )
    return false
  const subjects = subjectCalls(source)
  return subjects.has(`${owner}.${name}`) || subjects.has(name)
}

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
const runnerNames =
  /^(?:(?:globalThis|global|window)\.)?(?:it|test|describe|expect|assert|beforeEach|afterEach)(?:\.\w+)?$/

/** Assignments to runners and matchers, and exits that are always fine. */
function patchedTools(change: Change): readonly IntegrityFinding[] {
  const found = introduced(change, (source, { kind }) =>
    kind === 'generated' || kind === 'types'
      ? []
      : source.nodes.filter((node) => isPatch(node, kind, source.path)),
  )
  return found.map(({ source, node }) =>
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
  const found = introduced(change, (source) =>
    all(source, 'CallExpression').filter(
      (call) =>
        /^process\.(?:on|once|addListener)$/.test(dotted(call.callee)) &&
        /^(?:unhandledRejection|uncaughtException)$/.test(literalOf(call.arguments[0]) ?? '') &&
        doesNothing(call.arguments[1]),
    ),
  )
  return found.map(({ source, node }) =>
    findingIn(rules['errors-muted'], source, node.start, {
      message: 'errors that nobody caught are dropped here',
    }),
  )
}

const doesNothing = (node: Node | undefined): boolean =>
  isFunction(node) &&
  (node.body === null ||
    ![...below(node.body)].some(is('CallExpression', 'ThrowStatement', 'AssignmentExpression')))
