import type { Entry } from '../../../model/entry.ts'
import type { Records } from '../../../ports/records.ts'
import { storyOf } from '../lessons/story.ts'
import type { OrderSetup } from '../events.ts'
import type { OrderLive } from '../state.ts'
import { applicationRows, attemptRows, type Counted, orderRow } from './record-rows.ts'
import { basePrompt } from './prompt.ts'

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
  const before = (await records.order(state.setup.orderId))?.metadata ?? {}
  const counted = countedOf(state)
  // before anything that refers to the order
  await records.saveOrder(orderRow(state, story, counted))
  for (const { attempt, failure } of attemptRows(state.setup, story)) {
    await records.recordAttempt(attempt)
    if (failure !== null) await records.addFailure(failure)
  }
  const model = modelOf(state.setup, state.briefing?.proposer ?? state.proposer)
  await records.recordApplications(applicationRows(state, story, { model, toolVersion }))
  await countPromptUse(records, state, {
    uses: counted.prompt_counted && before['prompt_counted'] !== true ? 1 : 0,
    successes: counted.prompt_succeeded && before['prompt_succeeded'] !== true ? 1 : 0,
  })
}

/** A prompt is used by every order that was briefed with it, whatever becomes of it. */
const countedOf = (state: OrderLive): Counted => ({
  ...(state.briefing === null ? {} : { prompt_counted: true }),
  ...(state.at === 'ended' && state.outcome === 'completed' ? { prompt_succeeded: true } : {}),
})

/** The order says that it was counted before it is, so that it never counts twice. */
async function countPromptUse(
  records: Records,
  { briefing }: OrderLive,
  { uses, successes }: { readonly uses: number; readonly successes: number },
): Promise<void> {
  if (uses + successes === 0) return
  const versions = await records.promptVersions(basePrompt)
  const used = versions.find(({ id }) => id === briefing?.template.id)
  if (used === undefined) return
  const count = used.usage_count + uses
  const before = Math.round((used.avg_success_rate ?? 0) * used.usage_count)
  const rate = count === 0 ? 0 : (before + successes) / count
  await records.savePromptUse(used.id, { usage_count: count, avg_success_rate: rate })
}

/** What a proposer works with, as one text: a change of it puts promoted lessons on trial again. */
export function modelOf(
  { agents, proposers }: Pick<OrderSetup, 'agents' | 'proposers'>,
  proposer: string,
): string {
  const agent = proposers.find(({ name }) => name === proposer)?.agent ?? proposer
  const settings = agents[agent] ?? {}
  const parts = ['kind', 'provider', 'model', 'command'].flatMap((key) => {
    const value = settings[key]
    return typeof value === 'string' ? [value] : Array.isArray(value) ? [JSON.stringify(value)] : []
  })
  return parts.length === 0 ? agent : parts.join(' ')
}
