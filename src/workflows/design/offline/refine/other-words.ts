import type { DesignIntent } from '../../../../checks/design/intent.ts'
import type { Text } from '../../../../checks/design/prose.ts'
import { indexesOf } from '../edit/apply-edits.ts'
import { asSentence, capitalised, cut, uncapitalised } from '../text/plain-text.ts'
import { spoken, title } from '../text/names.ts'
import { sentences } from '../text/sentences.ts'

/** What a name or a sentence can be told by when its own words say nothing: its id, its steps, its parts. */
export function otherwise(intent: DesignIntent, { kind, path }: Text): string {
  const [first = -1, second = -1] = indexesOf(path)
  switch (kind) {
    case 'flow-name':
      return flowName(intent, first)
    case 'component-name':
      return capitalised(spoken(intent.components[first]?.id ?? ''))
    case 'entity-name':
      return capitalised(spoken(intent.dataModel.entities[first]?.id ?? ''))
    case 'action':
      return action(intent, first, second)
    case 'trigger': {
      const part = partOf(intent, intent.interactions[first]?.componentIds)
      return part === '' ? '' : `The ${uncapitalised(part)} is used.`
    }
    case 'response':
      return response(intent, intent.interactions[first]?.componentIds ?? [])
    case 'title':
      return capitalised(spoken(intent.featureId))
    case 'goal':
      return anotherGoal(intent)
    case 'actor':
    case 'flow-goal':
    case 'outcome':
    case 'description':
    case 'attribute-note':
    case 'relationship-note':
    case 'state':
      return ''
  }
}

// "The doctor sees the appointments" names the flow "Sees the appointments"
function flowName(intent: DesignIntent, index: number): string {
  const flow = intent.userFlows[index]
  const step = flow?.steps.at(-1)?.action ?? ''
  const actor = (flow?.actor ?? '').toLowerCase()
  const lower = step.toLowerCase()
  const subject = ['the ', 'a ', 'an ', '']
    .map((article) => article + actor)
    .find((each) => actor !== '' && lower.startsWith(`${each} `))
  return title(subject === undefined ? step : step.slice(subject.length), 80).replace(/\.$/, '')
}

function action(intent: DesignIntent, flow: number, step: number): string {
  const own = intent.userFlows[flow]
  const part = partOf(intent, own?.steps[step]?.componentIds)
  const [outcome] = sentences(own?.steps[step]?.outcome ?? '')
  if (outcome !== undefined) return asSentence(outcome)
  return part === ''
    ? ''
    : `The ${uncapitalised(own?.actor ?? 'person')} uses the ${uncapitalised(part)}.`
}

const partOf = (intent: DesignIntent, ids: readonly string[] | undefined): string =>
  intent.components.find(({ id }) => ids?.includes(id))?.name ?? ''

function response(intent: DesignIntent, ids: readonly string[]): string {
  const step = intent.userFlows
    .flatMap(({ steps }) => steps)
    .find(
      ({ componentIds, outcome }) =>
        outcome !== undefined && componentIds.some((id) => ids.includes(id)),
    )
  return step?.outcome ?? ''
}

/** A goal that the flows tell and that is not stated yet; empty where they tell none. */
export function anotherGoal({ goals, userFlows }: DesignIntent): string {
  const known = new Set(goals.map((goal) => goal.toLowerCase()))
  const told = [
    ...userFlows.flatMap(({ goal }) => goal ?? []),
    ...userFlows.flatMap(({ steps }) => sentences(steps.at(-1)?.outcome ?? '').slice(-1)),
    ...userFlows.flatMap(({ steps }) => steps.at(-1)?.action ?? []),
  ]
  const isLong = (goal: string) => goal.split(' ').length > 3
  return (
    told
      .map((goal) => cut(asSentence(goal)))
      .find((goal) => isLong(goal) && !known.has(goal.toLowerCase())) ?? ''
  )
}
