import type { Asked } from '../../../src/checks/integrity/change.ts'
import type { IntegrityFinding } from '../../../src/checks/integrity/rule.ts'
import { inspectChange } from '../../../src/checks/integrity/inspect-change.ts'
import type { Edit, Tree } from './case.ts'
import { base, edited } from './shop.ts'

export const inspect = (
  before: Tree,
  after: Tree,
  asked?: Asked,
): Promise<readonly IntegrityFinding[]> =>
  inspectChange({
    // the rules as they are, whatever they may do
    powers: null,
    before: new Map(Object.entries(before)),
    after: new Map(Object.entries(after)),
    ...(asked === undefined ? {} : { asked }),
  })

/** What is found in the shop after some edits. */
export const changed = (edits: readonly Edit[], asked?: Asked) =>
  inspect(base, edited(edits), asked)

/** The findings that count, each as one line. */
export const loud = (findings: readonly IntegrityFinding[]) =>
  findings
    .filter(({ severity }) => severity !== 'info')
    .map(
      ({ rule, severity, place, message }) =>
        `${severity} ${rule} ${place.path ?? ''}:${place.line ?? ''} ${message}`,
    )
