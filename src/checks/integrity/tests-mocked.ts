import { assertionsIn } from './assertions.ts'
import { type Change, type FileChange, isTestKind, kindOfFile } from './change.ts'
import { introduced, type Occurrence } from './introduced.ts'
import { resolveModule } from './modules.ts'
import { chainOf, dotted, keysIn, literalOf } from './names.ts'
import { type Family, findingIn, type IntegrityFinding } from './rule.ts'
import { all, below, is, isFunction, type Node, type Source } from './source.ts'

/** Tests that replace the very code that they are about. */
export const testsMocked: Family = {
  look: (change) => [
    ...introduced(change, (source, { kind }) =>
      isTestKind(kind) ? all(source, 'CallExpression').filter(isMock) : [],
    )
      .filter((each) => mocksItsUnit(each, change) || spiesOnItsUnit(each))
      .map(({ source, node }) =>
        findingIn('unit-mocked', source, node.start, {
          message: 'a test replaces the code it is about',
        }),
      ),
    ...change.files.flatMap(rewrittenUnits),
  ],
}

type Call = Extract<Node, { type: 'CallExpression' }>

const mocking = /^(?:vi|vitest|jest|mock|td)\.(?:mock|doMock|module|replace|unstable_mockModule)$/
const spying =
  /^(?:vi|jest|sinon|mock)\.(?:spyOn|method|stub)\.(?:mock(?:Return|Resolved)Value|mockImplementation|returns|resolves)/

const isMock = ({ callee }: Call): boolean =>
  mocking.test(dotted(callee)) || spying.test(chainOf(callee).join('.'))

/** The local names that a file takes from modules like these. */
const importedFrom = (
  source: Source,
  isWanted: (request: string) => boolean,
): ReadonlySet<string> =>
  new Set(
    source.module.staticImports
      .filter(({ moduleRequest }) => isWanted(moduleRequest.value))
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  )

const baseName = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(/(?:[._-](?:tests?|specs?))?\.[cm]?[jt]sx?$/, '')

function mocksItsUnit({ source, node }: Occurrence<Call>, change: Change): boolean {
  const [first, factory] = node.arguments
  const request = literalOf(is('ImportExpression')(first) ? first.source : first)
  if (!mocking.test(dotted(node.callee)) || request === null) return false
  const path = resolveModule(change.after, source.path, request)
  if (path === null) return false
  // a set-up that replaces the project's own code replaces it for every test
  if (kindOfFile(source.path) === 'support') return kindOfFile(path) === 'source'
  const names = importedFrom(source, (each) => each === request)
  const keepsRest = isFunction(factory) && [...below(factory)].some(is('SpreadElement'))
  const replaced = keepsRest ? keysIn(factory) : names
  const subjects = subjectCalls(source)
  return (
    [...replaced].some((name) => names.has(name) && subjects.has(name)) ||
    (!keepsRest && names.size > 0 && baseName(path) === baseName(source.path))
  )
}

function spiesOnItsUnit({ source, node }: Occurrence<Call>): boolean {
  const spy = [...below(node)].find(
    (each): each is Call =>
      is('CallExpression')(each) && /\.(?:spyOn|method|stub)$/.test(dotted(each.callee)),
  )
  const [owner, name] = [dotted(spy?.arguments[0]), literalOf(spy?.arguments[1])]
  const isForeign = /^(?:|Date|Math|console|process|globalThis|window|fs|crypto)$/.test(owner)
  if (kindOfFile(source.path) !== 'test' || name === null || isForeign) return false
  const subjects = subjectCalls(source)
  return subjects.has(`${owner}.${name}`) || subjects.has(name)
}

/** The functions whose results are asserted in a file. */
function subjectCalls(source: Source): ReadonlySet<string> {
  const subjects = assertionsIn(source, source.program).flatMap(({ subject }) => subject ?? [])
  const named = new Set(subjects.map((node) => dotted(node)))
  const inits = all(source, 'VariableDeclarator').flatMap(({ id, init }) =>
    init !== null && is('Identifier')(id) && named.has(id.name) ? [init] : [],
  )
  return new Set(
    [...subjects, ...inits]
      .flatMap((subject) => [...below(subject)])
      .flatMap((node) => (is('CallExpression')(node) ? [dotted(node.callee)] : [])),
  )
}

/** Names that came from the source and are now made up in the test itself. */
function rewrittenUnits({ before, after, kind }: FileChange): readonly IntegrityFinding[] {
  if (before === null || after === null || !isTestKind(kind)) return []
  const isOwn = (request: string) => /^[.@~#]/.test(request)
  const [was, now] = [importedFrom(before, isOwn), importedFrom(after, isOwn)]
  const subjects = subjectCalls(after)
  return after.nodes
    .filter(is('VariableDeclarator', 'FunctionDeclaration'))
    .filter((node) => {
      const name = dotted(node.id)
      const isLoaded =
        is('VariableDeclarator')(node) &&
        node.init !== null &&
        [...below(node.init)].some(is('ImportExpression'))
      return was.has(name) && !now.has(name) && subjects.has(name) && !isLoaded
    })
    .map((node) =>
      findingIn('unit-mocked', after, node.start, {
        message: `${dotted(node.id)} is written anew in the test`,
      }),
    )
}
