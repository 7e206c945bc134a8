import { met, undecided, unmet } from '../../obligations/examine.ts'
import { testRuns } from './ci-failures.ts'
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

const branch =
  (event: string): Look =>
  (_, wanted, facts) => {
    const listed = factsAt(facts, `on.${event}.branches.*|on.${event}.branches`).filter(
      ({ value }) => typeof value === 'string',
    )
    if (factsAt(facts, `on.${event}`).length === 0) return unmet(`on.${event} is not there`)
    if (listed.length === 0)
      return undecided(`on.${event} names no branch, so it runs for all of them`)
    const fits = listed.find((fact) => textOf(fact) === wanted || /^\*\*?$/.test(textOf(fact)))
    const others = listed.map(textOf).join(', ')
    return seen(fits, `on.${event} names ${wanted}`, `on.${event} names ${others}, not ${wanted}`)
  }

/** What the steps of a pipeline do, and when it runs. */
export const pipelineLooks: Readonly<Record<string, Look>> = {
  'push-branch': branch('push'),
  'pull-branch': branch('pull_request'),
  strict: (file, _, facts) => {
    const tests = testRuns(facts, file.kind)
    const lost = tests.find(({ swallowed }) => swallowed !== null)
    if (lost !== undefined)
      return unmet(
        `a failing test goes unnoticed: ${lost.swallowed}`,
        `${lost.path.join('.')}, line ${lost.line}`,
      )
    const [first] = tests
    return first === undefined
      ? unmet('no step was recognised that runs tests')
      : met(
          `\`${first.command}\` ends its job when it fails`,
          `${first.path.join('.')}, line ${first.line}`,
        )
  },
  tests: (file, _, facts) => {
    const [first] = testRuns(facts, file.kind)
    return first === undefined
      ? unmet('no step was recognised that runs tests')
      : met(`\`${first.command}\` runs the tests`, `line ${first.line}`)
  },
  lint: runs(
    /\blint|eslint|oxlint|biome|ruff|flake8|golangci|clippy|rubocop|stylelint|shellcheck|hadolint/i,
    'lints',
  ),
  types: runs(
    /\btsc\b|type-?check|mypy|pyright|check:types|vue-tsc|\btypes\b/i,
    'checks the types',
  ),
  install: runs(
    /\b(?:npm (?:ci|i|install)|pnpm (?:i|install)|yarn(?: install|$)|bun install|pip3? install|poetry install|uv sync|bundle install|composer install|go mod download|cargo fetch)\b|bundler-cache/m,
    'installs the dependencies',
  ),
  checkout: runs(/actions\/checkout@/, 'checks out the code'),
  cache: (_, __, facts) => {
    const found = factsAt(
      facts,
      'jobs.*.steps.*.with.cache|jobs.*.steps.*.uses|**.cache|jobs.*.steps.*.with.bundler-cache',
    ).find((fact) =>
      fact.path.at(-1) !== 'uses'
        ? fact.value !== false && textOf(fact) !== ''
        : /\/cache(?:\/restore)?@|rust-cache@/.test(textOf(fact)),
    )
    return seen(found, 'something is cached', 'nothing is cached')
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
  artifact: runs(/actions\/upload-(?:artifact|pages-artifact)@/, 'uploads an artifact'),
  needs: (_, wanted, facts) =>
    seen(
      factsAt(facts, `jobs.*.needs.${wanted}`)[0],
      `it waits for ${wanted}`,
      `no job needs ${wanted}`,
    ),
  runner: (_, __, facts, is) => {
    const found = factsAt(
      facts,
      'jobs.*.runs-on|jobs.*.runs-on.*|jobs.*.strategy.matrix.*.*|jobs.*.strategy.matrix.include.*.*',
    ).find((fact) => new RegExp(is, 'i').test(textOf(fact)))
    return seen(found, 'a job runs on it', `no job runs on ${is.split('|')[0]}`)
  },
}
