import { counted } from '../../model/counted.ts'
import type { DimensionScores } from './acceptance-result.ts'
import type { ChangeInputs } from './change-inputs.ts'
import type { Loss } from './judgement.ts'
import type { Measurement } from './measurement.ts'
import { fileShape, largeFileLines, pointsOff, steps } from './scores.ts'

type Seen = {
  readonly scores: DimensionScores
  readonly inputs: ChangeInputs
  readonly after: Measurement
  readonly buildPassed: boolean
  readonly testsPassed: boolean
}

type LostIn = (seen: Seen) => readonly Lost[]

const dimensions: readonly (readonly [dimension: Loss['dimension'], lostIn: LostIn])[] = [
  ['architecture', architecture],
  ['readability', readability],
  ['completeness', completeness],
  ['test_coverage', coverage],
  ['build_success', build],
]

/** Why points were lost, and what to do about it. */
export const lossesOf = (observed: Seen): readonly Loss[] =>
  dimensions.flatMap(([dimension, lostIn]) =>
    lostIn(observed)
      .filter(([points]) => points > 0)
      .map(([points, why, todo]) => ({ dimension, points, why, todo })),
  )

type Lost = readonly [points: number, why: string, todo: string]

const repairBuild = 'repair the build first: other errors often go with its first one'

const complexity = (inputs: ChangeInputs, table: Parameters<typeof pointsOff>[1]): Lost => [
  pointsOff(inputs.complexity, table),
  `functions have a complexity of ${inputs.complexity.toFixed(1)} on average`,
  'take the most complex functions apart',
]

function architecture({ inputs }: Seen): readonly Lost[] {
  const { files } = inputs
  if (files.length === 0) {
    const todo = 'name the folder of a project with JavaScript or TypeScript'
    return [[5, 'there is no source file to judge', todo]]
  }
  const shape = fileShape(files.map(({ lines }) => lines))
  const largest = files.find(({ lines }) => lines === shape.largest)?.path ?? ''
  return [
    [
      pointsOff(shape.largest, steps.largestFile),
      `the largest file has ${shape.largest} lines (${largest})`,
      `split ${largest} into files of at most ${largeFileLines} lines`,
    ],
    [
      pointsOff(shape.average, steps.averageFile),
      `files have ${Math.round(shape.average)} lines on average`,
      'keep files at 300 lines or less on average',
    ],
    [
      pointsOff(shape.large, steps.largeFiles),
      `${shape.large} files have more than ${largeFileLines} lines`,
      'split the large files, the largest first',
    ],
    complexity(inputs, steps.architectureComplexity),
  ]
}

function readability({ inputs }: Seen): readonly Lost[] {
  const { lintWarningCount: warnings } = inputs
  return [
    complexity(inputs, steps.readabilityComplexity),
    [
      pointsOff(warnings, steps.warnings),
      counted(warnings, 'lint warning'),
      'repair what the linter warns about',
    ],
  ]
}

function completeness({ inputs, buildPassed, scores, after }: Seen): readonly Lost[] {
  if (!buildPassed) {
    const isStopped = after.build.state === 'stopped'
    const why = isStopped ? 'no build was seen to pass' : 'what does not build is not complete'
    return [[10 - scores.completeness, why, repairBuild]]
  }
  const { length } = inputs.todos
  const why = `${counted(length, 'comment')} ${length === 1 ? 'says' : 'say'} TODO, FIXME or XXX`
  return [[pointsOff(length, steps.todos), why, 'do what the comments put off']]
}

function coverage({ inputs, after, scores, testsPassed }: Seen): readonly Lost[] {
  const points = 10 - scores.test_coverage
  const { percent, confidence, unseen } = inputs.coverage
  const { state } = after.tests
  if (state === 'none')
    return [[points, 'no test ran', 'write tests, and a test script in package.json']]
  if (state === 'stopped') {
    const todo = 'see why the tests take so long'
    return [[points, 'the tests were stopped before they ended', todo]]
  }
  const isUnknown = confidence === 'unknown'
  const why = [
    ...(testsPassed ? [] : ['tests fail']),
    isUnknown
      ? 'coverage is unknown, which is no coverage that anyone can claim'
      : `${percent} % of the lines are covered`,
    ...(isUnknown || unseen.length === 0 ? [] : [`no test loads ${unseen.slice(0, 3).join(', ')}`]),
  ].join(', and ')
  const todo = isUnknown
    ? 'let the test runner report coverage (vitest: install @vitest/coverage-v8; others: c8)'
    : testsPassed
      ? 'test what is not covered; 80 % gives all points'
      : 'make the failing tests pass'
  return [[points, why, todo]]
}

function build({ after, buildPassed }: Seen): readonly Lost[] {
  const { state, errors } = after.build
  const why =
    state === 'failed'
      ? `the build fails with ${counted(errors.length, 'error')}`
      : state === 'stopped'
        ? 'the build was stopped before it ended (timed out, not failed)'
        : 'there was nothing to build'
  const todo = state === 'failed' ? repairBuild : 'see how the build can end in time'
  return [[buildPassed ? 0 : 10, why, todo]]
}
