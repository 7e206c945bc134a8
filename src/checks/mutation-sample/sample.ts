import type { ChangedFile, MutantSample } from './mutant.ts'

export type SampleOptions = { readonly seed: string; readonly most: number }

/** The bugs to plant in a change, the same for the same files, seed and number. */
export async function sampleMutants(
  files: readonly ChangedFile[],
  options: SampleOptions,
): Promise<MutantSample> {
  throw new Error(`not sampled yet: ${files.length} files, seed ${options.seed}`)
}
