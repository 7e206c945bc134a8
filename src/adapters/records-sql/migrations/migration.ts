/**
 * One step forward. `{kind column}` stands for a column whose type depends on the database. A step that
 * was released is never edited: databases remember its checksum.
 */
export type Migration = {
  readonly version: number
  readonly name: string
  readonly shared: string
  readonly sqlite?: string
  readonly postgres?: string
}
