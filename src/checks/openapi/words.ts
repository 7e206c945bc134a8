import pluralize from 'pluralize'

// words of paths that name one thing and many alike
for (const word of `access analytics auth cargo cash content data evidence feedback firmware hardware health history home
  info inventory kubernetes logistics mail me media metadata metrics oauth pricing progress search settings staff stock
  storage support telemetry traffic weather`.split(/\s+/))
  pluralize.addUncountableRule(word)

/** A name of one word is a word; one of several keeps its casing. */
const asWord = (name: string): string => (wordsOf(name).length > 1 ? name : name.toLowerCase())

/** The plural of the last word of a name; words without a plural stay as they are. */
export const plural = (name: string): string => pluralize.plural(asWord(name))

/** The singular of the last word of a name. */
export const singular = (name: string): string => pluralize.singular(asWord(name))

const lastOf = (name: string): string => wordsOf(name).at(-1) ?? ''

export const isUncountable = (name: string): boolean =>
  pluralize.plural(lastOf(name)) === pluralize.singular(lastOf(name))

/** What ends like a plural may be one, and what was done to things (starred) names no thing. */
export const isPlural = (name: string): boolean =>
  pluralize.isPlural(lastOf(name)) || /(?:[^su]s|ed|ing)$/.test(lastOf(name))

/** The words of a name in any casing, lower case: `orderLines`, `order_lines` and `Order-Lines` are the same. */
export function wordsOf(name: string): readonly string[] {
  const known = splitNames.get(name)
  if (known) return known
  if (splitNames.size > mostNames) splitNames.clear()
  const words = split(name)
  // a text is looked at once or twice and would only fill the memory
  if (name.length <= longestName) splitNames.set(name, words)
  return words
}

const splitNames = new Map<string, readonly string[]>()
const mostNames = 50_000
const longestName = 80

function split(name: string): readonly string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

const casings = {
  plain: /^[a-z][a-z0-9]*$/,
  snake: /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/,
  kebab: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/,
  camel: /^[a-z][a-zA-Z0-9]*$/,
  pascal: /^[A-Z][a-zA-Z0-9]*$/,
}

/** How a name is cased. `plain` is one lower-case word, which fits every lower-case convention. */
export const casingOf = (name: string): string =>
  Object.entries(casings).find(([, form]) => form.test(name))?.[0] ?? 'mixed'
