/** What a section of a requirements document is about; `aside` is what a design has no place for. */
export type SectionKind =
  | 'goals'
  | 'actors'
  | 'stories'
  | 'requirements'
  | 'flows'
  | 'screens'
  | 'data'
  | 'rules'
  | 'criteria'
  | 'background'
  | 'excluded'
  | 'questions'
  | 'aside'
  | 'other'

const kinds: readonly (readonly [SectionKind, RegExp])[] = [
  [
    'excluded',
    /\b(?:non[- ]?goals?|non[- ]?objectives?|(?:out(?:side)? of|not in|beyond) (?:the )?scope|out-of-scope|exclu(?:ded|sions?|des)|won'?t (?:have|do)|will not (?:have|do|build)|not (?:doing|included|now|planned|needed|covered)|future(?: \w+)?|later|deferred|parking lot|phase (?:2|3|two|three)|backlog|postponed|anti[- ]?goals?|limits of scope)\b/i,
  ],
  [
    'questions',
    /\b(?:open (?:questions?|issues?|points?|items?)|questions?|to be (?:decided|clarified|defined|confirmed)|tbd|tbc|unresolved|unknowns?|undecided)\b/i,
  ],
  ['criteria', /\b(?:acceptance(?: criteria| tests?)?|definition of done)\b/i],
  ['stories', /\b(?:user stor(?:y|ies)|stor(?:y|ies)|epics?|jobs? to be done)\b/i],
  [
    'aside',
    /^(?:revision history|change ?log|references?|links|appendix.*|timeline|milestones?|schedule|budget|risks?.*|stakeholders|glossary|contents|table of contents|approvals?|sign-?off|document (?:control|history)|metrics|success metrics|roll-?out.*|team|authors?|dependencies|assumptions.*|version history|status)$/i,
  ],
  [
    'aside',
    /\b(?:tech(?:nical|nology)?(?: (?:notes?|stack|constraints?|details?|choices?|hints?))?|implementation(?: notes?| details?)?|architecture|stack|deployment|infrastructure|non[- ]?functional.*|quality (?:requirements|attributes)|performance|constraints?)$/i,
  ],
  [
    'flows',
    /\b(?:flows?|workflows?|journeys?|use[- ]cases?|scenarios?|walk-?throughs?|process(?:es)?|procedures?|how (?:it|this|that) works|steps|happy paths?|life ?cycle|in practice)\b/i,
  ],
  [
    'data',
    /\b(?:data(?: model| dictionary|base| structures?)?|entit(?:y|ies)|domain(?: model| objects?)?|information model|objects|records|tables|schema|relationships?|relations|what we (?:store|keep|record)|things we (?:store|keep|track))\b/i,
  ],
  [
    'screens',
    /\b(?:screens?|pages?|views?|user interface|ui|interface|wireframes?|mock-?ups?|layouts?|what (?:people|users|members|they|you|patients|staff) see)\b/i,
  ],
  [
    'goals',
    /\b(?:goals?|objectives?|aims?|purpose|outcomes?|why|vision|what we want(?: to achieve)?|motivation|success)\b/i,
  ],
  [
    'actors',
    /\b(?:users?|actors?|personas?|roles?|audience|who(?: (?:uses|is|it).*)?|participants|people)\b/i,
  ],
  ['rules', /\b(?:rules?|policies|policy|validations?|invariants?|restrictions?|permissions?)\b/i],
  [
    'requirements',
    /\b(?:requirements?|functional(?:ity)?|features?|capabilit(?:y|ies)|behaviou?r|must haves?|should haves?|could haves?|nice[- ]to[- ]haves?|in scope|scope|needs|notifications?|functions|what (?:it|the \w+) (?:does|do|can do|must do|should do))\b/i,
  ],
  [
    'background',
    /\b(?:tl;?\s?dr|background|context|overview|introduction|intro|summary|problem(?: statement)?|description|about|abstract|situation)\b/i,
  ],
]

/** What a heading says its section is about. Numbers, ids and emoji before the words don't count. */
export function sectionKind(heading: string): SectionKind {
  const words = unnumbered(heading)
  // "Goals and non-goals" holds both; the headings below it tell which
  if (/\b(?:goals?|scope|objectives?)\b\s*(?:&|and|\/|,|\+)\s*(?:non|out|anti)/i.test(words))
    return 'other'
  for (const [kind, pattern] of kinds) if (pattern.test(words)) return kind
  return 'other'
}

/** A heading without its number or id: "3.2 Check out" and "UC-4: Check out" are "Check out". */
export const unnumbered = (heading: string): string =>
  heading
    .slice(0, 200)
    .replace(/^[^\p{L}\d("'“]+/u, '')
    .replace(/^(?:\d{1,3}(?:\.\d{1,3}){0,4}[.):]?\s+)/, '')
    .replace(
      /^(?:(?:user )?stor(?:y|ies)|use[- ]case|feature|epic|scenario|flow|journey|screen|page|view|entity|requirement|step|appendix|part|section|chapter)\s+#?[A-Z]{0,3}-?\d{1,3}[a-z]?(?:\.\d{1,3})?\s*[.:)–—-]*\s*/i,
      '',
    )
    .replace(/^[A-Z]{1,5}-?\d{1,4}(?:\.\d{1,3})?\s*[.:)–—-]*\s+/, '')
    .replace(
      /^(?:user story|use[- ]case|feature|epic|scenario(?: outline)?|flow|journey|screen|page|view|entity|table|story)\s*[:–—-]\s+/i,
      '',
    )
    .trim()

const genericWords = new Set(
  'screens screen pages page views view user users interface ui wireframes mockups layouts layout flows flow workflows workflow journeys journey use case cases scenarios scenario process processes procedures how it this works work steps walkthrough walkthroughs paths happy data model dictionary database structures entities entity domain objects records tables schema relationships relations relationship information stories story epics epic requirements requirement functional features feature capabilities behaviour behavior functions rules rule business policies policy validation validations permissions goals goal objectives aims purpose and the of a an for main key core typical important what we store keep track see need who whom whose roles role actors personas audience people things acceptance criteria scope in system application app product overview examples example tests detailed detail details other their our must should could have haves nice to list interactions with notifications needs structure definition definitions acceptance tests main alternative basic further additional more general various does do can'.split(
    ' ',
  ),
)

/** Whether a heading only says what kind of section it is, and names nothing of the feature. */
export const isGeneric = (heading: string): boolean =>
  unnumbered(heading)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .every((word) => word === '' || genericWords.has(word))
