/** A file that shows a run's state to people and tools; null content means that it must not exist. */
export type ProjectedFile = { readonly path: string; readonly content: string | null }

/** Writes projections atomically, off the commit path: behind, coalesced, awaited by `settled`. */
export type Projections = {
  show(files: readonly ProjectedFile[]): void
  settled(): Promise<void>
}
