import { completenessRules } from './completeness.ts'
import { containmentRules } from './containment.ts'
import { dataRules } from './data.ts'
import { frameworkRules } from './framework.ts'
import { namingRules } from './naming.ts'
import { referenceRules } from './references.ts'
import { repetitionRules } from './repetition.ts'
import { roleRules } from './roles.ts'
import type { DesignRule } from './rule.ts'
import { wordingRules } from './wording.ts'

export const designRules: readonly DesignRule[] = [
  ...completenessRules,
  ...referenceRules,
  ...containmentRules,
  ...repetitionRules,
  ...roleRules,
  ...wordingRules,
  ...namingRules,
  ...frameworkRules,
  ...dataRules,
]
