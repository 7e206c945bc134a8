/** A file that shows a run's state to people and tools; null content means that it must not exist. */
export type ProjectedFile = {
  readonly path: string
  /** The text, or how to get it when it is written: large texts are fetched only then. */
  readonly content: string | null | (() => Promise<string | null>)
}

/** Writes projections atomically, off the commit path: behind, coalesced, awaited by `settled`. */
export type Projections = {
  show(files: readonly ProjectedFile[]): void
  settled(): Promise<void>
}
