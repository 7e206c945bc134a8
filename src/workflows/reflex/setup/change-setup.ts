import { resolve } from 'node:path'
import { z, type ZodError } from 'zod'
import { readYaml } from '../../../engine/read-yaml.ts'
import { isThere } from '../../../engine/user-files.ts'
import { Caps } from '../../../model/caps.ts'
import { type Problem, usageProblem } from '../../../model/problem.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { Criteria } from '../../../model/rule.ts'
import { Exam } from '../../../obligations/exam.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import type { Setup } from '../events.ts'

export const badCaps = ({ issues: [issue] }: ZodError): Problem =>
  usageProblem(`${issue?.path.join('.') ?? 'caps'}: ${issue?.message ?? 'not valid'}`)

/** A file of rules or demands that a user named. */
async function readGiven<Value>(
  path: string,
  schema: z.ZodType<Value>,
  kind: string,
): AsyncResult<Value> {
  if (!isThere(path)) return err({ exit: 2, what: `there is no such ${kind} file`, where: path })
  const read = await readYaml(path, schema)
  if (read.ok) return read
  const todo = `see docs/workflows/reflex.md for the shape of a ${kind} file`
  return err({ ...read.error, todo })
}

export const readCriteria = (path: string): AsyncResult<Criteria> =>
  readGiven(path, Criteria, 'criteria')

export const readExam = (path: string): AsyncResult<Exam> => readGiven(path, Exam, 'exam')

const Change = z.object({
  criteria: z.string().optional(),
  exam: z.string().optional(),
  maxIterations: z.number().optional(),
})

/** Another set-up, null where nothing is to be changed; what a person confirms next is this one. */
export async function changeSetup(
  { cwd }: Pick<Workspace, 'cwd'>,
  setup: Setup,
  details: Readonly<Record<string, unknown>>,
): AsyncResult<Setup | null> {
  const change = Change.parse(details)
  if (Object.values(change).every((each) => each === undefined)) return ok(null)
  const exam =
    change.exam === undefined ? ok(setup.exam) : await readExam(resolve(cwd, change.exam))
  if (!exam.ok) return exam
  const criteria =
    change.criteria === undefined
      ? ok(setup.criteria)
      : await readCriteria(resolve(cwd, change.criteria))
  if (!criteria.ok) return criteria
  const max_iterations = change.maxIterations ?? setup.max_iterations
  const caps = Caps.safeParse({ ...setup.caps, iterations: max_iterations })
  if (!caps.success) return err(badCaps(caps.error))
  return ok({
    ...setup,
    criteria: criteria.value,
    max_iterations,
    caps: caps.data,
    ...(exam.value === undefined ? {} : { exam: exam.value }),
  })
}
