import { asSentence, bare, capitalised, collapse } from '../text/plain-text.ts'
import { thirdPerson } from '../text/person.ts'

/** What a requirement sentence says: a reaction to something, a duty at all times, or what someone can do. */
export type Requirement =
  | {
      readonly type: 'reaction'
      readonly trigger: string
      readonly response: string
      readonly states: readonly string[]
    }
  | { readonly type: 'duty'; readonly response: string; readonly states: readonly string[] }
  | {
      readonly type: 'capability'
      readonly actor: string
      readonly action: string
      readonly when: string
      /** Said to be let do something, so it is someone and not a thing. */
      readonly isSomeone: boolean
    }

const modal = /\b(?:shall|must|should|will|needs? to|has to|have to)\b/i
const opening =
  /^(when(?:ever)?|once|as soon as|after|upon|every time|each time|on|before|if|unless|in case|while|during|as long as|where|wherever)\b\s+/i
const trailing =
  /[,;]?\s+(when(?:ever)?|once|as soon as|every time|each time|if|unless|until|in case|while|after)\s+(.+)$/i

/** Reads one sentence in the manner of EARS, or of "members can …". Null where it is neither. */
export function requirementIn(sentence: string): Requirement | null {
  const said = bare(sentence.replace(/^[A-Z]{1,5}-?\d{1,4}(?:\.\d{1,3})?\s*[.:)–—-]*\s+/, ''))
  return conditional(said) ?? capability(said) ?? duty(said)
}

function conditional(said: string): Requirement | null {
  const states: string[] = []
  let rest = said
  let trigger = ''
  for (let round = 0; round < 3; round += 1) {
    const word = opening.exec(rest)?.[1]
    const clauses = word === undefined ? null : split(rest)
    if (word === undefined || clauses === null) break
    if (/^(?:while|during|as long as|where|wherever)$/i.test(word))
      states.push(asSentence(clauses[0]))
    else trigger = trigger === '' ? clauses[0] : `${trigger}, ${clauses[0]}`
    rest = clauses[1]
  }
  if (rest === said) return null
  const response = asSentence(present(rest))
  if (trigger === '' && states[0] !== undefined)
    return { type: 'reaction', trigger: states[0], response, states: states.map(asState) }
  return { type: 'reaction', trigger: asSentence(trigger), response, states: states.map(asState) }
}

// "While a slot is blocked" is the state "A slot is blocked"
const asState = (clause: string): string =>
  capitalised(clause.replace(/^(?:while|during|as long as|where(?:ver)?)\s+/i, ''))

/** The condition and what follows it: at ", then", else at the last comma before the verb that binds. */
function split(said: string): readonly [string, string] | null {
  const then = /,?\s+then,?\s+/i.exec(said)
  if (then !== null && then.index < 400)
    return halves(said, then.index, then.index + then[0].length)
  const nested = opening.test(bare(said.slice(said.indexOf(',') + 1)))
  const verb = modal.exec(said)
  const comma = verb === null || nested ? said.indexOf(',') : said.lastIndexOf(',', verb.index)
  if (comma !== -1) return halves(said, comma, comma + 1)
  // "After three attempts the account shall be locked" has no comma
  const clause =
    /\s(?:the|an?|no|its|their)\s+[\p{L}-]+(?:\s[\p{L}-]+){0,2}\s+(?:shall|must|should|will)\b/iu.exec(
      said,
    )
  return clause === null || clause.index < 8 ? null : halves(said, clause.index, clause.index + 1)
}

function halves(said: string, end: number, start: number): readonly [string, string] | null {
  const [one, other] = [bare(said.slice(0, end)), bare(said.slice(start))]
  return one === '' || !/\s/.test(other) ? null : [one, other]
}

const able =
  /^(.{2,80}?)\s+(?:can|may|could|(?:is|are)\s+able\s+to|(?:must|should|shall|will)\s+be\s+able\s+to|(?:has|have)\s+the\s+ability\s+to)\s+(?!be\b|not\b|only\s+be\b|have\s+(?:many|several|one|more|multiple))(.+)$/i
const lets =
  /^(?:the\s+)?(?:system|app|application|site|website|platform|service|tool|product|software|it|[\p{L}-]+\s+(?:page|screen|view))\s+(?:(?:shall|must|should|will|needs to|has to)\s+)?(?:allows?|enables?|permits?|gives?|provides?)\s+(.{2,60}?)\s+(?:to\s+(?:be\s+able\s+to\s+)?|(?:with\s+)?(?:the|an?)\s+(?:ability|way|means|option)\s+(?:to|of)\s+)(.+)$/iu
const letsBare =
  /^(?:the\s+)?(?:system|app|application|site|website|platform)\s+(?:(?:shall|must|should|will)\s+)?lets?\s+((?:an?|the|any|every|all)?\s*[\p{L}-]+)\s+(.+)$/iu

function capability(said: string): Requirement | null {
  const allowed = letsBare.exec(said) ?? lets.exec(said)
  const match = allowed ?? able.exec(said)
  if (match === null) return null
  const actor = bare(match[1] ?? '').replace(/^(?:an?|the|any|every|all|each|only|both)\s+/i, '')
  if (actor.split(' ').length > 4 || /^(?:it|this|that|there|which|what|who)$/i.test(actor))
    return null
  const [action, when] = tail(match[2] ?? '')
  return { type: 'capability', actor, action: bare(action), when, isSomeone: allowed !== null }
}

const acts =
  /^(?:the\s+)?(?:system|app|application|site|website|platform|service|software)\s+[a-z]+s\s/i

function duty(said: string): Requirement | null {
  if (!modal.test(said) && !acts.test(said)) return null
  const end = trailing.exec(said)
  if (end === null || end.index < 8)
    return { type: 'duty', response: asSentence(present(said)), states: [] }
  const response = asSentence(present(said.slice(0, end.index)))
  const [word, clause] = [end[1] ?? '', end[2] ?? '']
  if (/^(?:while|until)$/i.test(word))
    return { type: 'duty', response, states: [asSentence(`${word} ${clause}`)] }
  return { type: 'reaction', trigger: asSentence(`${word} ${clause}`), response, states: [] }
}

function tail(action: string): readonly [string, string] {
  const end = trailing.exec(action)
  return end === null || end.index < 6
    ? [action, '']
    : [action.slice(0, end.index), `${end[1] ?? ''} ${end[2] ?? ''}`]
}

/** "The system shall send a mail" becomes "The system sends a mail"; what is not so plain stays. */
export function present(clause: string): string {
  const match =
    /^((?:the|an?|it|this|each|every|any|no|that)\b[^,;]{0,80}?)\s+(?:shall|must|should|will)\s+(not\s+)?([a-z]+)\b(.*)$/i.exec(
      clause,
    )
  if (match === null || match[1] === undefined || match[3] === undefined) return capitalised(clause)
  const [subject, not, verb, rest] = [match[1], match[2] !== undefined, match[3], match[4] ?? '']
  // a second verb would have to change as well
  if (
    /^[^,]*\b(?:and|or)\s+(?:then\s+)?[a-z]+\s+(?:the|an?|it|them|their|how|all|every|each|its|no|new|this|to|if|when|that)\b/.test(
      rest,
    )
  )
    return capitalised(clause)
  if (verb === 'be') return capitalised(collapse(`${subject} is ${not ? 'not' : ''} ${rest}`))
  const does = not ? `does not ${verb}` : thirdPerson(verb)
  return capitalised(collapse(`${subject} ${does}${rest}`))
}

/** A rule with its condition at the end: "A booking can be moved until a day before" reacts to nothing else. */
export function ruleIn(
  sentence: string,
): { readonly trigger: string; readonly response: string } | null {
  const said = bare(sentence)
  const end = trailing.exec(said)
  if (end === null || end.index < 8) return null
  return {
    trigger: asSentence(`${end[1] ?? ''} ${end[2] ?? ''}`),
    response: asSentence(said.slice(0, end.index)),
  }
}
