// For measuring first: the first figures of this set were taken before any rule knew of it.
import type { Attribute } from '../../../src/checks/design/intent.ts'
import type { Benign } from '../plant.ts'
import { addAttribute, attributesOf, pick, stepsOf } from '../plant.ts'
import { changes } from '../seen/benign-structure.ts'
import { saying } from '../seen/benign-words.ts'

const words = saying({
  'water-and-weather': [
    'It reminds runners of hydration every 20 minutes.',
    'Cloud cover is given in eighths.',
    'A bucket of water stands at the door.',
  ],
  'ends-and-lines': [
    'The end points of the route are marked by flags.',
    'The line S3 stops here every ten minutes.',
    'Both endpoints of the bridge carry a lamp.',
  ],
  'letters-of-greece': ['The lambda probe is read at noon.', 'Delta and lambda mark two wards.'],
  'strings-and-floats': [
    'The string quartet plays in hall 2.',
    'A float of the parade is 4 metres wide.',
    'A double room has two beds.',
    'An array of flowers stands on the table.',
  ],
  'columns-and-rows': [
    'The marble column in the hall bears number 7.',
    'The third row of seats is kept for choirs.',
    'The index of the book names the pages.',
  ],
  'keys-of-doors': [
    'The primary key to the vault hangs in the office.',
    'Keys of foreign guests lie in drawer 3.',
  ],
  'trees-and-wool': [
    'A cypress stands on plot 14.',
    'Yarn of sheep wool is weighed in grams.',
    'The children hear a storybook at six.',
    'A sketch of the bird is drawn by hand.',
  ],
  'queues-and-tokens': [
    'The queue at the quay is counted every minute.',
    'A token for the locker costs one euro.',
    'A cache of old letters lies in box 9.',
  ],
  'roman-ones': [
    'Elizabeth I is portrait 12.',
    'Type I and type II are kept apart.',
    'Part I ends before the break.',
  ],
  'clubs-with-numbers': [
    'The match against 1. FC Union begins at three.',
    'Hall No. 5 holds 200 people.',
    'The dose is 1.5 millilitres.',
  ],
  'signs-in-use': [
    'An asterisk (*) marks a guest.',
    'Plot #12 lies at the brook.',
    'Prices end in .99 on market days.',
    'A & B stand side by side.',
  ],
  'figures-and-tables': [
    'Figure skating takes place on rink 2.',
    'The table below the window seats four.',
    'An appendix scar is noted by the surgeon.',
  ],
  'people-called-so': [
    'A doe and her fawn are counted once.',
    'Max weighs 12 kilograms.',
    'Jest and earnest are told apart by the jury.',
  ],
  'foreign-words-in-use': [
    'The menu offers crème brûlée and Sauerkraut.',
    'The fugue from “Die Kunst der Fuge” comes last.',
    'The train to Aix-en-Provence leaves at nine.',
  ],
  'carts-and-likes': [
    'A horse draws the cart to the barn.',
    'The singer likes the third verse.',
    'Followers of the saint walk in May.',
  ],
  'messages-and-workers': [
    'Road workers see the message at seven.',
    'A background of grey felt sets off the coin.',
    'The service on Sunday lasts an hour.',
  ],
  'servers-and-clients': [
    'The client signs beside the notary.',
    'A server of the altar carries the candle.',
    'The waiter serves table 4 first.',
  ],
  'packages-and-containers': [
    'The package weighs at most 30 kilograms.',
    'A container of 20 feet fills two lorries.',
    'The composer wrote it in 1804.',
  ],
  'options-of-people': [
    'People choose either tea or coffee.',
    'The option for a second year ends in May.',
    'We is the first word of the hymn.',
  ],
  'modern-times': [
    'Modern art hangs on floor 3.',
    'The revolution of 1848 is told in room 6.',
    'The next level of the car park is for lorries.',
  ],
  'versions-and-changes': [
    'The second version of the hymn has four verses.',
    'Coins of the new series have a notched edge.',
    'The old harbour was replaced in 1903.',
  ],
  'codes-of-things': [
    'Flight LH-1234 lands at gate 4.',
    'The motorway A-17 is closed.',
    'Paper in A4 is in tray 2.',
  ],
  'page-of-a-book': [
    'The page of the guest book is turned at noon.',
    'A screen of reeds hides the nest.',
    'The button of the coat is made of horn.',
  ],
  'promises-and-exceptions': [
    'A promise is kept for 30 days.',
    'Holidays are the only exception.',
    'The captain calls back within an hour.',
  ],
  'transactions-of-money': [
    'The bank transaction is dated by the teller.',
    'The session of the council ends at ten.',
    'Grid squares of one kilometre cover the map.',
  ],
})

const attribute =
  (all: readonly Attribute[]) =>
  (intent: Parameters<Benign['change']>[0], random: () => number) => {
    const one = pick(all, random)
    if (attributesOf(intent).some(({ attribute: { name } }) => name === one.name)) return false
    addAttribute(intent, structuredClone(one), random)
    return true
  }

const structure = changes({
  'name-ends-in-a-digit': attribute([
    { name: 'co2', type: 'number', description: 'Parts per million' },
    { name: 'vitaminB12', type: 'number', description: 'Nanograms per litre' },
    { name: 'pm10', type: 'number', description: 'Micrograms per cubic metre' },
  ]),
  'word-of-a-secret': attribute([
    { name: 'passwordChangedOn', type: 'date' },
    { name: 'pinColour', type: 'string' },
    { name: 'secretary', type: 'string' },
    { name: 'keyNumber', type: 'string', description: 'Engraved on the key of the locker' },
  ]),
  'enum-of-three-with-yes': attribute([
    { name: 'consent', type: 'enum', description: 'yes, no, not asked' },
    { name: 'signal', type: 'enum', description: 'on, off, blinking' },
  ]),
  'age-alone': attribute([
    { name: 'age', type: 'number', description: 'Full years' },
    { name: 'ageGroup', type: 'enum', description: 'child, adult, senior' },
  ]),
  'optional-and-not-required': attribute([
    { name: 'remark', type: 'string', description: 'Optional remark of the office' },
    { name: 'dative', type: 'string', description: 'The word in the dative case' },
  ]),
  'unit-in-the-name': attribute([
    { name: 'heightInMetres', type: 'number' },
    { name: 'durationMinutes', type: 'number' },
    { name: 'temperature', type: 'number', description: 'Degrees Celsius' },
    { name: 'volumeNumber', type: 'number' },
  ]),
  'flags-side-by-side': (intent, random) => {
    addAttribute(intent, { name: 'isInsured', type: 'boolean' }, random)
    addAttribute(intent, { name: 'isInspected', type: 'boolean' }, random)
  },
  'outcome-speaks-of-the-action': (intent, random) => {
    const { step } = pick(stepsOf(intent), random)
    step.outcome = 'The next person in line reads the result within a minute'
  },
})

export const benign: readonly Benign[] = [...words, ...structure]
