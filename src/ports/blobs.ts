/** Texts by their SHA-256. What `put` returned is on the disk and is never changed. */
export type Blobs = {
  put(text: string): Promise<string>
  /** Null when there is none, or when what is stored no longer has that hash. */
  get(hash: string): Promise<string | null>
}
