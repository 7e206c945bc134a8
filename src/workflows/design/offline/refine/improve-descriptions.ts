import { changeComponent } from '../edit/edit-intent.ts'
import { indexesOf } from '../edit/apply-edits.ts'
import { eachOf } from './improver.ts'
import { retold } from './improve-texts.ts'

/** A description that only repeats a name, or another description, gives way to what the design knows. */
export const improveDescriptions = eachOf(
  ['clarity/restated-name', 'clarity/shared-description'],
  (intent, { path }, around) => {
    const [index = -1] = indexesOf(path)
    const component = intent.components[index]
    if (component === undefined) return intent
    const told = retold(intent, component, around.facts())
    return told === '' || told === component.description
      ? intent
      : changeComponent(intent, index, (each) => ({ ...each, description: told }))
  },
)
