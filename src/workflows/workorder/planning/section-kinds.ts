/**
 * What a section is for, by its title.
 * Work itself: `breakdown` (a list of tasks), `wishes` (requirements, stories), `design`, `late` (tests and
 * documentation), `work` (anything else). Details of the section above: `criteria`, `files`, `dependencies`,
 * `contracts`, `constraints`. Nothing to do: `context`, `excluded`.
 */
export type SectionKind =
  | 'breakdown'
  | 'wishes'
  | 'design'
  | 'late'
  | 'work'
  | 'criteria'
  | 'files'
  | 'dependencies'
  | 'contracts'
  | 'constraints'
  | 'context'
  | 'excluded'

const kinds: readonly (readonly [SectionKind, RegExp])[] = [
  [
    'excluded',
    /^(?:non[- ]?goals?|(?:explicitly )?out[- ]of[- ]scope|not (?:in|part of the) scope|what (?:this|it) is not|future (?:work|ideas|improvements)|later|won'?t (?:do|have)|deferred|alternatives(?: considered)?|rejected .*|not included)\b/,
  ],
  [
    'criteria',
    /^(?:(?:overall |global )?acceptance(?: criteria| tests?)?|definition of done|done when|success criteria|exit criteria|(?:how to )?verif(?:y|ication)|expected (?:behaviou?r|results?)|scenarios?)$/,
  ],
  [
    'files',
    /^(?:(?:affected|changed|relevant|involved|touched|new|modified) files|files(?: (?:in scope|to (?:change|touch|modify|create|edit)|affected|changed|touched|involved))?|code locations?|where(?: in the code)?)$/,
  ],
  ['dependencies', /^(?:dependenc(?:y|ies)|depends on|prerequisites?|blocked by|requires)$/],
  [
    'contracts',
    /^(?:contracts?|(?:api|interface) contracts?|(?:backwards? )?compatibility|must (?:not change|stay)|stable interfaces?|unchanged interfaces?)$/,
  ],
  [
    'constraints',
    /^(?:(?:technical )?constraints?|(?:non[- ]?functional|quality|performance|security)(?: requirements?)|nfrs?|conventions?|(?:coding )?(?:guidelines?|standards?)|(?:general |technical )?notes?|risks?(?: .*)?|limitations?|assumptions?|tech(?:nology)?(?: stack)?|quality)$/,
  ],
  [
    'breakdown',
    /^(?:(?:implementation|work|delivery|development|project) (?:plan|steps|tasks|breakdown|order|phases|packages|items)|implementation|tasks?(?: list| breakdown)?|to-?dos?|work (?:orders?|breakdown|items?)|(?:high[- ]level )?plan|steps|phases|milestones|backlog|checklist|deliverables|changes(?: required| needed)?|what to (?:do|build|change))$/,
  ],
  [
    'wishes',
    /^(?:(?:functional |product |user |key |core |system |feature )?(?:requirements?|features?|specifications?|capabilities)|user stories|stories|use cases|epics?|scope|in scope|must[- ]haves?|should[- ]haves?|could[- ]haves?|nice[- ]to[- ]haves?|functionality|behaviou?rs?)$/,
  ],
  [
    'late',
    /^(?:(?:automated |unit |integration |e2e |end-to-end )?test(?:s|ing)?(?: (?:plan|strategy|cases|requirements|checklist))?|documentation|docs|user documentation)$/,
  ],
  [
    'design',
    /^(?:(?:technical |detailed |high[- ]level |proposed |system |software |solution )?(?:design|architecture|solution|approach|details|implementation details|proposal)|components|how it works|data ?flow|technical (?:notes|considerations)|implementation notes)$/,
  ],
  [
    'context',
    /^(?:(?:executive )?summary|overview|introduction|intro|about|background|motivation|context|purpose|problem(?: statement)?|current (?:state|situation|behaviou?r)|goals?(?: and .*)?|objectives?|vision|glossary|terminology|definitions|references?|links|further reading|appendi(?:x|ces)(?: .*)?|change ?log|history|revisions?|version history|status|authors?|owners?|stakeholders?|personas?|users?|target (?:users|audience)|audience|table of contents|contents|open (?:questions?|issues)|questions|timeline|schedule|roll-?out(?: plan)?|metrics|success metrics|kpis|budget|team|faq|acknowledge?ments?|examples?|why(?: .*)?|review(?:ers)?|approval|decision(?:s)?(?: log)?)$/,
  ],
]

/** Titles that end like this tell something and ask for nothing. */
const mereText =
  /\b(?:overview|summary|introduction|history|problem|comparison|background|glossary|rationale|references?|(?:related|source|reference) (?:documents?|documentation|work|links))$/

/** The kind of a section. Numbers, marks and a closing colon of the title do not matter. */
export function kindOfTitle(title: string): SectionKind {
  const plain = title
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/^(?:\d+(?:\.\d+)*|[ivx]+|[a-z])[.):]\s+|^\d+(?:\.\d+)*\s+/, '')
    .replace(/[\s:.]+$/, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*\([^)]*\)$/, '')
  const sectionKinds = kinds.find(([, pattern]) => pattern.test(plain))
  return sectionKinds?.[0] ?? (mereText.test(plain) ? 'context' : 'work')
}

const details = new Set<SectionKind>([
  'criteria',
  'files',
  'dependencies',
  'contracts',
  'constraints',
  'excluded',
])

/** Whether a section tells details of the one above it instead of work of its own. */
export const isDetail = (kind: SectionKind): boolean => details.has(kind)

export type Stage = { readonly word: string; readonly number: number }

/** `Phase 2: Storage` is the second of a sequence. */
export function stageOf(title: string): Stage | null {
  const match = /^(phase|milestone|stage|step|sprint|iteration)\s+(\d+|[ivx]+|[a-h])\b/i.exec(title)
  if (!match) return null
  const [, word = '', mark = ''] = match
  return { word: word.toLowerCase(), number: stageNumber(mark.toLowerCase()) }
}

const roman = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']

function stageNumber(mark: string): number {
  if (/^\d+$/.test(mark)) return Number(mark)
  const at = roman.indexOf(mark)
  return at > 0 ? at : (mark.codePointAt(0) ?? 96) - 96
}
