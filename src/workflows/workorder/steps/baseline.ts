import { z } from 'zod'
import { Measurement } from '../../../checks/acceptance/measurement.ts'
import { CompilerError } from '../refining/records.ts'
import type { Baseline } from '../state.ts'
import type { Measured, StepBench } from './bench.ts'

const Kept = z.object({ measurement: Measurement, errors: z.array(CompilerError) })

/** What was measured before the change; null where it is lost or damaged. */
export async function readBaseline(
  { blobs }: Pick<StepBench, 'blobs'>,
  { measurement }: Baseline,
): Promise<Measured | null> {
  const text = await blobs.get(measurement)
  if (text === null) return null
  const stored = Kept.safeParse(JSON.parse(text))
  return stored.success ? stored.data : null
}

/** Errors that were not there before. They are told apart by what they say, since lines move. */
export function newErrors(
  now: readonly CompilerError[],
  before: readonly CompilerError[],
): readonly CompilerError[] {
  const known = new Map<string, number>()
  for (const error of before) known.set(keyOf(error), (known.get(keyOf(error)) ?? 0) + 1)
  return now.filter((error) => {
    const left = known.get(keyOf(error)) ?? 0
    known.set(keyOf(error), left - 1)
    return left <= 0
  })
}

const keyOf = ({ path, code, message }: CompilerError): string =>
  JSON.stringify([path, code, message])
