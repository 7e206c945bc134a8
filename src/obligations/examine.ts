import type { Evidence, Obligation, ObligationStatus } from '../model/obligation.ts'
import type { DemandCheck } from './demand.ts'
import type { Row, Sentence } from './sentences.ts'

/** What an examiner says about one demand, and what shows it. */
export type Answer = {
  readonly status: ObligationStatus
  readonly reason: string
  readonly evidence: readonly Evidence[]
  /** Something that was seen speaks against it: words that stand elsewhere do not outweigh that. */
  readonly isFirm?: true
}

/** A stretch of a sentence that a form has read. Offsets count in the sentence. */
export type Span = {
  readonly start: number
  readonly end: number
  readonly check: DemandCheck
  /** The form has settled itself whether the sentence asks for this or forbids it. */
  readonly negated?: boolean
  /** The words may mean something else: it may be met by machine, never refused. */
  readonly guessed?: boolean
}

/** What stands above a sentence. */
export type Around = Pick<Sentence, 'lead' | 'under'>

/** Reads one way of writing a demand. It reports what it is sure of, or says that it guessed. */
export type Form = (sentence: string, around?: Around) => readonly Span[]

/** How tasks speak about one kind of work. */
export type Vocabulary = {
  /** Words that ask for nothing by themselves here: "file", "service", "endpoint". Lower case, singular. */
  readonly glue: ReadonlySet<string>
  /** Ways of writing that only this kind knows; they are tried before the common ones. */
  readonly forms: readonly Form[]
  /** What a row of a table says, as sentences; null where it is read as it stands. */
  readonly row?: (row: Row) => readonly string[] | null
  /** Headings under which nothing is asked for, besides those that every text knows. */
  readonly context?: RegExp
  /** Stretches that only tell how it is now: "(today it is null)". */
  readonly asIs?: RegExp
  /** How the work as a whole is called: what is left beside it in a first sentence says what it is about. */
  readonly whole?: RegExp
}

/** What the work says at one place by itself: a setting, an operation, a sentence under its headings. */
export type Place = {
  readonly text: string
  readonly where: string
  /** What stands above it: headings, keys. */
  readonly under?: string
  /** The same for all places of one section: together they may say the clauses of a sentence. */
  readonly within?: string
  /** A sentence of a text for readers, or a whole passage that says something of its own. */
  readonly kind?: 'prose' | 'passage'
}

/** A demand with what was found, and the check that found it; null where no form has read the sentence. */
export type Decided = {
  readonly check: DemandCheck | null
  readonly negated: boolean
  /** It may be met by machine, never refused. */
  readonly unsure: boolean
  readonly obligation: Obligation
}

/** A kind of work that can be asked. It answers for the demand as it stands; who asks knows about "not". */
export type Examiner = {
  readonly vocabulary: Vocabulary
  examine(check: DemandCheck): Answer | Promise<Answer>
  /** Whether the answer has to wait for something that others need not wait for: it is asked for last. */
  readonly isLate?: (check: DemandCheck) => boolean
  /** Where a sentence that no form has read may be said. Absent where saying something does not make it so. */
  places?(sentence: string): readonly Place[]
  /** What the work shows of whole sentences, after their demands were decided one by one. */
  settle?(decided: readonly Decided[]): readonly Obligation[] | Promise<readonly Obligation[]>
  /** Whether the work says a sentence of which no form has read `rest`, where this kind can tell better than by its places. */
  says?(sentence: string, rest: readonly string[]): Answer | null
}

export const met = (text: string, where?: string): Answer => ({
  status: 'met',
  reason: text,
  evidence: [{ text, ...(where === undefined ? {} : { where }) }],
})

/** `text` says what was looked at, so that it also proves a demand that something be absent. */
export const unmet = (text: string, where?: string): Answer => ({
  status: 'unmet',
  reason: text,
  evidence: [{ text, ...(where === undefined ? {} : { where }) }],
})

export const undecided = (reason: string): Answer => ({ status: 'undecided', reason, evidence: [] })

/** What was asked is there, and something beside it takes it back: only a person knows whether it is meant so. */
export const takenBack = (reason: string): Answer => ({ ...undecided(reason), isFirm: true })

/** The same of something that was found: it is covered, of no effect, or disputed. */
export const spoilt = (result: Answer, but: string): Answer =>
  takenBack(`${result.reason}, but: ${but}`)

export const notApplicable = (reason: string): Answer => ({
  status: 'not_applicable',
  reason,
  evidence: [],
})
