import { describe, expect, test } from 'vitest'
import { clausesOf } from './clauses.ts'
import { saidAt } from './said.ts'

const kind = 'prose' as const
const places = [
  { text: 'Cancelling less than two hours before the start answers 409.', where: 'a', kind },
  {
    text: 'One change per request, 400 lines at the most.',
    where: 'b',
    under: 'Pull requests',
    kind,
  },
  { text: 'Members never see the phone numbers of others.', where: 'c', kind },
]
const status = (sentence: string) => saidAt(sentence, places)?.status ?? null

describe('a sentence that no form has read', () => {
  test('[SAID-1] is met where one place says it word for word, whatever the endings', () => {
    expect(status('Cancelling less than 2 hours before a start answers 409')).toBe('met')
    expect(status('members never see a phone number of others')).toBe('met')
    expect(status('Pull requests: one change per request, 400 lines at most')).toBe('met')
    expect(status('Pull requests: one change per request, at most 400 lines')).toBe('undecided')
    expect(status('Others never see the phone numbers of members')).toBe('undecided')
    expect(status('Members see the phone numbers of others')).toBe('undecided')
  })

  test.each([
    ['The whole takes at most 20 minutes', 'The whole takes at most 20 hours'],
    ['The surcharge is 7 percent', 'The surcharge is 7 euros'],
    ['Light the smoker before you open the hive', 'Open the hive before you light the smoker'],
    ['The pilot informs the master', 'The pilot is informed by the master'],
    ['Only the cantor may change the roster', 'The cantor may only change the roster'],
    ['Close the lid if it rains', 'Close the lid unless it rains'],
    ['Smoke calms the bees', 'It is a myth that smoke calms the bees'],
    ['Smoke calms the bees', 'Formerly one said: smoke calms the bees'],
    ['Members may borrow scores', 'Members may hardly ever borrow scores'],
    ['A break lasts 15 minutes', 'A break lasts 2 hours and a rehearsal lasts 15 minutes'],
    ['A rehearsal lasts 2 hours', 'If it rains, a rehearsal lasts 2 hours and a break 15 minutes'],
  ])('[SAID-1] leaves open what other words may turn around: %s', (asked, text) => {
    expect(saidAt(asked, [{ text: asked, where: 'a', kind: 'prose' }])?.status).toBe('met')
    expect(saidAt(asked, [{ text, where: 'a', kind: 'prose' }])?.status ?? null).not.toBe('met')
  })

  test('[SAID-1] is met where the name of it in code stands beside it in brackets', () => {
    const text = 'A job is tried at most 5 times (`maxRetries`)'
    const met = (asked: string) => saidAt(asked, [{ text, where: 'a', kind: 'prose' }])?.status
    expect(met('A job is tried at most 5 times')).toBe('met')
    expect(met('A job is tried at most 3 times')).not.toBe('met')
  })

  test('[SAID-1] is met where the words stand there, also those that are glue elsewhere', () => {
    const glue = new Set(['cli', 'option'])
    const text = 'The CLI exits with 2 when a hive is unknown'
    const asked = (sentence: string) =>
      saidAt(sentence, [{ text, where: 'a', kind: 'prose' }], glue)?.status ?? null
    expect(asked(text)).toBe('met')
    expect(asked(text.replace('2', '3'))).not.toBe('met')
  })

  test.each([
    ['This is no longer so: they are accepted', 'Limits'],
    ['In truth a member may have thirty', 'Limits'],
    ['These are wrong', 'Limits'],
    ['A member now keeps twenty hives', 'Limits'],
    ['Ask the board', 'Myths'],
  ])('[SAID-1] leaves open what is taken back or framed as untrue: %s', (next, under) => {
    const told = (texts: readonly string[]) =>
      saidAt(
        'A member may have ten hives',
        texts.map((text) => ({ text, where: text, under, kind: 'prose' as const })),
      )
    expect(told(['A member may have ten hives', next])?.status).not.toBe('met')
    if (under !== 'Myths')
      expect(told(['A member may have ten hives', 'It is not far'])?.status).toBe('met')
  })

  test('[SAID-1] a lead that calls what follows untrue holds for all of it', () => {
    const texts = ['These statements are false:', 'A member may have ten hives']
    const told = texts.map((text) => ({
      text,
      where: text,
      under: 'Rules',
      kind: 'prose' as const,
    }))
    expect(saidAt(texts[1]!, told)?.status).not.toBe('met')
    expect(saidAt(texts[1]!, told.slice(1))?.status).toBe('met')
  })

  test('names what is missing as the sentence writes it, not by its root', () => {
    const answer = saidAt('Cancelling before the start answers 409, dated by the archive', places)
    expect(answer?.reason).toContain('nothing speaks of "dated", "archive"')
  })

  test('may be said clause by clause in one section, each number where it belongs', () => {
    const rows = ['Dormitory bed: 24 €', 'Double room: 62 €', 'No dogs'].map((text) => ({
      text,
      where: text,
      under: 'Beds and prices',
      within: 'prices',
      kind,
    }))
    const priced = (sentence: string) => saidAt(sentence, rows)?.status
    expect(priced('Beds and prices: dormitory bed 24 €, double room 62 €')).toBe('met')
    expect(priced('Beds and prices: dormitory bed 62 €, double room 24 €')).not.toBe('met')
    expect(priced('Beds and prices: dormitory bed 24 €, double room 62 €, dogs')).not.toBe('met')
  })

  test('[SAID-2] stays open where it asks for an explanation, or nothing is near', () => {
    expect(status('Explain pull requests, one change each, at most 400 lines')).toBeNull()
    expect(status('Refunds are paid within a week')).toBeNull()
  })

  test('[SAID-1] has its numbers side by side, with its own words around them', () => {
    const prices = [{ text: 'Brakes 25 € and wheels 30 €', where: 'a', kind }]
    expect(saidAt('brakes 25 €', prices)?.status).toBe('met')
    expect(saidAt('brakes 30 €', prices)?.status).toBe('undecided')
    expect(saidAt('brakes 25 $', prices)?.status).toBe('undecided')
    const hours = [{ text: 'Monday to Friday 9 to 18, Saturday 8 to 12', where: 'a', kind }]
    expect(saidAt('Monday to Friday 8 to 18', hours)?.status).toBe('undecided')
    expect(saidAt('Saturday 8:00 to 12:00', hours)?.status).toBe('met')
  })

  test('in a text for readers: what is told stands in a sentence, what is explained in a passage', () => {
    const text = [
      { text: 'Call 3300 when no boat came.', where: 'a', under: 'Harbour master', kind: 'prose' },
      {
        text: 'Run `undo` twice and look at the board.',
        where: 'b',
        under: 'Go back to the previous release',
        kind: 'passage',
      },
    ] as const
    expect(saidAt('say that one calls 3300 when no boat came', text)?.status).toBe('undecided')
    expect(saidAt('say: call 3300 when no boat came', text)?.status).toBe('met')
    expect(saidAt('never call the harbour master at 3300', text)?.status).toBe('undecided')
    expect(saidAt('how to go back to the previous release', text)?.status).toBe('met')
    expect(saidAt('why one should not go back to the previous release', text)?.status).toBe(
      'undecided',
    )
    expect(saidAt('how to call the harbour master', text)?.status ?? null).toBeNull()
  })
})

describe('the parts of a sentence', () => {
  const texts = (sentence: string) => clausesOf(sentence).map(({ text }) => text)

  test('are cut at commas, with their label and with what stands in brackets', () => {
    expect(texts('Pull requests: one change each, at most 400 lines')).toEqual([
      'Pull requests one change each',
      'Pull requests at most 400 lines',
    ])
    expect(texts('which animals we treat (dogs and cats, no birds), and how to find us')).toEqual([
      'animals we treat dogs and cats',
      'animals we treat no birds',
      'how to find us',
    ])
    expect(texts('a black folder, pencil and rubber')).toEqual([
      'a black folder',
      'pencil and rubber',
    ])
  })

  test('stay together where one depends on another', () => {
    expect(texts('answer 403, if the member has no card')).toHaveLength(1)
  })
})
