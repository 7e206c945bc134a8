/** What comparing the disk with a history brought. Each proof and problem is a sentence. */
export type Inspection = {
  readonly state: string
  readonly events: number
  readonly hash: string
  readonly proofs: readonly string[]
  readonly problems: readonly string[]
}
