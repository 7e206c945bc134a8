import type { Obligation } from '../../model/obligation.ts'
import type { Decided } from '../../obligations/examine.ts'
import { turningWords } from '../../obligations/glue.ts'
import { wordsIn } from '../../obligations/said.ts'
import { calls } from './call-forms.ts'
import { bounds, isShown } from './shown-numbers.ts'

/** What was asked, sentence by sentence. */
export const bySentence = (decided: readonly Decided[]): readonly (readonly Decided[])[] => [
  ...Map.groupBy(
    decided,
    ({ obligation: { source } }) => `${source.kind} ${source.line} ${source.text}`,
  ).values(),
]

/** Demands that a form only guessed from prose: who shows the whole sentence has shown them, too. */
export const isProse = ({ check, obligation: { status } }: Decided): boolean =>
  status === 'undecided' &&
  (check === null ||
    (check.type === 'name' && /^(?:null|true|false|undefined|NaN)$/.test(check.name)) ||
    /^(?:limit|value|topic|phrase|resource|fields)$/.test(check.type))

/** The same obligations, with these sentences met by what shows them. */
export function withShown(
  decided: readonly Decided[],
  shows: (
    sentence: readonly Decided[],
  ) => Pick<Obligation, 'reason' | 'evidence' | 'decided_by'> | null,
): readonly Decided[] {
  return bySentence(decided).flatMap((sentence) => {
    const shown = sentence.some(isProse) ? shows(sentence) : null
    if (shown === null) return sentence
    return sentence.map((each) =>
      isProse(each)
        ? { ...each, obligation: { ...each.obligation, ...shown, status: 'met' as const } }
        : each,
    )
  })
}

/** "A bike costs 350 more: \`fare(true)\` is 1190": the words beside a call that was run explain it. */
export function explainedByCalls(decided: readonly Decided[]): readonly Decided[] {
  const ran = decided.filter(
    ({ check, obligation }) => check?.type === 'call' && obligation.status === 'met',
  )
  const numbers = new Set(
    ran.flatMap(({ check }) =>
      check?.type === 'call'
        ? (`${check.call} ${check.result ?? ''}`.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
        : [],
    ),
  )
  return withShown(decided, (sentence) => {
    const own = sentence.filter(({ check }) => check?.type === 'call')
    const [first] = own
    const text = first?.obligation.source.text ?? ''
    if (first === undefined || !own.every((each) => ran.includes(each))) return null
    if (!isExplanation(text, numbers)) return null
    return {
      decided_by: 'check',
      reason: `explains ${first.obligation.statement}, which was run`,
      evidence: first.obligation.evidence,
    }
  })
}

function isExplanation(text: string, numbers: ReadonlySet<number>): boolean {
  const spans = calls(text).toSorted((one, other) => one.start - other.start)
  const [first] = spans
  if (first === undefined) return false
  const gaps = spans.map(({ end }, index) => text.slice(end, spans[index + 1]?.start))
  const before = text.slice(0, first.start)
  const bare = before.replace(/`[^`]*`/g, ' ')
  const leads = /:\s*(?:(?:so|thus|e\.g\.|i\.e\.|for example|for instance)[\s,]*)?$/i.test(before)
  if (!leads && wordsIn(bare).words.size > 2) return false
  if (gaps.some((gap) => wordsIn(gap).words.size > (/^\s*\([^)]*\)\W*$/.test(gap) ? 6 : 2)))
    return false
  return [bare, ...gaps].every((part) => saysNoMore(part, numbers))
}

/** Nothing in it turns, spreads or refuses, and its numbers are those of the calls. */
function saysNoMore(part: string, numbers: ReadonlySet<number>): boolean {
  const { words, negations } = wordsIn(part)
  const told = [...words].filter((word) => /^\d/.test(word)).map(Number)
  const isBound = (word: string) =>
    told.length > 0 && (bounds.test(word) || /^(?:more|less)$/.test(word))
  return (
    negations === 0 &&
    !/\b(?:throw|rais|reject|refus|fail|error|also|too|otherwise|else)/i.test(part) &&
    // one example shows one of two things
    !/\bor\b|\band\b.*\band\b|\p{L},\s/u.test(part) &&
    (part.toLowerCase().match(/[a-z]+/g) ?? []).every(
      (word) => !turningWords.has(word) || isBound(word),
    ) &&
    told.every((each) => isShown(each, part, numbers))
  )
}
