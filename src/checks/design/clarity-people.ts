import { type DesignRule, type Seen, textRule } from './rule.ts'
import type { Prose } from './prose.ts'
import { oneOf } from './design-model.ts'

const nobody = oneOf(
  'someone somebody anyone anybody everyone everybody people person persons whoever they them he she it one actor actors role roles stakeholder stakeholders others other',
)
const unsure = oneOf('some any various several different certain etc misc whoever multiple random')

/** An actor who could be anybody. "User" and "System" are plain, but someone can be meant by them. */
const vagueActors = ({ kind, path, text, words }: Prose): readonly Seen[] =>
  kind === 'actor' &&
  words.length > 0 &&
  (words.every(({ lower }) => nobody.has(lower) || lower === 'the' || lower === 'a') ||
    words.some(({ lower }) => unsure.has(lower)))
    ? [{ path, message: `"${text.slice(0, 40)}" could be anybody; name who it is` }]
    : []

export const clarityPeopleRules: readonly DesignRule[] = [
  textRule('clarity/vague-actor', vagueActors),
]
