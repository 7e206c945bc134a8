/** How many iterations a loop may take; said in a task, it is no demand on the artifact. */
const aboutTheLoop =
  /(?:,\s*)?\b(?:at most|up to|maximum(?: of)?|max\.?|no more than|stop after)\s+(\d{1,3})\s+(?:iterations?|rounds?|tries|attempts)\b(?: of the loop)?\.?/gi

/** The task without what it says about the loop, and the limit it names. */
export function splitLimit(prompt: string): {
  readonly task: string
  readonly limit: number | null
} {
  const [match] = prompt.matchAll(aboutTheLoop)
  const task = prompt.replaceAll(aboutTheLoop, '').trim()
  return { task: task === '' ? prompt : task, limit: match === undefined ? null : Number(match[1]) }
}
