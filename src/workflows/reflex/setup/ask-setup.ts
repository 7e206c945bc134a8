import { type Draft, type TaskType, taskTypes, type Options } from './draft-setup.ts'
import { type Problem, usageProblem } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../../model/result.ts'
import { setupSummary } from './summary.ts'
import type { Dialog } from '../../../engine/workflow-command.ts'

const cancelled: Problem = usageProblem('cancelled; nothing was started')

/** Thrown through the questions when a person leaves them with Ctrl-C. */
class Cancelled extends Error {}

export const askTask = async (dialog: Dialog): Promise<string> =>
  (await dialog.ask('What should be made?', { example: 'OpenAPI 3.1 spec for a bookshop' })) ?? ''

type Setting = {
  /** Null where the kind of artifact is unclear: then everything is asked. */
  readonly draft: Draft | null
  readonly full: boolean
  /** What was said beforehand is not asked again. */
  readonly type: TaskType | undefined
  readonly limit: number
  readonly redraft: (changed: Partial<Options>) => AsyncResult<Draft | null>
}

/**
 * Quick: shows the draft and asks for both confirmations. Full: asks everything first. A change of
 * either the criteria or the limit asks for both again; nothing parsed from the task is taken as confirmed.
 */
export async function askSetup(
  dialog: Dialog,
  { draft, full, type, limit, redraft }: Setting,
): AsyncResult<{ draft: Draft; confirmed: true }> {
  let changed: Partial<Options> = {}
  let current = draft
  try {
    if (full || current === null) {
      changed = await askEverything(dialog, type, limit)
      const next = await redraft(changed)
      if (!next.ok) return next
      current = next.value
    }
    for (;;) {
      if (current === null)
        return usageError(
          'without a kind of artifact or a criteria file there are no criteria',
          'add --criteria FILE',
        )
      dialog.show(setupSummary(current.setup))
      const adjustments = await confirm(dialog, current)
      if (adjustments === null) return ok({ draft: current, confirmed: true })
      changed = { ...changed, ...adjustments }
      const next = await redraft(changed)
      if (!next.ok) return next
      current = next.value
    }
  } catch (error) {
    if (error instanceof Cancelled) return err(cancelled)
    throw error
  }
}

/** Both confirmations; null once both are given, otherwise what to change. */
async function confirm(dialog: Dialog, { setup }: Draft): Promise<Partial<Options> | null> {
  const criteria = await choose(dialog, 'Confirm these success criteria?', [
    ['yes', 'yes, these decide'],
    ['thresholds', 'change the thresholds'],
    ['must', 'add a mandatory check'],
    ['file', 'use a criteria file'],
    ['cancel', 'cancel'],
  ])
  if (criteria === 'cancel') throw new Cancelled()
  if (criteria === 'thresholds') return askThresholds(dialog)
  if (criteria === 'must') return { mandatory: await askMandatory(dialog) }
  if (criteria === 'file')
    return { criteriaFile: await askText(dialog, 'Path of the criteria file') }
  const limit = await choose(dialog, `Confirm max iterations = ${setup.max_iterations}?`, [
    ['yes', 'yes'],
    ['change', 'change it'],
    ['cancel', 'cancel'],
  ])
  if (limit === 'cancel') throw new Cancelled()
  return limit === 'change'
    ? { maxIterations: await askWhole(dialog, 'Max iterations', '4') }
    : null
}

async function askEverything(
  dialog: Dialog,
  known: TaskType | undefined,
  limit: number,
): Promise<Partial<Options>> {
  const kinds = taskTypes.map((name) => [name, name] as const)
  const type = known ?? (await choose<TaskType>(dialog, 'What kind of artifact?', kinds))
  const idealResult = await askText(dialog, 'What does the ideal result look like?', '')
  const mandatory = await askMandatory(dialog)
  const thresholds = await askThresholds(dialog)
  const maxIterations = await askWhole(dialog, 'Max iterations', String(limit))
  const major = await askText(dialog, 'What counts as a major issue? (empty: every fail rule)', '')
  const criteriaFile =
    type === 'other' && mandatory.length === 0
      ? await askText(dialog, 'Path of a criteria file', '')
      : ''
  return {
    type,
    idealResult,
    mandatory,
    ...(major === '' ? {} : { major }),
    ...thresholds,
    maxIterations,
    ...(criteriaFile === '' ? {} : { criteriaFile }),
  }
}

async function askMandatory(dialog: Dialog): Promise<readonly string[]> {
  const answer = await askText(
    dialog,
    'Mandatory checks, separated by ";" (quote texts or /patterns/)',
    '',
  )
  return answer
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
}

async function askThresholds(dialog: Dialog): Promise<Partial<Options>> {
  const inRange = (value: string) =>
    /^(0?\.\d+|0|1(\.0+)?)$/.test(value) ? undefined : 'a number from 0 to 1'
  const a = await askText(dialog, 'Threshold of phase A', '0.8', inRange)
  const b = await askText(dialog, 'Threshold of phase B', '0.9', inRange)
  return { thresholdA: Number(a), thresholdB: Number(b) }
}

async function askWhole(dialog: Dialog, message: string, initial: string): Promise<number> {
  const whole = (value: string) =>
    /^[1-9]\d{0,2}$/.test(value) ? undefined : 'a whole number from 1 to 999'
  return Number(await askText(dialog, message, initial, whole))
}

async function askText(
  dialog: Dialog,
  message: string,
  initial = '',
  validate?: (value: string) => string | undefined,
): Promise<string> {
  const answer = await dialog.ask(message, { initial, ...(validate ? { validate } : {}) })
  if (answer === null) throw new Cancelled()
  return answer
}

/** A word must be typed: Enter alone, or a "no" that is no option, decides nothing. */
async function choose<Value extends string>(
  dialog: Dialog,
  message: string,
  options: readonly (readonly [Value, string])[],
): Promise<Value> {
  const meant = (word: string) => {
    const typed = word.trim().toLowerCase()
    const fits = options.filter(([value]) => typed !== '' && value.startsWith(typed))
    return fits.length === 1 ? fits[0]?.[0] : options.find(([value]) => value === typed)?.[0]
  }
  const names = options.map(([value]) => value).join(', ')
  const answer = await dialog.ask(
    `${message}\n${options.map(([value, label]) => `   ${value}: ${label}`).join('\n')}`,
    { validate: (word) => (meant(word) === undefined ? `type one of: ${names}` : undefined) },
  )
  const chosen = answer === null ? undefined : meant(answer)
  if (chosen === undefined) throw new Cancelled()
  return chosen
}
