import { expect, test } from 'vitest'
import { examFrom } from '../../../obligations/exam.ts'
import { pageVocabulary } from './vocabulary.ts'

/** What was read of a text, and the words that nobody read. */
function read(text: string) {
  const { items } = examFrom(text, 'task', pageVocabulary)
  return {
    read: items.filter(({ check }) => check !== null).map(({ statement }) => statement),
    left: items.filter(({ check }) => check === null).map(({ statement }) => statement),
  }
}

test('sections, forms, calls, looks and criteria are read in the words that people use', () => {
  const texts: readonly (readonly [string, readonly string[]])[] = [
    [
      'Sections: Hero, Our bread and Opening hours.',
      ['has section Hero', 'has section Our bread', 'has section Opening hours'],
    ],
    ['It has a pricing section and a team section.', ['has section pricing', 'has section team']],
    [
      'A booking form with name, email (required) and number of guests.',
      ['booking form has name, email, number of guests'],
    ],
    ['A form with name and guests (number, 1 to 6).', ['form has name, guests']],
    ['The button "Book" leads to #book.', ['target of "Book" is #book']],
    ['A "Call us" link.', ['has button Call us']],
    ['- a link to "privacy.html"', ['has link target privacy.html']],
    [
      'Links to `#book`, "https://acme.example/a" and tel:+4903012345.',
      [
        'has link target #book',
        'has link target https://acme.example/a',
        'has link target tel:+4903012345',
      ],
    ],
    ['A picture with the alt text "Our shop".', ['has image Our shop']],
    ['It must not say "premium".', ['does not say "premium"']],
    ['Phone: 030 1234567.', ['phone is 030 1234567']],
    ['Font: Georgia, serif.', ['font is Georgia']],
    ['Headings are set in Playfair Display.', ['font is Playfair Display']],
    ['Primary colour #1F4D3A.', ['colour is #1F4D3A']],
    ['Responsive at 375, 768 and 1280 px.', ['width is 375', 'width is 768', 'width is 1280']],
    ['Lighthouse accessibility is at least 90.', ['at least 90 accessibility']],
    ['No third-party requests.', ['at most 0 third-party requests']],
    ['Every call to action works.', ['has nothing broken']],
  ]
  for (const [text, expected] of texts)
    expect([text, read(text)]).toEqual([text, { read: expected, left: [] }])
})

test('numbers to tap, lists, links and what must not be there are read whole', () => {
  for (const text of [
    'Above everything the emergency number 04841 7700, which people can tap on their phone',
    'a section "What to bring" with a list of at least 3 things',
    'a link "Ask Ines" to mailto:ines@seedswap.example',
    'no prices anywhere',
    'Nothing may load from other servers',
    'a form to ask for an appointment with the name of the owner, the kind of animal and a phone number',
  ])
    expect([text, read(text).left]).toEqual([text, []])
})

test('prose is left to a judge or a person', () => {
  for (const text of ['Warm, exact, a little dry', 'It feels like a workshop with clean benches'])
    expect(read(text)).toEqual({ read: [], left: [text] })
})
