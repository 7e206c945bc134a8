import { expect, test } from 'vitest'
import { examOfBrief } from './exam.ts'
import { parseBrief } from './inputs/parse-brief.ts'

async function examOf(text: string, written: readonly string[] = []) {
  const parsed = await parseBrief(text, { lenient: true })
  if (!parsed.ok) throw new Error(parsed.error[0]?.what)
  const { brief } = parsed.value
  const exam = examOfBrief({ brief, written: new Set(written), voice: null, visual: null })
  const of = (isRead: boolean, weight = 'must') =>
    exam.items
      .filter((item) => (item.check !== null) === isRead && item.weight === weight)
      .map(({ statement }) => statement)
  return {
    read: of(true),
    left: of(false),
    should: [...of(true, 'should'), ...of(false, 'should')],
  }
}

const text = `# BRIEF: Rohrfrei Krause, emergency plumber

## Goal

People call within a minute.

## Brand

Calm and exact. Primary colour: #0B3C5D.

## Content Requirements

| Page | Section | Priority | Details |
|---|---|---|---|
| Home | Hero | must | "We come within 60 minutes." |
| Home | Pricing | must | fair for families |
| Home | Contact form | must | name, phone (required), message |
| Home | Testimonials | should | |

### CTAs

| CTA | Target |
|---|---|
| Call 0331 555 | tel:+49331555 |

## Booking

| Field | Type | Required |
|---|---|---|
| Date | date | yes |

## Evaluation Criteria

### Must pass

- Responsive at 375 px
- All core content is present

### Nice to have

- It could belong to no other shop
`

test('every row and sentence of a brief is asked, or it is context', async () => {
  expect(await examOf(text)).toEqual({
    read: [
      'is about Rohrfrei Krause',
      'has the section Hero',
      'Hero: says "We come within 60 minutes."',
      'has the section Pricing',
      'the Contact form has name, phone, message',
      'a form has Date',
      '"Call 0331 555" leads to tel:+49331555',
      'colour is #0B3C5D',
      'width is 375',
    ],
    left: ['Pricing: fair for families', 'Calm and exact'],
    should: ['has the section Testimonials', 'It could belong to no other shop'],
  })
})

test('sections whose words are given are asked word for word, and not a second time', async () => {
  const { read, left } = await examOf(text, ['hero', 'pricing'])
  expect(read).not.toContain('has the section Hero')
  expect(left).not.toContain('Pricing: fair for families')
})

test('a table of sections is asked wherever it stands, and so is what no section holds', async () => {
  const { read, left } = await examOf(
    '# Kites\n\nDogs are welcome.\n\n> Nobody smokes.\n\n| section | must | content |\n|---|---|---|\n| Prices | yes | "20 €" |\n| Map | no | |\n',
  )
  expect(read).toEqual(expect.arrayContaining(['has the section Prices', 'Prices: says "20 €"']))
  expect(read).not.toContain('has the section Map')
  expect(left).toEqual(['Dogs are welcome', 'Nobody smokes'])
})
