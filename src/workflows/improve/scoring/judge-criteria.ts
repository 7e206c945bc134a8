import { judgeWork } from '../../../asking/exam.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import type { Obligation } from '../../../model/obligation.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { criteria, type CriterionId, type Questions } from './criteria.ts'
import type { JudgedPoint } from './facts.ts'

type Work = {
  readonly files: FileTree
  readonly spec: string
  readonly signal: AbortSignal
  readonly producers?: readonly string[]
}

const mostText = 400_000

/** Lets the judge's agent decide what no check could; only a quote that stands in a file counts. */
export async function judgeCriteria(
  workspace: Pick<Workspace, 'agentNameFor' | 'config' | 'isOneOf' | 'openAgent'>,
  questions: Questions,
  { files, spec, signal, producers = [] }: Work,
): Promise<readonly JudgedPoint[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the questions are about criteria
  const ids = Object.keys(questions) as CriterionId[]
  const open = ids.flatMap((id) => {
    const question = questions[id]
    return question.status === 'undecided' ? [obligationOf(id, question.reason)] : []
  })
  const name = workspace.agentNameFor('judge')
  if (open.length === 0 || (await workspace.isOneOf(name, producers))) return []
  const text = [...files].map(([path, each]) => `--- ${path}\n${each}`).join('\n')
  const work = { text: text.slice(0, mostText), task: '', facts: [spec] }
  const judged = await judgeWork(workspace, open, { work, workflow: 'improve', signal })
  return judged.flatMap(({ id, status, evidence, reason }) => {
    const criterion = ids.find((each) => each === id)
    const place = placeOf(files, evidence[0]?.text ?? '')
    if (criterion === undefined || place === null) return []
    if (status !== 'met' && status !== 'unmet') return []
    return [{ criterion, isMet: status === 'met', evidence: { text: reason, ...place } }]
  })
}

const obligationOf = (id: CriterionId, reason: string): Obligation => ({
  id,
  statement: criteria[id].about,
  source: { kind: 'rule', text: criteria[id].about },
  weight: 'should',
  decided_by: 'judge',
  status: 'undecided',
  reason,
  evidence: [],
})

/** Where the first line of a quote stands. */
function placeOf(files: FileTree, quote: string): { path: string; line: number } | null {
  const [words = ''] = quote.trim().split('\n')
  const match = [...files].find(([, text]) => words !== '' && text.includes(words))
  if (match === undefined) return null
  const [path, text] = match
  return { path, line: text.slice(0, text.indexOf(words)).split('\n').length }
}
