import { z } from 'zod'

/** A lower-case hyphen slug; it names a folder, so it cannot say anything else. */
export const TaskAlias = z
  .string()
  .regex(
    /^(?=.{3,64}$)[a-z0-9]+(-[a-z0-9]+)*$/,
    'must have 3 to 64 lower-case letters, digits and single hyphens, such as courses-api',
  )
export type TaskAlias = z.infer<typeof TaskAlias>

/** Turns a task text into an alias: its first telling words, at most 48 characters of them. */
export function aliasFor(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !filler.has(word))
  let alias = ''
  for (const word of words.slice(0, 6)) {
    const longer = alias === '' ? word.slice(0, 48) : `${alias}-${word}`
    if (longer.length > 48) break
    alias = longer
  }
  return alias.length >= 3 ? alias : `task-${alias || 'loop'}`
}

const filler = new Set(
  'a an the of for to and or with in on that this is are be as by from write create make build generate please my our it'.split(
    ' ',
  ),
)
