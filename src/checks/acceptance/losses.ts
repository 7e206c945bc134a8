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

/** Why points were lost, and what to do about it. */
export function lossesOf(seen: Seen): readonly Loss[] {
  return [
    ...architecture(seen),
    ...readability(seen),
    ...completeness(seen),
    ...coverage(seen),
    ...build(seen),
  ]
}

const repairBuild = 'repair the build first: other errors often go with its first one'

const some = (loss: Loss): readonly Loss[] => (loss.points > 0 ? [loss] : [])

const shown = (complexity: number): string => complexity.toFixed(1)

function architecture({ inputs }: Seen): readonly Loss[] {
  const dimension = 'architecture'
  const { files, complexity } = inputs
  if (files.length === 0)
    return [
      {
        dimension,
        points: 5,
        why: 'there is no source file to judge',
        todo: 'name the folder of a project with JavaScript or TypeScript',
      },
    ]
  const shape = fileShape(files.map(({ lines }) => lines))
  const largest = files.find(({ lines }) => lines === shape.largest)?.path ?? ''
  return [
    ...some({
      dimension,
      points: pointsOff(shape.largest, steps.largestFile),
      why: `the largest file has ${shape.largest} lines (${largest})`,
      todo: `split ${largest} into files of at most ${largeFileLines} lines`,
    }),
    ...some({
      dimension,
      points: pointsOff(shape.average, steps.averageFile),
      why: `files have ${Math.round(shape.average)} lines on average`,
      todo: 'keep files at 300 lines or less on average',
    }),
    ...some({
      dimension,
      points: pointsOff(shape.large, steps.largeFiles),
      why: `${shape.large} files have more than ${largeFileLines} lines`,
      todo: 'split the large files, the largest first',
    }),
    ...some({
      dimension,
      points: pointsOff(complexity, steps.architectureComplexity),
      why: `functions have a complexity of ${shown(complexity)} on average`,
      todo: 'take the most complex functions apart',
    }),
  ]
}

function readability({ inputs }: Seen): readonly Loss[] {
  const dimension = 'readability'
  return [
    ...some({
      dimension,
      points: pointsOff(inputs.complexity, steps.readabilityComplexity),
      why: `functions have a complexity of ${shown(inputs.complexity)} on average`,
      todo: 'take the most complex functions apart',
    }),
    ...some({
      dimension,
      points: pointsOff(inputs.lintWarningCount, steps.warnings),
      why: counted(inputs.lintWarningCount, 'lint warning'),
      todo: 'repair what the linter warns about',
    }),
  ]
}

function completeness({ inputs, buildPassed, scores, after }: Seen): readonly Loss[] {
  const dimension = 'completeness'
  if (!buildPassed)
    return [
      {
        dimension,
        points: 10 - scores.completeness,
        why:
          after.build.state === 'stopped'
            ? 'no build was seen to pass'
            : 'what does not build is not complete',
        todo: repairBuild,
      },
    ]
  return some({
    dimension,
    points: pointsOff(inputs.todos.length, steps.todos),
    why: `${counted(inputs.todos.length, 'comment')} ${inputs.todos.length === 1 ? 'says' : 'say'} TODO, FIXME or XXX`,
    todo: 'do what the comments put off',
  })
}

function coverage({ inputs, after, scores, testsPassed }: Seen): readonly Loss[] {
  const dimension = 'test_coverage'
  const points = 10 - scores.test_coverage
  const { percent, confidence, unseen } = inputs.coverage
  if (points === 0) return []
  if (after.tests.state === 'none')
    return [
      {
        dimension,
        points,
        why: 'no test ran',
        todo: 'write tests, and a test script in package.json',
      },
    ]
  if (after.tests.state === 'stopped')
    return [
      {
        dimension,
        points,
        why: 'the tests were stopped before they ended',
        todo: 'see why the tests take so long',
      },
    ]
  const failing = testsPassed ? [] : ['tests fail']
  if (confidence === 'unknown')
    return [
      {
        dimension,
        points,
        why: [...failing, 'coverage is unknown, which is no coverage that anyone can claim'].join(
          ', and ',
        ),
        todo: 'let the test runner report coverage (vitest: install @vitest/coverage-v8; others: c8)',
      },
    ]
  const lines = `${percent} % of the lines are covered`
  return [
    {
      dimension,
      points,
      why: [
        ...failing,
        lines,
        ...(unseen.length > 0 ? [`no test loads ${unseen.slice(0, 3).join(', ')}`] : []),
      ].join(', and '),
      todo: testsPassed
        ? 'test what is not covered; 80 % gives all points'
        : 'make the failing tests pass',
    },
  ]
}

function build({ after, buildPassed }: Seen): readonly Loss[] {
  const dimension = 'build_success'
  if (buildPassed) return []
  const { state, errors } = after.build
  const why =
    state === 'failed'
      ? `the build fails with ${counted(errors.length, 'error')}`
      : state === 'stopped'
        ? 'the build was stopped before it ended (timed out, not failed)'
        : 'there was nothing to build'
  return [
    {
      dimension,
      points: 10,
      why,
      todo: state === 'failed' ? repairBuild : 'see how the build can end in time',
    },
  ]
}
