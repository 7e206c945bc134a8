import type { FileTree } from '../../model/file-tree.ts'
import { met, notApplicable, undecided, type Answer } from '../../obligations/examine.ts'
import { wordsIn } from '../../obligations/sentence-words.ts'
import { jsonObject } from '../integrity/package-json.ts'
import type { CodeIndex } from './code-index.ts'
import type { CodeToExamine, Of } from './exam-calls.ts'

/** What a package says about itself. */
export const aboutOf = (after: FileTree): string => {
  const { name, description, keywords } = jsonObject(after.get('package.json'))
  return JSON.stringify([name, description, keywords])
}

/** Code need not use the words of its subject; that it speaks of one shows that it is no other. */
export async function examineTopic(
  { after, facts }: CodeToExamine,
  index: CodeIndex,
  { words }: Of<'topic'>,
): Promise<Answer> {
  const own = wordsIn(`${[...index.files].join(' ')} ${aboutOf(after)} ${index.names().join(' ')}`)
  const said = words.filter((word) => [...wordsIn(word).words].some((root) => own.words.has(root)))
  if (said.length > 0) return met(`the project speaks of ${said.join(', ')}`)
  const asked = [...wordsIn((await facts)?.task ?? '').words].filter((word) =>
    /^\p{L}{3}/u.test(word),
  )
  const spoken = asked.filter((word) => own.words.has(word))
  return spoken.length >= 3 && spoken.length * 3 >= asked.length
    ? notApplicable(
        `code need not say ${words.join(' ')}; it speaks of ${spoken.slice(0, 4).join(', ')}`,
      )
    : undecided(`no name in the project speaks of ${words.join(' ')}`)
}

/** Where the code speaks of what no check can decide. */
export const placesOf = (index: CodeIndex, check: Of<'limit' | 'resource'>): string => {
  const places = [index.placeOf(check.type === 'limit' ? check.name : check.noun)].filter(
    (place) => place !== null,
  )
  const observed =
    places.length === 0
      ? 'no name in the code says it'
      : `the code speaks of it at ${places.slice(0, 3).join(', ')}`
  return `no check can decide this of code; ${observed}`
}
