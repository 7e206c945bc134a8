import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { House } from '../app.ts'
import { Measurement } from '../checks/acceptance/measurement.ts'
import type { Result } from '../model/result.ts'
import { CompilerError } from '../workflows/workorder/refining/records.ts'
import type { Measured } from '../workflows/workorder/steps/bench.ts'

const Kept = z.object({ measurement: Measurement, errors: z.array(CompilerError) })

/** Measures a tree once: orders that start from the same files share what was measured of them. */
export async function measuredOnce(
  house: House,
  key: readonly unknown[],
  measure: () => Promise<Result<Measured, string>>,
): Promise<Result<Measured, string>> {
  const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)
  const path = join(house.privateFolder, 'cache', 'baselines', `${name}.json`)
  const known = await read(house, path)
  if (known !== null) return { ok: true, value: known }
  const measured = await measure()
  // what was stopped or could not be told may go better next time
  if (measured.ok && isCertain(measured.value))
    await house.disk.replace(path, JSON.stringify(measured.value))
  return measured
}

async function read(house: House, path: string): Promise<Measured | null> {
  const bytes = await house.disk.read(path)
  if (bytes === null) return null
  try {
    const kept = Kept.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    return kept.success ? kept.data : null
  } catch {
    return null
  }
}

const isCertain = ({ measurement: { build, tests } }: Measured): boolean =>
  build.state !== 'stopped' && tests.state !== 'stopped' && tests.flaky.length === 0
