import { readPackage, usableScript } from '../acceptance/project-scripts.ts'
import type { TestCommand } from './mutant.ts'

type Argv = readonly [string, ...string[]]

/** How the tests of a project are started, read from the scripts of its package.json. */
export function testCommandOf(packageJson: string | null): TestCommand {
  const { scripts } = readPackage(packageJson)
  const script = (scripts['test'] ?? '').trim()
  const vitest = /^(?:npx\s+)?vitest(?:\s+run)?((?:\s+--?[\w.-]+(?:[= ][\w./-]+)?)*)\s*$/.exec(
    script,
  )
  if (vitest === null) {
    // npm itself takes longer to start than many a suite to run
    const whole = usableScript(scripts, 'test')?.replaceAll(nodeCoverage, '') ?? null
    return { runner: 'other', argv: whole === null ? ['npm', 'test'] : ['sh', '-c', whole] }
  }
  const options = (vitest[1] ?? '').split(/\s+/).filter((each) => each !== '' && !idle.test(each))
  return { runner: 'vitest', options }
}

/** Counting lines takes `node --test` a third longer, and its limits are not what is asked here. */
const nodeCoverage = / --(?:experimental-test-coverage|test-coverage-[\w-]+(?:=\S+)?)(?=\s|$)/g

/** Options that say nothing about which tests run. */
const idle = /^--(run|coverage|reporter|watch|silent)\b/

/** The whole suite; it stops at the first failure, and coverage limits are not what is asked here. */
export function wholeSuite(tests: TestCommand): Argv {
  if (tests.runner === 'other') return tests.argv
  return ['vitest', 'run', ...tests.options, ...quick]
}

/** Only the tests that import one of the files; null where the runner cannot tell. */
export function relatedSuite(tests: TestCommand, paths: readonly string[]): Argv | null {
  if (tests.runner === 'other') return null
  return ['vitest', 'related', ...paths, '--run', ...tests.options, ...quick]
}

const quick = ['--bail=1', '--coverage.enabled=false', '--reporter=dot']

export const sawNoTests = (output: string): boolean =>
  /No (affected )?test files found|no tests? (were )?found/i.test(output)

/** Whether the runner could not even read the mutated file. */
export const couldNotRead = (output: string): boolean =>
  /Transform failed|PARSE_ERROR|Parse failure|RolldownError|RollupError|error TS1\d{3}:/.test(
    output,
  )
