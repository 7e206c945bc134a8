/** A file that shows a run's state to people and tools; null content means that it must not exist. */
export type ProjectedFile = {
  readonly path: string
  /** The text or bytes, or how to find them out when written; undefined leaves the file as it is. */
  readonly content: Content | null | (() => Promise<Content | null | undefined>)
  /** Waits for the disk: a power cut must not leave half a text that looks like a person's edit. */
  readonly durable?: boolean
  /** Others write there too: what is theirs stays, and the content is merged into it. */
  readonly shared?: boolean
  /** Whoever writes takes turns: the content is found out and written inside. */
  inTurn?(write: () => Promise<void>): Promise<void>
}

type Content = string | Uint8Array

/** Writes projections atomically, off the commit path: behind, coalesced, awaited by `settled`. */
export type Projections = {
  show(files: readonly ProjectedFile[]): void
  /** Waits for all of them and names those that last and do not hold what was written: somebody changed them. */
  settled(): Promise<readonly string[]>
}
