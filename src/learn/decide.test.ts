import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { placesIn } from '../workflows/workorder/prompt/template.ts'
import { runAutoImprovement } from './analyze.ts'
import { assignLessons } from '../workflows/workorder/learning/assign.ts'
import { approveLesson, proposeLesson, rejectLesson, retireLesson, rollBack } from './decide.ts'
import { explainLesson } from './explain.ts'
import { learnedFrom } from '../workflows/workorder/learning/lesson-ledger.ts'
import {
  orderAhead,
  sampleLesson,
  tried,
} from '../workflows/workorder/learning/sample-lives.contract.ts'
import { after, openSample } from '../workflows/workorder/learning/sample.contract.ts'
import { pendingApprovals, showLesson, showLessons } from './show.ts'

let sample: Awaited<ReturnType<typeof openSample>>
beforeEach(async () => {
  sample = await openSample()
})
afterEach(() => sample.close())

const strong = { with: 0.08, without: 0.4, guardrailWith: 0.1, guardrailWithout: 0.3 }
const lesson = sampleLesson('TODO_LEFT')
const word = { by: 'ada', at: after(2_010) }

async function shown(name: string = lesson.id) {
  const result = await showLesson(sample.records, name)
  if (!result.ok) throw new Error(result.error.what)
  return result.value
}

/** A lesson that is good enough to be put before a person. */
async function waiting() {
  await sample.records.saveEnhancement(lesson)
  await tried(sample.records, { lesson, count: 160, ...strong })
  await runAutoImprovement(sample.records, { at: after(2_000), trainer: null })
  return shown()
}

const prompts = async () =>
  (await sample.records.promptVersions('base_proposer')).map(
    ({ version_number: number, is_active: active, parent_version_id: parent }) => [
      number,
      active,
      parent !== null,
    ],
  )

describe('a person', () => {
  test('[LIFE-2] takes a lesson into a new version of the prompt, which keeps its parent (decision 2.19)', async () => {
    const before = await waiting()
    const approved = await approveLesson(sample.records, before, { ...word, reason: 'clear' })
    expect(approved).toMatchObject({ ok: true, value: { prompt: 2 } })
    expect(await prompts()).toEqual([
      [1, false, false],
      [2, true, true],
    ])
    const active = await sample.records.activePrompt('base_proposer')
    expect(placesIn(active?.prompt_template ?? '')).toContain(`lesson:${lesson.id}`)
    const now = await shown()
    expect(now).toMatchObject({ stage: 'promoted', pending: null, row: { is_active: false } })
    const [row] = await sample.records.improvements('approved')
    expect(row).toMatchObject({ approved_by: 'ada', approved_at: word.at })
    expect(row?.decision_reason).toBe(
      `saw the evidence ${before.evidenceSha256.slice(0, 16)}: clear`,
    )
    // the lesson is taught through its place from now on, and no longer beside the prompt
    const teaching = await assignLessons(sample.records, orderAhead(2_100, { slots: 5 }))
    expect(teaching.taught.map(({ id }) => id)).not.toContain(lesson.id)
    expect(teaching.assignments).toContainEqual(
      expect.objectContaining({ lessonId: lesson.id, shortlisted: true }),
    )
  })

  test('[WORD-2] rolls back to the prompt before, and the lesson is out of it', async () => {
    await approveLesson(sample.records, await waiting(), word)
    const back = await rollBack(sample.records, { by: 'bob', at: after(2_020), reason: 'worse' })
    expect(back).toMatchObject({
      ok: true,
      value: { from: 2, to: 1, demoted: [{ id: lesson.id }] },
    })
    expect(await prompts()).toEqual([
      [1, true, false],
      [2, false, true],
    ])
    expect(await shown()).toMatchObject({ stage: 'demoted', row: { is_active: false } })
    const again = await rollBack(sample.records, { by: 'bob', at: after(2_021) })
    expect(again).toMatchObject({ ok: false, error: { exit: 2 } })
    const { assignments } = await assignLessons(sample.records, orderAhead(2_100))
    expect(assignments.map(({ lessonId }) => lessonId)).not.toContain(lesson.id)
  })

  test('rejects, and the lesson stays beside the prompt; it is not asked about again at once', async () => {
    const rejected = await rejectLesson(sample.records, await waiting(), word)
    expect(rejected.ok).toBe(true)
    expect(await shown()).toMatchObject({ stage: 'candidate', row: { is_active: true } })
    expect(await prompts()).toEqual([[1, true, false]])
    const report = await runAutoImprovement(sample.records, { at: after(2_050), trainer: null })
    expect([report.proposed, report.moved]).toEqual([[], []])
    expect(await pendingApprovals(sample.records)).toEqual([])
  })

  test('[GATE-6] decides once: who comes second is told who was first', async () => {
    const lessonView = await waiting()
    const both = await Promise.all([
      approveLesson(sample.records, lessonView, word),
      rejectLesson(sample.records, lessonView, { ...word, by: 'bob' }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const late = await rejectLesson(sample.records, await shown(), { ...word, by: 'eve' })
    expect(late).toMatchObject({ ok: false, error: { exit: 2 } })
  })

  test('[WORD-5] is refused where the evidence is no longer the one they saw', async () => {
    const lessonView = await waiting()
    const wrong = await approveLesson(sample.records, lessonView, { ...word, seen: 'ffffffffffff' })
    expect(wrong).toMatchObject({ ok: false })
    if (!wrong.ok) expect(wrong.error.what).toContain('not ffffffffffff')
    const hash = lessonView.evidenceSha256.slice(0, 12)
    await tried(sample.records, { lesson, from: 200, count: 3, ...strong })
    const now = await shown()
    expect(now.evidenceSha256).not.toBe(lessonView.evidenceSha256)
    expect((await approveLesson(sample.records, now, { ...word, seen: hash })).ok).toBe(false)
    expect(await prompts()).toHaveLength(1)
  })

  test('[WORD-5] is refused where harm came up since the proposal', async () => {
    await waiting()
    await tried(sample.records, {
      lesson,
      from: 200,
      count: 120,
      with: 0.3,
      without: 0.3,
      guardrailWith: 0.9,
      guardrailWithout: 0.1,
    })
    const refused = await approveLesson(sample.records, await shown(), word)
    expect(refused).toMatchObject({ ok: false })
    if (!refused.ok) expect(refused.error.what).toContain('no longer asks for it')
  })

  test('retires a lesson wherever it stands, and its proposal with it', async () => {
    await waiting()
    expect((await retireLesson(sample.records, await shown(), word)).ok).toBe(true)
    expect(await shown()).toMatchObject({ stage: 'retired', pending: null })
    expect(await pendingApprovals(sample.records)).toEqual([])
    expect(await retireLesson(sample.records, await shown(), word)).toMatchObject({ ok: false })
    const learned = await learnedFrom(sample.records)
    expect([...learned.ledger.lessons.values()].map(({ lesson: { state } }) => state)).toContain(
      'retired',
    )
  })

  test('writes a lesson that goes on trial, unless it repeats, contradicts or costs too much', async () => {
    const say = (text: string, code = 'TS1484') =>
      proposeLesson(sample.records, { code, text }, word)
    const first = await say('Import types with import type and values without it.')
    expect(first).toMatchObject({
      ok: true,
      value: { stage: 'candidate', row: { origin: 'person', is_active: true } },
    })
    const refusals = await Promise.all([
      say('Import types with import type and values without it!'),
      say('Never import types with import type and values without it.'),
      say('word '.repeat(400)),
      say('Use {{task}} as the name of every file you write.'),
      say('A good text that is against nothing at all.', 'no code'),
    ])
    expect(refusals.map((each) => each.ok)).toEqual([false, false, false, false, false])
    expect(JSON.stringify(refusals[0])).toContain('says already')
    expect(JSON.stringify(refusals[1])).toContain('contradicts')
    expect(JSON.stringify(refusals[2])).toContain('tokens')
  })
})

describe('names', () => {
  test('of lessons are ids, short names and codes; what may be several is asked back', async () => {
    await sample.records.saveEnhancement(lesson)
    await sample.records.saveEnhancement({ ...sampleLesson('TS2304', 'Another text about names.') })
    const own = await shown('todo_left')
    expect(own.row.id).toBe(lesson.id)
    expect((await shown(own.short)).row.id).toBe(lesson.id)
    expect((await shown(lesson.id)).row.id).toBe(lesson.id)
    const several = await showLesson(sample.records, 'TS2304')
    expect(several).toMatchObject({ ok: false })
    if (!several.ok) expect(several.error.what).toContain('may be any of')
    expect(await showLesson(sample.records, 'TS9999')).toMatchObject({ ok: false })
    const shorts = (await showLessons(sample.records)).map(({ short }) => short)
    expect(new Set(shorts).size).toBe(shorts.length)
  })
})

describe('open questions', () => {
  test('name the lesson and what is expected of it; the explanation has its way and its moves', async () => {
    await waiting()
    const [question, ...others] = await pendingApprovals(sample.records)
    expect(others).toEqual([])
    expect(question).toMatchObject({ lesson: { row: { id: lesson.id }, stage: 'supported' } })
    expect(question?.expectedImpact).toMatch(/^\d+ % fewer errors in \d+ applications$/)
    const explained = await explainLesson(sample.records, lesson.id)
    if (!explained.ok) throw new Error(explained.error.what)
    const { path, moves, lacks, standing } = explained.value
    expect(path).toHaveLength(160)
    expect(path.at(-1)?.benefit).toBe(standing?.evidence.benefit)
    expect(moves.map(({ event }) => event)).toEqual(['support'])
    expect(lacks).toEqual([])
  })
})
