/** A read-only view of the user's project folder. Nothing outside it can be named. */
export type Project = {
  /** Its folder, where it has one. */
  readonly root?: string
  /** Paths relative to the root, sorted, without dependencies, version control and build output. */
  list(): Promise<readonly string[]>
  /** The text of a file, or null where there is none, it is not text, or it lies outside. */
  read(path: string): Promise<string | null>
}
