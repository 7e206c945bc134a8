import type { Component, DesignIntent, Interaction } from '../../../../checks/design/intent.ts'
import { indexesOf } from '../edit/apply-edits.ts'
import { changeComponent, changeInteraction, changeStep } from '../edit/edit-intent.ts'
import { componentsFor, viewFor } from '../edit/match-words.ts'
import { limits } from '../limits.ts'
import { bare, capitalised, uncapitalised } from '../text/plain-text.ts'
import { idsFor, spoken } from '../text/names.ts'
import { contentWords, coverage, shared } from '../text/words.ts'
import { eachOf } from './improver.ts'

const componentAt = (intent: DesignIntent, path: string): readonly [number, Component] | null => {
  const [index = -1] = indexesOf(path)
  const component = intent.components[index]
  return component === undefined ? null : [index, component]
}

const partWords = contentWords(
  'page screen view dashboard button link field list menu picker toggle form panel',
)

/** What nothing uses is joined to the step whose words speak of it, or put where a view mentions it. */
export const wireOrphans = eachOf(
  ['coherence/orphan-component', 'completeness/idle-control'],
  (intent, { path, ruleId }) => {
    const found = componentAt(intent, path)
    if (found === null) return intent
    if (isUsed(intent, found[1])) return explained(intent, found[1])
    const [index, component] = found
    const step = bestStep(intent, component)
    if (step !== null)
      return changeStep(intent, step, (each) => ({
        ...each,
        componentIds: [...new Set([...each.componentIds, component.id])],
      }))
    const bound = ruleId === 'completeness/idle-control' ? bindByName(intent, component) : null
    if (bound !== null)
      return changeComponent(intent, index, (each) => ({
        ...each,
        binds: [...(each.binds ?? []), bound],
      }))
    return component.type === 'control'
      ? withBehaviour(intent, component)
      : house(intent, component)
  },
)

// an answer to another finding may have used it already
const isUsed = (intent: DesignIntent, { id }: Component): boolean =>
  intent.interactions.some(({ componentIds }) => componentIds.includes(id)) ||
  intent.userFlows.some(({ steps }) => steps.some(({ componentIds }) => componentIds.includes(id)))

/** A control that a step uses takes part in the interaction that tells the step, or in a new one of what comes of it. */
function explained(intent: DesignIntent, { id, type }: Component): DesignIntent {
  if (
    type !== 'control' ||
    intent.interactions.some(({ componentIds }) => componentIds.includes(id))
  )
    return intent
  const step = intent.userFlows
    .flatMap(({ steps }) => steps)
    .find(({ componentIds }) => componentIds.includes(id))
  if (step === undefined) return intent
  const said = bare(step.action).toLowerCase()
  const told = intent.interactions.findIndex(({ trigger }) => trigger.toLowerCase().includes(said))
  if (told !== -1)
    return changeInteraction(intent, told, (each) => ({
      ...each,
      componentIds: [...each.componentIds, id],
    }))
  if (step.outcome === undefined || intent.interactions.length >= limits.interactions) return intent
  const name = idsFor(
    'interaction',
    intent.interactions.map((each) => each.id),
  )(step.action.split(' ').slice(0, 8).join(' '))
  const made: Interaction = {
    id: name,
    trigger: step.action,
    response: step.outcome,
    componentIds: [id],
  }
  return { ...intent, interactions: [...intent.interactions, made] }
}

/** The step that shares the most telling words with a component and the views around it. */
function bestStep(
  intent: DesignIntent,
  component: Component,
): { readonly flow: number; readonly step: number } | null {
  const name = telling(component.name)
  const text = contentWords(component.description)
  let best: { flow: number; step: number } | null = null
  let most = 0
  intent.userFlows.forEach((flow, at) =>
    flow.steps.forEach((step, place) => {
      const said = contentWords(`${step.action} ${step.outcome ?? ''}`)
      const named = shared(name, said)
      const enough = component.type === 'control' ? coverage(name, said) === 1 : named > 0
      const score = 3 * named + shared(text, said)
      if (enough && score > most) [best, most] = [{ flow: at, step: place }, score]
    }),
  )
  return best
}

const telling = (name: string): ReadonlySet<string> =>
  new Set([...contentWords(name)].filter((word) => !partWords.has(word)))

function bindByName(intent: DesignIntent, component: Component): string | null {
  const name = telling(component.name)
  for (const { id, attributes } of intent.dataModel.entities)
    for (const attribute of attributes)
      if (name.size > 0 && coverage(contentWords(spoken(attribute.name)), name) === 1)
        return `${id}.${attribute.name}`
  return null
}

/** What a control of its kind does, said of this one: a search finds, a filter narrows, a toggle switches. */
function withBehaviour(intent: DesignIntent, component: Component): DesignIntent {
  const behaviour = behaviourOf(intent, component)
  if (behaviour === null || intent.interactions.length >= limits.interactions) return intent
  const id = idsFor(
    'interaction',
    intent.interactions.map((each) => each.id),
  )(`use ${component.name}`)
  const made: Interaction = { id, ...behaviour, componentIds: [component.id] }
  return { ...intent, interactions: [...intent.interactions, made] }
}

function behaviourOf(
  intent: DesignIntent,
  { id, name }: Component,
): Pick<Interaction, 'trigger' | 'response'> | null {
  const holder = intent.components.find(({ children }) => children?.includes(id))
  const where = holder === undefined ? 'view' : uncapitalised(holder.name)
  const own = uncapitalised(name)
  const what = bare(
    own.replace(
      /\b(?:search(?: (?:field|box|bar))?|filter|toggle|switch|picker|menu|dropdown|field|checkbox|slider|for|by|button|link)\b/gi,
      ' ',
    ),
  )
  const used = `The ${own} is used.`
  if (/\bsearch\b/i.test(name))
    return {
      trigger: `A word is typed into the ${own}.`,
      response: `The ${where} shows ${what === '' ? 'what matches' : `the ${what} that match`}.`,
    }
  if (what === '') return null
  if (/\bfilter\b/i.test(name))
    return { trigger: used, response: `The ${where} shows only what fits the chosen ${what}.` }
  if (/\b(?:toggle|switch)\b/i.test(name))
    return {
      trigger: used,
      response: `The ${where} switches ${/\band\b/.test(what) ? 'between ' : ''}${what}.`,
    }
  if (/\b(?:picker|menu|dropdown)\b/i.test(name))
    return {
      trigger: `A choice is made in the ${own}.`,
      response: `The ${where} takes over the chosen ${what}.`,
    }
  if (/\bfield\b/i.test(name))
    return {
      trigger: `A text is typed into the ${own}.`,
      response: `The ${where} takes over the ${what}.`,
    }
  return null
}

/** Puts a part that stands nowhere into the view that speaks of it. */
function house(intent: DesignIntent, component: Component): DesignIntent {
  if (
    component.type === 'view' ||
    intent.components.some(({ children }) => children?.includes(component.id))
  )
    return intent
  const name = component.name.toLowerCase()
  const index = intent.components.findIndex(
    ({ type, description }) => type === 'view' && description.toLowerCase().includes(name),
  )
  return index === -1
    ? intent
    : changeComponent(intent, index, (each) => ({
        ...each,
        children: [...(each.children ?? []), component.id],
      }))
}

/** A control without a place goes to the view of the step that uses it. */
export const placeControls = eachOf(['completeness/placeless-control'], (intent, { path }) => {
  const found = componentAt(intent, path)
  if (found === null) return intent
  const [, component] = found
  const used = intent.userFlows
    .flatMap(({ steps }) => steps)
    .find(({ componentIds }) => componentIds.includes(component.id))
  const views = new Set(intent.components.filter(({ type }) => type === 'view').map(({ id }) => id))
  const view =
    used?.componentIds.find((id) => views.has(id)) ??
    viewFor(intent, `${component.name} ${component.description} ${used?.action ?? ''}`)
  const index = intent.components.findIndex(({ id }) => id === view)
  if (index === -1 || view === component.id) return intent
  return changeComponent(intent, index, (each) => ({
    ...each,
    children: [...new Set([...(each.children ?? []), component.id])],
  }))
})

/** A step or an interaction refers to the component that its text names. */
export const nameComponents = eachOf(
  ['coherence/misnamed-component', 'completeness/bare-interaction', 'coherence/unknown-component'],
  (intent, { path }) => {
    const [first = -1, second = -1] = indexesOf(path)
    const known = new Set(intent.components.map(({ id }) => id))
    const named = (text: string, ids: readonly string[]): string[] => {
      const own = ids.filter((id) => known.has(id))
      const all = [...new Set([...own, ...componentsFor(intent, text)])]
      return all.length > 0 ? all : [viewFor(intent, text)]
    }
    if (path.startsWith('/interactions/'))
      return changeInteraction(intent, first, (each) => ({
        ...each,
        componentIds: named(`${each.trigger} ${each.response}`, each.componentIds),
      }))
    return changeStep(intent, { flow: first, step: second }, (each) => ({
      ...each,
      componentIds: named(each.action, each.componentIds),
    }))
  },
)

/** Where no interaction is told: every step that leads to something is one, and so is what a control does. */
export const tellInteractions = eachOf(['completeness/no-interactions'], (intent) => {
  const id = idsFor('interaction')
  const made = intent.userFlows
    .flatMap(({ steps }) => steps)
    .flatMap(({ action, outcome, componentIds }) =>
      outcome === undefined
        ? []
        : [
            {
              id: id(action.split(' ').slice(0, 8).join(' ')),
              trigger: capitalised(action),
              response: outcome,
              componentIds,
            },
          ],
    )
  if (made.length > 0) return { ...intent, interactions: made.slice(0, limits.interactions) }
  return intent.components.filter(({ type }) => type === 'control').reduce(withBehaviour, intent)
})
