import { nothingSpent } from '../../model/caps.ts'
import type { Payload } from './events.ts'
import type { At, Live } from './state.ts'

/** A new run begins with nothing of the old one but what the feature as a whole remembers. */
export function newRun(
  state: At<'IDLE'> | null,
  { runId, setup, by, given, feedback }: Payload<'run_started'>,
  at: string,
): Live {
  const messages = feedback === undefined ? [] : [feedback]
  return {
    at: 'GENERATING',
    given: given ?? null,
    runId,
    setup,
    startedAt: at,
    updatedAt: at,
    iteration: 0,
    intent: given ?? null,
    judged: null,
    best: null,
    texts: given ? [given.text] : [],
    intents: given ? [given.text] : [],
    scores: [],
    dimensions: [],
    evaluations: state?.evaluations ?? [],
    rejections: messages.map((words) => ({ feedback: words, by, at })),
    pending: messages,
    decision: null,
    abort: null,
    breaches: [],
    notes: [],
    reported: {},
    history: [{ from: 'IDLE', to: 'GENERATING', at, trigger: `started by ${by}`, detail: '' }],
    refused: [],
    asked: state?.asked ?? 0,
    spent: nothingSpent,
    archives: state?.archives ?? [],
  }
}
