import { z } from 'zod'
import { Scorecard } from '../../../checks/design/critique.ts'
import type { At } from '../state.ts'
import type { StepBench } from './bench.ts'
import type { Outcome } from './outcome.ts'

const Judged = z.object({ dimensions: Scorecard.shape.dimensions })

/** REVISE: what the next generation is told, counted. The texts themselves are kept by hash. */
export async function revise(bench: StepBench, run: At<'REVISING'>): Promise<Outcome> {
  const text = run.judged === null ? null : await bench.blobs.get(run.judged.critique)
  const dimensions = text === null ? undefined : Judged.safeParse(JSON.parse(text)).data?.dimensions
  const findings = Object.values(dimensions ?? {}).flatMap((dimension) => dimension.findings)
  return () => ({ type: 'record-revision', findings: findings.length })
}
