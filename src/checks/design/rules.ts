import { clarityHollowRules } from './clarity-hollow.ts'
import { clarityLeftoverRules } from './clarity-leftovers.ts'
import { clarityNameRules } from './clarity-names.ts'
import { clarityPeopleRules } from './clarity-people.ts'
import { claritySignRules } from './clarity-signs.ts'
import { clarityTextRules } from './clarity-texts.ts'
import { clarityWordRules } from './clarity-words.ts'
import { containmentRules } from './coherence-containment.ts'
import { flowRules } from './coherence-flows.ts'
import { idRules } from './coherence-ids.ts'
import { referenceRules } from './coherence-references.ts'
import { roleRules } from './coherence-roles.ts'
import { completenessComponentRules } from './completeness-components.ts'
import { completenessPartRules } from './completeness-parts.ts'
import { completenessTextRules } from './completeness-texts.ts'
import { attributeRules } from './data-attributes.ts'
import { entityRules } from './data-entities.ts'
import { dataFlowRules } from './data-flows.ts'
import { relationshipRules } from './data-relationships.ts'
import { shapeRules } from './data-shapes.ts'
import { sideRules } from './data-sides.ts'
import { frameworkCodeRules } from './framework-code.ts'
import { frameworkIdRule } from './framework-ids.ts'
import { frameworkRules } from './framework-rules.ts'
import type { DesignEntry, DesignRule } from './rule.ts'

export const designRules: readonly DesignRule[] = [
  ...completenessTextRules,
  ...completenessPartRules,
  ...completenessComponentRules,
  ...referenceRules,
  ...idRules,
  ...containmentRules,
  ...flowRules,
  ...roleRules,
  ...clarityWordRules,
  ...clarityTextRules,
  ...claritySignRules,
  ...clarityHollowRules,
  ...clarityPeopleRules,
  ...clarityNameRules,
  ...clarityLeftoverRules,
  ...frameworkRules,
  frameworkIdRule,
  ...frameworkCodeRules,
  ...relationshipRules,
  ...attributeRules,
  ...entityRules,
  ...dataFlowRules,
  ...shapeRules,
  ...sideRules,
]

export const ruleCatalog: readonly DesignEntry[] = designRules.map(
  ({ id, dimension, severity, about, example }) => ({ id, dimension, severity, about, example }),
)
