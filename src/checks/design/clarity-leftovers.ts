import { isName, type Prose, type ProseKind } from './prose.ts'
import type { DesignRule, Seen } from './design-model.ts'

const statements: ReadonlySet<ProseKind> = new Set([
  'goal',
  'flow-goal',
  'description',
  'action',
  'outcome',
  'trigger',
  'response',
])

type Found = { readonly pattern: RegExp; readonly says: (found: string) => string }

const quotes = /"[^"]{0,120}"|“[^”]{0,120}”|‘[^’]{0,120}’|„[^“”]{0,120}[“”]/g

const unquoted = new WeakMap<Prose, string>()

/** What stands outside quotes, where labels and titles may be anything; found once for all rules. */
function outsideQuotes(prose: Prose): string {
  const known = unquoted.get(prose)
  if (known !== undefined) return known
  const text = /["“‘„]/.test(prose.text) ? prose.text.replace(quotes, '') : prose.text
  unquoted.set(prose, text)
  return text
}

const reading =
  (kinds: (prose: Prose) => boolean, { pattern, says }: Found) =>
  (prose: Prose): readonly Seen[] => {
    if (!kinds(prose)) return []
    const match = pattern.exec(outsideQuotes(prose))
    return match === null ? [] : [{ path: prose.path, message: says(match[0].trim().slice(0, 40)) }]
  }

const inStatements = ({ kind }: Prose): boolean => statements.has(kind)
const anywhere = (prose: Prose): boolean => statements.has(prose.kind) || isName(prose)

const marks: Found = {
  pattern:
    /\*\*[^*]{1,200}\*\*|^#{1,6} \S|^\s*[-*+] (?:\[[ x]\] )?\S|^> \S|```|^\s*(?:\d{1,2}|[a-h])\) \S|^\s*\d{1,2}\. \S|^(?:step|goal|flow|action) \d{1,2}: /i,
  says: (found) => `"${found}" is a mark of a list or a layout, not a part of the sentence`,
}

const pictures: Found = {
  pattern: /[\u{1F300}-\u{1FAFF}\u2705\u26A0\u274C\u2728\u2B50]/u,
  says: (found) => `"${found}" decorates the text and says nothing`,
}

const notes: Found = {
  pattern:
    /(?:^|[\s(])@[a-z]{2,20} (?:please|can you|could you|check|fix)\b|\bdiscuss (?:this )?with\b(?=[^.]{0,30}(?:first|later|!))|\bneeds? (?:a )?(?:review|approval|sign-off) (?:by|from) (?:legal|design|marketing|sales|management|product|security|the team)\b|\bwaiting for (?:feedback|input|approval) from\b|\bbefore (?:the )?(?:release|go-live|launch)\b|\b(?:added|removed|changed|new|introduced|deprecated) in (?:v\d|version \d|the next release|the next version|release \d)|\bsince the last (?:sprint|release|version)\b|\bsame as in v(?:ersion )?\d|^new: |(?<=[.!] )NEW: |\bdeprecated\b|\bstory points?\b|\beffort: |\bpriority: ?p?\d|\(nice to have\)|\bMVP\b|\bin sprint \d|\bout of scope\b/i,
  says: (found) => `"${found}" is a note among those who plan, not a part of the design`,
}

const tickets: Found = {
  pattern:
    /\b(?:see|ticket|refs?|cf\.?|issue|story|epic) [A-Z]{2,10}-\d+\b|\((?:[A-Z]{3,10}-\d+)\)|\bJIRA-\d+|\b(?:closes|fixes|refs|resolves) (?:#\d+|GH-\d+)/i,
  says: (found) => `"${found}" leads out of the design; say what is meant`,
}

const outside: Found = {
  pattern:
    /\battached (?:pdf|file|document|screenshot|image|sheet|mock-?up)\b|\bsee (?:the )?(?:screenshot|mock-?up|wireframe|drawing|attachment|spreadsheet)\b|\bas (?:shown|seen|described) in (?:figure|fig\.|table|appendix|annex|section|the (?:screenshot|mock-?up|wireframe))\b|\b(?:are|is) (?:listed |described |given )?in (?:the table (?:below|above)|appendix [A-Z\d]|annex [A-Z\d])(?=[.,;]|$)|^(?:https?:\/\/|www\.)\S+$/i,
  says: (found) => `"${found}" leads out of the design; say what is meant`,
}

const samples: Found = {
  pattern:
    /\b(?:john|jane) doe\b|\bmax mustermann\b|\berika mustermann\b|@example\.(?:com|org|net)\b|\bacme(?: corp| inc| ltd| gmbh)\b|\bfoo bar\b/i,
  says: (found) => `"${found}" stands for a name; say whose`,
}

const figures: Found = {
  pattern:
    /\b(?:within|after|for|under|over|than|least|most|every|to|of) (?:[XYN]|xx+|nn|_{2,}|\[[a-z]\]) (?=\p{L})/u,
  says: (found) => `"${found}" leaves the figure open`,
}

const voices: Found = {
  pattern:
    /\bI (?:would|think|assume|guess|suggest|believe|prefer|propose|suppose|want|decided)\b|\bin my (?:opinion|view)\b|\bwe (?:decided|could|should|might|assume|think|agreed|want|plan|discussed|chose)\b|\bwhichever is (?:easier|simpler|quicker|better|cheaper)\b|\boption [a-c]: |\bcould be (?:a|an) [^.]{1,30}, could be\b|\bmaybe (?:a|an|only)\b|\bto be decided\b/i,
  says: (found) => `"${found}" is the writer's voice; a design states what is so`,
}

const tasks: Found = {
  pattern:
    /^(?:write|add) (?:\w+ )?(?:unit |integration )?tests\b|^refactor\b|^set up (?:the |a )?(?:\w+ )?(?:repository|repo|pipeline|server|project|environment)\b|^fix (?:the |a )?(?:\w+ )?(?:bug|bugs|issue)\b|^migrate\b|^deploy\b|\bsprint \d|\bstaging server\b|\bunit tests\b/i,
  says: (found) => `"${found}" is a task of those who build it, not a goal of those who use it`,
}

const boasts: Found = {
  pattern:
    /\bnext level\b(?! of)|\bwow[ -](?:effect|factor)\b|\bone-stop shop\b|\bfull potential\b|\brevolutionary\b|\bgame[ -]?chang(?:er|ing)\b|\bempowers?\b|\bunparalleled\b|\bsupercharges?\b|\bdelights? (?:everyone|users|customers|people)\b/i,
  says: (found) => `"${found}" praises the design and says nothing of it`,
}

const one = (
  name: string,
  [about, bad, better]: readonly [string, string, string],
  read: (prose: Prose) => readonly Seen[],
): DesignRule => ({
  id: `clarity/${name}`,
  dimension: 'clarity',
  severity: 'warning',
  about,
  example: { bad, better },
  over: 'texts',
  read,
})

const isGoal = ({ kind }: Prose): boolean => kind === 'goal'

export const clarityLeftoverRules: readonly DesignRule[] = [
  one(
    'layout-mark',
    [
      'No mark of a list or a layout is left in a text.',
      '"1. **Opens** the plan"',
      '"Opens the plan"',
    ],
    reading(anywhere, marks),
  ),
  one(
    'decoration',
    ['No picture sign decorates a text.', '"🚀 Books a room"', '"Books a room"'],
    reading(anywhere, pictures),
  ),
  one(
    'planning-note',
    [
      'Notes among those who plan are not part of a text.',
      '"Lists the rooms. Effort: two days."',
      '"Lists the rooms"',
    ],
    reading(inStatements, notes),
  ),
  one(
    'ticket',
    ['No text leads to a ticket.', '"Lists the rooms (ROOM-12)"', '"Lists the rooms"'],
    reading(inStatements, tickets),
  ),
  one(
    'outside-source',
    [
      'A text needs no other document to be understood.',
      '"See the screenshot"',
      '"Lists the rooms by floor"',
    ],
    reading(inStatements, outside),
  ),
  one(
    'sample-name',
    [
      'No text holds a name that only stands for a name.',
      '"Greets John Doe"',
      '"Greets the member by name"',
    ],
    reading(anywhere, samples),
  ),
  one(
    'open-figure',
    [
      'Every figure is given.',
      '"A room is found within X minutes"',
      '"A room is found within 2 minutes"',
    ],
    reading(inStatements, figures),
  ),
  one(
    'writer-voice',
    [
      'A text states the design, not what its writer thinks of it.',
      '"We could also leave the filter out"',
      '"The filter offers the floors"',
    ],
    reading(inStatements, voices),
  ),
  one(
    'task-as-goal',
    [
      'A goal is what people gain, not what the builders have to do.',
      '"Write unit tests for the plan"',
      '"Members find a free room in a minute"',
    ],
    reading(isGoal, tasks),
  ),
  one(
    'praise',
    [
      'No text praises the design.',
      '"Takes booking to the next level"',
      '"Books a room with one touch"',
    ],
    reading(inStatements, boasts),
  ),
]
