/** What only somebody who has the secret can make of a text. */
export type Seal = (text: string) => string

/** A text of one line with its seal above it. `about` binds it to its place, so that it holds nowhere else. */
export const sealed = (seal: Seal, about: string, body: string): string =>
  `${seal(`${about}\n${body}`)}\n${body}\n`

/** The text, or null where the seal is not ours. */
export function unsealed(seal: Seal, about: string, text: string): string | null {
  const [written, body = ''] = text.split('\n', 2)
  return written === seal(`${about}\n${body}`) ? body : null
}
