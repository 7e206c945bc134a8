import type { Benign } from '../plant.ts'
import type { TextKind } from '../texts.ts'
import { sentence, written } from '../texts.ts'

const prose: readonly TextKind[] = ['description', 'response', 'outcome']

/** Adds a sentence in which every word means what it means to a person. */
export const saying = (
  sentences: Readonly<Record<string, readonly string[]>>,
  kinds: readonly TextKind[] = prose,
): readonly Benign[] =>
  Object.entries(sentences).map(([id, wordings]) => {
    const { plant } = written(kinds, wordings, sentence)
    return { id, change: (intent, random) => plant(intent, random)?.intent ?? null }
  })

/** Words that name a product elsewhere, or hold a vague word, and are innocent here. */
export const words = saying({
  'to-react': [
    'Staff react to the change within a minute.',
    'It tells people how to react to a late arrival.',
    'Two substances that react with each other are kept apart.',
    'Whoever is on duty reacts first.',
  ],
  'to-express': [
    'Visitors express interest with one touch.',
    'Express checkout takes one step less.',
    'An express parcel stands first in the list.',
    'The colour expresses how old the entry is.',
  ],
  'spring-season': [
    'The spring season begins on 1 March.',
    'Spring and autumn have plans of their own.',
    'A spring closes the door behind the visitor.',
  ],
  'angular-shape': ['The mark has an angular shape.', 'An angular frame surrounds the photo.'],
  'flask-vessel': ['A flask of 200 millilitres stands beside it.', 'The flask is sealed with wax.'],
  'view-and-table': [
    'The view from the window is printed above the table of prices.',
    'The tables in the hall are numbered from 1 to 12.',
  ],
  'class-of-people': [
    'A class of 30 pupils fits on one page.',
    'First-class seats are shown in blue.',
    'The yoga class on Monday comes first.',
  ],
  'props-on-stage': [
    'The props of the first scene lie on the left.',
    'Stage props are listed with their shelf.',
  ],
  'hook-and-line': [
    'The coat hangs on the hook beside the door.',
    'The hook of the song is heard twice.',
  ],
  'swift-reply': [
    'A swift reply within two minutes keeps the place.',
    'Swifts nest below the roof.',
  ],
  'rails-of-iron': [
    'The rails on both sides are 90 centimetres high.',
    'Trains on rails are drawn in grey.',
  ],
  'to-bootstrap': ['Volunteers bootstrap the club with 500 euros of their own.'],
  'next-entry': [
    'The next entry follows after a pause of two seconds.',
    'Next comes the oldest entry.',
  ],
  'index-and-key': [
    'The index on the last page names each key term.',
    'The key of the map stands below it.',
  ],
  'state-of-matter': [
    'The state of matter is written beside the name.',
    'A solid line marks today.',
    'A solid oak door leads to the archive.',
  ],
  'ember-and-material': [
    'The last ember of the fire is put out at ten.',
    'The material is oak, steel or glass.',
    'Material for the lesson is handed out on paper.',
  ],
  'span-of-time': [
    'The span of the bridge is 40 metres.',
    'A span of three days is marked in grey.',
  ],
  'docker-at-work': [
    'The docker on duty unloads the pallet.',
    'Dockers start at six in the morning.',
  ],
  'electron-of-physics': [
    'An electron microscope takes the picture.',
    'Electrons are drawn as dots.',
  ],
  'redux-in-a-title': ['The film Apocalypse Now Redux runs for 196 minutes.'],
  'rest-of-all': [
    'The rest of the list follows after 20 entries.',
    'Eleven hours of rest lie between two shifts.',
    'A REST day is written in capitals on the paper plan.',
  ],
  'vague-word-inside-word': [
    'A somersault counts three points.',
    'The etching is shown beside the sketch.',
    'A porter fetches the luggage at nine.',
    'The line stays steady at 50 hertz.',
    'Goods of Somerset are marked with an S.',
    'The property is named after its street.',
  ],
  'jewel-and-snake': [
    'The ruby in the ring weighs two carats.',
    'A python lives in the terrarium of room 4.',
    'Coffee from Java is served at eight.',
    'Rust on the steel is marked in red.',
  ],
  'words-of-craft': [
    'A carpenter mounts the picture at eye height.',
    'The store closes at six in the evening.',
    'A fragment of pottery carries a number.',
    'The reducer between both pipes is made of copper.',
  ],
  'nature-words': [
    'Clouds are drawn in white.',
    'The oldest branch of the tree is numbered 1.',
    'Native plants carry a green label.',
    'The migration of the storks begins in August.',
  ],
  'numbers-and-units': [
    'It shows 3.5 kWh, 12 °C and 1,013 hPa.',
    'The limit is 2 MB or 1,600 × 1,200 pixels.',
    'It waits 250 ms, then 500 ms, then 1 s.',
  ],
  accents: [
    'Names such as José Muñoz and Zoë are kept as written.',
    'The café “Zur schönen Aussicht” is named in full.',
    'Dvořák, Ångström and Łódź are sorted by their first letter.',
  ],
  'long-but-clear': [
    'Each line starts with the day, the hour and the place, so that a person who comes back after a week finds the entry without a search. Entries of the same day are sorted by hour. Entries without an hour stand at the end of their day.',
  ],
  'typographic-signs': [
    'It says “Thank you” – in italics – once the entry is stored.',
    "It doesn't close until the entry is stored.",
    'The price is given as 5 €/night.',
  ],
})
