import { describe, expect, test } from 'vitest'
import { verdictOf } from '../../obligations/verdict.ts'
import { pairs, sketched } from '../../../test/support/design-pairs.ts'
import { requirementsExam } from './exam-requirements.ts'
import { examineDesign } from './exam.ts'
import { unaskedParts } from './obligations.ts'

const examined = (requirements: string, sketch: Parameters<typeof sketched>[0]) =>
  examineDesign(requirementsExam(requirements), sketched(sketch), 'a'.repeat(64))

describe('the requirements of a design', () => {
  for (const { name, requirements, right, rightIs = 'accepted', wrong } of pairs) {
    test(`${name}: the right design is ${rightIs} without any model`, async () => {
      const list = await examined(requirements, right)
      expect(list.filter(({ status }) => status === 'unmet')).toEqual([])
      expect(verdictOf(list).verdict).toBe(rightIs)
    })
    for (const [what, sketch] of Object.entries(wrong))
      test(`${name}: not where ${what}`, async () => {
        expect(verdictOf(await examined(requirements, sketch)).verdict).not.toBe('accepted')
      })
  }

  const [{ right }] = pairs as [(typeof pairs)[number]]
  const one = async (sentence: string) => (await examined(`# x\n\n- ${sentence}\n`, right))[0]

  test('[TRACE-1] a sentence none of whose words occurs is unmet; one that is spoken of is undecided', async () => {
    expect(await one('The weather of Mars delights penguins.')).toMatchObject({ status: 'unmet' })
    expect(await one('Rooms smell of lavender at dawn.')).toMatchObject({
      status: 'undecided',
      reason: expect.stringContaining('/'),
    })
  })

  test('[TRACE-1] a part that says the same with another number or the other way round denies it', async () => {
    expect(await one('The free rooms of the day are not listed.')).toMatchObject({
      status: 'unmet',
    })
    const list = await examined('The gate opens 5 minutes after the bell.', {
      ...right,
      reactions: [['The bell rings', 'The gate opens 15 minutes after the bell']],
    })
    expect(list.at(-1)).toMatchObject({
      status: 'unmet',
      evidence: [{ where: '/interactions/0' }],
    })
  })

  test('[TRACE-1] what one part says and another takes away is for a person', async () => {
    const sentence = 'When the bell rings, the gate opens.'
    const statuses = async (reactions: readonly (readonly [string, string])[]) =>
      (await examined(sentence, { ...right, reactions })).map(({ status }) => status)
    const told = ['The bell rings', 'The gate opens'] as const
    expect(await statuses([told])).not.toContain('undecided')
    for (const other of ['The gate does not open', 'The gate opens in vain', 'The alarm is muted'])
      expect([other, await statuses([told, ['The bell rings', other]])]).toEqual([
        other,
        expect.arrayContaining(['undecided']),
      ])
    expect(await statuses([told, ['The bell breaks', 'The gate does not open']])).not.toContain(
      'undecided',
    )
  })

  test('a relationship is spoken of by the names of its entities, not by their ids', () => {
    const design = {
      ...sketched({ ...right, data: { SeedLot: ['code string'], GrowthTest: ['share number'] } }),
    }
    const related = {
      ...design,
      dataModel: {
        ...design.dataModel,
        relationships: [{ from: 'seedlot', to: 'growthtest', cardinality: 'one-to-many' as const }],
      },
    }
    const exam = requirementsExam('A seed lot has many growth tests.')
    const [parts] = unaskedParts(exam, related, '')
    expect(parts?.evidence.map(({ where }) => where)).not.toContain('/dataModel/relationships/0')
  })

  test('[TRACE-3] a design that repeats the sentences of its requirements shows nothing by that', async () => {
    const sentence = 'Only admins can archive the yearly report.'
    const list = await examined(sentence, { ...right, goals: [sentence, sentence] })
    expect(list[0]?.status).toBe('undecided')
  })

  test('[TRACE-3] what happens and what comes of it may share the words of a requirement out', async () => {
    const said = async (sentence: string, reaction: readonly [string, string]) =>
      (await examined(`# x\n\n- ${sentence}\n`, { ...right, reactions: [reaction] }))[0]?.status
    const late = 'When a boat is late, the harbour master gets a message.'
    expect(await said(late, ['When a boat is late', 'the harbour master gets a message'])).toBe(
      'met',
    )
    expect(await said(late, ['When a boat is late', 'the harbour master gets no message'])).toBe(
      'unmet',
    )
    expect(await said(late, [late, late])).toBe('undecided')
  })

  test('[TRACE-3] a part speaks for a requirement only of who does it, in its order, with its bound', async () => {
    const said = async (sentence: string, ...reactions: (readonly [string, string])[]) => {
      const design = { ...right, reactions }
      return (await examined(`# x\n\n- ${sentence}\n`, design))[0]?.status
    }
    const weighs = 'The volunteer weighs the parcel before the admin confirms it.'
    expect(
      await said(weighs, [
        'A parcel comes',
        'The volunteer weighs the parcel before the admin confirms that it is whole',
      ]),
    ).toBe('met')
    expect(
      await said(weighs, [
        'A parcel comes',
        'The admin confirms the parcel before the volunteer weighs it',
      ]),
    ).toBe('undecided')
    const donate = 'A donor can donate food.'
    expect(await said(donate, ['The market closes', 'The donor donates food at the gate'])).toBe(
      'met',
    )
    expect(await said(donate, ['The donor is away', 'The admin donates food at the gate'])).toBe(
      'undecided',
    )
    const bound = 'A parcel is at most 50 kilograms.'
    expect(
      await said(bound, ['A parcel comes', 'It is kept where the parcel is at most 50 kilograms']),
    ).toBe('met')
    expect(
      await said(bound, ['A parcel comes', 'The parcel is at most 50 kilograms, or more']),
    ).toBe('undecided')
    expect(await said(bound, ['A parcel comes', 'The parcel is at least 50 kilograms'])).toBe(
      'unmet',
    )
  })
})
