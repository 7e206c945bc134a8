import { criticise, type Critique } from '../../../checks/design/criticise.ts'
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

const mostFindings = 400

/** Improves an intent by what a person asked for and by what the rules still hold against it. Same input, same result. */
export function refineIntent({ intent, findings, feedback, requirements }: RefineInput): Refined {
  const asked = applyFeedback(intent, feedback)
  const notes = [...asked.notes]
  if (findings.length === 0 && asked.intent === intent) return { intent, notes }
  const around: Surroundings = { facts: once(() => factsOf(requirements)), notes }
  // a person who takes a goal out does not want another one in its place
  const due = feedback.length > 0 ? improvers.filter((each) => each !== moreGoals) : improvers
  const better = due.reduce<Judged>(
    (current, improver) => improved(current, improver, around),
    judged(asked.intent),
  )
  const isValid = DesignIntent.safeParse(better.intent).success
  return {
    intent: isValid ? better.intent : asked.intent,
    notes: [...new Set(notes)].slice(0, limits.notes),
  }
}

type Judged = { readonly intent: DesignIntent; readonly critique: Critique }
const judged = (intent: DesignIntent): Judged => ({ intent, critique: criticise(intent) })

/** Lets one improver answer its findings, and keeps the result only if the design is no worse for it. */
function improved(current: Judged, improver: Improver, around: Surroundings): Judged {
  const { intent, critique } = current
  const own = critique.criticisms.filter(
    ({ ruleId, severity }) => severity !== 'info' && improver.rules.includes(ruleId),
  )
  if (own.length === 0) return current
  const said = around.notes.length
  const changed = improver.improve(intent, lastFirst(own).slice(0, mostFindings), around)
  if (changed === intent) return current
  const next = judged(changed)
  if (next.critique.scorecard.overallScore >= critique.scorecard.overallScore) return next
  around.notes.length = said
  return current
}

// what is taken out must not move what later findings point at
const lastFirst = (findings: readonly DesignFinding[]): readonly DesignFinding[] =>
  findings.toSorted((a, b) => byNumbers(b.path, a.path))

function byNumbers(one: string, other: string): number {
  const [left, right] = [one.split('/'), other.split('/')]
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [a = '', b = ''] = [left[at], right[at]]
    if (a === b) continue
    const numbers = /^\d+$/.test(a) && /^\d+$/.test(b)
    if (numbers) return Number(a) - Number(b)
    return a < b ? -1 : 1
  }
  return 0
}

// a person's own design may come with no requirements at all
const factsOf = (requirements: string): Facts =>
  requirements === '' ? noFacts() : readFacts(requirements)

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
