import type { FileTree } from '../../model/file-tree.ts'
import type { Powers } from '../../model/power.ts'
import { isRaised, powerOf } from '../../obligations/power.ts'
import { type Asked, type Change, readChange } from './change.ts'
import type { IntegrityFinding } from './rule.ts'
import { families } from './rules.ts'
import { loadParser } from './source.ts'

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
  return families
    .flatMap(({ look }) => look(read))
    .flatMap((finding) => (powers === null ? [finding] : withPower(finding, powers)))
    .toSorted((a, b) => order(keyOf(a), keyOf(b)))
    .filter((finding, index, sorted) => keyOf(finding) !== keyOf(sorted[index - 1]))
}

/** A rule that only advises warns; one that a person trusts stops the work. */
function withPower(finding: IntegrityFinding, own: Powers): readonly IntegrityFinding[] {
  const power = powerOf(finding.rule, own)
  if (power === 'off') return []
  if (power === 'advises' && finding.severity === 'fail') return [{ ...finding, severity: 'warn' }]
  return [isRaised(finding.rule, own) ? { ...finding, severity: 'fail' } : finding]
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const keyOf = (finding: IntegrityFinding | undefined): string =>
  finding === undefined
    ? ''
    : [
        finding.place.path ?? '',
        String(finding.place.line ?? 0).padStart(7, '0'),
        finding.rule,
        finding.message,
      ].join('\0')
