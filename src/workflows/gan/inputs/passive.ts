const irregular =
  'built|made|done|given|taken|written|known|seen|shown|found|held|kept|paid|sent|sold|spent|told|understood|chosen|driven|forgotten|hidden|ridden|spoken|stolen|thrown|bought|brought|caught|taught|drawn|grown|led|lent|met|run|put'
/** Words that look like participles and describe. */
const describing = new Set(
  `advanced aged based bored closed colored coloured committed concerned dedicated delighted designed
detailed embedded excited exhausted experienced fixed fed hundred included indeed insured interested involved
limited listed located loaded married naked needed open outdated pleased prepared qualified red related
relaxed retired rugged sacred satisfied scared skilled speed stressed supposed surprised tired trained
used wicked worried`.split(/\s+/),
)
const being =
  /\b(?:is|are|was|were|be|been|being|gets?|got|isn't|aren't|wasn't|weren't)\s+((?:(?:not|never|always|often|already|also|only|just|\w+ly)\s+){0,2})(\p{L}+)(\s+by\s+(\p{L}+)(?:\s+(\p{L}+))?)?/giu
const participle = new RegExp(`^(?:${irregular}|\\p{L}{2,}ed)$`, 'iu')
const agents =
  /^(?:the|a|an|our|your|their|its|his|her|my|us|them|him|me|you|people|experts?|specialists?|professionals?|mechanics?|engineers?|hundreds?|thousands?|millions?)$/i
const notAgents = /^(?:end|time|hour|minute|day|week|month|year|way|book|side|mile|piece|dozen)$/i
const day = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i

export type Passive = { readonly quote: string; readonly agent: boolean }

/** Passive clauses: the verb `be` with a participle. One that names who does it is needless. */
export function passivesIn(text: string): readonly Passive[] {
  return [...text.matchAll(being)].flatMap(
    ([quote, , verb = '', by = '', first = '', second = '']) => {
      if (!participle.test(verb) || (describing.has(verb.toLowerCase()) && by === '')) return []
      const named = agents.test(first) || (/^\p{Lu}/u.test(first) && !day.test(first))
      const agent = by !== '' && named && !notAgents.test(second)
      if (!agent && describing.has(verb.toLowerCase())) return []
      return [{ quote: agent ? quote : quote.slice(0, quote.length - by.length), agent }]
    },
  )
}
