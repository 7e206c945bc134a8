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

  test('[TRACE-1] a part that is tried and refused does not carry what it names', async () => {
    const move = 'A curator can move a lot.'
    const said = async (step: string, view = 'A table of lots', sentence = move) => {
      const design = {
        ...right,
        data: { Lot: ['name string!'], Test: ['share number!'] },
        flows: [['What the curator does', 'Curator', step] as const],
        views: [['Lots', view] as const],
        reactions: [],
      }
      return (await examined(`# x\n\n- ${sentence}\n`, design))[0]?.status
    }
    expect(await said('The curator moves a lot')).toBe('met')
    expect(await said('The curator moves a lot -> The lot lies there, and no other is moved')).toBe(
      'met',
    )
    expect(await said('The curator tries to move a lot and is refused')).toBe('undecided')
    expect(await said('The curator moves a lot and is denied')).toBe('undecided')
    expect(await said('The curator moves a lot -> The move is rejected')).toBe('undecided')
    expect(await said('The curator moves a lot -> This is never possible')).toBe('undecided')
    const bound = 'A lot has at most 3 tests.'
    const third = 'The curator adds a test to a lot of at most 3 tests, and a fourth is refused'
    expect(await said(third, '', bound)).toBe('met')
    const decide = 'A curator can reject a lot.'
    expect(await said('The curator rejects a lot', '', decide)).toBe('met')
    const approve = 'Only curators can approve a lot.'
    expect(await said('The curator approves or rejects a lot', '', approve)).toBe('met')
    expect(await said('The curator tries to approve a lot', '', approve)).toBe('undecided')
    const never = 'Curators cannot move a lot.'
    expect(await said('The curator moves a lot', '', never)).toBe('unmet')
    expect(await said('The curator tries to move a lot and is refused', '', never)).not.toBe(
      'unmet',
    )
  })

  test('[TRACE-1] what one part says and another denies is not decided, with both named', async () => {
    const design = {
      ...right,
      data: { Lot: ['name string!'], Test: ['share number!'] },
      flows: [['What the curator does', 'Curator', 'The curator never moves a lot'] as const],
      views: [['Lots', 'Where the curator moves a lot'] as const],
    }
    const shown = async (sentence: string, more: object = {}) =>
      (await examined(`# x\n\n- ${sentence}\n`, { ...design, ...more }))[0]
    expect(await shown('A curator can move a lot.')).toMatchObject({
      status: 'undecided',
      reason: expect.stringContaining('/userFlows/0/steps/0'),
    })
    const mail = 'When a lot is moved, the curator gets an email.'
    const twice = (response: string) => ({
      reactions: [
        ['A lot is moved', 'The curator gets an email'],
        ['A lot is moved', response],
      ],
    })
    expect(await shown(mail, twice('The curator does not get an email'))).toMatchObject({
      status: 'undecided',
    })
    expect(await shown(mail, twice('The visitor does not get an email'))).toMatchObject({
      status: 'met',
    })
  })

  test('[TRACE-1] a step that names one entity and uses another is not decided', async () => {
    const design = sketched({
      ...right,
      data: { Lot: ['name string!'], Test: ['share number!'] },
      flows: [['What the curator does', 'Curator', 'The curator registers a lot']],
    })
    const linkedTo = async (entityIds: string[]) => {
      const [flow] = design.userFlows
      const steps = [{ ...flow!.steps[0]!, entityIds }]
      const exam = requirementsExam('# x\n\n- A curator can register a lot.\n')
      const found = { ...design, userFlows: [{ ...flow!, steps }] }
      return (await examineDesign(exam, found, 'a'.repeat(64)))[0]?.status
    }
    expect(await linkedTo(['lot'])).toBe('met')
    expect(await linkedTo(['lot', 'test'])).toBe('met')
    expect(await linkedTo(['test'])).toBe('undecided')
    // who does it may be kept, too
    design.dataModel.entities.push({
      ...design.dataModel.entities[1]!,
      id: 'curator',
      name: 'Curator',
    })
    expect(await linkedTo(['lot'])).toBe('met')
  })

  test('a relationship serves the sentence that names its entities, however its ids are written', () => {
    const design = sketched({
      ...right,
      data: { SeedLot: ['name string!'], GerminationTest: ['share number!'] },
      relations: [['SeedLot', 'GerminationTest', 'one-to-many']],
      flows: [],
      reactions: [],
    })
    const exam = requirementsExam('A seed lot has many germination tests.')
    const [parts] = unaskedParts(exam, design, 'a'.repeat(64))
    expect(parts?.evidence.map(({ where }) => where)).not.toContain('/dataModel/relationships/0')
  })
})
