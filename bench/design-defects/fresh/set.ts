import { basesIn } from '../bases.ts'
import type { CaseSet } from '../sets.ts'
import { benign } from './benign.ts'
import { clarity } from './clarity.ts'
import { coherence } from './coherence.ts'
import { completeness } from './completeness.ts'
import { dataModelIntegrity } from './data-model.ts'
import { frameworkAgnosticism } from './framework.ts'

/** Slips of another hand, on designs of their own, that no rule had met when it was written. */
export const fresh = (): CaseSet => ({
  name: 'fresh',
  bases: basesIn('fresh/clean'),
  defects: [
    ...completeness,
    ...coherence,
    ...clarity,
    ...frameworkAgnosticism,
    ...dataModelIntegrity,
  ],
  benign,
})
