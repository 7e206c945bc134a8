/**
 * Words that ask for nothing by themselves in any task. Not among them: words that negate, bound or
 * generalise (no, only, at most, every), because a sentence means something else with them.
 */
export const commonGlue: ReadonlySet<string> = new Set(
  `a an the this that these those it its they them their there here we our you your i my me us one ones
  is are be been being was were am has have having had do does did done can could may must shall should will would
  and or but so then as also too plus well
  of in on at to from by with for into onto via per about like such inside through between among
  which who whose whom what
  please thanks thank just simply simple small new basic plain nice proper
  write create make build add give provide include contain implement generate produce draft prepare define declare
  use using need want require ship deliver set put get let show offer support come go keep take
  called named following below above listed given
  e.g i.e etc eg ie namely e g
  task goal result work thing things something acceptance criteria criterion requirement detail
  s t`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Words that turn a demand around, bound it or spread it. A form must have read them, or the sentence is not read. */
export const turningWords: ReadonlySet<string> = new Set(
  `no not never without none neither nor cannot except unless instead only exactly least most maximum minimum max min
  every each all both always before after until than less more fewer greater under over up within`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const irregular = new Map(
  'children child, women woman, men man, feet foot, teeth tooth, mice mouse'
    .split(', ')
    .map((pair): readonly [string, string] => {
      const [many = '', one = ''] = pair.split(' ')
      return [many, one]
    }),
)

/** A word without its most common endings, so that "services" meets "service". */
export function stem(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s?$/, '')
  const one = irregular.get(lower)
  if (one !== undefined) return one
  if (lower.length > 4 && lower.endsWith('ies')) return `${lower.slice(0, -3)}y`
  if (lower.length > 4 && /(?:s|x|z|ch|sh)es$/.test(lower)) return lower.slice(0, -2)
  return lower.length > 3 && /[^su]s$/.test(lower) ? lower.slice(0, -1) : lower
}
