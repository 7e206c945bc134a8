import { counted } from '../../../model/counted.ts'
import type { ApplicationFacts } from './facts.ts'

const unmetOf = ({ requirements }: ApplicationFacts) =>
  requirements.filter(({ weight, status }) => weight === 'must' && status === 'unmet')

/** A demand of the specification that is not met. */
export const missingIn = (facts: ApplicationFacts) =>
  unmetOf(facts).find(({ source }) => source.kind !== 'workflow')

/** What nobody had to ask for: that it starts, and that its programs run. */
export const deadIn = (facts: ApplicationFacts) =>
  unmetOf(facts).find(({ source }) => source.kind === 'workflow')

type State = {
  readonly builds: boolean
  readonly lintErrors: number | null
  readonly isolationVerified: boolean
  /** Each dimension applies, has at least 9, and is sure. */
  readonly isExceptional: boolean
}

const mostLintErrors = 10

/** −2 and −1 for what is broken, or not shown to hold; +1 for what nobody had to do. */
export function adjust(
  facts: ApplicationFacts,
  state: State,
): { points: number; reason: string }[] {
  const { measured, unmeasured, isolation, security, planted } = facts
  const build = measured?.build.state ?? 'not_run'
  const tests = measured?.tests.state ?? 'not_run'
  const lint = measured?.lint.state ?? 'not_run'
  const isOpen = (each: string) => each === 'stopped' || each === 'not_run'
  const why = unmeasured ?? 'it could not be run to its end'
  const [error] = measured?.build.errors ?? []
  const [failure] = measured?.tests.failures ?? []
  const [flaw] = security
  const [dead, missing] = [deadIn(facts), missingIn(facts)]
  const rows: readonly (readonly [points: number, holds: boolean, reason: string])[] = [
    [-2, build === 'failed', `the build fails${at(error)}: ${error?.message ?? 'without a word'}`],
    [-2, build !== 'failed' && !state.builds, `nobody could tell whether it builds: ${why}`],
    // what was built and breaks down at once is worth no more than what cannot be built
    [-2, build !== 'failed' && dead !== undefined, `it does not run: ${dead?.reason ?? ''}`],
    [
      -2,
      !state.isolationVerified,
      isolation.changed.length === 0
        ? 'the isolation could not be verified'
        : `the isolation was violated: ${isolation.changed.join(', ')}`,
    ],
    [-2, flaw !== undefined, `a critical security flaw${at(flaw)}: ${flaw?.text ?? ''}`],
    [-1, tests === 'failed', `tests fail${at(failure)}: ${failure?.name ?? 'the test command'}`],
    [-1, isOpen(tests), `nobody could tell whether the tests pass: ${why}`],
    [-1, (state.lintErrors ?? 0) > mostLintErrors, counted(state.lintErrors ?? 0, 'lint error')],
    [-1, isOpen(lint), `nobody could tell the lint errors: ${why}`],
    [-1, missing !== undefined, `a core feature is missing: ${missing?.source.text ?? ''}`],
    [1, exceedsSpec(facts), 'it exceeds the specification: what was only wished for is there, too'],
    [
      1,
      state.isExceptional && typeof planted !== 'string' && isNoticed(planted),
      'exceptional quality: at least 9 everywhere, nothing unsure, and planted bugs are noticed',
    ],
  ]
  return rows.flatMap(([points, holds, reason]) => (holds ? [{ points, reason }] : []))
}

type Place = {
  readonly path?: string | null | undefined
  readonly line?: number | null | undefined
}

const at = (place: Place | undefined): string =>
  place?.path == null ? '' : ` at ${place.path}:${place.line ?? 1}`

/** Everything that the specification only wishes for is met, besides all that it demands. */
const exceedsSpec = ({ requirements }: ApplicationFacts): boolean =>
  requirements.some(({ weight, status }) => weight === 'should' && status === 'met') &&
  requirements.every(({ status }) => status === 'met' || status === 'not_applicable')

const isNoticed = ({ noticed, of }: { readonly noticed: number; readonly of: number }): boolean =>
  of > 0 && noticed * 10 >= of * 9
