import type { FileTree } from '../../model/file-tree.ts'
import type { Powers } from '../../model/power.ts'
import { isRaised, powerOf } from '../../obligations/power.ts'
import { ambientTypes } from './ambient-types.ts'
import { answers } from './answers.ts'
import { awaitsRemoved } from './awaits-removed.ts'
import { type Asked, type Change, readChange } from './change.ts'
import { dangers } from './dangers.ts'
import { dependencies } from './dependencies.ts'
import { environment } from './environment.ts'
import { errorsSwallowed } from './errors-swallowed.ts'
import { publicInterface } from './interface.ts'
import { leftovers } from './leftovers.ts'
import { pipelineScripts } from './pipeline-scripts.ts'
import { pipelineWorkflows } from './pipeline-workflows.ts'
import type { Family, IntegrityFinding } from './rule.ts'
import { scope } from './scope.ts'
import { secretsAdded } from './secrets-added.ts'
import { settingsLint } from './settings-lint.ts'
import { settingsTests } from './settings-tests.ts'
import { settingsTypes } from './settings-types.ts'
import { loadParser } from './source.ts'
import { stubs } from './stubs.ts'
import { suppressions } from './suppressions.ts'
import { testsBent } from './tests-bent.ts'
import { testsGone } from './tests-gone.ts'
import { testsHollow } from './tests-hollow.ts'
import { testsMocked } from './tests-mocked.ts'
import { testsReplaced } from './tests-replaced.ts'
import { testsUnreached } from './tests-unreached.ts'
import { testsWeakened } from './tests-weakened.ts'

const families: readonly Family[] = [
  testsGone,
  testsWeakened,
  testsHollow,
  testsUnreached,
  testsBent,
  testsMocked,
  testsReplaced,
  pipelineScripts,
  pipelineWorkflows,
  settingsTypes,
  settingsTests,
  settingsLint,
  suppressions,
  ambientTypes,
  answers,
  environment,
  stubs,
  errorsSwallowed,
  leftovers,
  secretsAdded,
  publicInterface,
  dependencies,
  dangers,
  awaitsRemoved,
  scope,
]

/**
 * What a change did besides its task: tests taken away or made hollow, checks loosened, answers written
 * down, and the like. Only what the change brought in is reported, never what stood there before.
 */
export async function inspectChange(change: {
  readonly before: FileTree
  readonly after: FileTree
  readonly asked?: Asked
  /** What a person set for rules; null looks at the rules as they are. */
  readonly powers?: Powers | null
}): Promise<readonly IntegrityFinding[]> {
  return findingsIn(readChange(change, await loadParser()), change.powers)
}

/** The same for a change that was read before. */
export function findingsIn(read: Change, powers: Powers | null = {}): readonly IntegrityFinding[] {
  if (read.texts.length === 0) return []
  const results = families
    .flatMap(({ look }) => look(read))
    .flatMap((finding) => (powers === null ? [finding] : withPower(finding, powers)))
  const byKey = new Map(results.map((finding) => [keyOf(finding), finding]))
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding)
}

/** A rule that only advises warns; one that a person trusts stops the work. */
function withPower(finding: IntegrityFinding, own: Powers): readonly IntegrityFinding[] {
  const power = powerOf(finding.rule, own)
  if (power === 'off') return []
  if (power === 'advises' && finding.severity === 'error')
    return [{ ...finding, severity: 'warning' }]
  return [isRaised(finding.rule, own) ? { ...finding, severity: 'error' } : finding]
}

const keyOf = ({ place, rule, message }: IntegrityFinding): string =>
  [place.path ?? '', String(place.line ?? 0).padStart(7, '0'), rule, message].join('\0')
