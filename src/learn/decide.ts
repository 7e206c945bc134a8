import { promotionMisses } from '../learning/decisions.ts'
import { move } from '../learning/life-cycle.ts'
import { policy } from '../learning/policy.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type EnhancementRow, lessonOf } from '../model/records-lessons.ts'
import { type AsyncResult, err, ok, type Result, usageError } from '../model/result.ts'
import type { Records } from '../ports/records.ts'
import type { LessonView } from '../views/learn/lesson.ts'
import { problemsOf } from '../workflows/workorder/lessons/lint.ts'
import { placesIn } from '../workflows/workorder/prompt/template.ts'
import { shortOf } from './draft.ts'
import { lessonRow, mostActive } from '../workflows/workorder/learning/generate.ts'
import { learnedFrom, stageOf } from '../workflows/workorder/learning/lesson-ledger.ts'
import { movedTo, saveMove } from '../learning/moves.ts'
import { activeTemplate, basePrompt, nextTemplate } from '../workflows/workorder/learning/prompt.ts'
import { pendingByLesson } from './promotion.ts'
import { showLesson } from './show.ts'

/** Somebody's word about a lesson. */
export type Word = {
  readonly by: string
  readonly at: string
  readonly reason?: string | undefined
  /** The evidence that was looked at, by the beginning of its hash. */
  readonly seen?: string | undefined
}

const wrong = (what: string, todo: string): Result<never> => usageError(what, todo)

const reasonOf = ({ evidenceSha256 }: LessonView, { reason }: Word): string =>
  `saw the evidence ${evidenceSha256.slice(0, 16)}${reason === undefined ? '' : `: ${reason}`}`

/** A decision names evidence that is still the evidence. */
function changedSince(
  { evidenceSha256, short }: LessonView,
  { seen: observed }: Word,
): Problem | null {
  if (observed === undefined || (observed.length >= 8 && evidenceSha256.startsWith(observed)))
    return null
  return usageProblem(
    `the evidence is ${evidenceSha256.slice(0, 16)} by now, not ${observed}`,
    `look again: loopwright learn show ${short}`,
  )
}

/** The proposal that waits for a word about this lesson, where its evidence is still what was looked at. */
async function waitingProposal(
  records: Records,
  lesson: LessonView,
  word: Word,
): AsyncResult<string> {
  const changed = changedSince(lesson, word)
  if (changed !== null) return err(changed)
  const { row, short, stage } = lesson
  const proposal = (await pendingByLesson(records)).get(row.id)
  return proposal === undefined
    ? wrong(
        `nothing about lesson ${short} waits for a person; it is ${stage}`,
        'see: loopwright learn list',
      )
    : ok(proposal)
}

type Approved = { readonly lesson: LessonView; readonly prompt: number }

/** Takes a lesson into the base prompt. The lesson, the proposal and the prompt change together. */
export async function approveLesson(
  records: Records,
  lesson: LessonView,
  word: Word,
): AsyncResult<Approved> {
  const proposal = await waitingProposal(records, lesson, word)
  if (!proposal.ok) return proposal
  const { standing, row } = lesson
  const lacks = standing === null ? ['evidence'] : promotionMisses(standing, policy)
  if (lacks.length > 0)
    return wrong(
      `the evidence no longer asks for it; it lacks ${lacks.join('; ')}`,
      `loopwright learn reject ${lesson.short}`,
    )
  const { by, at } = word
  const former = await activeTemplate(records, at)
  const versions = await records.promptVersions(basePrompt)
  const number = Math.max(0, ...versions.map((version) => version.version_number)) + 1
  const reason = reasonOf(lesson, word)
  const approved = await records.approveImprovement({
    id: proposal.value,
    by,
    at,
    reason,
    prompt: nextTemplate(former, row, { at, by, number }),
    enhancement: movedTo(row, 'promoted', { at, reason: `approved by ${by}` }),
  })
  if (!approved.ok) return wrong(refused(approved.error), 'see: loopwright learn list')
  return ok({ lesson, prompt: number })
}

function refused(refusal: {
  readonly type: string
  readonly status?: string
  readonly by?: string | null
}): string {
  switch (refusal.type) {
    case 'decided':
      return `somebody decided before: ${refusal.status ?? ''} by ${refusal.by ?? 'nobody'}`
    case 'number-taken':
      return 'another prompt was approved at the same moment; try again'
    default:
      return 'the proposal is gone'
  }
}

/** The lesson stays as it is, beside the prompt, and goes on being tried. */
export async function rejectLesson(
  records: Records,
  lesson: LessonView,
  word: Word,
): AsyncResult<LessonView> {
  const proposal = await waitingProposal(records, lesson, word)
  if (!proposal.ok) return proposal
  const { by, at } = word
  const reason = reasonOf(lesson, word)
  const rejected = await records.rejectImprovement({ id: proposal.value, by, at, reason })
  if (!rejected.ok) return wrong(refused(rejected.error), 'see: loopwright learn list')
  if (lesson.stage === 'supported')
    await records.saveEnhancement(
      movedTo(lesson.row, 'candidate', { at, reason: `declined by ${by}` }),
    )
  return ok(lesson)
}

/** Takes a lesson out of use for good. */
export async function retireLesson(
  records: Records,
  lesson: LessonView,
  word: Word,
): AsyncResult<LessonView> {
  const changed = changedSince(lesson, word)
  if (changed !== null) return err(changed)
  const next = move(lesson.stage, 'retire')
  if (!next.ok) return wrong(next.error, 'see: loopwright learn list')
  const proposal = (await pendingByLesson(records)).get(lesson.row.id)
  const { by, at } = word
  const reason = reasonOf(lesson, word)
  if (proposal !== undefined)
    await records.rejectImprovement({ id: proposal, by, at, reason: `retired; ${reason}` })
  const moved = { lessonId: lesson.row.id, event: 'retire', at, by, reason, sequence: 1 } as const
  await saveMove(records, moved, movedTo(lesson.row, next.value, moved))
  return ok(lesson)
}

export type RolledBack = {
  readonly from: number
  readonly to: number
  /** Lessons that have no place in the prompt any more. */
  readonly demoted: readonly EnhancementRow[]
}

/** Puts the prompt before this one in use again. */
export async function rollBack(
  records: Records,
  { by, at, reason }: Word,
): AsyncResult<RolledBack> {
  const active = await activeTemplate(records, at)
  const back = await records.rollBackPrompt(active.id, at)
  if (!back.ok)
    return wrong(
      back.error.type === 'no-parent'
        ? `prompt ${active.version_number} is the first one; there is none before it`
        : 'another prompt was put in use at the same moment',
      'see: loopwright learn list',
    )
  const places = new Set(placesIn(back.value.prompt_template))
  const lost = new Set(
    placesIn(active.prompt_template).filter(
      (place) => place.startsWith('lesson:') && !places.has(place),
    ),
  )
  const learned = await learnedFrom(records)
  const demoted: EnhancementRow[] = []
  for (const known of learned.lessons.values()) {
    const { row } = known
    if (!lost.has(`lesson:${row.id}`) || stageOf(learned, known) !== 'promoted') continue
    const why = `prompt ${active.version_number} was rolled back by ${by}${reason === undefined ? '' : `: ${reason}`}`
    const moved = { lessonId: row.id, event: 'demote', at, by, reason: why } as const
    await saveMove(records, moved, movedTo(row, 'demoted', moved))
    demoted.push(row)
  }
  return ok({ from: active.version_number, to: back.value.version_number, demoted })
}

/** A lesson that a person wrote goes on trial like any other. */
export async function proposeLesson(
  records: Records,
  { code, text }: { readonly code: string; readonly text: string },
  { by, at, reason }: Word,
): AsyncResult<LessonView> {
  if (!/^[A-Z][A-Z0-9_]{2,79}$/.test(code))
    return wrong(`"${code}" is no error code`, 'write it as TS2304 or COMPLETENESS_TODO')
  const rows = await records.enhancements()
  const problems = problemsOf({ errorCode: code, text }, rows.map(lessonOf))
  if (problems.length > 0)
    return wrong(`this cannot be a lesson: ${problems.join('; ')}`, 'write it otherwise')
  if (rows.filter(({ is_active: isActive }) => isActive).length >= mostActive)
    return wrong(`${mostActive} lessons are in use already`, 'retire one: loopwright learn retire')
  const row = lessonRow(
    {
      code,
      text,
      pattern: code,
      reason: `${by}${reason === undefined ? '' : `: ${reason}`}`,
      origin: 'person',
    },
    at,
  )
  await records.saveEnhancement(row)
  return showLesson(records, shortOf(row.id))
}
