import { readPayload } from '../../../loop/read-payload.ts'
import type { Entry } from '../../../model/entry.ts'
import { payloads } from '../events.ts'
import type { Compiled, Measured as MeasuredRun } from '../state.ts'

type Measured = Omit<MeasuredRun, 'compiled'>

/** One attempt at an order, with what the compiler said first and of the best that came of it. */
export type Attempt = {
  readonly proposer: string
  readonly first: Compiled | null
  readonly best: Compiled | null
  readonly cycles: number
  readonly end: AttemptEnd | null
}

export type AttemptEnd = { readonly at: string } & (
  | { readonly type: 'measured' }
  | {
      readonly type: 'failed'
      readonly category: string
      readonly error: string
    }
)

/** What a run showed, whole: its journal keeps the attempts that its state has left behind. */
export type Story = {
  readonly attempts: readonly Attempt[]
  readonly briefedAt: string | null
  /** Codes of the compiler's first look at the first attempt; null where it never looked. */
  readonly firstCodes: readonly string[] | null
  readonly measured: Measured | null
  readonly ended: { readonly at: string; readonly outcome: string; readonly reason: string } | null
}

const nothing: Story = {
  attempts: [],
  briefedAt: null,
  firstCodes: null,
  measured: null,
  ended: null,
}

export const storyOf = (entries: readonly Entry[]): Story => entries.reduce(tell, nothing)

const begun = (proposer: string): Attempt => ({
  proposer,
  first: null,
  best: null,
  cycles: 0,
  end: null,
})

function tell(story: Story, entry: Entry): Story {
  switch (entry.event) {
    case 'briefed':
      return { ...story, briefedAt: entry.ts }
    case 'proposed': {
      const { proposer } = readPayload(entry, payloads.proposed)
      return { ...story, attempts: [...story.attempts, begun(proposer)] }
    }
    case 'compiled': {
      const { cost: _, ...said } = readPayload(entry, payloads.compiled)
      const next = onLast(story, ({ first, best, ...attempt }) => ({
        ...attempt,
        first: first ?? said,
        best: said.kept || best === null ? said : best,
      }))
      return { ...next, firstCodes: story.firstCodes ?? codesOfLook(said) }
    }
    case 'cycle_begun':
      return onLast(story, (attempt) => ({ ...attempt, cycles: attempt.cycles + 1 }))
    case 'measured': {
      const { cost: _, ...measured } = readPayload(entry, payloads.measured)
      const end = { type: 'measured', at: entry.ts } as const
      return { ...onLast(story, (attempt) => ({ ...attempt, end })), measured }
    }
    case 'unchanged': {
      const { as } = readPayload(entry, payloads.unchanged)
      const error = `the same change as in attempt ${as}`
      const end = {
        type: 'failed',
        at: entry.ts,
        category: 'unknown_failure',
        error,
      } as const
      return onLast(story, (attempt) => ({ ...attempt, end }))
    }
    case 'attempt_failed':
      return failed(story, entry)
    case 'ended': {
      const { outcome, reason } = readPayload(entry, payloads.ended)
      return { ...story, ended: { at: entry.ts, outcome, reason } }
    }
    default:
      return story
  }
}

const contractCode = 'CONTRACT_VIOLATION'

function codesOfLook({ codes, violations }: Pick<Compiled, 'codes' | 'violations'>) {
  return violations.some(({ kind }) => kind === 'breaking') ? [...codes, contractCode] : codes
}

/** An attempt may fail before anything was proposed: nobody answered. */
function failed(story: Story, entry: Entry): Story {
  const payload = readPayload(entry, payloads.attempt_failed)
  const end = {
    type: 'failed',
    at: entry.ts,
    category: payload.failure_category,
    error: payload.error,
  } as const
  // a measured change that is not accepted fails its own attempt
  const last = story.attempts.at(-1)?.end
  const open = last === null || last?.type === 'measured'
  const attempts = open ? story.attempts : [...story.attempts, begun(payload.proposer)]
  return onLast({ ...story, attempts }, (attempt) => ({ ...attempt, end }))
}

function onLast(story: Story, change: (attempt: Attempt) => Attempt): Story {
  const last = story.attempts.at(-1)
  if (last === undefined) return story
  return { ...story, attempts: [...story.attempts.slice(0, -1), change(last)] }
}

const isOfFirstLook = (code: string): boolean => /^TS\d+$/.test(code) || code === contractCode
const isRule = (code: string): boolean => code.startsWith('INTEGRITY_')

/**
 * Did the error occur that a lesson is against? What the compiler says counts at the first look, before anybody mended
 * them. What was never measured did not reach what it should; a rule that nobody looked for was not broken.
 */
export function occurred(code: string, { firstCodes, measured }: Story): boolean | null {
  if (firstCodes === null && measured === null) return null
  if (isOfFirstLook(code)) return firstCodes?.includes(code) ?? false
  if (measured !== null) return measured.codes.includes(code)
  return !isRule(code)
}
