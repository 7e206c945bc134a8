import type { Paint } from '../model/screen.ts'

/** What was proven of a run and what was not. */
type InspectionView = {
  readonly state: string
  readonly events: number
  readonly hash: string
  readonly tornBytes: number
  readonly proofs: readonly string[]
  readonly problems: readonly string[]
}

export const inspectionAsJson = (
  alias: string,
  { state, events, hash, tornBytes, proofs, problems }: InspectionView,
) => ({
  alias,
  ok: problems.length === 0,
  state,
  events,
  hash,
  torn_bytes: tornBytes,
  proofs,
  problems,
})

export const inspectionLines = (
  { tornBytes, proofs, problems }: InspectionView,
  paint: Paint,
): readonly string[] => [
  ...proofs.map((proof) => `${paint('green', '✓')} ${proof}`),
  ...(tornBytes === 0
    ? []
    : [
        `${paint('yellow', '!')} ${tornBytes} bytes of an unfinished step at the end; resume does it again`,
      ]),
  ...problems.map((problem) => `${paint('red', '✗')} ${problem}`),
]
