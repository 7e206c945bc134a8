import { singular, wordsOf } from './words.ts'

const decorations =
  /^(?:create|created|update|updated|new|patch|input|request|response|body|payload|dto|list|page|paged|paginated|collection|summary|details?|view|read|write|base|item|result|results|envelope|s|ref|with|props|model|entity|schema|data|partial|full|public|draft|of|and|command|output|out|in)$/

/** The thing a schema's name is about, without what is said of it: `CourseCreateRequest` is about a course. */
export function familyOf(name: string): string {
  const known = knownFamilies.get(name)
  if (known !== undefined) return known
  if (knownFamilies.size > 20_000) knownFamilies.clear()
  const family = bareName(name)
  knownFamilies.set(name, family)
  return family
}

const knownFamilies = new Map<string, string>()

function bareName(name: string): string {
  const words = wordsOf(name).map(singular)
  const bare = words.filter((word) => !decorations.test(word))
  return (bare.length > 0 ? bare : words).join(' ')
}
