import type { Change, Defect } from './cases.ts'
import { heldHonest } from './held-honest.ts'
import { held } from './held.ts'
import { honest } from './honest.ts'
import { seenSettings } from './seen-settings.ts'
import { seenSource } from './seen-source.ts'
import { seenTests } from './seen-tests.ts'

export type CaseSet = { readonly defects: readonly Defect[]; readonly honest: readonly Change[] }

/** `seen` may be looked at while checks are built; `held` only shows what they are worth. */
export const sets: Readonly<Record<'seen' | 'held', CaseSet>> = {
  seen: { defects: [...seenTests, ...seenSettings, ...seenSource], honest },
  held: { defects: held, honest: heldHonest },
}
