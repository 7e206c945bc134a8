import type { Obligation } from '../../../model/obligation.ts'
import type { TrackFacts } from '../facts.ts'
import { readTrackCode } from '../track-code.ts'
import { amountsIn } from './amounts.ts'
import { type CodeValue, valuesOf } from './code-values.ts'
import { documentLines, plain, productLines } from './lines.ts'
import { isAbout, isSame, scoreOf } from './same-value.ts'
import { type Link, linksOf, specific, subjectOf } from './spec-changes.ts'
import { type Statement, statementsIn } from './statements.ts'

/** Decides what the spec says of prices, limits and times by the values that the code gives them. */
export async function decideValues(facts: TrackFacts): Promise<readonly Obligation[]> {
  const { ofSpec = [] } = facts
  const spec = statementsIn(documentLines('spec.md', facts.spec))
  const open = ofSpec.filter(
    ({ status, source, decided_by: by }) =>
      status === 'undecided' && by !== 'person' && !turns.test(source.text),
  )
  if (open.every(({ source }) => spec.every(({ line }) => line !== source.line))) return ofSpec
  const product = statementsIn(productLines(facts.documents))
  const links = linksOf(product, spec)
  const values = valuesOf(await readTrackCode(facts))
  const known = [...product, ...spec]
  return ofSpec.map((each) => {
    const sentence = plain(each.source.text)
    const own = spec.filter(
      ({ line, text, clause }) =>
        line === each.source.line && sentence.includes((clause || text).replace(/[.;]$/, '')),
    )
    if (!open.includes(each) || own.length === 0) return each
    const results = own.map((said) =>
      placesOf(said, { values, links, known, first: own[0] ?? said }),
    )
    const wrong = results.flatMap((one) => (one.right.length === 0 ? one.wrong : []))
    const isWrong = wrong.length > 0 && new Set(wrong.map(({ value }) => value)).size === 1
    const isRight = results.every(
      ({ right, wrong: other, isWhole }) => right.length > 0 && other.length === 0 && isWhole,
    )
    if (!isWrong && !isRight) return each
    const evidence = (isWrong ? wrong : results.flatMap(({ right }) => right)).map(
      ({ value, path, line }) => ({
        text: `the code has ${value}`,
        where: `${path}:${line}`,
      }),
    )
    return {
      ...each,
      decided_by: 'check',
      status: isWrong ? 'unmet' : 'met',
      reason: evidence.map(({ text, where }) => `${text} at ${where}`).join(', '),
      evidence,
    }
  })
}

/** With a condition, another value may be right. */
const turns = /\b(?:not|no(?! longer)|never|without|unless|if|when|except|until|before|after)\b/i

type Known = {
  readonly values: readonly CodeValue[]
  readonly links: readonly Link[]
  readonly known: readonly Statement[]
  /** The first statement of the sentence, which names whose values they are. */
  readonly first: Statement
}

/** Where the code decides a statement, as it is said: rightly or wrongly, and whether nothing else is said. */
function placesOf(said: Statement, { values, links, known, first }: Known) {
  const link = links.find((each) => each.said === said && each.isExact)
  const subject =
    said.clause === ''
      ? specific(
          amountsIn(said.text).reduceRight(
            (text, { start, end }) => text.slice(0, start) + text.slice(end),
            said.text,
          ),
        )
      : subjectOf(said)
  const forms = [
    ...(link === undefined ? [] : [link.changed]),
    ...(said.clause === ''
      ? []
      : [[...subjectOf(first), ...subject], subject].map((words) => ({
          ...said,
          words: new Set(words),
        }))),
    said,
  ]
  const others = known.filter((each) => each !== said && each !== link?.own)
  const [form, about] = forms
    .map((each) => [each, values.filter((value) => isBest(value, each, others))] as const)
    .find(([, own]) => own.length > 0) ?? [said, []]
  const named = (value: CodeValue, word: string) =>
    value.names.some((names) => names.includes(word)) || form.words.has(word)
  const right = about.filter((value) => isSame(value, form))
  return {
    right,
    wrong: about.filter((value) => !isSame(value, form)),
    isWhole: subject.every((word) => right.some((value) => named(value, word))),
  }
}

/** A value is about the statement that says most about it. */
const isBest = (value: CodeValue, statement: Statement, known: readonly Statement[]): boolean =>
  isAbout(value, statement) &&
  known.every((each) => !isAbout(value, each) || scoreOf(value, each) <= scoreOf(value, statement))
