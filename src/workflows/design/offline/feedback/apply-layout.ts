import type { DesignIntent } from '../../../../checks/design/intent.ts'
import { changeComponent, componentIds } from '../edit/edit-intent.ts'
import { limits } from '../limits.ts'
import { asSentence, cut, uncapitalised } from '../text/plain-text.ts'
import { idsFor, kebab, title } from '../text/names.ts'
import { enumerated } from '../text/sentences.ts'
import type { Applied, CommandOf } from './commands.ts'
import { findTarget, nameOf, unquoted, type Target } from './find-target.ts'

export function move(intent: DesignIntent, { what, to }: CommandOf<'move'>): Applied | null {
  const part = findTarget(intent, what, ['component'])
  const holder = findTarget(intent, to, ['component'])
  if (part?.kind !== 'component' || holder?.kind !== 'component') return null
  const changed = held(intent, part.index, holder.index)
  return changed === null
    ? null
    : { intent: changed, note: `Moved "${nameOf(intent, part)}" to "${nameOf(intent, holder)}".` }
}

/** Puts one component into another and takes it out of any other; null where it would hold itself. */
function held(intent: DesignIntent, part: number, holder: number): DesignIntent | null {
  const id = intent.components[part]?.id ?? ''
  const inside = new Set([id])
  for (let round = 0; round < 20; round += 1)
    for (const { id: own, children } of intent.components)
      if (inside.has(own)) for (const child of children ?? []) inside.add(child)
  if (inside.has(intent.components[holder]?.id ?? id)) return null
  return {
    ...intent,
    components: intent.components.map((component, at) => {
      const { children = [], ...rest } = component
      const others = children.filter((child) => child !== id)
      const own = at === holder ? [...others, id].slice(0, limits.children) : others
      return own.length === 0 ? rest : { ...rest, children: own }
    }),
  }
}

/** What a view must show: a part it gets to hold, an attribute it binds, or a new part of that name. */
export function show(intent: DesignIntent, { view, what }: CommandOf<'show'>): Applied | null {
  const target = findTarget(intent, view, ['component'])
  const holder = target?.kind === 'component' ? intent.components[target.index] : undefined
  if (target?.kind !== 'component' || holder === undefined || holder.type === 'control') return null
  const shown = enumerated(what.replaceAll('"', '')).slice(0, 8)
  const changed = shown.reduce((current, phrase) => showOne(current, target.index, phrase), intent)
  if (changed === intent) return { intent, note: `"${holder.name}" shows ${what} already.` }
  const sentence = `Shows ${shown.map(uncapitalised).join(', ')}.`
  const told = changeComponent(changed, target.index, (each) =>
    each.description.includes(sentence)
      ? each
      : { ...each, description: cut(`${asSentence(each.description)} ${sentence}`) },
  )
  return { intent: told, note: `"${holder.name}" shows ${what}.` }
}

function showOne(intent: DesignIntent, view: number, phrase: string): DesignIntent {
  const found = findTarget(intent, phrase, ['component', 'attribute', 'entity'])
  const holder = intent.components[view]
  if (holder === undefined) return intent
  if (found?.kind === 'component')
    return holder.children?.includes(intent.components[found.index]?.id ?? '')
      ? intent
      : (held(intent, found.index, view) ?? intent)
  if (found !== null && found.kind !== 'attribute' && found.kind !== 'entity') return intent
  if (found !== null) return withBinds(intent, view, bindsOf(intent, found))
  const name = title(unquoted(phrase).replace(/\s+(?:of|for|with|from)\s.*$/i, ''), 60)
  if (kebab(name) === '' || intent.components.length >= limits.components) return intent
  const id = idsFor('component', componentIds(intent))(name)
  const description = `Shows ${uncapitalised(unquoted(phrase))} on the ${uncapitalised(holder.name)}.`
  const made = {
    ...intent,
    components: [...intent.components, { id, name, type: 'data' as const, description }],
  }
  return changeComponent(made, view, (each) => ({
    ...each,
    children: [...(each.children ?? []), id],
  }))
}

const bindsOf = (
  intent: DesignIntent,
  target: Extract<Target, { kind: 'attribute' | 'entity' }>,
): readonly string[] => {
  if (target.kind === 'attribute') return [nameOf(intent, target)]
  const entity = intent.dataModel.entities[target.index]
  return (entity?.attributes ?? []).slice(0, 3).map(({ name }) => `${entity?.id ?? ''}.${name}`)
}

function withBinds(intent: DesignIntent, view: number, binds: readonly string[]): DesignIntent {
  const known = intent.components[view]?.binds ?? []
  const all = [...new Set([...known, ...binds])].slice(0, limits.binds)
  return all.length === known.length
    ? intent
    : changeComponent(intent, view, (each) => ({ ...each, binds: all }))
}
