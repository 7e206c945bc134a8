import { z } from 'zod'
import { type Obligation, ObligationSource } from '../model/obligation.ts'
import { clausesOf } from './clauses.ts'
import { withConflicts } from './conflicts.ts'
import { type Demand, DemandCheck } from './demand.ts'
import { type Answer, type Decided, type Examiner, undecided, type Vocabulary } from './examine.ts'
import { isSubject } from './subject.ts'
import { readDemands, wordsOf } from './read.ts'
import { saidAt } from './said.ts'

/** One thing that was asked, before there is anything to judge. */
export const ExamItem = z.object({
  id: z.string().min(1),
  statement: z.string().trim().min(1),
  source: ObligationSource,
  weight: z.enum(['must', 'should']),
  /** What decides it by machine; null where a judge or a person must. */
  check: DemandCheck.nullable(),
  negated: z.boolean(),
  /** Why no machine decides it, and the words that no form has read. */
  reason: z.string().optional(),
  rest: z.array(z.string()).optional(),
  /** The words of its sentence that ask for it. */
  quote: z.string().optional(),
  /** It was read from a sentence that says more than was read: it may be met by machine, never refused. */
  unsure: z.boolean().optional(),
  /** The parts of the sentence that no form has read; each may be said at a place of its own. */
  open: z.array(z.string()).optional(),
})
export type ExamItem = z.infer<typeof ExamItem>

/** All that was asked: the items, and the sentences that ask for nothing. */
export const Exam = z.object({
  items: z.array(ExamItem),
  context: z.array(z.object({ text: z.string(), line: z.number().int(), why: z.string() })),
})
export type Exam = z.infer<typeof Exam>

export const noExam: Exam = { items: [], context: [] }

/** Reads a text into an exam by machine alone. Every sentence becomes items or context. */
export function examFrom(
  text: string,
  kind: ObligationSource['kind'],
  vocabulary: Vocabulary,
): Exam {
  const { sentences, demands } = readDemands(text, vocabulary)
  const items = sentences.flatMap((sentence): readonly ExamItem[] => {
    const source = { kind, text: sentence.text, line: sentence.line }
    const own = demands.filter((demand) => demand.sentence === sentence.number)
    const read = own.map((demand, index) => ({
      id: `${kind}.${sentence.number}.${index + 1}`,
      statement: statementOf(demand),
      source,
      weight: demand.weight,
      check: demand.check,
      negated: demand.negated,
      quote: demand.quote,
      ...((sentence.account === 'rest' && !isSure(demand, sentence.text)) ||
      demand.guessed === true ||
      sentence.role !== 'text' ||
      tellsWhatIs.test(sentence.text)
        ? { unsure: true }
        : {}),
    }))
    if (sentence.account !== 'rest') return read
    const isLong = sentence.rest.length > 6
    const clause = sentence.open.length === 1 ? sentence.open[0] : undefined
    const words = isLong && !clause ? 'this sentence' : `"${clause ?? sentence.rest.join(' ')}"`
    const left: ExamItem = {
      id: `${kind}.${sentence.number}`,
      statement: sentence.text,
      source,
      weight: sentence.weight,
      ...(isSubject(sentence, vocabulary)
        ? { check: { type: 'topic', words: [...sentence.rest] }, unsure: true }
        : { check: null }),
      negated: false,
      reason: `no check can read ${words}`,
      open: [...sentence.open],
      rest: [...sentence.rest],
    }
    return [...read, left]
  })
  const context = sentences
    .filter(({ account }) => account === 'context')
    .map(({ text: sentence, line, role }) => ({
      text: sentence,
      line,
      why: role !== 'text' ? 'a heading' : 'it asks for nothing that can be looked for',
    }))
  return { items, context }
}

/** "`eslint` is installed" tells what the work can count on. */
const tellsWhatIs =
  /\b(?:is|are) (?:already |all )?(?:installed|in place|given|provided|available|there already)\b/i

/** A call and its result mean the same whatever stands around, unless it tells of a mistake. */
const isSure = ({ check }: Demand, sentence: string): boolean =>
  check.type === 'call' && !tellsOfMistake.test(sentence)

const tellsOfMistake =
  /\b(?:bug|got|gets|gave|saw|wrong|currently|today|now|still|instead|but|used to|was|were|has to be|expected)\b/i

export const joinExams = (exams: readonly Exam[]): Exam => ({
  items: exams.flatMap(({ items }) => items),
  context: exams.flatMap(({ context }) => context),
})

/** The items with their places, those that have to wait at the end. */
function lateLast(items: readonly ExamItem[], { isLate }: Pick<Examiner, 'isLate'>) {
  const late = ({ check }: ExamItem) => Number(check !== null && isLate?.(check) === true)
  return [...items.entries()].toSorted(([, one], [, other]) => late(one) - late(other))
}

/** Asks the examiner about every item that a machine can decide. The rest stays undecided. */
export async function examine(
  { items }: Exam,
  examiner: Pick<Examiner, 'examine' | 'isLate' | 'places' | 'says' | 'settle' | 'vocabulary'>,
  subject: string,
): Promise<readonly Obligation[]> {
  const { glue } = examiner.vocabulary
  const placesFor = (text: string) => examiner.places?.(text) ?? []
  const saysSo = (text: string) => saidAt(text, placesFor(text), glue)
  const tellsPart = (text: string) =>
    saidAt(
      text,
      placesFor(text).filter(({ kind }) => kind !== undefined),
      glue,
    )
  const inParts = (text: string) => {
    const whole = saysSo(text)
    if (whole?.status === 'met') return whole
    return allSaid(clausesOf(text).map((clause) => tellsPart(clause.text))) ?? whole
  }
  const own: Answer[] = []
  for (const [index, item] of lateLast(items, examiner))
    own[index] =
      item.check === null
        ? openAnswer(item, tellsPart)
        : await machineAnswer(item, item.check, examiner)
  const said = new Map(
    items.map(({ source: { text } }) => [
      text,
      examiner.says === undefined
        ? inParts(text)
        : saidOf(text, { items, own, says: examiner.says }),
    ]),
  )
  const decided = items.map((item, index): Decided => {
    const answer = withSaid(own[index]!, said.get(item.source.text) ?? null)
    const { check, negated, unsure = false } = item
    return { check, negated, unsure, obligation: obligationOf(item, answer, subject) }
  })
  const settled = (await examiner.settle?.(decided)) ?? decided.map(({ obligation }) => obligation)
  return withConflicts(settled, items)
}

function obligationOf(
  { id, statement, source, weight, check }: ExamItem,
  { status, reason, evidence }: Answer,
  subject: string,
): Obligation {
  const byMachine = check?.type === 'command' ? 'command' : 'check'
  return {
    id,
    statement,
    source,
    weight,
    decided_by: status === 'undecided' && check === null ? 'judge' : byMachine,
    status,
    reason,
    evidence: [...evidence],
    subject,
  }
}

const machineAnswer = async (
  { negated, unsure = false }: ExamItem,
  check: DemandCheck,
  examiner: Pick<Examiner, 'examine'>,
): Promise<Answer> => asAsked(await examiner.examine(check), { negated, unsure })

/** What was found, by what the sentence asks or forbids; one that says more than was read refuses nothing. */
export function asAsked(
  plain: Answer,
  { negated, unsure }: { readonly negated: boolean; readonly unsure: boolean },
): Answer {
  const answer = negated ? turned(plain) : plain
  return answer.status === 'unmet' && unsure ? undecided(`${answer.reason}${doubt}`) : answer
}

const doubt = '; its sentence says more than a machine has read'

type Asked = {
  readonly items: readonly ExamItem[]
  readonly own: readonly Answer[]
  readonly says: NonNullable<Examiner['says']>
}

/** Where saying does not make it so, words do not outvote what a check has seen. */
function saidOf(text: string, { items, own, says }: Asked): Answer | null {
  const open = items.filter(
    ({ source }, index) => source.text === text && own[index]?.status === 'undecided',
  )
  if (open.some((item) => own[items.indexOf(item)]?.reason.endsWith(doubt))) return null
  return says(
    text,
    open.flatMap(({ rest, quote }) => rest ?? wordsOf(quote ?? '')),
  )
}

/** In a text for readers, each open part of a sentence may be said at a place of its own. */
function openAnswer(
  { reason, open = [] }: ExamItem,
  tellsPart: (text: string) => Answer | null,
): Answer {
  const parts = open.map(tellsPart)
  const all = allSaid(parts)
  if (all !== null) return all
  const nearest = parts.find((part) => part !== null && part.status !== 'met')
  return undecided(
    [reason ?? 'no check can decide this', 'a judge or a person must decide', nearest?.reason]
      .filter((text) => text !== undefined)
      .join('; '),
  )
}

function allSaid(parts: readonly (Answer | null)[]): Answer | null {
  const evidence = parts.flatMap((part) => (part?.status === 'met' ? part.evidence : []))
  return parts.length > 0 && parts.every((part) => part?.status === 'met')
    ? { status: 'met', reason: evidence.map(({ text }) => text).join('; '), evidence }
    : null
}

/** What is open is met where the work says the whole sentence; else the nearest place helps whoever decides. */
function withSaid(own: Answer, said: Answer | null): Answer {
  if (own.status !== 'undecided' || own.isFirm === true || said === null) return own
  if (said.status === 'met') return said
  return own.reason.endsWith(said.reason) ? own : undecided(`${own.reason}; ${said.reason}`)
}

const turned = (answer: Answer): Answer =>
  answer.status === 'met'
    ? { ...answer, status: 'unmet', reason: `${answer.reason}, against what was asked` }
    : answer.status === 'unmet'
      ? { ...answer, status: 'met' }
      : answer

/** A demand in one line, for people who did not write it. */
function statementOf({ check, negated, quote }: Demand): string {
  const not = negated ? 'not ' : ''
  const has = negated ? 'does not have' : 'has'
  switch (check.type) {
    case 'name':
      return [has, check.role, check.name].filter((word) => word !== undefined).join(' ')
    case 'phrase':
      return `${negated ? 'does not say' : 'says'} "${check.text}"`
    case 'value':
      return `${check.name} is ${not}${String(check.value)}`
    case 'limit': {
      const words = { most: 'at most', least: 'at least', exactly: 'exactly' }[check.bound]
      return `${not}${words} ${check.value}${check.unit ? ` ${check.unit}` : ''} ${check.name}`
    }
    case 'endpoint':
      return `${has} ${check.method} ${check.path}`
    case 'call':
      return check.throws
        ? [
            check.call,
            negated ? 'does not throw' : 'throws',
            ...(check.error === undefined ? [] : [check.error]),
            ...(check.message === undefined ? [] : [`"${check.message}"`]),
          ].join(' ')
        : `${check.call} is ${not}${check.result ?? 'defined'}`
    case 'resource':
      return `${has} ${check.noun}: ${check.operations.join(', ')}`
    case 'fields':
      return `${check.owner ?? 'it'} ${has} ${check.fields.map(({ name }) => name).join(', ')}`
    case 'topic':
      return `is ${not}about ${check.words.join(' ')}`
    case 'pattern':
    case 'command':
      return quote
  }
}
