import { applyEdits, indexesOf, keysOf } from '../edit/apply-edits.ts'
import {
  changeAttribute,
  changeComponent,
  changeFlow,
  componentIds,
  moveComponentId,
} from '../edit/edit-intent.ts'
import { idsFor } from '../text/names.ts'
import { cut, uncapitalised } from '../text/plain-text.ts'
import { anotherGoal } from './other-words.ts'
import { eachOf } from './improver.ts'

/** What stands at the finding's path only repeats or contradicts: without it the design says the same. */
export const dropRepeats = eachOf(
  [
    'coherence/containment-cycle',
    'coherence/self-containment',
    'coherence/contained-twice',
    'coherence/misplaced-view',
    'coherence/unknown-child',
    'coherence/unknown-binding',
    'coherence/unknown-entity',
    'coherence/listed-twice',
    'coherence/repeated-flow',
    'coherence/repeated-step',
    'coherence/repeated-interaction',
    'clarity/shared-goal',
    'data/repeated-attribute',
    'data/repeated-relationship',
  ],
  (intent, { path }) => applyEdits(intent, [{ op: 'remove', path: wholeAt(path) }]),
)

// a finding on an attribute's name is about the attribute
const wholeAt = (path: string): string =>
  /\/attributes\/\d+\/name$|\/relationships\/\d+\/\w+$/.test(path)
    ? path.replace(/\/\w+$/, '')
    : path

/** A relationship that leads nowhere goes. */
export const dropLost = eachOf(['data/unknown-endpoint'], (intent, { path }) =>
  applyEdits(intent, [{ op: 'remove', path: path.replace(/\/(?:from|to)$/, '') }]),
)

/** An outcome or a goal that says again what was said may be left out. */
export const dropEchoes = eachOf(['coherence/echo'], (intent, { path }) =>
  path.endsWith('/response') ? intent : applyEdits(intent, [{ op: 'remove', path }]),
)

/** A reference to nothing that exists is a plain text. */
export const plainReferences = eachOf(['data/lost-reference'], (intent, { path }) => {
  const [entity = -1, attribute = -1] = indexesOf(path)
  return changeAttribute(intent, { entity, attribute }, (each) => ({ ...each, type: 'string' }))
})

/** Two parts of one name are told apart by where they stand. */
export const tellApart = eachOf(['coherence/duplicate-name'], (intent, { path }) => {
  const [index = -1] = indexesOf(path)
  if (path.startsWith('/userFlows/'))
    return changeFlow(intent, index, (flow) =>
      flow.actor === undefined
        ? flow
        : { ...flow, name: `${flow.name} (${uncapitalised(flow.actor)})` },
    )
  const part = intent.components[index]
  const holder = intent.components.find(({ children }) => children?.includes(part?.id ?? ''))
  if (part === undefined || holder === undefined) return intent
  return changeComponent(intent, index, (each) => ({
    ...each,
    name: cut(`${each.name} of the ${uncapitalised(holder.name)}`, 100),
  }))
})

/** Ids follow the names once a name is free of technology. */
export const neutralIds = eachOf(['framework/term-in-id'], (intent, { path, message }) => {
  const [index = -1] = indexesOf(path)
  const part = path.startsWith('/components/') ? intent.components[index] : undefined
  if (part === undefined) return intent
  const term = (/"([^"]{1,80})"/.exec(message)?.[1] ?? '').toLowerCase()
  const words = part.name.split(' ').filter((word) => word.toLowerCase() !== term)
  const others = componentIds(intent).filter((id) => id !== part.id)
  const to = idsFor('component', others)(words.join(' '))
  return to === part.id ? intent : moveComponentId(intent, { from: part.id, to })
})

/** Two goals at least: what a flow is for, what its last step leads to, or what it lets people do. */
export const moreGoals = eachOf(['completeness/few-goals'], (intent) => {
  const added = anotherGoal(intent)
  return added === '' ? intent : { ...intent, goals: [...intent.goals, added] }
})

/** Children of a control move to what holds the control. */
export const liftChildren = eachOf(['coherence/control-with-children'], (intent, { path }) => {
  const index = Number(keysOf(path)[1])
  const control = intent.components[index]
  const holder = intent.components.findIndex(({ children }) =>
    children?.includes(control?.id ?? ''),
  )
  if (control?.children === undefined) return intent
  const { children, ...rest } = control
  const lifted = { ...intent, components: intent.components.with(index, rest) }
  return holder === -1
    ? lifted
    : changeComponent(lifted, holder, (each) => ({
        ...each,
        children: [...new Set([...(each.children ?? []), ...children])],
      }))
})
