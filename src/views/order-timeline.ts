import type { Entry } from '../model/entry.ts'

type Payload = Entry['payload']

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const counted = (value: unknown, noun: string): string => {
  const count = Array.isArray(value) ? value.length : Number(value)
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const change = ({ counts }: Payload): string =>
  isRecord(counts)
    ? `${counted(counts['files'], 'file')}, +${String(counts['added'])} −${String(counts['deleted'])}`
    : ''

/** The one fact that matters of each event of a work order. */
export const orderFacts: Readonly<Record<string, (payload: Payload) => string>> = {
  based: ({ base }) => String(base).slice(0, 12),
  baseline_measured: ({ build, tests, compilerErrors }) =>
    `build ${String(build)}, tests ${String(tests)}, ${counted(compilerErrors, 'compiler error')}`,
  briefed: ({ proposer, guidelines }) => `${String(proposer)}, ${counted(guidelines, 'guideline')}`,
  proposed: (payload) => `${String(payload['proposer'])}: ${change(payload)}`,
  refined: change,
  compiled: ({ errorsBefore, errors }) =>
    `${counted(errorsBefore, 'error')} before corrections, ${Array.isArray(errors) ? errors.length : 0} after`,
  cycle_begun: ({ cycle, strategy, by }) =>
    `${String(by)}, cycle ${String(cycle)}: ${String(strategy)}`,
  measured: ({ acceptance, objections }) =>
    isRecord(acceptance)
      ? `${String(acceptance['acceptance_score'])} of 10, ${counted(objections, 'objection')}`
      : '',
  delivered: ({ branch }) => String(branch),
}
