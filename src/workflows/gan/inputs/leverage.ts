/** A use of "leverage" as a verb, where it stands, and the plain word for it. */
export type Leverage = { readonly at: number; readonly found: string; readonly plain: string }

const plainOf: Readonly<Record<string, string>> = {
  leverage: 'use',
  leverages: 'uses',
  leveraging: 'using',
  leveraged: 'used',
}
const money =
  /^(?:buyouts?|loans?|finance|positions?|etfs?|compan(?:y|ies)|trades?|debts?|funds?)$/i
const nounBefore =
  /^(?:a|an|the|this|that|no|some|any|more|less|much|most|enough|little|real|extra|your|our|my|their|his|her|its|of|for|with|without|have|has|had|get|gets|gain|gains|need|needs|lose|give|gives|operating|financial|negotiating|bargaining|political|economic|technical|high|low|higher|lower|maximum|mechanical)$/i
const verbBefore =
  /^(?:to|can|could|will|would|should|may|might|must|we|they|i|and|then|or|helps?|lets?|not|don't|who|that|which|please|teams|customers|companies|businesses)$/i
const nounAfter =
  /^(?:over|against|in|on|at|for|from|with|to|is|was|are|and|or|when|where|ratios?|points?|effects?|of|than|because|but|as|if)$/i
const objectAfter =
  /^(?:the|a|an|your|our|their|its|my|his|her|this|that|these|those|every|all|existing|new|both|what|it|them)$/i

/** Finds "leverage" as a verb. "Operating leverage" and "leverage over suppliers" are nouns and stay. */
export function leverageVerbs(text: string): readonly Leverage[] {
  return [...text.matchAll(/\bleverag(?:e|es|ing|ed)\b/gi)].flatMap((match) => {
    const found = match[0]
    const before =
      /([\p{L}']+)\s+$/u.exec(text.slice(Math.max(0, match.index - 60), match.index))?.[1] ?? ''
    const end = match.index + found.length
    const after = /^\s+([\p{L}\p{N}']+)/u.exec(text.slice(end, end + 60))?.[1] ?? ''
    if (!isVerb(found.toLowerCase(), before, after)) return []
    const plain = plainOf[found.toLowerCase()] ?? 'use'
    const cased = /^\p{Lu}/u.test(found)
      ? plain.replace(/^./, (letter) => letter.toUpperCase())
      : plain
    return [{ at: match.index, found, plain: cased }]
  })
}

function isVerb(found: string, before: string, after: string): boolean {
  if (found === 'leveraging' || found === 'leverages') return true
  if (found === 'leveraged') return !money.test(after)
  if (objectAfter.test(after)) return true
  if (verbBefore.test(before) && after !== '') return true
  if (nounBefore.test(before) || after === '' || nounAfter.test(after)) return false
  // "Leverage data" opens with an order; after a plural someone does it; else it is a thing
  return before === '' || /[^s]s$/i.test(before)
}
