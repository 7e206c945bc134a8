/** A name in a request: in quotes, or as few words as the rest of the sentence allows. */
export const name = '((?:(?:the|an?|this) )?(?:\\w+ )?"[^"]{1,120}"(?: \\w+){0,2}|[^"]{1,80}?)'
/** The groups of a pattern that covers the whole request, or null. */
export const match = (said: string, pattern: string): readonly string[] | null => {
  const found = new RegExp(`^${pattern}$`, 'i').exec(said)
  return found === null ? null : found.slice(1).map((group) => group ?? '')
}
