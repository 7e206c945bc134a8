/** A task prompt and what a careful reader would demand of the description. */
export type BriefCase = {
  readonly prompt: string
  readonly demands: readonly string[]
  /** Things that look like resources and are none: who uses the API, formats, adjectives. */
  readonly never?: readonly string[]
}
