import type { Measurement } from '../../acceptance/measurement.ts'
import { proofsOf, type TestFileProof } from '../../acceptance/test-proof.ts'
import { moduleGraph } from '../../integrity/module-graph.ts'
import { functionsOf } from '../../integrity/functions.ts'
import { above, isFunction, lineAt, type Source } from '../../integrity/source.ts'
import { met, notApplicable, type Part, undecided, unmet } from '../evaluation.ts'
import type { TrackCode } from '../track-code.ts'
import { isLoadedByPattern } from './loaded.ts'
import { exportedNames, isFrameworkFile, needsBrowser, roleOf } from './file-kinds.ts'

const about = 'tests run what the track wrote'
const fewestLines = 3

/** Lines of functions that the track wrote, and whether a test gets there. */
export function touchedTested(code: TrackCode, measured: Measurement | null): Part {
  const files = code
    .touched('source')
    .map((source) => ({ source, lines: ownStatements(code, source) }))
    .filter(({ source, lines }) => lines.size >= fewestLines && !isStart(code, source))
  if (files.length === 0)
    return notApplicable('touched-tested', about, 'the track wrote no functions')
  const proofs = proofsOf(code.facts.files, code.read)
  const states = files.map(({ source, lines }) => ({
    source,
    state: stateOf(source, lines, {
      measured,
      proofs,
      isOpen: isFrameworkFile(code, source.path) || isLoadedByPattern(code, source.path),
    }),
  }))
  /** Code that needs a browser; many projects test it by hand. */
  const isMarkup = (source: Source) =>
    /^(?:component|hook)$/.test(roleOf(source)) ||
    needsBrowser(source) ||
    /(?:^|\/)(?:public|static|www)\//.test(source.path)
  const testsMarkup = proofs.some(({ loads }) =>
    [...loads].some(
      (path) => code.change.before.has(path) && isMarkup(code.read(path) ?? states[0]!.source),
    ),
  )
  const untested = states.filter(({ state }) => state === 'untested')
  const sure = untested.filter(({ source }) => !isMarkup(source) || testsMarkup)
  if (sure.length > 0)
    return unmet(
      'touched-tested',
      about,
      sure.map(({ source }) => ({
        message: `no test runs what the track wrote in ${source.path}`,
        path: source.path,
        line: Math.min(...ownStatements(code, source)),
        fix: 'write a test that calls it and looks at the result',
      })),
    )
  const open = [...untested, ...states.filter(({ state }) => state === 'unknown')]
  const [first] = open
  return first === undefined
    ? met(
        'touched-tested',
        about,
        `tests run ${states.map(({ source }) => source.path).join(', ')}`,
      )
    : undecided(
        'touched-tested',
        about,
        `whether a test gets to ${open.map(({ source }) => source.path).join(', ')}`,
      )
}

/** The lines on which the track begins a statement inside of a function, or what a function without statements gives. */
function ownStatements(code: TrackCode, source: Source): ReadonlySet<number> {
  const own = code.ownLines(source.path)
  return new Set(
    source.nodes.flatMap((node) => {
      const up = source.parentOf.get(node)
      const isBody = isFunction(up) && up.body === node
      if (!/Statement$|^VariableDeclaration$/.test(node.type) && !isBody) return []
      if (node.type === 'BlockStatement') return []
      const line = lineAt(source.text, node.start)
      return own.has(line) && [...above(source, node)].some((each) => isFunction(each))
        ? [line]
        : []
    }),
  )
}

/** The file that starts the program has no result to look at. */
const isStart = (code: TrackCode, source: Source): boolean =>
  moduleGraph(code.change, 'after').entries.has(source.path) &&
  exportedNames(source).length === 0 &&
  functionsOf(source).length < 4

type Known = {
  readonly measured: Measurement | null
  readonly proofs: readonly TestFileProof[]
  /** Something else than an import loads it. */
  readonly isOpen: boolean
}

function stateOf(
  source: Source,
  lines: ReadonlySet<number>,
  { measured, proofs, isOpen }: Known,
): 'tested' | 'untested' | 'unknown' {
  const counted = measured?.coverage.files.find(({ path }) => path === source.path)
  if (counted?.missed !== undefined) {
    const missed = counted.missed.filter((line) => lines.has(line)).length
    return missed >= fewestLines && missed * 2 > lines.size ? 'untested' : 'tested'
  }
  if (counted !== undefined) return counted.covered > 0 ? 'tested' : 'untested'
  if (proofs.some(({ loads, cases }) => loads.has(source.path) && cases.some(({ looks }) => looks)))
    return 'tested'
  // where lines are counted, a file without a count was never loaded
  const isCounted = (measured?.coverage.files.length ?? 0) > 0
  return !isCounted && (isOpen || proofs.some(({ unknown }) => unknown.length > 0))
    ? 'unknown'
    : 'untested'
}
