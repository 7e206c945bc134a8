const uncountable = new Set(
  `access advice aircraft auth analytics audio cargo cash content data diagnostics electricity email equipment evidence
  feedback firmware fish furniture hardware health history home info information inventory knowledge kubernetes
  logistics luggage machinery mail me media merchandise metadata metrics money music news oauth pricing progress
  research search series settings sheep software species staff stock storage stuff support telemetry traffic
  transport travel video weather work`.split(/\s+/),
)

const irregular: Readonly<Record<string, string>> = {
  person: 'people',
  child: 'children',
  man: 'men',
  woman: 'women',
  mouse: 'mice',
  foot: 'feet',
  tooth: 'teeth',
  goose: 'geese',
  criterion: 'criteria',
  phenomenon: 'phenomena',
  datum: 'data',
  medium: 'media',
  analysis: 'analyses',
  basis: 'bases',
  crisis: 'crises',
  diagnosis: 'diagnoses',
  thesis: 'theses',
  hypothesis: 'hypotheses',
  synopsis: 'synopses',
  axis: 'axes',
  index: 'indices',
  matrix: 'matrices',
  vertex: 'vertices',
  leaf: 'leaves',
  knife: 'knives',
  life: 'lives',
  wife: 'wives',
  shelf: 'shelves',
  half: 'halves',
  wolf: 'wolves',
  quiz: 'quizzes',
  hero: 'heroes',
  potato: 'potatoes',
  tomato: 'tomatoes',
  echo: 'echoes',
  movie: 'movies',
  cookie: 'cookies',
  calorie: 'calories',
  selfie: 'selfies',
  tie: 'ties',
  shoe: 'shoes',
  cache: 'caches',
  ache: 'aches',
  axe: 'axes',
  bus: 'buses',
  gas: 'gases',
  lens: 'lenses',
  virus: 'viruses',
  status: 'statuses',
  campus: 'campuses',
  bonus: 'bonuses',
  census: 'censuses',
  syllabus: 'syllabuses',
  corpus: 'corpuses',
  stimulus: 'stimuli',
  alumnus: 'alumni',
  alias: 'aliases',
  atlas: 'atlases',
  canvas: 'canvases',
  bias: 'biases',
}
const singularOf = new Map(Object.entries(irregular).map(([one, many]) => [many, one]))

/** The plural of the last word of a name; words without a plural stay as they are. */
export function plural(name: string): string {
  return onLastWord(name, (word) => {
    if (uncountable.has(word) || singularOf.has(word)) return word
    const known = irregular[word]
    if (known !== undefined && Object.hasOwn(irregular, word)) return known
    if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
    if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
    return `${word}s`
  })
}

/** The singular of the last word of a name. */
export function singular(name: string): string {
  return onLastWord(name, (word) => {
    const known = singularOf.get(word)
    if (known !== undefined) return known
    if (uncountable.has(word) || Object.hasOwn(irregular, word)) return word
    if (/(?:ss|us|is|ous)$/.test(word) || !word.endsWith('s') || word.length < 3) return word
    if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
    if (/(?:sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2)
    return word.slice(0, -1)
  })
}

export const isUncountable = (name: string): boolean => uncountable.has(wordsOf(name).at(-1) ?? '')

export function isPlural(name: string): boolean {
  const last = wordsOf(name).at(-1) ?? ''
  // apis, starred: what ends like a plural may be one, and what was done to things names no thing
  return uncountable.has(last) || singular(last) !== last || /[^su]s$|(?:ed|ing)$/.test(last)
}

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

export type Casing =
  | 'camel'
  | 'pascal'
  | 'snake'
  | 'kebab'
  | 'constant'
  | 'train'
  | 'plain'
  | 'mixed'

/** How a name is cased. `plain` is one lower-case word, which fits every lower-case convention. */
export function casingOf(name: string): Casing {
  if (/^[a-z][a-z0-9]*$/.test(name)) return 'plain'
  if (/^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name)) return 'snake'
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(name)) return 'kebab'
  if (/^[a-z][a-zA-Z0-9]*$/.test(name)) return 'camel'
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name)) return 'constant'
  if (/^[A-Z][a-zA-Z0-9]*(?:-[A-Z][a-zA-Z0-9]*)+$/.test(name)) return 'train'
  if (/^[A-Z][a-zA-Z0-9]*$/.test(name)) return 'pascal'
  return 'mixed'
}

export const casings = ['camel', 'pascal', 'snake', 'kebab'] as const
export type Convention = (typeof casings)[number]

export function recase(name: string, convention: Convention): string {
  const words = wordsOf(name)
  const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  switch (convention) {
    case 'snake':
      return words.join('_')
    case 'kebab':
      return words.join('-')
    case 'pascal':
      return words.map(upper).join('')
    case 'camel':
      return words.map((word, index) => (index === 0 ? word : upper(word))).join('')
  }
}

function onLastWord(name: string, change: (word: string) => string): string {
  const words = wordsOf(name)
  const last = words.at(-1)
  if (last === undefined) return name.toLowerCase()
  const joint = /[-_ ]/.exec(name)?.[0] ?? ''
  if (joint === '' && words.length > 1) {
    const head = name.slice(0, name.length - last.length)
    const tail = name.slice(name.length - last.length)
    const changed = change(last)
    return (
      head + (/^[A-Z]/.test(tail) ? changed.charAt(0).toUpperCase() + changed.slice(1) : changed)
    )
  }
  return [...words.slice(0, -1), change(last)].join(joint)
}

/** Whether two words differ by one letter added, left out, changed, or by two swapped. */
export function oneEditApart(one: string, other: string): boolean {
  if (one.length < 4 || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  if (one.length === other.length)
    return (
      one.slice(start + 1) === other.slice(start + 1) ||
      swapped(one.slice(start), other.slice(start))
    )
  const [long, short] = one.length > other.length ? [one, other] : [other, one]
  return long.slice(start + 1) === short.slice(start)
}

const swapped = (one: string, other: string): boolean =>
  one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2)
