import type { DesignIntent } from '../../../../checks/design/intent.ts'
import {
  changeAttribute,
  changeComponent,
  changeEntity,
  changeFlow,
  changeInteraction,
  changeStep,
  componentIds,
  entityIds,
  moveComponentId,
  moveEntityId,
  rebind,
  removeComponent,
  removeEntity,
} from '../edit/edit-intent.ts'
import { asSentence, capitalised, cut } from '../text/plain-text.ts'
import { attributeName, idsFor, title } from '../text/names.ts'
import type { Applied, CommandOf } from './commands.ts'
import { findTarget, nameOf, unquoted, type Target } from './find-target.ts'
import { renameInTexts } from '../edit/rename-in-texts.ts'

export function rename(intent: DesignIntent, { what, to }: CommandOf<'rename'>): Applied | null {
  const target = findTarget(intent, what)
  const name = title(unquoted(to), 80)
  if (target === null || name === '') return null
  const old = nameOf(intent, target)
  const changed = renamed(intent, target, name)
  return changed === null
    ? null
    : { intent: changed, note: `Renamed "${cut(old, 80)}" to "${name}".` }
}

function renamed(intent: DesignIntent, target: Target, name: string): DesignIntent | null {
  switch (target.kind) {
    case 'component': {
      const old = intent.components[target.index]
      if (old === undefined) return null
      const to = idsFor(
        'component',
        componentIds(intent).filter((id) => id !== old.id),
      )(name)
      const named = changeComponent(intent, target.index, (each) => ({ ...each, name }))
      return renameInTexts(moveComponentId(named, { from: old.id, to }), old.name, name)
    }
    case 'entity': {
      const old = intent.dataModel.entities[target.index]
      if (old === undefined) return null
      const to = idsFor(
        'entity',
        entityIds(intent).filter((id) => id !== old.id),
      )(name)
      return moveEntityId(
        changeEntity(intent, target.index, (each) => ({ ...each, name })),
        { from: old.id, to },
      )
    }
    case 'attribute': {
      const entity = intent.dataModel.entities[target.entity]
      const old = entity?.attributes[target.attribute]
      const to = attributeName(name)
      if (entity === undefined || old === undefined || to === '') return null
      const bind = `${entity.id}.${old.name}`
      return rebind(
        changeAttribute(intent, target, (each) => ({ ...each, name: to })),
        (each) => (each === bind ? `${entity.id}.${to}` : each),
      )
    }
    case 'flow':
      return changeFlow(intent, target.index, (each) => {
        const others = intent.userFlows.filter((_, at) => at !== target.index).map(({ id }) => id)
        return { ...each, name, id: idsFor('flow', others)(name) }
      })
    case 'step':
      return changeStep(intent, target, (each) => ({ ...each, action: asSentence(name) }))
    case 'goal':
      return {
        ...intent,
        goals: intent.goals.map((goal, at) => (at === target.index ? asSentence(name) : goal)),
      }
    case 'interaction':
      return changeInteraction(intent, target.index, (each) => ({
        ...each,
        trigger: asSentence(name),
      }))
  }
}

export function removeNamed(intent: DesignIntent, { what }: CommandOf<'remove'>): Applied | null {
  const target = findTarget(intent, what)
  const changed = target === null ? null : removed(intent, target)
  return target === null || changed === null
    ? null
    : { intent: changed, note: `Removed "${cut(nameOf(intent, target), 80)}".` }
}

function removed(intent: DesignIntent, target: Target): DesignIntent | null {
  switch (target.kind) {
    case 'component':
      return removeComponent(intent, target.index)
    case 'entity':
      return removeEntity(intent, target.index)
    case 'attribute': {
      const entity = intent.dataModel.entities[target.entity]
      if (entity === undefined || entity.attributes.length === 1) return null
      const bind = `${entity.id}.${entity.attributes[target.attribute]?.name ?? ''}`
      const without = changeEntity(intent, target.entity, (each) => ({
        ...each,
        attributes: each.attributes.toSpliced(target.attribute, 1),
      }))
      return rebind(without, (each) => (each === bind ? null : each))
    }
    case 'flow':
      return intent.userFlows.length === 1
        ? null
        : { ...intent, userFlows: intent.userFlows.toSpliced(target.index, 1) }
    case 'step':
      return intent.userFlows[target.flow]?.steps.length === 1
        ? null
        : changeFlow(intent, target.flow, (each) => ({
            ...each,
            steps: each.steps.toSpliced(target.step, 1),
          }))
    case 'goal':
      return intent.goals.length === 1
        ? null
        : { ...intent, goals: intent.goals.toSpliced(target.index, 1) }
    case 'interaction':
      return { ...intent, interactions: intent.interactions.toSpliced(target.index, 1) }
  }
}

export function requireIt(
  intent: DesignIntent,
  { what, required }: CommandOf<'require'>,
): Applied | null {
  const target = findTarget(intent, what, ['attribute'])
  if (target?.kind !== 'attribute') return null
  return {
    intent: changeAttribute(intent, target, (each) => ({ ...each, required })),
    note: `Made ${nameOf(intent, target)} ${required ? 'required' : 'optional'}.`,
  }
}

export function retype(
  intent: DesignIntent,
  { what, type, note }: CommandOf<'retype'>,
): Applied | null {
  const target = findTarget(intent, what, ['attribute'])
  if (target?.kind !== 'attribute') return null
  return {
    intent: changeAttribute(intent, target, (each) => ({
      ...each,
      type,
      ...(note === '' ? {} : { description: note }),
    })),
    note: `Made ${nameOf(intent, target)} of type ${type}.`,
  }
}

export function describe(
  intent: DesignIntent,
  { what, text }: CommandOf<'describe'>,
): Applied | null {
  const target = findTarget(intent, what, ['component', 'attribute'])
  const description = cut(asSentence(unquoted(text)))
  if (target === null || description === '') return null
  const note = `Described ${nameOf(intent, target)}.`
  if (target.kind === 'component')
    return {
      intent: changeComponent(intent, target.index, (each) => ({ ...each, description })),
      note,
    }
  return target.kind === 'attribute'
    ? { intent: changeAttribute(intent, target, (each) => ({ ...each, description })), note }
    : null
}

export function setActor(
  intent: DesignIntent,
  { flow, actor }: CommandOf<'set-actor'>,
): Applied | null {
  const target = findTarget(intent, flow, ['flow'])
  if (target?.kind !== 'flow' || unquoted(actor) === '') return null
  const name = capitalised(unquoted(actor))
  return {
    intent: changeFlow(intent, target.index, (each) => ({ ...each, actor: name })),
    note: `The actor of "${nameOf(intent, target)}" is ${name}.`,
  }
}
