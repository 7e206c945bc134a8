// For measuring only. A rule that is tuned on these variants takes away what they tell.
import type { DesignIntent } from '../../../src/checks/design/intent.ts'
import type { Benign } from '../plant.ts'
import {
  addAttribute,
  anyBind,
  attributesOf,
  componentIds,
  entityIds,
  pick,
  pickOrNull,
  renameComponent,
  shuffled,
  stepsOf,
  wire,
} from '../plant.ts'
import { changes } from '../seen/benign-structure.ts'
import { saying } from '../seen/benign-words.ts'

const words = saying({
  'cities-and-names': [
    'Trains from Nice and Bellevue are listed.',
    'Novels by Kafka stand on shelf 4.',
    'Cassandra and Ruby are on duty on Monday.',
    'The tour ends in Phoenix, Arizona.',
  ],
  'animals-and-plants': [
    'Hedgehogs hibernate from November to March.',
    'The stork builds its nest in April.',
    'Alpine plants grow above 1,800 metres.',
    'The backbone of the fish is shown in red.',
  ],
  'lights-and-stars': [
    'The corridor is lit from ten at night.',
    'A meteor is visible for two seconds.',
    'The oracle of Delphi is exhibit 12.',
    'The ionic column stands beside the door.',
  ],
  'svelte-dancer': ['The statue shows a svelte dancer.', 'The svelte frame weighs 900 grams.'],
  'words-of-programs-in-life': [
    'Passengers board through gate 7.',
    'The council issued a directive on noise in 2024.',
    'The chairman renders his account in May.',
    'A cookie and a cup of tea cost three pounds.',
    'The air traffic controller answers within ten seconds.',
    'The script of the play has 84 pages.',
  ],
  'quoted-question': [
    'It asks “Delete this entry?” before the entry goes.',
    'It asks the person: “Is the address right?”',
  ],
  'quoted-dots': [
    'It shows “Please wait…” while the photo is read.',
    'Names longer than 40 letters end in “…”.',
    'A dash (–) stands for a day without a reading.',
  ],
  'so-on-monday': ['The office is closed on Sunday, and so on Monday the list is longer.'],
  'to-do-list': [
    'The to-do list of the day stands on the left.',
    'A draft is kept for 30 days.',
    'Draft beer is sold until eleven.',
  ],
  'bands-and-films': [
    'Songs by Foo Fighters are tagged as rock.',
    'Much Ado About Nothing runs at eight.',
  ],
  'slots-and-stores': [
    'A coin slot takes two euros.',
    'The cold store is kept at minus 18 degrees.',
    'The signal at the crossing turns red.',
    'Parcels leave the dispatch room at noon.',
    'A pinned note stays on top.',
  ],
  'precise-some': [
    'Of the 50 seeds, those that sprouted are counted.',
    'It rings for exactly five seconds.',
    'Fast days are marked in the calendar of the canteen.',
  ],
})

const structure = changes({
  'everything-renamed-and-reordered': (intent, random) => {
    for (const [index, id] of componentIds(intent).entries())
      renameComponent(intent, id, `${['alpha', 'beta', 'gamma', 'delta'][index % 4]}-${index}`)
    intent.components = shuffled(intent.components, random)
    intent.interactions = shuffled(intent.interactions, random)
    intent.userFlows = shuffled(intent.userFlows, random)
  },
  'captain-of-a-team': (intent, random) => {
    const one = pickOrNull(
      intent.dataModel.relationships.filter(
        ({ from, to, cardinality }) => cardinality === 'one-to-many' && from !== to,
      ),
      random,
    )
    if (one === null) return false
    one.description = 'Those that belong to it'
    intent.dataModel.relationships.push({
      from: one.to,
      to: one.from,
      cardinality: 'one-to-one',
      description: 'The one that was chosen to speak for the others',
    })
    return true
  },
  'one-to-one-turned': (intent, random) => {
    const one = pickOrNull(
      intent.dataModel.relationships.filter(
        ({ from, to, cardinality }) => cardinality === 'one-to-one' && from !== to,
      ),
      random,
    )
    if (one === null) return false
    ;[one.from, one.to] = [one.to, one.from]
    return true
  },
  'role-as-reference': (intent, random) => {
    const [from, to] = shuffled(entityIds(intent), random)
    const linked = intent.dataModel.relationships.some(
      (one) => [from, to].includes(one.from) && [from, to].includes(one.to),
    )
    if (from === undefined || to === undefined || linked) return false
    const entity = intent.dataModel.entities.find(({ id }) => id === from)!
    entity.attributes.push({ name: 'successor', type: 'reference' })
    intent.dataModel.relationships.push({
      from,
      to,
      cardinality: 'one-to-one',
      description: 'Its successor after it was closed',
    })
    return true
  },
  'part-used-in-every-step': (intent, random) => {
    const part = {
      id: 'help-line',
      name: 'Help line',
      type: 'data',
      description: 'Says in one sentence what can be done with the open entry.',
    } as const
    wire(intent, { ...part, binds: anyBind(intent) }, random)
    for (const { step } of stepsOf(intent))
      if (!step.componentIds.includes(part.id)) step.componentIds.push(part.id)
  },
  'deep-containment': (intent, random) => {
    const ids = ['shelf-a', 'shelf-b', 'shelf-c', 'shelf-d', 'shelf-e']
    const about = ['day', 'hour', 'place', 'person', 'number']
    for (const [index, id] of ids.entries()) {
      const part = {
        id,
        name: `Group by ${about[index]}`,
        type: index === 4 ? ('data' as const) : ('container' as const),
        description: `Puts entries with the same ${about[index]} under one heading.`,
        ...(index < 4 ? { children: [ids[index + 1]!] } : { binds: anyBind(intent) }),
      }
      if (index === 0) wire(intent, part, random)
      else intent.components.push(part)
    }
  },
  'many-goals': (intent) => {
    intent.goals.push(
      'Answer each page within 300 milliseconds on a phone of the year 2020',
      'Let people who use a screen reader finish each flow without help',
    )
  },
  'attribute-descriptions-added': (intent) => {
    for (const { attribute, entity } of attributesOf(intent))
      if (attribute.description === undefined)
        attribute.description = `Belongs to one ${entity.name.toLowerCase()} and is kept for ten years`
  },
  'innocent-attributes': (intent, random) => {
    const one = pick(
      [
        { name: 'validated', type: 'boolean' },
        { name: 'seatNumber', type: 'string', description: 'Row and letter, such as 12C' },
        { name: 'heatIndex', type: 'number' },
        { name: 'onDuty', type: 'boolean' },
        { name: 'format', type: 'string', description: 'A4 or A5' },
        { name: 'atelier', type: 'string', description: 'Where it was painted' },
        { name: 'candidates', type: 'list' },
        { name: 'dates', type: 'list' },
        { name: 'totalled', type: 'boolean' },
        { name: 'paid', type: 'boolean' },
      ] as const,
      random,
    )
    addAttribute(intent, { ...one }, random)
  },
  'steps-in-the-passive': (intent, random) => {
    const { step } = pick(stepsOf(intent), random)
    step.action = 'The entry that was chosen is shown to the person with its number and day'
  },
  'shared-states': (intent: DesignIntent) => {
    for (const one of intent.interactions) one.states = ['idle', 'busy', 'done']
  },
})

export const benign: readonly Benign[] = [...words, ...structure]
