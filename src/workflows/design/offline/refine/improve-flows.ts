import type { DesignIntent, FlowStep, UserFlow } from '../../../../checks/design/intent.ts'
import { indexesOf } from '../edit/apply-edits.ts'
import { changeFlow } from '../edit/edit-intent.ts'
import { entitiesFor } from '../edit/match-words.ts'
import { asSentence, cut, uncapitalised } from '../text/plain-text.ts'
import { idsFor } from '../text/names.ts'
import { sentences } from '../text/sentences.ts'
import { contentWords, shared } from '../text/words.ts'
import { eachOf } from './improver.ts'

const flowAt = (intent: DesignIntent, path: string): readonly [number, UserFlow] | null => {
  const [index = -1] = indexesOf(path)
  const flow = intent.userFlows[index]
  return flow === undefined ? null : [index, flow]
}

/** One step says two things: what is done and what comes of it; or one has to open the view first. */
export const lengthenFlows = eachOf(['completeness/short-flow'], (intent, { path }) => {
  const found = flowAt(intent, path)
  const only = found?.[1].steps[0]
  if (found === null || only === undefined || found[1].steps.length > 1) return intent
  const [index, flow] = found
  const id = idsFor('step', [only.id])(`${flow.id}-step-2`)
  return changeFlow(intent, index, () => ({ ...flow, steps: twoOf(intent, flow, only, id) }))
})

function twoOf(intent: DesignIntent, flow: UserFlow, only: FlowStep, id: string): FlowStep[] {
  if (only.outcome !== undefined) {
    const { outcome, ...first } = only
    const [response = outcome, ...more] = sentences(outcome)
    const second: FlowStep = {
      ...first,
      id,
      action: asSentence(response),
      ...(more.length === 0 ? {} : { outcome: more.join(' ') }),
    }
    return [first, second]
  }
  const view = intent.components.find(
    ({ id: own, type }) => type === 'view' && inView(intent, own, only.componentIds),
  )
  if (view === undefined) return [only]
  const who = flow.actor === undefined ? 'person' : uncapitalised(flow.actor)
  const opening: FlowStep = {
    id: only.id,
    action: `The ${who} opens the ${uncapitalised(view.name)}.`,
    componentIds: [view.id],
  }
  return [opening, { ...only, id }]
}

function inView(intent: DesignIntent, view: string, ids: readonly string[]): boolean {
  const held = new Set([view])
  for (let round = 0; round < 6; round += 1)
    for (const { id, children } of intent.components)
      if (held.has(id)) for (const child of children ?? []) held.add(child)
  return ids.some((id) => held.has(id))
}

/** The first actor whom the steps name; a flow that nobody starts is the system's own. */
export const nameActors = eachOf(['completeness/missing-actor'], (intent, { path }) => {
  const found = flowAt(intent, path)
  if (found === null) return intent
  const text = found[1].steps
    .map(({ action }) => action)
    .join(' ')
    .toLowerCase()
  const actors = [...new Set(intent.userFlows.flatMap(({ actor }) => actor ?? []))]
  const isOwn = /^(?:the system|if|when|while|an?|once)\b/i.test(found[1].steps[0]?.action ?? '')
  const actor = isOwn ? 'System' : actors.find((each) => text.includes(each.toLowerCase()))
  return changeFlow(intent, found[0], (flow) => ({ ...flow, actor: actor ?? 'System' }))
})

/** What a flow is for: what its last step leads to, or the goal of the feature that speaks of it most. */
export const nameFlowGoals = eachOf(['completeness/missing-flow-goal'], (intent, { path }) => {
  const found = flowAt(intent, path)
  const goal = found === null ? '' : goalOf(intent, found[1])
  return found === null || goal === ''
    ? intent
    : changeFlow(intent, found[0], (flow) => ({ ...flow, goal }))
})

function goalOf(intent: DesignIntent, flow: UserFlow): string {
  const outcome = flow.steps.findLast((step) => step.outcome !== undefined)?.outcome
  const [last] = sentences(outcome ?? '').slice(-1)
  if (last !== undefined) return cut(asSentence(last))
  const words = contentWords([flow.name, ...flow.steps.map(({ action }) => action)].join(' '))
  const scored = intent.goals.map((goal) => ({ goal, score: shared(words, contentWords(goal)) }))
  const [best] = scored.sort((a, b) => b.score - a.score)
  return best === undefined || best.score === 0 ? '' : best.goal
}

/** A flow that names no entity gets those which its name, its goal or its components speak of. */
export const supportFlows = eachOf(['data/unsupported-flow'], (intent, { path }) => {
  const found = flowAt(intent, path)
  if (found === null) return intent
  const [index, flow] = found
  const ids = flow.steps.flatMap(({ componentIds }) => componentIds)
  const parts = intent.components.filter(({ id }) => ids.includes(id))
  const bound = parts.flatMap(({ binds }) => (binds ?? []).map((bind) => bind.split('.')[0] ?? ''))
  const told = entitiesFor(
    intent,
    [
      flow.name,
      flow.goal ?? '',
      ...flow.steps.map(({ action, outcome }) => `${action} ${outcome ?? ''}`),
    ].join(' '),
  )
  const nearby = entitiesFor(
    intent,
    parts.map(({ name, description }) => `${name} ${description}`).join(' '),
  )
  const known = new Set(intent.dataModel.entities.map(({ id }) => id))
  const entity = [...told, ...bound, ...nearby].find((id) => known.has(id))
  if (entity === undefined) return intent
  const last = flow.steps.length - 1
  return changeFlow(intent, index, (each) => ({
    ...each,
    steps: each.steps.map((step, at) =>
      at === last
        ? { ...step, entityIds: [...new Set([...(step.entityIds ?? []), entity])] }
        : step,
    ),
  }))
})
