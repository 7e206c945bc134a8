import { bare, collapse } from '../text/plain-text.ts'
import type { Story } from './facts.ts'

const wish =
  /\b(?:I|we|they|he|she)(?:\s+(?:really|also|just|only))?(?:\s+(?:want|need|wish|expect|can|must|should|may|shall|have|am able|prefer)|(?:'d|\s+would|\s+should)\s+(?:like|want|love|be able)|['’]d\s+like)\b/i
const aim =
  /[,;.]?\s+(?:so\s+that|so\s+as\s+to|in\s+order\s+(?:to|that)|such\s+that|so(?=\s+(?:I|we|they|my|our|the)\b)|because|to\s+the\s+end\s+that)\s+/i
const asA = /(?:^|[\s,;:("–—-])as\s+(?:an?|the|any|every|our|one\s+of\s+the)\s*[:\s]\s*/i

/** The user stories of a text: "As a member I want to reserve a tool so that …", in its many spellings. */
export function storiesIn(text: string): readonly Story[] {
  const said = collapse(text).slice(0, 3_000)
  if (!/\bas\s+(?:an?|the|any|every|our|one)\b/i.test(said)) return []
  return apart(said).flatMap((part) => storyOf(part) ?? [])
}

// several stories in one paragraph: each begins with "As a" at the start of a sentence
const apart = (text: string): readonly string[] =>
  text.split(/(?<=[.!;])\s+(?=(?:As\s+(?:an?|the|any|every)|In\s+order\s+to)\s)/)

function storyOf(text: string): Story | null {
  const role = asA.exec(text)
  if (role === null) return null
  const afterRole = text.slice(role.index + role[0].length)
  const wanting = wish.exec(afterRole)
  if (wanting === null) return null
  const actor = actorName(afterRole.slice(0, wanting.index))
  if (actor === '') return null
  const before = text.slice(0, role.index)
  const aimFirst = /\bin\s+order\s+to\s+(.*)$/i.exec(before)
  const told = afterRole.slice(wanting.index + wanting[0].length)
  const reason = aim.exec(told)
  const action = wanted(reason === null ? told : told.slice(0, reason.index))
  if (action === '') return null
  const benefit =
    reason === null ? (aimFirst?.[1] ?? '') : told.slice(reason.index + reason[0].length)
  return {
    actor,
    action,
    benefit: bare(benefit),
    name: aimFirst === null ? label(before) : '',
    steps: [],
  }
}

/** The name of a role without article, brackets or what it is doing. */
export function actorName(text: string): string {
  const name = bare(text.replace(/\([^()]{0,80}\)/g, ' '))
    .replace(/^(?:an?|the|any|every|all|each|our)\s+/i, '')
    .replace(/\s+(?:who|that|which|with|whose|of the system)\b.*$/i, '')
    .replace(/["'“”]/g, '')
  return name.length <= 60 && name.split(' ').length <= 6 ? bare(name) : ''
}

/** What is wanted, without the words of wanting. */
const wanted = (text: string): string =>
  bare(
    bare(text)
      .replace(/^[:\s]+/, '')
      .replace(
        /^(?:to\s+be\s+able\s+to|be\s+able\s+to|the\s+(?:ability|option|possibility|chance)\s+to|to\s+have\s+the\s+(?:ability|option)\s+to|to|able\s+to)\s+/i,
        '',
      ),
  )

// "US-3 Reserve a tool: As a member …" names the story, "US-3:" alone does not
function label(before: string): string {
  const name = bare(
    bare(before)
      .replace(/^(?:user\s+)?(?:story|feature|epic)\s*#?\d{0,4}\s*[:.)–—-]*\s*/i, '')
      .replace(/^[A-Z]{1,5}-?\d{1,4}(?:\.\d+)?\s*[:.)–—-]*\s*/, ''),
  )
  return name.length > 3 && name.length <= 80 && /\s/.test(name) ? name : ''
}

const columns = {
  actor: /^(?:as an?|as an?\W*…?|role|actor|user|persona|who|user type|as)\b/i,
  action:
    /^(?:i want|i need|want|wants|goal|need|needs|what|feature|action|story|user story|capability|can|wish)\b/i,
  benefit: /^(?:so that|so|benefit|why|reason|value|because|purpose|outcome)\b/i,
}

/** Stories in a table: one column for who, one for what, perhaps one for why. */
export function storiesInTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly Story[] {
  const at = (pattern: RegExp) => header.findIndex((cell) => pattern.test(bare(cell)))
  const action = at(columns.action)
  const actor = header.findIndex(
    (cell, index) => index !== action && columns.actor.test(bare(cell)),
  )
  const benefit = at(columns.benefit)
  if (action === -1) return []
  return rows.flatMap((row) => {
    const whole = storiesIn(row[action] ?? '')
    if (whole.length > 0) return whole
    const who = actorName((row[actor] ?? '').replace(/^as\s+/i, ''))
    const what = wanted((row[action] ?? '').replace(/^(?:I|we)\s+(?:want|need|can)\s+/i, ''))
    if (actor === -1 || who === '' || what === '') return []
    const why = bare((row[benefit] ?? '').replace(/^so\s+that\s+/i, ''))
    return [{ actor: who, action: what, benefit: why, name: '', steps: [] }]
  })
}
