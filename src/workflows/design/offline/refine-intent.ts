import type { DesignFinding } from '../../../checks/design/critique.ts'
import { DesignIntent } from '../../../checks/design/intent.ts'
import { applyFeedback } from './feedback/apply-feedback.ts'
import { limits } from './limits.ts'
import { noFacts, type Facts } from './read/facts.ts'
import { readFacts } from './read/read-facts.ts'
import { bindData, fillEntities, relateEntities, useEntities } from './refine/improve-data.ts'
import { improveDescriptions } from './refine/improve-descriptions.ts'
import { lengthenFlows, nameActors, nameFlowGoals, supportFlows } from './refine/improve-flows.ts'
import {
  dropEchoes,
  dropLost,
  dropRepeats,
  liftChildren,
  moreGoals,
  neutralIds,
  plainReferences,
  tellApart,
} from './refine/improve-structure.ts'
import { improveTexts } from './refine/improve-texts.ts'
import {
  nameComponents,
  placeControls,
  tellInteractions,
  wireOrphans,
} from './refine/improve-wiring.ts'
import type { Improver, Surroundings } from './refine/improver.ts'
import { judged, keepBetter, type Judged } from './refine/keep-better.ts'

export type RefineInput = {
  readonly intent: DesignIntent
  readonly findings: readonly DesignFinding[]
  readonly feedback: readonly string[]
  readonly requirements: string
  readonly attempt: number
}

export type Refined = { readonly intent: DesignIntent; readonly notes: readonly string[] }

/** In the order in which they help each other: what holds together first, then who uses what, then the words. */
const improvers: readonly Improver[] = [
  dropLost,
  dropRepeats,
  liftChildren,
  plainReferences,
  nameComponents,
  wireOrphans,
  placeControls,
  useEntities,
  fillEntities,
  relateEntities,
  nameActors,
  lengthenFlows,
  nameFlowGoals,
  supportFlows,
  tellInteractions,
  moreGoals,
  bindData,
  tellApart,
  improveTexts,
  improveDescriptions,
  neutralIds,
  dropEchoes,
  improveTexts,
]

/** Improves an intent by what a person asked for and by what the rules still hold against it. Same input, same result. */
export function refineIntent({ intent, findings, feedback, requirements }: RefineInput): Refined {
  const asked = applyFeedback(intent, feedback)
  const notes = [...asked.notes]
  if (findings.length === 0 && asked.intent === intent) return { intent, notes }
  const around: Surroundings = { facts: once(() => factsOf(requirements)), notes }
  // a person who takes a goal out does not want another one in its place
  const due = feedback.length > 0 ? improvers.filter((each) => each !== moreGoals) : improvers
  const better = due.reduce<Judged>(
    (current, improver) => keepBetter(current, improver, around),
    judged(asked.intent),
  )
  const isValid = DesignIntent.safeParse(better.intent).success
  return {
    intent: isValid ? better.intent : asked.intent,
    notes: [...new Set(notes)].slice(0, limits.notes),
  }
}

// a person's own design may come with no requirements at all
const factsOf = (requirements: string): Facts =>
  requirements === '' ? noFacts() : readFacts(requirements)

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
