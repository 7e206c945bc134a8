import * as fc from 'fast-check'

type Command<Model extends object, Real> = fc.AsyncCommand<Model, Real>

/** Counts what happened, so that a test can assert that it did. */
export function openReach() {
  const counts = new Map<string, number>()
  return {
    see: (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    /** What was seen less often than wanted. */
    missing: (wanted: readonly string[], least = 5) =>
      wanted
        .filter((what) => (counts.get(what) ?? 0) < least)
        .map((what) => `${what}: ${counts.get(what) ?? 0}`),
  }
}
export type Reach = ReturnType<typeof openReach>

type Trial<Model extends object, Real> = {
  readonly commands: readonly fc.Arbitrary<Command<Model, Real>>[]
  readonly start: () => Promise<{ model: Model; real: Real }>
  readonly end?: (real: Real) => Promise<void>
  readonly runs: number
  readonly longest?: number
}

/** Runs random commands against the real thing and its model. The seed is fixed unless MODEL_SEED is set. */
export async function compare<Model extends object, Real>({
  commands,
  start,
  end,
  runs,
  longest = 25,
}: Trial<Model, Real>): Promise<void> {
  const sequences = fc.commands([...commands], { maxCommands: longest, size: 'max' })
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const begun = await start()
    try {
      await fc.asyncModelRun(() => begun, sequence)
    } finally {
      await end?.(begun.real)
    }
  })
  const factor = Number(process.env['FUZZ_RUNS'] ?? 1)
  await fc.assert(property, {
    seed: Number(process.env['FUZZ_SEED'] ?? 20_260_101),
    numRuns: runs * factor,
  })
}

/** A command without a precondition. */
export const command = <Model extends object, Real>(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command<Model, Real> => ({ check, run, toString: () => name })
