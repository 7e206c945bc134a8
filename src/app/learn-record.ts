import type { Entry } from '../model/entry.ts'
import type { Records } from '../ports/records.ts'
import { storyOf } from '../workflows/workorder/lessons/story.ts'
import type { OrderSetup } from '../workflows/workorder/events.ts'
import type { OrderLive } from '../workflows/workorder/state.ts'
import { applicationRows, attemptRows, orderRow } from './learn-record-rows.ts'
import { basePrompt } from './learn-prompt.ts'

export type OrderToRecord = {
  readonly state: OrderLive
  /** The whole journal of the run: earlier attempts and moments are not in the state. */
  readonly entries: readonly Entry[]
  readonly toolVersion: string
}

/** Saves everything a run shows. Done again, it changes nothing; call it whenever the run rests. */
export async function recordOrder(
  records: Records,
  { state, entries, toolVersion }: OrderToRecord,
): Promise<void> {
  const story = storyOf(entries)
  const before = await records.order(state.setup.orderId)
  const wasCounted = before?.metadata['prompt_counted'] === true
  const isCounted = wasCounted || (story.ended !== null && state.briefing !== null)
  // before anything that refers to the order
  await records.saveOrder(orderRow(state, story, isCounted))
  for (const { attempt, failure } of attemptRows(state.setup, story)) {
    await records.recordAttempt(attempt)
    if (failure !== null) await records.addFailure(failure)
  }
  const model = modelOf(state.setup, state.briefing?.proposer ?? state.proposer)
  await records.recordApplications(applicationRows(state, story, { model, toolVersion }))
  if (isCounted && !wasCounted) await countPromptUse(records, state)
}

/** The order says that it was counted before it is, so that it never counts twice. */
async function countPromptUse(records: Records, state: OrderLive): Promise<void> {
  const versions = await records.promptVersions(basePrompt)
  const used = versions.find(({ id }) => id === state.briefing?.template.id)
  if (used === undefined) return
  const success = state.at === 'ended' && state.outcome === 'completed' ? 1 : 0
  const count = used.usage_count + 1
  const rate = ((used.avg_success_rate ?? 0) * used.usage_count + success) / count
  await records.savePromptUse(used.id, { usage_count: count, avg_success_rate: rate })
}

/** What a proposer works with, as one text: a change of it puts promoted lessons on trial again. */
export function modelOf(
  { agents, proposers }: Pick<OrderSetup, 'agents' | 'proposers'>,
  proposer: string,
): string {
  const agent = proposers.find(({ name }) => name === proposer)?.agent ?? proposer
  const settings = agents[agent] ?? {}
  const told = ['kind', 'provider', 'model', 'command'].flatMap((key) => {
    const value = settings[key]
    return typeof value === 'string' ? [value] : Array.isArray(value) ? [JSON.stringify(value)] : []
  })
  return told.length === 0 ? agent : told.join(' ')
}
