import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import { testRuns, type TestRun } from './ci-failures.ts'
import { factsAt } from './facts.ts'
import { type Look, placeOf, seen, textOf } from './look.ts'

const runs =
  (pattern: RegExp, what: string): Look =>
  (file, _, facts) =>
    seen(
      [
        ...factsAt(
          facts,
          'jobs.*.steps.*.run|jobs.*.steps.*.uses|*.script|*.script.*|**.before_script.*',
        ),
      ].find((fact) => pattern.test(textOf(fact))),
      `a step does it: ${what}`,
      `no step ${what}`,
    )

const noTests = ([never]: readonly TestRun[]): Answer =>
  never === undefined
    ? unmet('no step was recognised that runs tests')
    : unmet(`\`${never.command}\` never runs: ${never.why}`, `line ${never.line}`)

/** What the steps of a pipeline do, and when it runs. */
export const pipelineLooks: Readonly<Record<string, Look>> = {
  'push-branch': (_, wanted, facts) => {
    const listed = factsAt(facts, 'on.push.branches.*|on.push.branches').filter(
      ({ value }) => typeof value === 'string',
    )
    if (factsAt(facts, 'on.push').length === 0) return unmet('on.push is not there')
    if (listed.length === 0) return undecided('on.push names no branch, so it runs for all of them')
    const fits = listed.find((fact) => textOf(fact) === wanted || /^\*\*?$/.test(textOf(fact)))
    const others = listed.map(textOf).join(', ')
    return seen(fits, `on.push names ${wanted}`, `on.push names ${others}, not ${wanted}`)
  },
  strict: (file, _, facts) => {
    const tests = testRuns(facts, file.kind)
    const of = (fate: TestRun['fate']) => tests.find((each) => each.fate === fate)
    const [lost, noticed, open] = [of('swallowed'), of('noticed'), of('unknown')]
    const at = ({ path, line }: TestRun) => `${path.join('.')}, line ${line}`
    if (lost !== undefined) return unmet(`a failing test goes unnoticed: ${lost.why}`, at(lost))
    if (noticed !== undefined)
      return met(`\`${noticed.command}\` ends its job when it fails`, at(noticed))
    return open === undefined
      ? noTests(tests)
      : undecided(`whether a failing test is noticed cannot be told: ${open.why}`)
  },
  tests: (file, _, facts) => {
    const tests = testRuns(facts, file.kind)
    const first = tests.find(({ fate }) => fate !== 'never runs')
    return first === undefined
      ? noTests(tests)
      : met(`\`${first.command}\` runs the tests`, `line ${first.line}`)
  },
  lint: runs(
    /\blint|eslint|oxlint|biome|ruff|flake8|golangci|clippy|rubocop|stylelint|shellcheck|hadolint/i,
    'lints',
  ),
  checkout: runs(/actions\/checkout@/, 'checks out the code'),
  cache: (_, __, facts) => {
    const match = factsAt(
      facts,
      'jobs.*.steps.*.with.cache|jobs.*.steps.*.uses|**.cache|jobs.*.steps.*.with.bundler-cache',
    ).find((fact) =>
      fact.path.at(-1) !== 'uses'
        ? fact.value !== false && textOf(fact) !== ''
        : /\/cache(?:\/restore)?@|rust-cache@/.test(textOf(fact)),
    )
    return seen(match, 'something is cached', 'nothing is cached')
  },
  'read-only': (_, __, facts) => {
    const set = factsAt(
      facts,
      'permissions|permissions.*|jobs.*.permissions|jobs.*.permissions.*',
    ).filter(({ value }) => typeof value === 'string')
    const wide = set.find((fact) => !/^(?:read|none|read-all)$/.test(textOf(fact)))
    if (wide !== undefined) return unmet('a permission is more than read', placeOf(wide))
    return seen(set[0], 'the permissions are read only', 'no permissions are set')
  },
  'artifact-named': (_, wanted, facts) => {
    const [path = '', name = ''] = wanted.split(' → ')
    const step = factsAt(facts, 'jobs.*.steps.*.uses')
      .filter((fact) => /\/upload-artifact@/.test(textOf(fact)))
      .map((fact) =>
        facts.filter((one) => fact.path.slice(0, -1).every((part, at) => one.path[at] === part)),
      )
      .find((own) => factsAt(own, '**.with.name').some((fact) => textOf(fact) === name))
    return seen(
      step === undefined
        ? undefined
        : factsAt(step, '**.with.path').find((fact) => textOf(fact).split(/\s+/).includes(path)),
      `${path} is uploaded as ${name}`,
      `no step uploads ${path} as ${name}`,
    )
  },
  permission: (_, wanted, facts) => {
    const [, key = '', level = '', only = '', job] =
      /^([a-z-]+): (\w+) → (only )?for (?:the )?(?:whole )?(?:workflow|job `?([\w-]+))/.exec(
        wanted,
      ) ?? []
    const at = job === undefined ? `permissions.${key}` : `jobs.${job}.permissions.${key}`
    const other = factsAt(facts, `permissions.${key}|jobs.*.permissions.${key}|permissions`).find(
      (fact) =>
        fact.path.join('.') !== at && (textOf(fact) === level || textOf(fact) === `${level}-all`),
    )
    if (only !== '' && other !== undefined)
      return unmet(`${key}: ${level} is elsewhere, too`, placeOf(other))
    return seen(
      factsAt(facts, at).find((fact) => textOf(fact) === level),
      `${at} is ${level}`,
      `${at} is not ${level}`,
    )
  },
  needs: (_, wanted, facts) =>
    seen(
      factsAt(facts, `jobs.*.needs.${wanted}`)[0],
      `it waits for ${wanted}`,
      `no job needs ${wanted}`,
    ),
  runner: (_, __, facts, is) => {
    const match = factsAt(
      facts,
      'jobs.*.runs-on|jobs.*.runs-on.*|jobs.*.strategy.matrix.*.*|jobs.*.strategy.matrix.include.*.*',
    ).find((fact) => new RegExp(is, 'i').test(textOf(fact)))
    return seen(match, 'a job runs on it', `no job runs on ${is.split('|')[0]}`)
  },
}
