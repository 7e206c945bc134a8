import { type Evaluator, evaluators, evaluatorsOfType, keywords, workTypes } from './evaluators.ts'

export type KeywordHit = {
  readonly word: string
  /** As it is written there. */
  readonly text: string
  readonly where: string
  /** Titles and goals count twice. */
  readonly weight: 1 | 2
}

export type Dispatch = {
  readonly evaluator: Evaluator
  readonly reason: string
  readonly hits: readonly KeywordHit[]
}

export type DispatchInput = {
  readonly spec: string
  readonly metadata: {
    readonly type?: string
    readonly name?: string
    readonly evaluators?: readonly string[]
  }
}

/** A word that is repeated says no more than one that is said twice. */
const mostOfOneWord = 2
const enoughHits = 2
const dominantShare = 0.6

/** Which specialists must evaluate a track, and why (decisions 3.9 to 3.11). */
export function dispatch({ spec, metadata }: DispatchInput): readonly Dispatch[] {
  const named = metadata.evaluators?.flatMap((name) => evaluators.filter((each) => each === name))
  if (named !== undefined && named.length > 0)
    return inOrder(
      named.map((evaluator) => ({ evaluator, reason: 'metadata.json names it', hits: [] })),
    )
  const type =
    metadata.type
      ?.trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/g, '-') ?? ''
  const ofType = evaluatorsOfType[type]
  if (ofType !== undefined)
    return inOrder(
      ofType.map((evaluator) => ({
        evaluator,
        reason: `metadata.json says that its type is ${type}`,
        hits: [],
      })),
    )
  return bySpec(spec, { type, name: metadata.name ?? '' })
}

const inOrder = (list: readonly Dispatch[]): readonly Dispatch[] =>
  evaluators.flatMap((name) => list.find(({ evaluator }) => evaluator === name) ?? [])

function bySpec(
  spec: string,
  { type, name }: { readonly type: string; readonly name: string },
): readonly Dispatch[] {
  const lines = subjectLines(spec, name)
  const ofType: readonly KeywordHit[] = workTypes.has(type)
    ? [{ word: type, text: type, where: 'metadata.json', weight: 1 }]
    : []
  const result: Readonly<Record<Evaluator, readonly KeywordHit[]>> = {
    'eval-ui-ux': hitsOf('eval-ui-ux', lines),
    'eval-code-quality': [...ofType, ...hitsOf('eval-code-quality', lines)],
    'eval-integration': hitsOf('eval-integration', lines),
    'eval-business-logic': hitsOf('eval-business-logic', lines),
  }
  const score = (evaluator: Evaluator) =>
    result[evaluator].reduce((sum, { weight }) => sum + weight, 0)
  const total = evaluators.reduce((sum, each) => sum + score(each), 0)
  const chosen = (evaluator: Evaluator, reason = reasonOf(result[evaluator])): Dispatch => ({
    evaluator,
    reason,
    hits: result[evaluator],
  })
  if (total === 0) return [chosen('eval-code-quality', 'nothing in the spec names a subject')]
  const ui = score('eval-ui-ux')
  const elsewhere = score('eval-integration') + score('eval-business-logic')
  if (ui / total >= dominantShare && elsewhere === 0) return [chosen('eval-ui-ux')]
  const top = Math.max(...evaluators.map(score))
  // one word in passing does not outvote what kind of work it is
  const isPassing = top === 1 && score('eval-code-quality') === top
  const included = evaluators.filter((each) =>
    isPassing ? each === 'eval-code-quality' : score(each) >= enoughHits || score(each) === top,
  )
  const needsCode =
    (included.includes('eval-integration') || included.includes('eval-business-logic')) &&
    !included.includes('eval-code-quality')
  return inOrder([
    ...included.map((each) => chosen(each)),
    ...(needsCode
      ? [chosen('eval-code-quality', 'integrations and business rules are code, too')]
      : []),
  ])
}

const reasonOf = (hits: readonly KeywordHit[]): string =>
  `the track speaks of ${hits
    .slice(0, 4)
    .map(({ text, where }) => `"${text}" (${where})`)
    .join(', ')}`

type Line = { readonly text: string; readonly where: string; readonly weight: 1 | 2 }

export const aside =
  /^(?:out[- ]of[- ]scope|non[- ]?goals?|not in scope|excluded|exclusions|dependenc(?:y|ies)|references?|links?|related(?: tracks?)?|background|risks?(?: and .*)?|future(?: work| considerations)?|open questions|later|glossary|assumptions)$/i
const template =
  /^(?:overview|summary|goals?|objectives?|purpose|context|(?:functional |non-functional |technical )?requirements|acceptance(?: criteria)?|(?:technical |implementation )?(?:notes|details|approach|plan)|implementation|features?|user stor(?:y|ies)|scope|in scope|design|testing|test plan|tasks|success (?:criteria|metrics)|deliverables|constraints|spec(?:ification)?)$/i
const goal = /^(?:goals?|objectives?|overview|summary|purpose|what)$/i

/** What the spec says about its subject: without code, asides and the headings of the template. */
function subjectLines(spec: string, name: string): readonly Line[] {
  const lines: Line[] = name === '' ? [] : [{ text: name, where: 'metadata.json', weight: 2 }]
  let section = ''
  let asideDepth = 0
  let isCode = false
  let hasTitle = false
  let goalLines = 0
  for (const [index, raw] of spec.split(/\r?\n/).entries()) {
    if (/^\s*(?:```|~~~)/.test(raw)) {
      isCode = !isCode
      continue
    }
    if (isCode) continue
    const where = `spec.md:${index + 1}`
    const [, marks = '', heading = ''] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(raw) ?? []
    if (marks !== '') {
      section = heading.replace(/^[\d.]+\s+/, '').replace(/:$/, '')
      goalLines = 0
      if (asideDepth === 0 || marks.length <= asideDepth)
        asideDepth = aside.test(section) ? marks.length : 0
      if (asideDepth > 0) continue
      const isTitle: boolean = !hasTitle && marks.length === 1
      hasTitle ||= isTitle
      if (!template.test(section)) lines.push({ text: section, where, weight: isTitle ? 2 : 1 })
      continue
    }
    if (asideDepth > 0 || raw.trim() === '') continue
    const label = /^[\s>*-]*\*{0,2}([A-Z][\w -]{2,30}?)\*{0,2}:\*{0,2}\s/.exec(raw)?.[1] ?? ''
    if (aside.test(label)) continue
    const isGoal = (goal.test(section) && goalLines++ === 0) || goal.test(label)
    lines.push({ text: withoutNegations(raw), where, weight: isGoal ? 2 : 1 })
  }
  return lines
}

/** "no API changes", "without a database" speak of what a track is not about. */
const withoutNegations = (text: string): string =>
  text
    .replaceAll(/`[^`]*`/g, (code) => (/[/.=(]/.test(code) ? ' ' : code))
    .replaceAll(
      /(?:[\w/-]+ ){1,4}(?:do(?:es)? not|will not|must not|stays?|remains?) (?:change|as (?:it|they) (?:is|are|was|were)|the same|unchanged|untouched)\b/gi,
      ' ',
    )
    .replaceAll(
      /\b(?:no|not|never|without|excluding|except|instead of|rather than|does not (?:touch|change|need)|unchanged)\b(?:\s+[\w/-]+){0,4}/gi,
      ' ',
    )

function hitsOf(evaluator: Evaluator, lines: readonly Line[]): readonly KeywordHit[] {
  return keywords[evaluator].flatMap(({ word, forms, except }) => {
    const hits = lines.flatMap(({ text, where, weight }) =>
      [...text.matchAll(forms)]
        .filter(({ index, 0: match }) => {
          const around = text.slice(Math.max(0, index - 24), index + match.length + 24)
          return except === undefined || !except.test(around)
        })
        .map(([match]) => ({ word, text: match, where, weight })),
    )
    return hits.toSorted((one, other) => other.weight - one.weight).slice(0, mostOfOneWord)
  })
}
