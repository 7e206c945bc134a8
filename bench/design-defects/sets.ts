import { basesIn } from './bases.ts'
import type { Base } from './bases.ts'
import type { Benign, Defect } from './plant.ts'
import { benign as heldBenign } from './held/benign.ts'
import { clarity as heldClarity } from './held/clarity.ts'
import { coherence as heldCoherence } from './held/coherence.ts'
import { completeness as heldCompleteness } from './held/completeness.ts'
import { dataModelIntegrity as heldDataModel } from './held/data-model.ts'
import { frameworkAgnosticism as heldFramework } from './held/framework.ts'
import { structure } from './seen/benign-structure.ts'
import { words } from './seen/benign-words.ts'
import { clarity } from './seen/clarity.ts'
import { coherence } from './seen/coherence.ts'
import { completeness } from './seen/completeness.ts'
import { dataModelIntegrity } from './seen/data-model.ts'
import { frameworkAgnosticism } from './seen/framework.ts'

export type CaseSet = {
  readonly name: 'seen' | 'held' | 'fresh'
  readonly bases: readonly Base[]
  readonly defects: readonly Defect[]
  readonly benign: readonly Benign[]
}

/** What rules may be tuned on. */
export const seen = (): CaseSet => ({
  name: 'seen',
  bases: basesIn('clean'),
  defects: [
    ...completeness,
    ...coherence,
    ...clarity,
    ...frameworkAgnosticism,
    ...dataModelIntegrity,
  ],
  benign: [...words, ...structure],
})

/**
 * What rules are measured by. Whoever writes a rule looks at the figures of this set and not at its
 * classes, so that the figures tell how the rules do on designs nobody thought of.
 */
export const held = (): CaseSet => ({
  name: 'held',
  bases: [...basesIn('clean'), ...basesIn('clean-held')],
  defects: [
    ...heldCompleteness,
    ...heldCoherence,
    ...heldClarity,
    ...heldFramework,
    ...heldDataModel,
  ],
  benign: heldBenign,
})
