import type { Subject } from '../check.ts'
import type { DocumentKind } from './kind.ts'

/** A section a document must have, and the headings that count as it. */
export type Wanted = {
  readonly name: string
  readonly heading: RegExp
  /** Headings that are this section's own name and cannot stand for another. */
  readonly own: RegExp
}

const synonyms: readonly (readonly [RegExp, RegExp, string])[] = [
  [
    /^install/i,
    /\binstall|\bset ?-?up\b|\bgetting started|\bquick ?-?start|\bdownload/i,
    'Installation',
  ],
  [
    /^(?:usage|how to use|use)\b/i,
    /\busage\b|\busing\b|\bhow to use|\bquick ?-?start|\bgetting started|\bexamples?\b|\brun(?:ning)?\b/i,
    'Usage',
  ],
  [/^licen[cs]/i, /\blicen[cs]/i, 'License'],
  [
    /^(?:overview|introduction|intro|about|what it is|description|summary)/i,
    /\boverview|\bintro|\babout\b|\bwhat (?:it )?is\b|\bdescription|\bsummary|\bpurpose|\bbackground/i,
    'Overview',
  ],
  [
    /^(?:prereq|requirements?|before you)/i,
    /\bprereq|\brequirement|\bbefore you (?:begin|start)|\bwhat you need|\byou will need/i,
    'Prerequisites',
  ],
  [/^(?:config|settings?)/i, /\bconfig|\bsettings?\b|\boptions?\b|\benvironment/i, 'Configuration'],
  [
    /^(?:options?|flags?|arguments?)\b/i,
    /\boptions?\b|\bflags?\b|\barguments?\b|\bparameters?\b|\bcommand line\b|\bcli\b/i,
    'Options',
  ],
  [/^(?:test|testing|tests)\b/i, /\btest/i, 'Testing'],
  [/^(?:contribut)/i, /\bcontribut|\bdevelop/i, 'Contributing'],
  [/^(?:api)\b/i, /\bapi\b|\breference\b|\bfunctions\b|\bmethods\b/i, 'API'],
  [/^(?:examples?)\b/i, /\bexamples?\b|\busage\b/i, 'Examples'],
  [
    /^(?:troubleshoot|faq)/i,
    /\btroubleshoot|\bfaq|\bcommon (?:problems|errors|issues)|\bproblems\b/i,
    'Troubleshooting',
  ],
  [/^(?:deploy)/i, /\bdeploy/i, 'Deployment'],
  [/^(?:rollback|roll back|recovery)/i, /\broll ?-?back|\brecover|\brestore|\bundo\b/i, 'Rollback'],
  [/^(?:features?)\b/i, /\bfeatures?\b|\bwhy\b|\bhighlights\b/i, 'Features'],
  [/^(?:errors?|error handling|error codes)\b/i, /\berrors?\b/i, 'Errors'],
  [/^(?:auth)/i, /\bauth/i, 'Authentication'],
  [/^(?:limit)/i, /\blimit|\bconstraint|\bcaveat/i, 'Limitations'],
  [/^(?:escalation)/i, /\bescalat|\bcontacts?\b|\bon-?call/i, 'Escalation'],
]

const byKind: Record<DocumentKind, readonly string[]> = {
  readme: ['installation', 'usage', 'license'],
  decision: ['status', 'context', 'decision', 'consequences'],
  changelog: [],
  guide: [],
  reference: [],
  contributing: [],
  runbook: [],
  other: [],
}

const notASection =
  /^(?:it|them|one|all|the|a|an|more|any|each|this|that|code|text|links?|tables?|words?|comments?|no\b.*|at least.*|everything|clear.*|working.*|real.*|short.*|the following)$/i

// "a Troubleshooting section", "a section called 'Limits'" is met by the list above
const singular =
  /["“`']([A-Za-z][\w /&-]{1,40})["”`']\s+(?:section|heading|chapter)\b|\b([A-Z][\w/-]*(?: (?:and |of |to |the )?[A-Z][\w/-]*){0,3})\s+(?:section|heading|chapter)\b|\ban? ([a-z][a-z-]+(?: [a-z-]+)?) section\b/g

/** The sections the task asks for by name. */
export function sectionsAskedFor(task: Subject['task']): readonly Wanted[] {
  const text = `${task.prompt}\n${task.ideal_result}`.slice(0, 20_000)
  const names: string[] = []
  const listed =
    /\b(?:sections?|headings?|chapters?)\b(?:\s+(?:on|about|for|named|called|titled|covering|such as|like|including|are|must be|should be))?\s*(?::|-|–)?\s*((?!\s|must|should|that|with|have|has|is\b|in\b)[^.\n;]{2,300})/gi
  for (const match of text.matchAll(listed)) names.push(...namesIn(match[1]!))
  for (const match of text.matchAll(singular)) {
    const name = (match[1] ?? match[2] ?? match[3] ?? '').replace(
      /^(?:An?|The|Add|Include|With|Write|And|Must|Has|Have)\s+/,
      '',
    )
    if (
      !/^(?:short|long|separate|new|dedicated|brief|final|clear|good|single|each|every|this|that|first|last|own|next|small)\b/i.test(
        name,
      )
    )
      names.push(...namesIn(name))
  }
  for (const match of text.matchAll(
    /\bsections? ?:?\s*\n((?:\s*(?:[-*+]|\d+[.)])\s+[^\n]+\n?){1,20})/gi,
  ))
    names.push(
      ...match[1]!.split('\n').map((line) =>
        line
          .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
          .split(/[:–(]| - /)[0]!
          .trim(),
      ),
    )
  for (const match of text.matchAll(/^#{2,4} +([^\n]{2,60})$/gm)) names.push(match[1]!.trim())
  for (const match of text.matchAll(
    /\b(?:covers?|covering|explains? how to|describes?)\s+((?:installation|usage|configuration|licen[cs]e|testing|deployment|contributing|troubleshooting|prerequisites|rollback)\b[^.\n;]{0,200})/gi,
  ))
    names.push(...namesIn(match[1]!))
  return unique(names)
}

function namesIn(list: string): readonly string[] {
  return list
    .replace(/["'“”`*]/g, '')
    .split(/,|;|\band\b|\bor\b|\bplus\b|&/i)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:an?|the|its|on|about|for)\s+/i, '')
        .replace(/\s+(?:section|heading)s?$/i, '')
        .replace(/[:.]$/, ''),
    )
    .filter(
      (part) =>
        /^[\p{L}][\p{L}\d .'/-]{1,40}$/u.test(part) &&
        part.split(/\s+/).length <= 4 &&
        !notASection.test(part),
    )
}

function unique(names: readonly string[]): readonly Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const name of names) {
    if (name === '') continue
    const one = wantedOf(name)
    wanted.set(one.name.toLowerCase(), one)
  }
  return [...wanted.values()]
}

/** What counts as a section of this name. */
export function wantedOf(name: string): Wanted {
  const known = synonyms.find(([asked]) => asked.test(name))
  if (known) return { name: known[2], heading: known[1], own: known[0] }
  const words = name.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []
  const stems = words
    .filter((word) => !/^(?:and|the|for|how|with|your)$/.test(word))
    .map((word) => word.replace(/(?:ing|ies|es|s|ation)$/, ''))
  const pattern =
    stems.length === 0
      ? name.replace(/[^\w ]/g, '.')
      : stems.map((stem) => `(?=.*${stem})`).join('')
  return {
    name: name[0]!.toUpperCase() + name.slice(1),
    heading: new RegExp(pattern, 'i'),
    own: new RegExp(pattern, 'i'),
  }
}

/** What a document of this kind must have when the task names no sections. */
export const sectionsOfKind = (kind: DocumentKind): readonly Wanted[] =>
  byKind[kind].map((name) => wantedOf(name))
