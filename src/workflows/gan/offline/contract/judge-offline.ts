import type { ContractItem } from '../../contract.ts'
import type { JudgeOutput } from '../../contracts.ts'
import type { SiteFiles } from '../../site.ts'
import type { Inputs } from '../read-inputs.ts'
import { evidenceFor } from './find-evidence.ts'

export type Judging = {
  readonly items: readonly ContractItem[]
  readonly files: SiteFiles
  readonly inputs: Inputs
}

/**
 * Verdicts on what no rule decides. What the files show is solid, not perfect: nobody with taste has
 * looked. What they do not show is not judged, and so not passed.
 */
export function judgeOffline({ items, files, inputs }: Judging): JudgeOutput {
  return {
    verdicts: items.map((item) => {
      const evidence = evidenceFor(item, files, inputs)
      if (evidence.length === 0)
        return {
          id: item.id,
          evidence: [{ type: 'selector', selector: 'main' }],
          reason: '0.50, partial compliance: not judged without a model; the files do not show it',
          rubric_anchor: 0.5,
        }
      return {
        id: item.id,
        evidence: [...evidence],
        reason:
          '0.75, solid compliance: the files hold what the criterion asks for; how well it is done was not judged without a model',
        rubric_anchor: 0.75,
      }
    }),
  }
}
