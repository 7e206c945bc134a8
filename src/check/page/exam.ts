import type { Workspace } from '../../ports/workspace.ts'
import { copyObligations } from '../../checks/page/copy-obligations.ts'
import { inventedObligations } from '../../checks/page/invented-obligations.ts'
import { pageExaminer } from '../../checks/page/exam.ts'
import { pageVocabulary } from '../../checks/page/exam/vocabulary.ts'
import type { PageContract } from '../../checks/page/page-rule.ts'
import {
  brokenObligations,
  mustPassObligations,
  namedObligations,
  unseenObligations,
} from '../../checks/page/rule-obligations.ts'
import { reaches } from '../../loop/score.ts'
import type { Obligation } from '../../model/obligation.ts'
import { type Exam, examFrom, examine, joinExams, noExam } from '../../obligations/exam.ts'
import type { Site } from '../../ports/browser.ts'
import { examOfBrief } from '../../workflows/gan/exam.ts'
import { subjectOf, workOf } from '../../checks/page/shown-work.ts'
import type { Asked } from './contract.ts'
import type { PageVerdict } from '../../checks/page/judge-site.ts'
import { judgeWork } from '../../asking/exam.ts'

/** What a page is asked for, read before it is looked at. */
export type PageAsked = {
  readonly exam: Exam
  /** Everything that was asked, in its own words. */
  readonly text: string
  /** Made to order: then all rules of the source that must pass are asked as well. */
  readonly isOrdered: boolean
  /** The score to reach; null where nobody asked for one. */
  readonly threshold: number | null
}

export type AskedTexts = { readonly task: string; readonly criteria: string }

/** Reads brief, brand, tokens, task and criteria into one exam. */
export function askedOf(asked: Asked, texts: AskedTexts, threshold: number | null): PageAsked {
  const { brief, voice = null, visual = null, written, palette } = asked
  const ofBrief = brief === undefined ? noExam : examOfBrief({ brief, voice, visual, written })
  const ofBrand =
    brief === undefined && (voice !== null || visual !== null)
      ? examOfBrief({ brief: noBrief, voice, visual, written })
      : noExam
  const ofTokens: Exam =
    palette.length < 2 ? noExam : { items: [paletteItem(palette)], context: [] }
  const exam = joinExams([
    ofBrief,
    ofBrand,
    ofTokens,
    examFrom(texts.task, 'task', pageVocabulary),
    examFrom(texts.criteria, 'criterion', pageVocabulary),
  ])
  const text = [brief?.text ?? '', texts.task, texts.criteria]
    .filter((each) => each !== '')
    .join('\n\n')
  const isOrdered = brief !== undefined || written.size > 0 || palette.length > 0 || visual !== null
  return { exam, text, isOrdered, threshold }
}

const noBrief: NonNullable<Asked['brief']> = {
  title: '',
  priority: undefined,
  evaluatorProfile: undefined,
  goal: '',
  audience: '',
  brand: '',
  brandSource: 'brief',
  requirements: [],
  callsToAction: [],
  mustPass: [],
  text: '',
}

const paletteItem = (palette: readonly string[]): Exam['items'][number] => ({
  id: 'tokens.palette',
  statement: 'is painted in the hues of the tokens',
  source: { kind: 'brief', text: `tokens: ${palette.slice(0, 12).join(', ')}` },
  weight: 'must',
  check: { type: 'value', name: 'palette', value: palette.join(';') },
  negated: false,
})

type Judged = Extract<PageVerdict, { judgement: unknown }>

export type PageExamination = {
  readonly verdict: Judged
  readonly site: Site
  readonly page: string
  readonly contract: PageContract
  readonly asked: PageAsked
  /** The rules that were named with --only; null where all are asked. */
  readonly only: ((id: string) => boolean) | null
  readonly pictures: readonly string[]
  readonly signal: AbortSignal
}

/** A specimen on a page of somebody is one thing; who gives a task did not ask for sample text. */
const onTask = { 'page/placeholder': 'blocks' } as const

/** Everything that the page owes, each with what shows it. */
export async function pageObligations(
  workspace: Pick<Workspace, 'agentNameFor' | 'config' | 'isOneOf' | 'openAgent'>,
  examination: PageExamination,
): Promise<readonly Obligation[]> {
  const { verdict, site, page, contract, asked, only, pictures, signal } = examination
  const subject = subjectOf(site, page)
  const { judgement } = verdict
  if (only !== null) return namedObligations(judgement, only, subject)
  const facts = verdict.type === 'seen' ? verdict.facts : null
  const powers = workspace.config.acceptance.rules
  const rules =
    facts === null
      ? unseenObligations(judgement, subject, verdict.type === 'static' ? verdict.reason : '')
      : asked.isOrdered
        ? mustPassObligations(judgement, subject, facts, powers)
        : brokenObligations(facts, subject, asked.text === '' ? powers : { ...onTask, ...powers })
  const given = { contract, given: asked.text }
  const copy =
    facts === null
      ? []
      : [
          ...(contract.copy === null ? [] : copyObligations(facts, contract, subject)),
          ...inventedObligations(facts, given, subject),
        ]
  const files = site.type === 'files' ? [...site.files.keys()] : []
  const examiner = pageExaminer({ facts, judgement, files, asked: sentencesIn(asked.exam) })
  const work = { ...workOf(verdict, site, page), pictures, task: asked.text }
  const owed = [...(await examine(asked.exam, examiner, subject)), ...copy, ...rules]
  const exam = await judgeWork(workspace, owed, { work, workflow: 'check', signal })
  const score = facts === null ? null : judgement.score.overall
  return [...exam, ...thresholdOf(asked, score, subject)]
}

/** The sentences of what was asked; quoted words and names may well stand on the page. */
const sentencesIn = ({ items, context }: Exam): readonly string[] => [
  ...items.filter(({ source }) => source.kind !== 'copy').map(({ source }) => source.text),
  ...context.map(({ text }) => text),
]

/** A score that nobody could measure is undecided, not low. */
function thresholdOf(
  { threshold }: PageAsked,
  score: number | null,
  subject: string,
): readonly Obligation[] {
  if (threshold === null) return []
  const text =
    score === null
      ? 'the score was not measured: nobody looked at the page'
      : `the score is ${score.toFixed(2)}, ${threshold.toFixed(2)} is asked for`
  const status = score === null ? 'undecided' : reaches(score, threshold) ? 'met' : 'unmet'
  return [
    {
      id: 'workflow.threshold',
      statement: `the score reaches ${threshold.toFixed(2)}`,
      source: { kind: 'workflow', text: `pass_threshold ${threshold}` },
      weight: 'must',
      decided_by: 'check',
      status,
      reason: text,
      evidence: score === null ? [] : [{ text }],
      subject,
    },
  ]
}
