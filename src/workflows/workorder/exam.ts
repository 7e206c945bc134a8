import type { Workspace } from '../../ports/workspace.ts'
import { contradictionsOf, contradictionText } from '../../checks/acceptance/contradictions.ts'
import { codeVocabulary } from '../../checks/acceptance/exam.ts'
import { isTestKind, kindOfFile } from '../../checks/integrity/change.ts'
import { loadParser } from '../../checks/integrity/source.ts'
import type { FileTree } from '../../model/file-tree.ts'
import { type Exam, examFrom, joinExams } from '../../obligations/exam.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import type { Order } from './order.ts'
import type { CodeToJudge } from '../../checks/acceptance/judge-code.ts'
import { completeExam, judgeWork } from '../../asking/exam.ts'

/** What an order asks of its change: its criteria, or its own words where it has none. */
export function orderExam({
  title,
  description,
  acceptance_criteria: criteria,
}: Pick<Order, 'title' | 'description' | 'acceptance_criteria'>): Exam {
  if (criteria.length === 0) return examFrom(`# ${title}\n\n${description}`, 'task', codeVocabulary)
  return joinExams(
    criteria.map((text, index) => {
      const { items, context } = examFrom(text, 'criterion', codeVocabulary)
      const own = items.map((item) => ({
        ...item,
        id: item.id.replace(/^criterion/, `criterion.${index + 1}`),
        source: { ...item.source, line: index + 1 },
      }))
      return { items: own, context }
    }),
  )
}

/** What cannot be had, before anybody is paid to try. */
export async function conflictsOf(order: Order, files: FileTree): Promise<readonly string[]> {
  const parse = await loadParser()
  const tests = [...files].flatMap(([path, text]) =>
    isTestKind(kindOfFile(path)) ? (parse(path, text) ?? []) : [],
  )
  return contradictionsOf(orderExam(order).items, tests, parse).map(contradictionText)
}

type OrderToAsk = {
  readonly order: Order
  /** The agent that made the change. */
  readonly producer: string
  readonly runId: string
  readonly signal: AbortSignal
}

/** Holds a change against its order: by machine, then by the judge, who is not asked about what fails anyway. */
export async function askingFor(
  workspace: Pick<Workspace, 'agentNameFor' | 'config' | 'isOneOf' | 'openAgent'>,
  { order, producer, runId, signal }: OrderToAsk,
): Promise<NonNullable<CodeToJudge['asking']>> {
  const asking = { producers: [producer], workflow: 'workorder', runId, signal }
  const { exam } = await completeExam(workspace, orderExam(order), asking)
  return {
    exam,
    judge: async (obligations, work) =>
      verdictOf(obligations).verdict === 'not_accepted'
        ? obligations
        : judgeWork(workspace, obligations, { work, ...asking }),
  }
}
