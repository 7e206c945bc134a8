import type { DesignIntent, FlowStep } from '../../../../checks/design/intent.ts'
import { changeFlow } from '../edit/edit-intent.ts'
import { componentsFor, entitiesFor, viewFor } from '../edit/match-words.ts'
import { limits } from '../limits.ts'
import { asSentence, capitalised, cut, uncapitalised } from '../text/plain-text.ts'
import { idsFor, title } from '../text/names.ts'
import { theActor, toldOf } from '../text/person.ts'
import type { Applied, CommandOf } from './commands.ts'
import { findTarget, unquoted } from './find-target.ts'

export function addStep(
  intent: DesignIntent,
  { text, flow, place }: CommandOf<'add-step'>,
): Applied | null {
  const target = findTarget(intent, flow, ['flow'])
  const owner = target?.kind === 'flow' ? intent.userFlows[target.index] : undefined
  if (target?.kind !== 'flow' || owner === undefined || owner.steps.length >= limits.steps)
    return null
  const action = cut(asSentence(unquoted(text)))
  const at = indexFor(intent, target.index, place)
  if (action === '' || at === null) return null
  const near = owner.steps[Math.max(0, at - 1)] ?? owner.steps[0]
  const id = idsFor(
    'step',
    owner.steps.map((step) => step.id),
  )(`${owner.id}-step-${owner.steps.length + 1}`)
  const entities = entitiesFor(intent, action)
  const named = componentsFor(intent, action)
  const step: FlowStep = {
    id,
    action,
    componentIds: named.length > 0 ? [...named] : [...(near?.componentIds ?? [])].slice(0, 1),
    ...(entities.length === 0 ? {} : { entityIds: [...entities] }),
  }
  return {
    intent: changeFlow(intent, target.index, (each) => ({
      ...each,
      steps: each.steps.toSpliced(at, 0, step),
    })),
    note: `Added a step to ${owner.name}: ${action}`,
  }
}

function indexFor(
  intent: DesignIntent,
  flow: number,
  place: CommandOf<'add-step'>['place'],
): number | null {
  const steps = intent.userFlows[flow]?.steps ?? []
  switch (place.at) {
    case 'start':
      return 0
    case 'end':
      return steps.length
    case 'after':
    case 'before': {
      const only: DesignIntent = {
        ...intent,
        userFlows: intent.userFlows.filter((_, at) => at === flow),
      }
      const ordinal = /(\d{1,3})$/.exec(place.step)?.[1]
      const found = findTarget(only, place.step, ['step'])
      const index =
        found?.kind === 'step' ? found.step : ordinal === undefined ? -1 : Number(ordinal) - 1
      if (index < 0 || index >= steps.length) return null
      return place.at === 'after' ? index + 1 : index
    }
  }
}

export function addFlow(
  intent: DesignIntent,
  { name, actor, steps }: CommandOf<'add-flow'>,
): Applied | null {
  const called = title(unquoted(name))
  if (called === '' || intent.userFlows.length >= limits.flows) return null
  if (intent.userFlows.some((flow) => flow.name.toLowerCase() === called.toLowerCase()))
    return { intent, note: `There is a flow "${called}" already.` }
  const id = idsFor(
    'flow',
    intent.userFlows.map((flow) => flow.id),
  )(called)
  const alone =
    actor === '' ? called : toldOf(capitalised(theActor(actor)), `I can ${uncapitalised(called)}`)
  const actions = (steps.length > 0 ? steps : [alone])
    .slice(0, limits.steps)
    .map((step) => cut(asSentence(unquoted(step))))
  const view = viewFor(intent, `${called} ${actions.join(' ')}`)
  const flow = {
    id,
    name: called,
    ...(actor === '' ? {} : { actor: capitalised(unquoted(actor)) }),
    steps: actions
      .filter((action) => action !== '')
      .map((action, index) => stepOf(intent, action, { id: `${id}-step-${index + 1}`, view })),
  }
  if (flow.steps.length === 0) return null
  return {
    intent: { ...intent, userFlows: [...intent.userFlows, flow] },
    note: `Added the flow "${called}".`,
  }
}

function stepOf(
  intent: DesignIntent,
  action: string,
  { id, view }: { readonly id: string; readonly view: string },
): FlowStep {
  const named = componentsFor(intent, action)
  const entities = entitiesFor(intent, action)
  return {
    id,
    action,
    componentIds: named.length > 0 ? [...named] : [view],
    ...(entities.length === 0 ? {} : { entityIds: [...entities] }),
  }
}
