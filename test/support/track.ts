import { diffLines } from 'diff'
import type { Measurement } from '../../src/checks/acceptance/measurement.ts'
import type { Pass, PassVerdict } from '../../src/checks/track/evaluation.ts'
import { issuesOf, verdictOfPass } from '../../src/checks/track/evaluation.ts'
import type { ChangedLine, TrackFacts } from '../../src/checks/track/facts.ts'
import { readPlan } from '../../src/checks/track/plan.ts'

type Texts = Readonly<Record<string, string>>

export type SmallTrack = {
  /** The project before the track. */
  readonly before?: Texts
  /** What the track writes. */
  readonly wrote: Texts
  readonly spec?: string
  readonly product?: string
  readonly plan?: string
  readonly measured?: Partial<Measurement> | null
  readonly more?: Partial<TrackFacts>
}

/** The facts of a track with one commit. */
export function trackFacts({
  before = {},
  wrote,
  spec = '# Orders\n',
  product,
  plan = '',
  measured = {},
  more = {},
}: SmallTrack): TrackFacts {
  const files = new Map(Object.entries({ ...before, ...wrote }))
  const changes = Object.entries(wrote).flatMap(([path, text]) =>
    changesOf(path, before[path] ?? '', text),
  )
  const commit = {
    sha: 'a'.repeat(40),
    subject: 'Add it',
    files: Object.keys(wrote),
    isMerged: true,
    changes,
  }
  return {
    id: 'orders_20260101',
    folder: 'conductor/tracks/orders_20260101',
    spec,
    plan: readPlan(plan),
    planText: plan,
    metadata: {},
    commits: [commit],
    touched: Object.keys(wrote),
    files,
    measured: measured === null ? null : { ...measurement, ...measured },
    unmeasured: measured === null ? 'no sandbox' : null,
    application: null,
    notStarted: 'no start command is known',
    documents: new Map(product === undefined ? [] : [['conductor/product.md', product]]),
    ...more,
  }
}

function changesOf(path: string, before: string, after: string): readonly ChangedLine[] {
  const changes: ChangedLine[] = []
  let [old, now] = [1, 1]
  for (const { value, added, removed } of diffLines(before, after)) {
    const lines = value.replace(/\n$/, '').split('\n')
    for (const text of lines) {
      if (added) changes.push({ path, type: 'added', line: now, text })
      if (removed) changes.push({ path, type: 'removed', line: old, text })
      if (!removed) now++
      if (!added) old++
    }
  }
  return changes
}

export const measurement: Measurement = {
  version: 1,
  tree: 'tree',
  sandbox: 'bwrap',
  seconds: 1,
  files: [],
  build: { state: 'passed', decided_by: 'command', errors: [] },
  tests: {
    state: 'passed',
    decided_by: 'report',
    passed: 3,
    failed: 0,
    skipped: 0,
    failures: [],
    flaky: [],
    passes: [],
  },
  coverage: {
    confidence: 'unknown',
    percent: null,
    files: [],
    source: 'no tool reported coverage',
  },
  lint: { state: 'unknown', errors: 0, warnings: 0, diagnostics: [] },
  commands: [
    { purpose: 'build', shown: 'npm run build', attempts: [], repeated: false, tail: '' },
    { purpose: 'test', shown: 'npm run test', attempts: [], repeated: false, tail: '' },
  ],
  scripts: [],
  notes: [],
}

/** What a pass says: its verdict, and its issues with their places. */
export function saidOf(
  passes: readonly Pass[],
  number: number,
): { readonly verdict: PassVerdict; readonly issues: readonly string[] } {
  const pass = passes.find((each) => each.number === number)
  if (pass === undefined) throw new Error(`there is no pass ${number}`)
  return {
    verdict: verdictOfPass(pass),
    issues: issuesOf([pass]).map(
      ({ path, line, message }) => `${path ?? ''}:${line ?? ''} ${message}`,
    ),
  }
}
