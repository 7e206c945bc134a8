import type { RunView } from '../model/run-view.ts'

type Ended = { readonly at: string; readonly outcome?: string; readonly reason?: string }

/** How a run ended, for reports and lists; null while it goes on. */
export const stopOf = (
  { at, outcome = '', reason = '' }: Ended,
  accepted: string,
): RunView['stop'] =>
  at === 'ended' ? { code: outcome, reason, passed: outcome === accepted, detail: {} } : null
