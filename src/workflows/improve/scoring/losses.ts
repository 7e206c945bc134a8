import { fileShape, largeFileLines, pointsOff, steps } from '../../../checks/acceptance/scores.ts'
import { counted } from '../../../model/counted.ts'
import { criteria, type CriterionId, type Evidence, groups, type Steps } from './criteria.ts'
import type { ApplicationFacts } from './facts.ts'

/** Points that a dimension loses. `unsure`: how many of them, because nobody could tell. */
export type Loss = {
  readonly off: number
  readonly unsure: number
  readonly evidence: readonly Evidence[]
}

/** What a dimension loses, or null where nothing of it can be asked. */
export function lossesOf(
  dimension: keyof typeof groups,
  facts: ApplicationFacts,
): readonly Loss[] | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a group are criteria
  const ids = Object.keys(groups[dimension]) as CriterionId[]
  // what a starter is worth says nothing of what was built from it
  if (!facts.isBuilt && dimension !== 'completeness')
    return [lost(dimension === 'test_coverage' ? 10 : 9, nothingBuilt, [])]
  const asked = ids.flatMap((id) => ofCriterion(id, facts) ?? [])
  if (dimension === 'test_coverage')
    return hasCode(facts) ? [ofCoverage(facts), ofPlanted(facts), ...asked] : null
  if (dimension === 'user_experience') return asked.length === 0 ? null : asked
  if (dimension === 'completeness') return [ofRequirements(facts), ofTodos(facts), ...asked]
  return [...(dimension === 'architecture' ? ofShape(facts) : [ofLint(facts)]), ...asked]
}

const nothingBuilt = 'nothing was built: every file came with the set-up'

const hasCode = ({ measured }: ApplicationFacts): boolean =>
  measured === null ||
  measured.files.some(({ is_test, executable_lines }) => is_test || executable_lines > 0)

/** A judge is heard only where no check decided; then half a point stays unsure. */
function ofCriterion(id: CriterionId, facts: ApplicationFacts): Loss | null {
  const { questions, judged } = facts
  const { about, steps: table, bySize } = criteria[id]
  const question = questions[id]
  if (question.status === 'not_applicable') return null
  if (question.status === 'decided')
    return byCount(question.faults, about, table, bySize ? sizeOf(facts) : 1)
  const word = judged.find(({ criterion }) => criterion === id)
  if (word === undefined)
    return undecided(table[0]?.[1] ?? 0, `${about}: not decided, ${question.reason}`)
  const off = word.isMet ? 0 : (table.at(-1)?.[1] ?? 0)
  return { off, unsure: 0.5, evidence: describe(off, about, [word.evidence]) }
}

const undecided = (off: number, text: string): Loss => lost(off, text, [], off)

const lost = (off: number, about: string, faults: readonly Evidence[], unsure = 0): Loss => ({
  off,
  unsure,
  evidence: off === 0 ? [] : describe(off, about, faults),
})

const byCount = (faults: readonly Evidence[], about: string, table: Steps, size = 1): Loss =>
  lost(pointsOff(faults.length / size, table), about, faults)

const usualLines = 1_000

/** Only lines that run count: padding makes no fault smaller. */
const sizeOf = ({ measured }: ApplicationFacts): number => {
  const own = measured?.files.filter(({ is_test }) => !is_test) ?? []
  return Math.max(1, own.reduce((sum, each) => sum + each.executable_lines, 0) / usualLines)
}

const mostShown = 5

/** The points lost, and some of the places. */
function describe(off: number, about: string, faults: readonly Evidence[]): readonly Evidence[] {
  const points = off === 0 ? '' : ` (−${off})`
  if (faults.length === 0) return [{ text: `${about}${points}` }]
  const more = faults.length > mostShown ? `, and ${faults.length - mostShown} more` : ''
  return faults.slice(0, mostShown).map((fault, index) => ({
    ...fault,
    text: `${about}${index === 0 ? `${points}${more}` : ''}: ${fault.text}`,
  }))
}

const unknown = ({ unmeasured }: ApplicationFacts, most: number, about: string): Loss =>
  undecided(most, `${about}: not measured, ${unmeasured ?? 'nothing could be run'}`)

const mostOf = (table: Steps): number => table[0]?.[1] ?? 0

const pageFile = /\.(?:html?|css|vue|svelte)$/

/** Sizes of files, and the function that branches most. */
function ofShape(facts: ApplicationFacts): readonly Loss[] {
  const { largestFile, largeFiles, architectureComplexity } = steps
  const short = `files have at most ${largeFileLines} lines`
  const simple = 'functions are simple'
  if (facts.measured === null)
    return [
      unknown(facts, mostOf(largestFile), short),
      unknown(facts, mostOf(architectureComplexity), simple),
    ]
  const files = facts.measured.files.filter(({ is_test }) => !is_test)
  const sizes = new Map(Object.entries(facts.lines).filter(([path]) => pageFile.test(path)))
  for (const { path, lines } of files) sizes.set(path, lines)
  if (sizes.size === 0) return [lost(9, 'there are no source files', [])]
  const { largest, large } = fileShape([...sizes.values()])
  const long = [...sizes]
    .filter(([, lines]) => lines > largeFileLines)
    .map(([path, lines]) => ({ text: counted(lines, 'line'), path, line: 1 }))
  const [worst] = files
    .flatMap(({ path, functions }) => functions.map((each) => ({ path, ...each })))
    .toSorted((a, b) => b.complexity - a.complexity)
    .map(({ name, complexity, path, line }) => ({
      complexity,
      evidence: { text: `${name} has a complexity of ${complexity}`, path, line },
    }))
  return [
    lost(pointsOff(largest, largestFile) + pointsOff(large, largeFiles), short, long),
    ...(worst === undefined
      ? []
      : [lost(pointsOff(worst.complexity, architectureComplexity), simple, [worst.evidence])]),
  ]
}

function ofLint(facts: ApplicationFacts): Loss {
  const about = 'the linter warns of nothing'
  if (facts.measured === null) return unknown(facts, mostOf(steps.warnings), about)
  const { state, warnings, diagnostics } = facts.measured.lint
  if (state === 'stopped' || state === 'not_run')
    return undecided(mostOf(steps.warnings), `${about}: the linter could not be run`)
  const off = pointsOff(warnings, steps.warnings)
  const places = diagnostics
    .filter(({ severity }) => severity === 'warning')
    .map(({ message, path, line }) => placed(message, path, line))
  return lost(off, about, places)
}

export const placed = (text: string, path: string | null, line: number | null): Evidence => ({
  text,
  ...(path === null ? {} : { path, ...(line === null ? {} : { line }) }),
})

/** What the specification demands, by its sentences, and what of each is not shown to be met. */
function sentencesOf({ requirements }: Pick<ApplicationFacts, 'requirements'>) {
  const sentences = Map.groupBy(
    requirements.filter(({ weight, status }) => weight === 'must' && status !== 'not_applicable'),
    ({ source }) => `${source.line ?? ''} ${source.text}`,
  )
  const missing = [...sentences.values()].flatMap(
    (parts) =>
      parts.find(({ status }) => status === 'unmet') ??
      parts.find(({ status }) => status === 'undecided') ??
      [],
  )
  return { sentences, missing }
}

/** How many sentences of the specification are shown to be met, and how many not to be. */
export function demandsIn(facts: Pick<ApplicationFacts, 'requirements'>) {
  const { sentences, missing } = sentencesOf(facts)
  const unmet = missing.filter(({ status }) => status === 'unmet').length
  return { met: sentences.size - missing.length, unmet }
}

/** A point for each tenth of the sentences that is not shown to be met. */
function ofRequirements(facts: ApplicationFacts): Loss {
  const { sentences, missing } = sentencesOf(facts)
  if (sentences.size === 0)
    return undecided(9, 'every requirement is met: the specification gave none')
  const unmet = missing.filter(({ status }) => status === 'unmet')
  const of = (count: number) => Math.min(9, Math.ceil((count * 10) / sentences.size))
  const off = of(missing.length)
  const faults = [...unmet, ...missing.filter(({ status }) => status === 'undecided')].map(
    ({ status, reason, evidence, source: { text, line } }): Evidence => ({
      text: `${status}: ${text}${line === undefined ? '' : ` (line ${line} of the specification)`}, ${reason}`,
      ...placeIn(evidence[0]?.where ?? /[\w./-]+\.\w+:\d+/.exec(reason)?.[0]),
    }),
  )
  const about = `${sentences.size - missing.length} of ${counted(sentences.size, 'requirement')} shown to be met`
  return lost(off, about, faults, off - of(unmet.length))
}

/** The file and line of `src/a.ts:3`. */
function placeIn(where: string | undefined): Pick<Evidence, 'path' | 'line'> {
  const [, path, line = '1'] = /^([^\s:]+)(?::([1-9]\d*))?$/.exec(where ?? '') ?? []
  return path === undefined ? {} : { path, line: Number(line) }
}

const todoSteps: Steps = [
  [5, 5],
  [2, 3],
  [0, 1],
]

function ofTodos(facts: ApplicationFacts): Loss {
  const about = 'nothing is left to do'
  if (facts.measured === null) return unknown(facts, mostOf(todoSteps), about)
  const todos = facts.measured.files.flatMap(({ path, todos: own }) =>
    own.map(({ line, text }) => ({ text: text.trim(), path, line })),
  )
  return byCount(todos, about, todoSteps)
}

/** From 80 per cent on 10, from 60 on 8, from 40 on 6, below 4; failing tests at most 4, none 0. */
function ofCoverage(facts: ApplicationFacts): Loss {
  const about = 'the tests cover the code'
  if (facts.measured === null) return unknown(facts, 10, about)
  const { tests, coverage } = facts.measured
  if (tests.state === 'none')
    return lost(10, about, [{ text: 'no test ran', path: 'package.json', line: 1 }])
  if (tests.state === 'stopped' || tests.state === 'not_run')
    return undecided(10, `${about}: they could not be run to their end`)
  const isKnown = coverage.percent !== null && coverage.confidence !== 'unknown'
  const percent = isKnown ? (coverage.percent ?? 0) : 0
  const text = isKnown ? `${percent} % of the lines` : `nobody measured it (${coverage.source})`
  if (tests.state === 'failed') {
    const off = 10 - Math.min(4, Math.max(1, Math.floor(percent / 20)))
    const { name = 'the test command', path = null, line = null } = tests.failures[0] ?? {}
    const why = placed(`${text}, and tests fail: ${name}`, path, line)
    return lost(off, about, [why], isKnown ? 0 : 3)
  }
  const off = pointsOff(100 - percent, coverageSteps)
  const [least] = coverage.files
    .filter(({ covered, total }) => covered < total)
    .toSorted((a, b) => b.total - b.covered - (a.total - a.covered))
  const why = placed(text, least?.path ?? null, least?.missed?.[0] ?? 1)
  return lost(off, about, [why], isKnown ? 0 : off)
}

/** By the share that no test runs. */
const coverageSteps: Steps = [
  [60, 6],
  [40, 4],
  [20, 2],
]

/** By the share of planted bugs that passed the tests, in tenths. */
const plantedSteps: Steps = [
  // tests that notice next to nothing are as good as none
  [9, 7],
  [8, 5],
  [6, 3],
  [4, 2],
  [2, 1],
]

/** What the specification demands and the application does not do is a bug that tests which pass did not notice. */
function ofPlanted({ planted, measured, requirements }: ApplicationFacts): Loss {
  const about = 'the tests notice planted bugs'
  const { unmet: real } = demandsIn({ requirements })
  if (measured?.tests.state !== 'passed') return lost(0, about, [])
  if (typeof planted === 'string')
    return undecided(mostOf(plantedSteps), `${about}: not decided, ${planted}`)
  const { noticed, of, survivors } = planted
  const all = of + real
  const off = all === 0 ? 0 : pointsOff(((all - noticed) * 10) / all, plantedSteps)
  const verb = real === 1 ? 'is' : 'are'
  const missed =
    real === 0 ? '' : `, and none fails although ${counted(real, 'demand')} ${verb} not met`
  return lost(off, `${about}: ${noticed} of ${of}${missed}`, survivors)
}
