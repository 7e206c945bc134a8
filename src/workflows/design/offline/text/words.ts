const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  feet: 'foot',
  mice: 'mouse',
  criteria: 'criterion',
  data: 'data',
  news: 'news',
  series: 'series',
  analyses: 'analysis',
  indices: 'index',
  statuses: 'status',
  staff: 'staff',
  leaves: 'leave',
  details: 'details',
  notes: 'note',
}

/** The singular of an English word or of the last word of a phrase, by the ordinary rules. */
export function singular(phrase: string): string {
  const split = /^(.*[\s_-])?(\S+)$/.exec(phrase)
  const head = split?.[1] ?? ''
  const word = split?.[2] ?? phrase
  return head + singularWord(word)
}

function singularWord(word: string): string {
  const lower = word.toLowerCase()
  if (Object.hasOwn(irregular, lower)) return keepCase(word, irregular[lower] ?? lower)
  if (lower.length < 4 || /(?:ss|us|is|ous|[^s]'s)$/.test(lower)) return word
  if (/[^aeiou]ies$/.test(lower)) return `${word.slice(0, -3)}y`
  if (/(?:ches|shes|sses|xes|zzes)$/.test(lower)) return word.slice(0, -2)
  return /[^s]s$/.test(lower) ? word.slice(0, -1) : word
}

const keepCase = (like: string, word: string) =>
  /^[A-Z]/.test(like) ? word.charAt(0).toUpperCase() + word.slice(1) : word

const stopWords = new Set(
  (
    'a an the this that these those and or but of to in on at by for from with without into onto over under up down out off as is are was were be been being has have had do does did can could may might must shall should will would not no yes it its they them their there he she his her him i me my we our us you your who which what when where while if then than so such all any each every both either one two new own other another more most also only just very via per about after before again once still' +
    ' system app want wants need needs able let lets allow allows make makes get gets'
  ).split(' '),
)

/** The root that forms of a word share, roughly: booking, booked and books become book. */
export function stem(word: string): string {
  let root = singularWord(word.toLowerCase())
  for (const ending of endings) {
    if (root.length - ending.length < 3 || !root.endsWith(ending)) continue
    root = root.slice(0, -ending.length)
    break
  }
  return root.replace(/([bdfgmnprt])\1$/, '$1').replace(/(?<=..)[ey]$/, '')
}
const endings = [
  'ations',
  'ation',
  'ments',
  'ings',
  'ing',
  'ied',
  'ed',
  'ions',
  'ion',
  'al',
  'er',
  'or',
]

const stems = new Map<string, string>()

/** The roots of the words that carry meaning, in order, without repeats. */
export function contentWords(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [word] of text.replace(/([a-z\d])([A-Z])/g, '$1 $2').matchAll(/[\p{L}\d]{2,40}/gu)) {
    const lower = word.toLowerCase()
    if (stopWords.has(lower)) continue
    const known = stems.get(lower)
    const root = known ?? stem(lower)
    if (known === undefined && stems.size < 5_000) stems.set(lower, root)
    found.add(root)
  }
  return found
}

/** The roots of all words; names are told by them, even a name such as "User". */
export const everyWord = (text: string): ReadonlySet<string> =>
  new Set([...text.toLowerCase().matchAll(/[\p{L}\d]{1,40}/gu)].map(([word]) => stem(word)))

/** Which share of the wanted words occurs in the other set: 0 to 1. */
export function coverage(wanted: ReadonlySet<string>, among: ReadonlySet<string>): number {
  return wanted.size === 0 ? 0 : shared(wanted, among) / wanted.size
}

export function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0
  for (const word of one) if (other.has(word)) count += 1
  return count
}
