import { z } from 'zod'
import { adjust, deadIn, missingIn } from './adjustments.ts'
import type { ApplicationFacts } from './facts.ts'
import { demandsIn, lossesOf } from './losses.ts'

export const macroDimensions = [
  'architecture',
  'readability',
  'completeness',
  'test_coverage',
  'user_experience',
] as const
export type MacroDimension = (typeof macroDimensions)[number]

/** What a point was lost for, and a place that exists. */
export const Evidence = z.object({
  text: z.string(),
  path: z.string().optional(),
  line: z.int().positive().optional(),
})
export type Evidence = z.infer<typeof Evidence>

export const MacroScore = z.object({
  dimensions: z.record(
    z.enum(macroDimensions),
    z.object({
      score: z.number().min(0).max(10),
      evidence: z.array(Evidence),
      /** Points that were lost only because nobody could tell. */
      unsure: z.number().min(0),
      /** Whether there is nothing to look at; it counts as the mean of the others then. */
      absent: z.literal(true).optional(),
    }),
  ),
  adjustments: z.array(z.object({ points: z.number(), reason: z.string() })),
  overall: z.number().min(0).max(10),
  grade: z.enum(['excellent', 'good', 'needs improvement', 'poor']),
  summary: z.string(),
  builds: z.boolean(),
  testsPass: z.boolean(),
  /** Null where nothing was linted. */
  lintErrors: z.int().nonnegative().nullable(),
  isolationVerified: z.boolean(),
})
export type MacroScore = z.infer<typeof MacroScore>

/** Shares of 1 in whole hundredths, so that the sum of whole scores is exact. */
export const inHundredths = (
  shares: Readonly<Record<MacroDimension, number>>,
): Readonly<Record<MacroDimension, number>> => ({
  architecture: Math.round(shares.architecture * 100),
  readability: Math.round(shares.readability * 100),
  completeness: Math.round(shares.completeness * 100),
  test_coverage: Math.round(shares.test_coverage * 100),
  user_experience: Math.round(shares.user_experience * 100),
})

/** In whole hundredths. */
export const macroWeights: Readonly<Record<MacroDimension, number>> = {
  architecture: 25,
  readability: 15,
  completeness: 25,
  test_coverage: 20,
  user_experience: 15,
}

/** The score of a whole application. The same facts give the same score. */
export function scoreApplication(
  facts: ApplicationFacts,
  weights: Readonly<Record<MacroDimension, number>> = macroWeights,
): MacroScore {
  const dimensions = scoreDimensions(facts)
  const state = stateOf(facts)
  const isExceptional = macroDimensions.every(
    (each) =>
      dimensions[each].score >= 9 &&
      dimensions[each].unsure === 0 &&
      lossesOf(each, facts) !== null,
  )
  const adjustments = adjust(facts, { ...state, isExceptional })
  const total = macroDimensions.reduce((sum, each) => sum + weights[each], 0)
  const hundredths = macroDimensions.reduce(
    (sum, each) => sum + (dimensions[each].score * weights[each] * 100) / total,
    0,
  )
  const points = adjustments.reduce((sum, each) => sum + each.points, 0)
  const tenths = Math.floor((Math.round(hundredths) + 5) / 10) + points * 10
  const overall = Math.min(100, Math.max(0, tenths)) / 10
  const grade = gradeOf(overall, leastGrade(facts, state))
  const summary = summaryOf({ dimensions, adjustments, overall, grade }, facts)
  return { dimensions, adjustments, overall, grade, summary, ...state }
}

type Grade = MacroScore['grade']
const grades: readonly Grade[] = ['excellent', 'good', 'needs improvement', 'poor']

const gradeOf = (overall: number, least: Grade): Grade => {
  const own =
    overall >= 8 ? 'excellent' : overall >= 6 ? 'good' : overall >= 4 ? 'needs improvement' : 'poor'
  return grades.indexOf(own) > grades.indexOf(least) ? own : least
}

/** Whatever the score is: what is not done is not excellent, and what is broken or lacks what was asked for is not good. */
function leastGrade(
  facts: ApplicationFacts,
  {
    builds,
    testsPass,
    isolationVerified,
  }: Pick<MacroScore, 'builds' | 'testsPass' | 'isolationVerified'>,
): Grade {
  const isBroken =
    !builds || !isolationVerified || facts.security.length > 0 || deadIn(facts) !== undefined
  if (isBroken || missingIn(facts) !== undefined) return 'needs improvement'
  return testsPass && openOrders(facts) === 0 ? 'excellent' : 'good'
}

const openOrders = ({ orders }: ApplicationFacts): number =>
  orders === undefined ? 0 : orders.of - orders.completed

type Dimension = MacroScore['dimensions'][MacroDimension]

const mostAbove = 3

/** What is not there is neither designed nor tested nor of use to anybody. What nobody could decide holds nothing down. */
function mostFor(facts: ApplicationFacts): number {
  const { met, unmet } = demandsIn(facts)
  return met + unmet === 0 ? 10 : mostAbove + Math.floor((met * 10) / (met + unmet))
}

const atMost = (most: number, dimension: Dimension): Dimension => {
  const { score, evidence } = dimension
  if (score <= most) return dimension
  const text = `too much of the specification is not met for more than ${most} (−${score - most})`
  return { ...dimension, score: most, evidence: [{ text }, ...evidence] }
}

/** A dimension that does not apply counts as the mean of the others, so that it moves nothing. */
function scoreDimensions(facts: ApplicationFacts): MacroScore['dimensions'] {
  const scored = new Map(
    macroDimensions.flatMap((each) => {
      const score = scoreOf(each, facts)
      return score === null ? [] : [[each, score] as const]
    }),
  )
  const most = mostFor(facts)
  for (const [name, dimension] of scored) scored.set(name, atMost(most, dimension))
  const sum = [...scored.values()].reduce((all, { score }) => all + score, 0)
  const mean = Math.floor((sum * 10) / Math.max(1, scored.size)) / 10
  const absent = (name: MacroDimension): Dimension => ({
    score: mean,
    evidence: [{ text: `${wordsFor(name)} does not apply; it counts as the mean of the others` }],
    unsure: 0,
    absent: true,
  })
  const of = (name: MacroDimension) => scored.get(name) ?? absent(name)
  return {
    architecture: of('architecture'),
    readability: of('readability'),
    completeness: of('completeness'),
    test_coverage: of('test_coverage'),
    user_experience: of('user_experience'),
  }
}

function scoreOf(name: MacroDimension, facts: ApplicationFacts): Dimension | null {
  const losses = lossesOf(name, facts)
  if (losses === null) return null
  const least = losses.some(({ off }) => off >= 10) ? 0 : 1
  const lost = (of: 'off' | 'unsure') => losses.reduce((sum, each) => sum + each[of], 0)
  const score = Math.max(least, 10 - lost('off'))
  return {
    score,
    evidence: losses.flatMap(({ evidence }) => evidence.map((each) => placed(each, facts))),
    unsure: Math.min(10 - least, lost('unsure')),
  }
}

/** Keeps a place only where the project has it. */
function placed({ text, path, line }: Evidence, { lines }: ApplicationFacts): Evidence {
  if (path === undefined) return { text }
  const last = Object.hasOwn(lines, path) ? lines[path] : undefined
  if (last === undefined) return { text: `${text} (${path})` }
  return { text, path, ...(line === undefined || line > last ? {} : { line }) }
}

/** What the stop rule asks. */
function stateOf(
  facts: ApplicationFacts,
): Pick<MacroScore, 'builds' | 'testsPass' | 'lintErrors' | 'isolationVerified'> {
  const { measured, isolation, lines } = facts
  const build = measured?.build.state
  const isStatic = Object.keys(lines).some((path) => /\.html?$/.test(path))
  const lint = measured?.lint
  const isLinted = lint !== undefined && !['unknown', 'stopped', 'not_run'].includes(lint.state)
  return {
    // pages without a script need no build and have nothing to test
    builds: build === 'passed' || (build === 'unknown' && isStatic),
    testsPass: measured?.tests.state === 'passed' || lossesOf('test_coverage', facts) === null,
    lintErrors: isLinted ? lint.errors : null,
    isolationVerified: isolation.verified && isolation.changed.length === 0,
  }
}

const wordsFor = (name: MacroDimension): string => name.replace('_', ' ')

function summaryOf(
  {
    dimensions,
    adjustments,
    overall,
    grade,
  }: Pick<MacroScore, 'dimensions' | 'adjustments' | 'overall' | 'grade'>,
  facts: ApplicationFacts,
): string {
  const open = openOrders(facts)
  const scores = macroDimensions.map((each) => `${wordsFor(each)} ${dimensions[each].score}`)
  const changes = adjustments.map(
    ({ points, reason }) => `${points > 0 ? '+' : '−'}${Math.abs(points)}, ${reason}`,
  )
  const unsure = macroDimensions.filter((each) => dimensions[each].unsure > 0)
  const doubt = unsure.map((each) => `${wordsFor(each)} by up to ${dimensions[each].unsure}`)
  return [
    `${overall} of 10 (${grade}): ${scores.join(', ')}`,
    ...(open === 0 ? [] : [`${open} of ${facts.orders?.of} work orders are not completed`]),
    ...changes,
    ...(doubt.length === 0 ? [] : [`unsure: ${doubt.join(', ')}`]),
    ...facts.notes,
  ].join('; ')
}
