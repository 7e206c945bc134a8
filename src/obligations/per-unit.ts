const unit = '(?:line|sentence|paragraph|section|chapter|item|bullet|row|cell|heading|entry|step)'
const units = `(?:${unit}s|entries)`
const after = new RegExp(
  `^\\s+(?:(?:per|each|every|an?)|(?:in|for|on|of) (?:each|every|any|an?|one|all)(?: of the)?)\\s+(${unit}|${units})\\b`,
  'i',
)
const before = new RegExp(
  `\\b(?:(?:each|every|any|per|no|an?)\\s+(?:[a-z]+\\s+)?(${unit})\\b|(${units})\\s+(?:of|with|have|are|hold|contain|stay|keep|may|must|should)\\b)[^.,;:"\`]{0,40}$`,
  'i',
)

/** "per line", "in each section", "sentences of …": what an amount is counted in, and how far these words reach. */
export function perUnit(
  sentence: string,
  start: number,
  end: number,
): { readonly suffix: string; readonly end: number } {
  const next = after.exec(sentence.slice(end))
  const said = before.exec(sentence.slice(0, start))
  const name = next?.[1] ?? said?.[1] ?? said?.[2]
  if (name === undefined) return { suffix: '', end }
  const one = name.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '')
  return { suffix: ` per ${one}`, end: end + (next?.[0].length ?? 0) }
}
