import { type DesignModel, type DesignRule, oneOf, type Seen } from './design-model.ts'
import type { ComponentType } from './intent.ts'

const pressed = oneOf('button checkbox toggle slider dropdown textbox')
const opened = oneOf('page screen')

/** The type that the last word of a name promises, where a component has quite another. */
function promisedType(name: string, type: ComponentType): ComponentType | null {
  const last = name.trim().toLowerCase().split(/\s+/).at(-1) ?? ''
  if (pressed.has(last))
    return type === 'view' || type === 'data' || type === 'utility' ? 'control' : null
  return opened.has(last) && (type === 'control' || type === 'utility' || type === 'data')
    ? 'view'
    : null
}

const wrongTypes = ({ intent }: DesignModel): readonly Seen[] =>
  intent.components.flatMap(({ name, type }, index): readonly Seen[] => {
    const meant = promisedType(name, type)
    if (meant === null) return []
    const path = `/components/${index}/type`
    const fix = {
      title: `make "${name}" a ${meant}`,
      edits: [{ op: 'replace' as const, path, value: meant }],
    }
    return [{ path, message: `"${name}" reads like a ${meant}, but its type is ${type}`, fix }]
  })

export const typeRules: readonly DesignRule[] = [
  {
    id: 'coherence/type-against-name',
    dimension: 'coherence',
    severity: 'warning',
    about:
      'The type of a component fits what its name says: a button is a control, a page is a view.',
    example: { bad: '"Pay button" of type "view"', better: '"Pay button" of type "control"' },
    over: 'intent',
    run: wrongTypes,
  },
]
