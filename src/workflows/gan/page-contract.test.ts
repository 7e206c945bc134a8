import { expect, test } from 'vitest'
import { parseCopy } from './inputs/parse-copy.ts'
import { pageContract, type PageInputs } from './page-contract.ts'
import { brief } from './steps/sample-bench.contract.ts'

const empty: PageInputs = { brief, copy: null, tokens: null, visual: null }
const row = (section: string, need: 'must' | 'should' | 'nice') => ({
  page: '',
  section,
  need,
  detail: '',
  line: 1,
})

test('a page must agree with nothing that was not given', () => {
  expect(pageContract({ ...empty, brief: { ...brief, requirements: [] } })).toMatchObject({
    copy: null,
    sections: null,
    tokens: null,
    brand: null,
  })
})

test('the sections that a page needs are those that must or should be there, each once', () => {
  const requirements = [
    row('Prices', 'must'),
    row('Team', 'should'),
    row('Blog', 'nice'),
    row('Prices', 'should'),
  ]
  expect(pageContract({ ...empty, brief: { ...brief, requirements } }).sections).toEqual([
    'Prices',
    'Team',
  ])
})

test('the copy is asked for text by text, each by a pointer that leads to it in copy.json', () => {
  const sections = {
    hero: { primary: { headline: 'Bread in 3 minutes' }, variant_a: { headline: 'Unseen 1' } },
    features: { primary: { items: [{ title: 'Warm', description: 'Baked 5 times a day.' }] } },
    social_proof: { primary: { quote: 'I eat 2 loaves a day' } },
    cta: { primary: { headline: 'Taste 1 loaf', button_text: 'Order now' } },
    footer: { primary: { note: 'Open from 6 to 18' } },
  }
  const metadata = { tone_profile: 'warm', word_count: 20, reading_level: '6-8' }
  const parsed = parseCopy(JSON.stringify({ page_type: 'landing', sections, metadata }))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  const copy = pageContract({ ...empty, copy: parsed.value }).copy ?? []
  expect(copy.map(({ text }) => text)).toEqual([
    'Bread in 3 minutes',
    'Warm',
    'Baked 5 times a day.',
    'I eat 2 loaves a day',
    'Taste 1 loaf',
    'Order now',
    'Open from 6 to 18',
  ])
  for (const { pointer, text } of copy) {
    const steps = pointer.split('/').slice(2)
    const found = steps.reduce<unknown>((value, step) => Object(value)[step], sections)
    expect(found).toBe(text)
  }
})
