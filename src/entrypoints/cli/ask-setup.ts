import { type Draft, type TaskType, taskTypes, type Wishes } from '../../app/reflex-setup.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { setupSummary } from '../../views/setup-summary.ts'
import type { Terminal } from './terminal.ts'

const cancelled: Problem = usageProblem('cancelled; nothing was started')

/** Thrown through the questions when a person leaves them with Ctrl-C. */
class Cancelled extends Error {}

export async function askTask(): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts')
  const answer = await text({
    message: 'What should be made?',
    placeholder: 'OpenAPI 3.1 spec for a bookshop',
  })
  return isCancel(answer) ? '' : answer.trim()
}

type Setting = {
  /** Null where the kind of artifact is unclear: then everything is asked. */
  readonly draft: Draft | null
  readonly full: boolean
  /** What was said beforehand is not asked again. */
  readonly type: TaskType | undefined
  readonly limit: number
  readonly redraft: (changed: Partial<Wishes>) => AsyncResult<Draft | null>
}

/**
 * Quick: shows the draft and asks for both confirmations. Full: asks everything first. A change of
 * either the criteria or the limit asks for both again; nothing parsed from the task is taken as confirmed.
 */
export async function askSetup(
  terminal: Terminal,
  { draft, full, type, limit, redraft }: Setting,
): AsyncResult<{ draft: Draft; confirmed: true }> {
  let changed: Partial<Wishes> = {}
  let current = draft
  try {
    if (full || current === null) {
      changed = await askEverything(type, limit)
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
      for (const line of setupSummary(current.setup)) terminal.print(line)
      const adjustments = await confirm(current)
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
async function confirm({ setup }: Draft): Promise<Partial<Wishes> | null> {
  const criteria = await choose('Confirm these success criteria?', [
    ['yes', 'yes, these decide'],
    ['thresholds', 'change the thresholds'],
    ['must', 'add a mandatory check'],
    ['file', 'use a criteria file'],
    ['cancel', 'cancel'],
  ])
  if (criteria === 'cancel') throw new Cancelled()
  if (criteria === 'thresholds') return askThresholds()
  if (criteria === 'must') return { mandatory: await askMandatory() }
  if (criteria === 'file') return { criteriaFile: await askText('Path of the criteria file') }
  const limit = await choose(`Confirm max iterations = ${setup.max_iterations}?`, [
    ['yes', 'yes'],
    ['change', 'change it'],
    ['cancel', 'cancel'],
  ])
  if (limit === 'cancel') throw new Cancelled()
  return limit === 'change' ? { maxIterations: await askWhole('Max iterations', '4') } : null
}

async function askEverything(known: TaskType | undefined, limit: number): Promise<Partial<Wishes>> {
  const kinds = taskTypes.map((name) => [name, name] as const)
  const type = known ?? (await choose<TaskType>('What kind of artifact?', kinds))
  const idealResult = await askText('What does the ideal result look like?', '')
  const mandatory = await askMandatory()
  const thresholds = await askThresholds()
  const maxIterations = await askWhole('Max iterations', String(limit))
  const major = await askText('What counts as a major issue? (empty: every fail rule)', '')
  const criteriaFile =
    type === 'other' && mandatory.length === 0 ? await askText('Path of a criteria file', '') : ''
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

async function askMandatory(): Promise<readonly string[]> {
  const answer = await askText('Mandatory checks, separated by ";" (quote texts or /patterns/)', '')
  return answer
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
}

async function askThresholds(): Promise<Partial<Wishes>> {
  const inRange = (value: string) =>
    /^(0?\.\d+|0|1(\.0+)?)$/.test(value) ? undefined : 'a number from 0 to 1'
  const a = await askText('Threshold of phase A', '0.8', inRange)
  const b = await askText('Threshold of phase B', '0.9', inRange)
  return { thresholdA: Number(a), thresholdB: Number(b) }
}

async function askWhole(message: string, initial: string): Promise<number> {
  const whole = (value: string) =>
    /^[1-9]\d{0,2}$/.test(value) ? undefined : 'a whole number from 1 to 999'
  return Number(await askText(message, initial, whole))
}

async function askText(
  message: string,
  initial = '',
  validate?: (value: string) => string | undefined,
): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts')
  const answer = await text({
    message,
    defaultValue: initial,
    ...(initial === '' ? {} : { placeholder: initial }),
    ...(validate
      ? {
          validate: (value: string | undefined) =>
            validate(value === undefined || value === '' ? initial : value),
        }
      : {}),
  })
  if (isCancel(answer)) throw new Cancelled()
  return answer.trim()
}

/** A word must be typed: Enter alone, or a "no" that is no option, decides nothing. */
async function choose<Value extends string>(
  message: string,
  options: readonly (readonly [Value, string])[],
): Promise<Value> {
  const { isCancel, text } = await import('@clack/prompts')
  const meant = (word: string) => {
    const typed = word.trim().toLowerCase()
    const fits = options.filter(([value]) => typed !== '' && value.startsWith(typed))
    return fits.length === 1 ? fits[0]?.[0] : options.find(([value]) => value === typed)?.[0]
  }
  const names = options.map(([value]) => value).join(', ')
  const answer = await text({
    message: `${message}\n${options.map(([value, label]) => `   ${value}: ${label}`).join('\n')}`,
    validate: (word) => (meant(word ?? '') === undefined ? `type one of: ${names}` : undefined),
  })
  const chosen = isCancel(answer) ? undefined : meant(answer)
  if (chosen === undefined) throw new Cancelled()
  return chosen
}
