import { counted } from '../model/counted.ts'
import type { Entry } from '../model/entry.ts'
import { printable } from './findings.ts'
import { oneLine, showScore } from './format.ts'

/** One event as a line for people: when, where in the loop, what, and the one fact that matters. */
export function timelineLine(entry: Entry): string {
  const place = `${entry.iteration}${entry.phase ?? ''}`.padEnd(3)
  return `${entry.ts}  ${place} ${entry.event.padEnd(18)} ${printable(tell(entry))}`.trimEnd()
}

function tell({ event, payload }: Entry): string {
  const message = orderFacts[event]?.(payload)
  if (message !== undefined) return message
  const score = payload['score']
  if (event === 'evaluation_done' && typeof score === 'number')
    return `${payload['passed'] === true ? 'PASS' : 'FAIL'} ${showScore(score)}${missed(payload)}`
  if (event === 'evaluated' && typeof score === 'number')
    return `${score} → ${String(payload['to'])}`
  const { intent, answer, overall, negotiation, reasons, site, contract } = payload
  if (typeof overall === 'number') return `${showScore(overall)}${divergence(payload)}`
  if (isRecord(negotiation)) return `${String(negotiation['by'])}: ${String(negotiation['answer'])}`
  if (isRecord(contract) && Array.isArray(contract['acceptance_checklist']))
    return `${contract['acceptance_checklist'].length} criteria`
  if (Array.isArray(reasons)) return reasons.join(', ')
  if (typeof site === 'string')
    return [payload['source'], site.slice(0, 12)].filter(Boolean).join(' ')
  if (isRecord(answer)) return `${String(answer['option'])} by ${String(answer['by'])}`
  if (isRecord(intent))
    return [payload['source'], String(intent['hash']).slice(0, 12)].filter(Boolean).join(' ')
  for (const key of [
    'error',
    'reason',
    'problem',
    'detail',
    'acknowledge',
    'to',
    'artifact_hash',
    'runId',
  ]) {
    const value = payload[key]
    if (typeof value === 'string' || typeof value === 'number')
      return key === 'artifact_hash' ? String(value).slice(0, 8) : oneLine(String(value), 90)
  }
  const { plan, issues, checks } = payload
  if (Array.isArray(plan)) return counted(plan.length, 'step')
  if (Array.isArray(issues)) return counted(issues.length, 'issue')
  return Array.isArray(checks) ? counted(checks.length, 'check') : ''
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function divergence({
  divergence: apart,
  mustPassFailures: failures,
}: Readonly<Record<string, unknown>>) {
  if (typeof apart === 'number') return ` (${showScore(apart)} apart)`
  return Array.isArray(failures) && failures.length > 0
    ? ` (${failures.length} must-pass failures)`
    : ''
}

function missed(payload: Readonly<Record<string, unknown>>): string {
  const { failed, warnings } = payload
  const parts = [
    Array.isArray(failed) && failed.length > 0 ? `${failed.length} failed` : '',
    Array.isArray(warnings) && warnings.length > 0 ? counted(warnings.length, 'warning') : '',
  ].filter(Boolean)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

const countOf = (value: unknown, noun: string): string =>
  counted(Array.isArray(value) ? value.length : Number(value), noun)

const change = ({ counts }: Entry['payload']): string =>
  isRecord(counts)
    ? `${countOf(counts['files'], 'file')}, +${String(counts['added'])} −${String(counts['deleted'])}`
    : ''

/** The one fact that matters of each event of a work order. */
const orderFacts: Readonly<Record<string, (payload: Entry['payload']) => string>> = {
  based: ({ base }) => String(base).slice(0, 12),
  baseline_measured: ({ build, tests, compilerErrors }) =>
    `build ${String(build)}, tests ${String(tests)}, ${countOf(compilerErrors, 'compiler error')}`,
  briefed: ({ proposer, guidelines }) => `${String(proposer)}, ${countOf(guidelines, 'guideline')}`,
  proposed: (payload) => `${String(payload['proposer'])}: ${change(payload)}`,
  refined: change,
  compiled: ({ errorsBefore, errors }) =>
    `${countOf(errorsBefore, 'error')} before corrections, ${Array.isArray(errors) ? errors.length : 0} after`,
  cycle_begun: ({ cycle, strategy, by }) =>
    `${String(by)}, cycle ${String(cycle)}: ${String(strategy)}`,
  measured: ({ acceptance, objections }) =>
    isRecord(acceptance)
      ? `${String(acceptance['acceptance_score'])} of 10, ${countOf(objections, 'objection')}`
      : '',
  delivered: ({ branch }) => String(branch),
}
