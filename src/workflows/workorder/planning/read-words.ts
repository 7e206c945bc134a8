import { findPaths } from './find-paths.ts'
import type { Draft, Need } from './draft.ts'

/** Markdown marks gone, one line. Code in back-ticks keeps its signs. */
export const plain = (markdown: string): string =>
  withoutSigns(markdown)
    .split(/(`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? part.slice(1, -1) : withoutMarks(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

const withoutSigns = (text: string): string =>
  text.replace(/^(?:\s*\p{Extended_Pictographic}\uFE0F?)+\s*(?=\S)/u, '')

const withoutMarks = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<\/?[A-Za-z!][^>\n]{0,80}>/g, '')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_]([^*_\n]+)[*_](?![\p{L}\p{N}])/gu, '$1')

export type Lead = { readonly labels: readonly string[]; readonly title: string }

/** `FR-1:`, `**T2**.`, `Task 3 –`, `[US-4]`, or a number of several parts before a capital: `2.1 Storage`. */
const labelPattern =
  /^(?:\*\*|`|\[)*((?:(?:task|story|step|feature|requirement|work order|work package|wo|item|epic|us|phase|milestone|section)\s*#?\s*)?(?:[A-Z]{1,6}[-_ ]?)?\d+(?:[.-]\d+)*[a-z]?)(?:\*\*|`|\])*\s*(?:[:.)\u2013\u2014-](?=[\s*])\s*|\s-\s|(?<=\d\.\d+)\s+(?=[\p{Lu}`]))/iu

/** The label and the title at the beginning of a text: `FR-1: Save files` or `**Save files**: as they are`. */
export function leadOf(markdown: string): Lead {
  const match = labelPattern.exec(markdown.trim())
  const label = match?.[1] ?? null
  const rest = markdown.trim().slice(match?.[0].length ?? 0)
  return { labels: label === null ? [] : labelForms(label), title: titleOf(rest) }
}

/** `Task 3` is also meant by `3`, `FR-1` also by `fr1`. */
export function labelForms(label: string): readonly string[] {
  const low = label
    .toLowerCase()
    .replace(/[\s#_]+/g, ' ')
    .trim()
  const number = /(\d+(?:[.-]\d+)*[a-z]?)$/.exec(low)?.[1]
  const spoken = /^[a-z]+ /.test(low) && number !== undefined ? [number] : []
  return [...new Set([low, low.replace(/[-\s]/g, ''), ...spoken])]
}

const longestTitle = 90

/** The strong words at the beginning, or the first sentence, cut between words. */
export function titleOf(markdown: string): string {
  const strong = /^\*\*([^*\n]{3,90})\*\*\s*(?:[:.\u2013\u2014-]|$|\n)/.exec(markdown.trim())
  const lead = strong?.[1] ?? markdown.split(/\n\s*\n/)[0] ?? ''
  const text = plain(withoutNeeds(lead.slice(0, 2_000)))
  const sentence = /^.*?[.!?](?=\s+[\p{Lu}`"]|$)/u.exec(text)?.[0] ?? text
  const clause =
    sentence.length > longestTitle
      ? (/^(.{25,}?)(?:;|:|, (?:so|which|where|and)| \u2013 | \u2014 | - | \()/.exec(
          sentence,
        )?.[1] ?? sentence)
      : sentence
  const bare = clause
    .replace(/\s+\p{Extended_Pictographic}.*$/u, '')
    .replace(/^please\s+/i, '')
    .replace(/[\s.:;,\u2013\u2014-]+$/, '')
  const placeless = bare.replace(
    /\s+(?:in|to|at|under|into|inside|within)\s+(?:\S*\/)?\S*\.[a-z]{1,5}$/,
    '',
  )
  const title = cut(placeless.split(' ').length >= 2 ? placeless : bare, longestTitle)
  // a name of code keeps its letters
  return /^[a-z]+(?=\s|$)/.test(title) ? title.slice(0, 1).toUpperCase() + title.slice(1) : title
}

/** What a text says without its asides on what comes before. */
export const withoutNeeds = (text: string): string =>
  text
    .replace(/\s*\((?:depends on|blocked by|requires|needs|after)\b[^)]*\)/gi, '')
    .replace(
      /(?:^|(?<=[.;]\s))(?:It )?(?:depends on|blocked by|builds on)\b[^.;\n]*(?:[.;]|$)/gim,
      '',
    )

export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const short = text.slice(0, most - 1)
  const at = short.lastIndexOf(' ')
  return `${(at > most / 2 ? short.slice(0, at) : short).replace(/[\s,;:]+$/, '')}…`
}

export type Field = {
  readonly name: 'files' | 'needs' | 'risk' | 'criteria' | 'contract' | 'other'
  readonly value: string
}

const fieldNames: readonly (readonly [Field['name'], RegExp])[] = [
  [
    'files',
    /^(?:files?(?: in scope| affected| to change)?|paths?|location|affected files|touches|modules?)$/,
  ],
  [
    'needs',
    /^(?:depends(?: on)?|dependenc(?:y|ies)|blocked by|requires|prerequisites?|after|needs)$/,
  ],
  ['risk', /^risk(?: level)?$/],
  ['criteria', /^(?:acceptance(?: criteria| criterion)?|done when|ac|verify|verification|test)$/],
  ['contract', /^(?:contracts?|must (?:stay|not change)|compatibility)$/],
  ['other', /^(?:priority|estimate|effort|points|owner|assignee|status|due|size|labels?|type)$/],
]

/** A line such as `**Depends on:** Storage`. */
export function fieldOf(line: string): Field | null {
  const match = /^(?:[-*]\s+)?\**_?([A-Za-z][A-Za-z ]{1,28}?)_?\**\s*:\**\s*(\S.*)$/s.exec(
    line.trim(),
  )
  if (!match) return null
  const [, name = '', value = ''] = match
  const known = fieldNames.find(([, pattern]) => pattern.test(name.toLowerCase().trim()))
  return known ? { name: known[0], value: value.trim() } : null
}

const surely =
  /\b(?:depends? (?:up)?on|dependent on|blocked by|builds? (?:up)?on|relies on|prerequisites?):?\s+([^;\n)]+?)(?=\.\s|\.?$|[;\n)])/gim
const perhaps = /\b(?:requires|needs|after|once|following|uses the result of)\s+([^.;,\n]+)/gi

/** What a text says it needs. */
export function needsIn(text: string): readonly Need[] {
  const words = plain(text)
  const all = (pattern: RegExp, sure: boolean) =>
    [...words.matchAll(pattern)].flatMap(([, said = '']) =>
      namesIn(said).map((name) => ({ words: name, sure })),
    )
  return [...all(surely, true), ...all(perhaps, false)]
}

/** `A, B and #3` are three names. */
export const namesIn = (text: string): readonly string[] =>
  plain(text)
    .replace(/\(.*?\)/g, ' ')
    .split(/\s*(?:,|;|\band\b|&|\+)\s*/i)
    .map((each) =>
      each
        .replace(/^(?:the|a|an)\s+/i, '')
        .replace(/[\s.)]+$/, '')
        .trim(),
    )
    .filter((each) => each !== '' && !/^(?:none|nothing|n\/?a|-)$/i.test(each))

export function riskIn(text: string): Draft['risk'] {
  const match =
    /\brisk(?: level)?\s*[:=]?\s*\**\s*(low|medium|high)\b|\b(low|medium|high)[- ]risk\b/i.exec(
      plain(text),
    )
  const word = (match?.[1] ?? match?.[2] ?? '').toLowerCase()
  return word === 'low' || word === 'medium' || word === 'high' ? word : null
}

/** Words that begin a task, or make a sentence a wish. */
const workVerb =
  /^(?:add|adopt|allow|analy[sz]e|announce|append|apply|assign|attach|authenticate|authorize|automate|backfill|block|build|bump|cache|calculate|call|change|check|clean|collect|configure|connect|convert|cover|create|define|delete|deploy|detect|display|document|drop|emit|enable|encrypt|ensure|enforce|expose|export|extend|extract|fetch|fix|generate|handle|hash|hide|highlight|implement|import|improve|install|instrument|integrate|introduce|invalidate|limit|link|list|load|lock|log|make|merge|migrate|move|normali[sz]e|notify|optimi[sz]e|parse|persist|prevent|print|process|rank|protect|provide|publish|read|record|redirect|refactor|register|remove|rename|rebuild|render|replace|report|reset|resolve|return|rewrite|run|rotate|sanitize|save|scan|schedule|search|secure|seed|send|serve|set|show|sort|split|start|stop|store|stream|support|switch|sync|test|throttle|tokeni[sz]e|track|translate|trigger|update|upgrade|upload|use|validate|verify|warn|wire|wrap|write)\b/i
const wish =
  /\b(?:must|shall|should|will|can|may|needs? to|has to|have to|i want|allows?|supports?|returns?|shows?|accepts?|rejects?|lets?)\b/i

/** Whether a point asks for something to be done; `Node 20` and `see the wiki` do not. */
export function asksForWork(markdown: string): boolean {
  const text = plain(markdown.replace(labelPattern, ''))
  if (workVerb.test(text)) return true
  if (wish.test(text) && text.split(' ').length >= 4) return true
  return findPaths(markdown).files.length > 0 && text.split(' ').length >= 3
}

/** Whether a point of a list of tasks or requirements is one of them. Only bare names are not. */
export function isWorkPoint(markdown: string, hasBelow: boolean): boolean {
  if (labelPattern.test(markdown.trim()) || hasBelow || asksForWork(markdown)) return true
  const text = plain(markdown)
  return text.split(' ').length >= 5 && !/^(?:see|note|e\.g\.|for example|tbd|n\/a)\b/i.test(text)
}

/** Sentences of a text, its lead and its asides gone. */
export function sentencesOf(markdown: string): readonly string[] {
  const text = withoutNeeds(
    markdown
      .trim()
      .replace(labelPattern, '')
      .replace(/^\*\*[^*\n]{3,90}\*\*\s*[:.\u2013\u2014-]?/, ''),
  )
  return plain(text.replace(/^```[\s\S]*?^```/gm, ''))
    .split(/(?<=[.!?])\s+(?=[\p{Lu}`"])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(' ').length >= 4 && !sentence.endsWith(':'))
}

export const isWish = (sentence: string): boolean => wish.test(sentence)

/** Ticked off by a sign or a word: `✅ Storage`, `Phase 1: Storage (done)`. */
export const saysDone = (text: string): boolean =>
  /^\s*[\u2705\u2611\u2714]/u.test(text) ||
  /[\u2705\u2611\u2714]\uFE0F?\s*(?:done|complete|completed|implemented)?\s*$/iu.test(text) ||
  /[([\u2013\u2014-]\s*(?:done|complete|completed|implemented)[)\]]?\s*$/i.test(text)
