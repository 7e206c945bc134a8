import { ImprovementRow, type NewImprovement } from '../../model/records-improvements.ts'
import { PromptVersionRow } from '../../model/records-lessons.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type {
  Approval,
  Decision,
  ImprovementRecords,
  ImprovementRefusal,
} from '../../ports/records.ts'
import type { Database, Session } from './database.ts'
import { saveEnhancement } from './lesson-records.ts'
import { activate, numberTakenBy, savePromptVersion } from './prompt-records.ts'
import { oneOf, rowsOf, save, tableOf, where } from './statements.ts'

const improvements = tableOf('moose_improvements', ImprovementRow)

type Refused = Result<ImprovementRow, ImprovementRefusal>

export const improvementRecords = (database: Database): ImprovementRecords => ({
  proposeImprovement: (improvement) =>
    database.transaction((session) => propose(session, improvement)),
  saveImprovement: (improvement) => save(database, improvements, [improvement], 'take-new'),
  improvement: (id) => oneOf(database, improvements, id),
  improvements: (status) =>
    rowsOf(database, improvements, where([['status = ?', status]]), 'order by proposed_at, id'),
  approveImprovement: (approval) => database.transaction((session) => approve(session, approval)),
  rejectImprovement: (decision) =>
    database.transaction((session) => decide(session, decision, 'rejected')),
})

/** A lesson has one pending proposal at most. The database keeps that too, whoever writes to it. */
async function propose(
  session: Session,
  improvement: NewImprovement,
): AsyncResult<ImprovementRow, { readonly type: 'pending'; readonly id: string }> {
  const lesson = improvement.proposal_details?.['enhancement_id']
  if (typeof lesson === 'string') {
    await session.dialect.lock(session, `proposal:${lesson}`)
    const [pending] = await rowsOf(
      session,
      improvements,
      where([
        ["proposal_details ->> 'enhancement_id' = ?", lesson],
        ['status = ?', 'pending_approval'],
        ['id <> ?', improvement.id.toLowerCase()],
      ]),
    )
    if (pending !== undefined) return err({ type: 'pending', id: pending.id })
  }
  await save(session, improvements, [improvement], 'keep-old')
  return ok(await mustFind(session, improvement.id))
}

async function mustFind(session: Session, id: string): Promise<ImprovementRow> {
  const row = await oneOf(session, improvements, id)
  if (row === null) throw new Error(`improvement ${id} went away inside a transaction`)
  return row
}

/** Everything that follows from a yes, together. Said again, it changes nothing. */
async function approve(session: Session, approval: Approval): Promise<Refused> {
  const { prompt, enhancement, at } = approval
  if (prompt !== undefined) {
    const other = await numberTakenBy(session, prompt)
    if (other !== null) return err({ type: 'number-taken', by: other })
  }
  const before = await oneOf(session, improvements, approval.id)
  const decided = await decide(session, approval, 'approved')
  if (!decided.ok || before?.status !== 'pending_approval') return decided
  if (prompt !== undefined) {
    await savePromptVersion(session, prompt)
    await activate(session, PromptVersionRow.parse(prompt), at)
  }
  if (enhancement !== undefined) await saveEnhancement(session, enhancement)
  return decided
}

async function decide(
  session: Session,
  { id, by, at, reason }: Decision,
  status: 'approved' | 'rejected',
): Promise<Refused> {
  await session.dialect.lock(session, `improvement:${id.toLowerCase()}`)
  const row = await oneOf(session, improvements, id)
  if (row === null) return err({ type: 'unknown' })
  // the same answer of the same person, told once more
  if (row.status === status && row.approved_by === by) return ok(row)
  if (row.status !== 'pending_approval')
    return err({ type: 'decided', status: row.status, by: row.approved_by })
  const decided = {
    ...row,
    status,
    approved_by: by,
    approved_at: at,
    decision_reason: reason ?? null,
  }
  await save(session, improvements, [decided], 'take-new')
  return ok(await mustFind(session, id))
}
