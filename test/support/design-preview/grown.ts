import type { Component, DesignIntent, Entity } from '../../../src/checks/design/intent.ts'

/** A design of any size: views hold groups, groups hold fields, lists and buttons. */
export function intentOf(size: number, entityCount: number): DesignIntent {
  const entities = Array.from({ length: entityCount }, (_, index) => entityAt(index))
  const components = Array.from({ length: size }, (_, index) =>
    componentAt(index, size, entityCount),
  )
  return {
    schemaVersion: '1.0.0',
    featureId: 'clinic-appointments',
    version: '2.0.0-draft.1',
    title: 'Clinic appointments',
    goals: [
      'A patient finds and books a free appointment without a phone call.',
      'Reception sees changes of the day as they happen.',
    ],
    userFlows: Array.from({ length: Math.max(2, Math.round(size / 12)) }, (_, flow) => ({
      id: `flow-${flow}`,
      name: `${verbs[flow % verbs.length] ?? ''} an appointment`,
      actor: flow % 2 === 0 ? 'Patient' : 'Receptionist',
      goal: 'Have the right appointment at the right time, and know that it is confirmed.',
      steps: Array.from({ length: 2 + (flow % 4) }, (_step, at) => ({
        id: `step-${at}`,
        action:
          ['Opens the day', 'Picks a free time', 'Gives a reason', 'Reads the summary', 'Confirms'][
            at
          ] ?? 'Waits',
        componentIds: [`part-${(flow * 7 + at) % size}`],
        entityIds: [`entity-${(flow + at) % entityCount}`],
        outcome: 'The next free times are shown with the name of the doctor.',
      })),
    })),
    components,
    dataModel: {
      entities,
      relationships: entities.slice(1).map(({ id }, index) => ({
        from: `entity-${Math.floor(index / 3)}`,
        to: id,
        cardinality: index % 5 === 4 ? ('many-to-many' as const) : ('one-to-many' as const),
        description: 'Belongs to it for as long as it is kept.',
      })),
    },
    interactions: Array.from({ length: Math.min(40, Math.ceil(size / 8)) }, (_, index) => ({
      id: `interaction-${index}`,
      trigger: 'A time is taken by somebody else while it is being looked at.',
      response: 'The time is marked as taken and the next free one is offered.',
      componentIds: [`part-${(index * 5) % size}`],
      states: ['free', 'held', 'taken'],
    })),
  }
}

const verbs = [
  'Book',
  'Move',
  'Cancel',
  'Confirm',
  'Find',
  'Remind of',
  'Note',
  'Print',
  'Bill',
  'Close',
]
const names: readonly (readonly [string, Component['type']])[] = [
  ['Date field', 'control'],
  ['List of free times', 'data'],
  ['Reason field', 'control'],
  ['Confirm button', 'control'],
  ['Doctor filter', 'control'],
  ['Reminder', 'utility'],
]

/** Ten parts a view: the view, two groups, and what they hold. */
function componentAt(index: number, size: number, entityCount: number): Component {
  const at = index % 10
  const number = Math.floor(index / 10) + 1
  const within = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, each) => index - at + from + each)
      .filter((each) => each < size)
      .map((each) => `part-${each}`)
  const id = `part-${index}`
  const description =
    'Shows what is free and lets a person choose, with the doctor and the room named.'
  if (at === 0)
    return { id, name: `Day view ${number}`, type: 'view', description, children: within(1, 3) }
  if (at < 3) {
    const children = at === 1 ? within(3, 7) : within(7, 10)
    return { id, name: at === 1 ? 'Search' : 'Summary', type: 'container', description, children }
  }
  const [name, type] = names[(at + number) % names.length] ?? ['Part', 'control']
  const binds = at % 2 === 0 ? [`entity-${index % entityCount}.name`] : []
  return { id, name, type, description, binds }
}

const entityNames = [
  'Patient',
  'Appointment',
  'Doctor',
  'Room',
  'Reason',
  'Reminder',
  'Invoice',
  'Insurance',
  'Document',
  'Holiday',
]

const entityAt = (index: number): Entity => ({
  id: `entity-${index}`,
  name: `${entityNames[index % entityNames.length] ?? ''}${index < entityNames.length ? '' : ` ${Math.floor(index / entityNames.length) + 1}`}`,
  attributes: (
    [
      { name: 'name', type: 'string', required: true },
      { name: 'createdOn', type: 'date', required: true },
      { name: 'status', type: 'enum', description: 'open, held or done' },
      { name: 'remarks', type: 'list' },
    ] as const
  )
    .slice(0, 2 + (index % 3))
    .map((attribute) => ({ ...attribute })),
})
