import type { CheckOutcome } from '../../model/check.ts'
import { examFrom, examine } from '../../obligations/exam.ts'
import type { BuiltInCheck, Subject } from '../check.ts'
import { notApplicable, outcomeOf, undecided } from '../outcome.ts'
import { examinerOf, vocabulary } from './exam.ts'
import { placeOf } from './locate.ts'
import { readSpec } from './spec.ts'
import { unreadableOutcome } from './rule.ts'

/** Every path and method the task names exists, as far as the task names them in a form that can be read. */
export const endpoints: BuiltInCheck = {
  id: 'openapi/endpoints',
  title: 'Required paths and methods exist',
  readsProject: false,
  run: outcomeFor,
}

async function outcomeFor({ artifact, task }: Subject): Promise<CheckOutcome> {
  const reading = readSpec(artifact)
  if (!reading.ok) return unreadableOutcome(artifact, reading.unreadable)
  const text = `${task.prompt}\n${task.ideal_result}`.trim()
  if (text === '') return notApplicable('no task was given: only general rules were asked')
  const exam = examFrom(text, 'task', vocabulary)
  const asked = exam.items.filter(
    ({ check }) => check?.type === 'endpoint' || check?.type === 'resource',
  )
  if (asked.length === 0)
    return notApplicable('the task names no path, method or resource in a form that can be read')
  const answers = await examine({ ...exam, items: asked }, examinerOf(artifact), '')
  const findings = answers
    .filter(({ status }) => status === 'unmet')
    .map(({ reason, source, evidence }) => ({
      message: reason,
      place: placeOf(reading.spec, evidence[0]?.where ?? '/paths'),
      evidence: source.text.slice(0, 300),
    }))
  const open = answers.find(({ status }) => status === 'undecided')
  if (findings.length === 0 && open) return undecided(open.reason)
  return outcomeOf(findings, `${asked.length} demands of the task are met`)
}
