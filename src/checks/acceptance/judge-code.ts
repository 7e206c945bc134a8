import { testBentResults } from './bend-results.ts'
import { reachOf } from './change-reach.ts'
import { codeObligations } from './code-obligations.ts'
import { judgeChange } from './judge-change.ts'
import type { Judgement } from './judgement.ts'
import type { MeasureOptions } from './measure.ts'
import type { Measurement, TestMeasure } from './measurement.ts'
import { failingOldTests, tellingTests } from './rerun-tests.ts'
import { isProduct, proofsOf, type TestFileProof } from './test-proof.ts'
import {
  type Contradiction,
  contradictionObligations,
  contradictionsOf,
  undisputed,
} from './contradictions.ts'
import { openChangeExaminer } from './exam.ts'
import { type Asked, type Change, readChange } from '../integrity/change.ts'
import type { IntegrityFinding } from '../integrity/rule.ts'
import { inspectChange } from '../integrity/inspect-change.ts'
import { loadParser, type ParseSource } from '../integrity/source.ts'
import type { TestCase } from '../integrity/test-cases.ts'
import { testPairs } from '../integrity/test-pairs.ts'
import type { MutationReport } from '../mutation-sample/mutant.ts'
import type { FileTree } from '../../model/file-tree.ts'
import type { Powers } from '../../model/power.ts'
import type { Obligation } from '../../model/obligation.ts'
import { type Exam, examine } from '../../obligations/exam.ts'
import type { Work } from '../../asking/judge-work.ts'
import type { OwnRules } from '../../ports/own-rules.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { ownRulesAbout } from '../own-rules.ts'
import { changedFiles, mutateChange } from './mutate-change.ts'

/** A project, or a change of it where there is a `before`, after it was measured. */
export type CodeToJudge = {
  readonly before: { readonly tree: FileTree; readonly measured: Measurement } | null
  readonly after: { readonly tree: FileTree; readonly measured: Measurement }
  /** Paths that the change touched. */
  readonly paths: readonly string[]
  readonly asked?: Asked
  /** The task in its own words; null where nobody told. */
  readonly task: string | null
  /** What was asked for, read into an exam, and who decides what no machine can. */
  readonly asking?: {
    readonly exam: Exam
    judge(obligations: readonly Obligation[], work: Work): Promise<readonly Obligation[]>
  }
  readonly threshold: number
  /** What a person lets rules do. */
  readonly powers?: Powers
  /** Rules that the user wrote, and what comes before the paths to make them paths from the workspace. */
  readonly own?: { readonly rules: OwnRules; readonly prefix?: string }
  readonly mutationSeconds: number
  readonly seed: string
  readonly at: string
  readonly onProgress: (what: string) => void
  /** How it was measured, for running its tests again. */
  readonly options: MeasureOptions
}

export type CodeJudgement = {
  readonly judgement: Judgement
  readonly integrity: readonly IntegrityFinding[]
  readonly mutation: MutationReport | null
  /** What was asked for, and what every project and every change owes, and how it stands. */
  readonly obligations: readonly Obligation[]
}

/** Judges code by its scores, by what the change did besides, and by what it owes. */
export async function judgeCode(
  workbench: Workbench,
  code: CodeToJudge,
  signal: AbortSignal,
): Promise<CodeJudgement> {
  const { before, after, paths, asked, task, threshold, at } = code
  const again = { ...code, options: onceMore(code) }
  const judgement = judgeChange(before?.measured ?? null, after.measured, {
    files: paths,
    at,
    threshold,
  })
  const trees = { before: before?.tree ?? new Map<string, string>(), after: after.tree }
  const parse = await loadParser()
  const change = readChange(trees, parse)
  const read = (path: string) => change.source('after', path)
  code.onProgress('looking at the tests')
  const tests = proofsOf(after.tree, read)
  const known = {
    before: before?.measured ?? null,
    after: after.measured,
    judgement,
    threshold,
    tests,
    task,
    touchesCode: before === null || paths.some((path) => !isDocument.test(path)),
  }
  let ran: Promise<TestMeasure | null> | null = null
  const bent = () => (ran ??= testBent(workbench, again, { tests, parse, signal }))
  const { exam, odd } = await askedOf(workbench, again, { change, parse, tests, bent, signal })
  const own = await ownRulesAbout(code, signal)
  if (before === null) {
    const isQuick = after.measured.tests.state === 'passed' && secondsOf(after.measured) <= 10
    const none = { integrity: null, oldTests: [], mutation: null, reach: null, newTests: null }
    const owed = codeObligations({ ...known, ...none, bent: isQuick ? await bent() : null })
    const obligations = await decided(code, [...exam, ...own.obligations, ...owed])
    return { judgement, integrity: own.findings, mutation: null, obligations }
  }
  code.onProgress('looking for what the change did besides')
  const integrity = await inspectChange({
    ...trees,
    powers: code.powers ?? {},
    ...(asked === undefined ? {} : { asked }),
  })
  const mutation = await planted(workbench, code, signal)
  const owed = codeObligations({
    ...known,
    integrity,
    oldTests: undisputed(await failingOldTests(workbench, { ...again, integrity, signal }), odd),
    mutation,
    bent: null,
    reach: await reachOf({ ...trees, paths, read }, after.measured, tests),
    newTests: new Set(
      testPairs(change).fresh.map(({ source, title }) => `${source.path}\0${title}`),
    ),
  })
  const obligations = await decided(code, [...exam, ...own.obligations, ...owed])
  return { judgement, integrity: [...integrity, ...own.findings], mutation, obligations }
}

/** Tests are known to end: with other code, what takes far longer hangs, and more time would tell no more. */
const onceMore = ({ options, after }: CodeToJudge): MeasureOptions => ({
  ...options,
  seconds: { ...options.seconds, test: 20 + 5 * secondsOf(after.measured) },
  retrySeconds: [],
})

const secondsOf = ({ commands }: Measurement): number =>
  commands.find(({ purpose }) => purpose === 'test')?.attempts.at(-1)?.seconds ?? 0

/** What is still open goes to the judge, once for all of it, with the places that speak of it. */
export async function decided(
  {
    asking,
    before,
    after,
    paths,
    task,
  }: Pick<CodeToJudge, 'asking' | 'paths' | 'task'> & {
    readonly before: Pick<CodeToJudge['after'], 'tree'> | null
    readonly after: Pick<CodeToJudge['after'], 'tree'>
  },
  obligations: readonly Obligation[],
): Promise<readonly Obligation[]> {
  const files = { before: before?.tree ?? null, after: after.tree, paths }
  const judged =
    asking === undefined
      ? obligations
      : await asking.judge(obligations, { text: textOf(files), task: task ?? '' })
  return judged.map((each) => withPlaces(each, files))
}

const isDocument =
  /\.(?:md|mdx|txt|rst|adoc|png|jpe?g|gif|svg|ico|webp)$|(?:^|\/)(?:LICENSE|AUTHORS|CODEOWNERS|\.gitignore|\.gitattributes|\.editorconfig)$/i

type Read = {
  readonly change: Change
  readonly parse: ParseSource
  readonly tests: readonly TestFileProof[]
  readonly bent: () => Promise<TestMeasure | null>
  readonly signal: AbortSignal
}

/** What was asked for, sentence by sentence, and what in it contradicts itself or the tests. */
async function askedOf(
  bench: Workbench,
  code: CodeToJudge,
  { change, parse, tests, bent, signal }: Read,
): Promise<{ exam: readonly Obligation[]; odd: readonly Contradiction[] }> {
  const { asking, before, after, paths, task } = code
  if (asking === undefined || asking.exam.items.length === 0) return { exam: [], odd: [] }
  code.onProgress('holding the code against what was asked')
  const files = { before: before?.tree ?? null, after: after.tree, paths }
  const read = (path: string) => change.source('after', path)
  let telling: Promise<readonly TestCase[]> | null = null
  const trees = before === null ? null : { ...files, before: before.tree }
  const runs = { tests, after: after.measured.tests, options: code.options, parse, signal, bent }
  const facts = {
    task: task ?? '',
    tests,
    before: before?.measured ?? null,
    after: after.measured,
    change: before === null ? null : change,
    telling: () => (telling ??= tellingTests(bench, trees, runs)),
  }
  const examiner = openChangeExaminer({ ...files, bench, read, signal, facts })
  const asked = await examine(asking.exam, examiner, after.measured.tree)
  // of a change only the tests that were there before it: whoever made it wrote the others
  const side = before === null ? 'after' : 'before'
  const known = new Set([...tests.map(({ path }) => path), ...paths])
  const sources = [...known].flatMap((path) => change.source(side, path) ?? [])
  const odd = contradictionsOf(asking.exam.items, sources, parse)
  return { exam: [...contradictionObligations(odd, after.measured.tree), ...asked], odd }
}

type Files = {
  readonly before: FileTree | null
  readonly after: FileTree
  readonly paths: readonly string[]
}

const mostText = 400_000

/** The text a judge sees: what was changed, then the code of the project, then everything else. */
function textOf({ after, paths }: Files): string {
  const rank = (path: string) => (paths.includes(path) ? 0 : isProduct(path) ? 1 : 2)
  return [...after]
    .filter(([path, text]) => !/(?:^|[-/.])lock(?:\.|$)/.test(path) && !text.includes('\0'))
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([path, text]) => `--- ${path}\n${text}`)
    .join('\n')
    .slice(0, mostText)
}

/** One glance must be enough: where the work speaks of what nobody could decide. */
function withPlaces(obligation: Obligation, { before, after, paths }: Files): Obligation {
  if (obligation.status !== 'undecided' || obligation.decided_by !== 'judge') return obligation
  const words = new Set(
    (obligation.source.text.toLowerCase().match(/[a-z][a-z0-9]{4,}/g) ?? []).map((word) =>
      word.slice(0, 6),
    ),
  )
  const places = (before === null ? [...after.keys()].filter(isProduct) : paths).flatMap((path) => {
    const lines = (after.get(path) ?? '').split('\n')
    const scores = lines.map(
      (line) => [...words].filter((word) => line.toLowerCase().includes(word)).length,
    )
    const best = Math.max(0, ...scores)
    return best < 2 ? [] : [{ best, where: `${path}:${scores.indexOf(best) + 1}` }]
  })
  const shownPlaces = places
    .toSorted((one, other) => other.best - one.best)
    .slice(0, 3)
    .map(({ where }) => where)
  const see =
    shownPlaces.length === 0 ? 'no changed line speaks of it' : `see ${shownPlaces.join(', ')}`
  return { ...obligation, reason: `${obligation.reason}; ${see}` }
}

/** The tests while the changed code, or all that they load, gives other results than it does. */
async function testBent(
  workbench: Workbench,
  { before, after, paths, options, onProgress }: CodeToJudge,
  { tests, ...run }: Pick<Read, 'tests' | 'parse' | 'signal'>,
): Promise<TestMeasure | null> {
  onProgress('asking the tests about other results')
  const loaded = before === null ? tests.flatMap(({ loads }) => [...loads]) : paths
  const trees = { before: before?.tree ?? new Map<string, string>(), after: after.tree }
  const files = await changedFiles(trees, [...new Set(loaded)].filter(isProduct))
  return testBentResults(workbench, files, { ...run, options })
}

async function planted(
  workbench: Workbench,
  { before, after, paths, mutationSeconds, seed, onProgress }: CodeToJudge,
  signal: AbortSignal,
): Promise<MutationReport | null> {
  if (mutationSeconds === 0 || before === null) return null
  onProgress('planting bugs in the change')
  const change = { before: before.tree, after: after.tree, paths, seconds: mutationSeconds, seed }
  return mutateChange(workbench, change, signal)
}
