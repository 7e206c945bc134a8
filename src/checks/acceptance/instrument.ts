import { segmentsOf, type Segment } from '../integrity/shell.ts'
import { joined, programOf, withArguments } from './shell-script.ts'

/** Where tools are asked to leave their reports: linters, test globs and coverage look past it. */
export const reportFolder = 'node_modules/.loopwright'

const at = (root: string, name: string): string => `${root}/${reportFolder}/${name}`

export type TestKit = {
  readonly root: string
  /** Whether the runner can count coverage: vitest needs a package of its own for it. */
  readonly coverage: boolean
}

/** A script whose known programs also write reports for machines. What it means stays the same. */
export function withTestReports(script: string, kit: TestKit): string {
  return joined(segmentsOf(script).map((segment, index) => testSegment(segment, `${index}`, kit)))
}

function testSegment(segment: Segment, name: string, kit: TestKit): Segment {
  const words = programOf(segment)
  const [program = '', ...rest] = words
  if (program === 'c8' || program === 'nyc') return coverageWrapper(segment, program, name, kit)
  if (program === 'vitest' && !/^(?:bench|list|init)$/.test(rest[0] ?? ''))
    return withArguments(segment, vitestArguments(name, kit))
  if (program === 'jest' || (program === 'react-scripts' && rest[0] === 'test'))
    return withArguments(segment, jestArguments(name, kit))
  if (program === 'mocha') return withArguments(segment, mochaArguments(name, kit))
  // node wants as many places as reporters, and counts those that the script names already
  const isNodeTest = (program === 'node' || program === 'tsx') && rest.includes('--test')
  if (isNodeTest && !segment.text.includes('--test-reporter'))
    return {
      ...segment,
      text: segment.text.replace(
        /(\s)--test(?=\s|$)/,
        `$1--test ${nodeArguments(name, kit).join(' ')}`,
      ),
    }
  return segment
}

const vitestArguments = (name: string, { root, coverage }: TestKit): readonly string[] => [
  '--run',
  '--passWithNoTests',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${at(root, `tests-${name}.json`)}`,
  ...(coverage
    ? [
        '--coverage.enabled=true',
        '--coverage.reporter=json',
        '--coverage.reportOnFailure=true',
        `--coverage.reportsDirectory=${at(root, `coverage-${name}`)}`,
      ]
    : []),
]

const jestArguments = (name: string, { root, coverage }: TestKit): readonly string[] => [
  '--ci',
  '--watchAll=false',
  '--watch=false',
  '--passWithNoTests',
  '--json',
  `--outputFile=${at(root, `tests-${name}.json`)}`,
  ...(coverage
    ? [
        '--coverage',
        '--coverageReporters=json',
        `--coverageDirectory=${at(root, `coverage-${name}`)}`,
      ]
    : []),
]

const mochaArguments = (name: string, { root }: TestKit): readonly string[] => [
  '--reporter=json',
  `--reporter-option=output=${at(root, `tests-${name}.mocha.json`)}`,
]

const nodeArguments = (name: string, { root }: TestKit): readonly string[] => [
  '--experimental-test-coverage',
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  '--test-reporter=junit',
  `--test-reporter-destination=${at(root, `tests-${name}.xml`)}`,
  '--test-reporter=lcov',
  `--test-reporter-destination=${at(root, `coverage-${name}.info`)}`,
]

/** `c8 vitest run`: the wrapper counts coverage, the runner inside counts tests. */
function coverageWrapper(segment: Segment, program: string, name: string, kit: TestKit): Segment {
  const folder = program === 'c8' ? '--reports-dir' : '--report-dir'
  const asked = `--reporter=json ${folder}=${at(kit.root, `coverage-${name}`)}`
  const [, before = '', options = '', inner = ''] =
    new RegExp(`^([\\s\\S]*?\\b${program})((?:\\s+-\\S+)*)\\s+([\\s\\S]*)$`).exec(segment.text) ??
    []
  if (inner === '') return segment
  const runner = testSegment({ text: inner, sign: '' }, name, { ...kit, coverage: false })
  return { ...segment, text: `${before}${options} ${asked} ${runner.text.trim()} ` }
}

/** The same for linters. Those that write to standard output are led into a file. */
export const withLintReports = (script: string, root: string): string =>
  joined(segmentsOf(script).map((segment, index) => lintSegment(segment, `${index}`, root)))

function lintSegment(segment: Segment, name: string, root: string): Segment {
  const [program = '', ...rest] = programOf(segment)
  if (segment.sign === '|' || /\s(?:-f|--format|--reporter)\b/.test(segment.text)) return segment
  if (program === 'eslint')
    return withArguments(segment, [
      '--format=json',
      `--output-file=${at(root, `lint-${name}.eslint.json`)}`,
    ])
  if (program === 'oxlint' && !rest.some((word) => /^(?:--fix|--rules|--init)/.test(word)))
    return withArguments(segment, [
      '--ignore-pattern=node_modules',
      '--format=json',
      `> ${at(root, `lint-${name}.oxlint.json`)}`,
    ])
  if (program === 'biome' && /^(?:lint|check|ci)$/.test(rest[0] ?? ''))
    return withArguments(segment, [
      '--reporter=json',
      '--max-diagnostics=500',
      `> ${at(root, `lint-${name}.biome.json`)}`,
    ])
  return segment
}
