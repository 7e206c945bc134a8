import type { DesignIntent } from '../../../src/checks/design/intent.ts'
import { defectsOf, pick, pickOrNull, textAt, valueAt } from '../plant.ts'
import { extended, replaced, sentence, written } from '../texts.ts'

const count = (intent: DesignIntent, at: string): number => {
  const value = valueAt(intent, at)
  return Array.isArray(value) ? value.length : -1
}

export const completeness = defectsOf('completeness', {
  'tbd-description': replaced(
    ['description'],
    ['TBD', 'tbd', 'T.B.D.', 'To be defined', 'To be determined.', 'TBA', 'to be decided later'],
  ),
  'tbd-elsewhere': replaced(
    ['goal', 'action', 'outcome', 'trigger', 'response', 'flowGoal'],
    ['TBD', 'To be defined.', 'tbd', 'To be determined', 'TBC'],
  ),
  'tbd-inside-text': extended(
    ['description', 'goal', 'response', 'outcome'],
    ['(TBD)', '- details TBD', 'with a limit of TBD entries', '[TBD]'],
  ),
  'todo-left': written(
    ['description', 'goal', 'action', 'response', 'attributeDescription'],
    ['TODO: describe this', 'TODO', 'FIXME: wording', 'todo - ask the product owner', 'XXX fix me'],
  ),
  'lorem-ipsum': replaced(
    ['description', 'goal', 'action', 'outcome', 'response'],
    [
      'Lorem ipsum dolor sit amet, consectetur adipiscing elit.',
      'lorem ipsum dolor sit amet',
      'Dolor sit amet, consectetur adipiscing elit, sed do eiusmod.',
      'Lorem Ipsum is dummy text for this part.',
    ],
  ),
  'only-dots': replaced(
    ['description', 'action', 'goal', 'outcome', 'response', 'trigger'],
    ['…', '...', '. . .', '…………', '.....'],
  ),
  'instruction-left': replaced(
    ['description', 'goal', 'action', 'response'],
    [
      'Description goes here',
      'Add a description here.',
      'Insert text here',
      'Your description here',
      'Enter description',
      'Placeholder text',
      'This is a placeholder.',
      'Describe the component in one sentence.',
    ],
  ),
  'question-marks': replaced(
    ['description', 'action', 'goal', 'response'],
    ['???', '?', '??', '?!?'],
  ),
  'not-applicable': replaced(
    ['description', 'goal', 'response', 'outcome', 'trigger'],
    ['N/A', 'n/a', 'n.a.', 'None', 'none.', '-', '--', 'null', 'undefined', 'not applicable'],
  ),
  'template-variable': replaced(
    ['description', 'goal', 'action', 'componentName', 'flowName', 'response'],
    [
      '{{description}}',
      '{{ component.name }}',
      '${description}',
      '<description>',
      '[component name]',
      '%DESCRIPTION%',
      '[insert name here]',
      '{name}',
    ],
  ),
  'template-variable-inside': written(
    ['description', 'goal', 'response', 'action'],
    [
      'It greets {{userName}} by name.',
      'It shows ${count} entries.',
      'It belongs to [feature name].',
      'It is reached from <page name>.',
    ],
    sentence,
  ),
  'blank-text': {
    ...replaced(
      ['description', 'goal', 'action', 'response', 'componentName', 'flowName'],
      [' ', '   ', '\u00a0', '\n', '\t ', '\u200b'],
    ),
    holds: (intent, at) => textAt(intent, at) !== '' && /^[\s\u200b]+$/.test(textAt(intent, at)),
  },
  'punctuation-only': replaced(
    ['description', 'goal', 'action', 'response'],
    ['---', '***', '!!!', '_____', '/', '::', '.'],
  ),
  'thin-description': replaced(
    ['description'],
    ['A button', 'List', 'Shows it', 'Form.', 'The page', 'Input field', 'Main view', 'Panel'],
  ),
  'thin-goal': replaced(
    ['goal'],
    ['Booking', 'Speed', 'Usability', 'Good UX', 'Reporting', 'Save time'],
  ),
  'thin-action': replaced(['action'], ['Go', 'Next', 'Click', 'Submit', 'Continue', 'Step 2']),
  'thin-response': replaced(['response'], ['OK', 'Works', 'Updates', 'Done.', 'Success', 'Saved']),
  'thin-trigger': replaced(['trigger'], ['Click', 'Tap', 'Event', 'Change', 'On load']),
  'placeholder-flow-name': replaced(
    ['flowName'],
    ['Flow 1', 'Untitled', 'New flow', 'User flow', 'Untitled flow', 'Flow name', 'My Flow'],
  ),
  'placeholder-component-name': replaced(
    ['componentName'],
    ['Component 1', 'Untitled component', 'New component', 'Foo', 'Component name', 'Unnamed'],
  ),
  'placeholder-entity-name': replaced(
    ['entityName'],
    ['Entity 1', 'Entity1', 'New entity', 'Foo', 'Untitled', 'EntityName'],
  ),
  'placeholder-attribute-name': {
    ...replaced(
      ['attributeName'],
      ['field1', 'attribute1', 'attr2', 'foo', 'newField', 'tbd', 'column1'],
    ),
    plant(intent, random) {
      const e = Math.floor(random() * intent.dataModel.entities.length)
      const name = pick(
        ['field1', 'attribute1', 'attr2', 'foo', 'newField', 'tbd', 'column1'],
        random,
      )
      const entity = intent.dataModel.entities[e]!
      const at = `/dataModel/entities/${e}/attributes/${entity.attributes.length}`
      entity.attributes.push({ name, type: 'string' })
      return { intent, pointers: [`${at}/name`, at] }
    },
  },
  'placeholder-title': replaced(
    ['title'],
    ['Untitled', 'TBD', 'Feature title', 'Title goes here', '{{title}}', 'New feature', '…'],
  ),
  'single-goal': {
    plant(intent, random) {
      intent.goals = [pick(intent.goals, random)]
      return { intent, pointers: ['/goals', '/goals/0'] }
    },
    holds: (intent) => intent.goals.length === 1,
  },
  'one-step-flow': {
    plant(intent, random) {
      const flow = pick(intent.userFlows, random)
      // the step that names an entity stays, so that nothing else is wrong with the flow
      const step = pickOrNull(
        flow.steps.filter(({ entityIds = [] }) => entityIds.length > 0),
        random,
      )
      if (step === null) return null
      flow.steps = [step]
      const at = `/userFlows/${intent.userFlows.indexOf(flow)}`
      return { intent, pointers: [`${at}/steps`, at, `${at}/steps/0`] }
    },
    holds: (intent, at) => count(intent, at) === 1,
  },
  'no-interactions': {
    plant(intent) {
      intent.interactions = []
      const controls = intent.components.flatMap(({ type }, index) =>
        type === 'control' ? [`/components/${index}`, `/components/${index}/id`] : [],
      )
      return { intent, pointers: ['/interactions', ...controls] }
    },
    holds: (intent, at) => count(intent, at) === 0,
  },
})
