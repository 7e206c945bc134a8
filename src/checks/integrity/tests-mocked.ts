import { assertionsIn } from './assertions.ts'
import { type Change, type FileChange, isTestKind, kindOfFile } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced, type Occurrence } from './introduced.ts'
import { resolveModule } from './modules.ts'
import { chainOf, dotted, keysIn, literalOf } from './names.ts'
import { all, below, is, isFunction, type Source, type Typed } from './source.ts'

const rules = rulesOf('test_coverage', {
  'unit-mocked': [
    'fail',
    'A test replaces the very code it is about',
    'It then tests the replacement.',
    'Mock what the code depends on, not the code itself.',
  ],
})

export const testsMocked: Family = { family: 'tests', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [...mockedUnits(change), ...change.files.flatMap(rewrittenUnits)]
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

/** Names that came from the source and are now made up in the test itself. */
function rewrittenUnits({ before, after, kind }: FileChange): readonly IntegrityFinding[] {
  if (before === null || after === null || !isTestKind(kind)) return []
  const imported = (source: Source) =>
    new Set(
      source.module.staticImports
        .filter(({ moduleRequest }) => /^[.@~#]/.test(moduleRequest.value))
        .flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
    )
  const now = imported(after)
  const old = imported(before)
  const subjects = subjectCalls(after)
  return after.nodes.flatMap((node): readonly IntegrityFinding[] => {
    const name =
      is('VariableDeclarator', 'FunctionDeclaration')(node) && node.id?.type === 'Identifier'
        ? node.id.name
        : ''
    if (!old.has(name) || !subjects.has(name)) return []
    const stood = before.nodes.some(
      (each) =>
        is('VariableDeclarator', 'FunctionDeclaration')(each) &&
        each.id?.type === 'Identifier' &&
        each.id.name === name,
    )
    if (
      stood ||
      (is('VariableDeclarator')(node) &&
        (node.init === null || !isFunction(node.init)) &&
        now.has(name))
    )
      return []
    const isImport =
      is('VariableDeclarator')(node) &&
      node.init !== null &&
      [...below(node.init)].some(is('ImportExpression'))
    return isImport
      ? []
      : [
          findingIn(rules['unit-mocked'], after, node.start, {
            message: `${name} is written anew in the test`,
          }),
        ]
  })
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
  // a set-up that replaces the project's own code replaces it for every test
  if (kindOfFile(source.path) === 'support' && kindOfFile(path) === 'source') return true
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
