import { type Issue, met, notApplicable, type Part, undecided, unmet } from '../evaluation.ts'
import type { TrackCode } from '../track-code.ts'
import { type CodeValue, valuesOf } from './code-values.ts'
import { wrongBoundaries } from './boundaries.ts'
import { decidedFigures } from './decided-figures.ts'
import { type Differing, differingCells } from './product-tables.ts'
import { fitsKind, isAbout, isSame, mayBeAbout, sameNumber, scoreOf } from './same-value.ts'
import { generic, type Statement } from './statements.ts'
import { shorten, wordsOf } from './words.ts'

const about = 'figures in the code are those of the product'

type Compared = {
  readonly value: CodeValue
  /** What the value is about. */
  readonly meant: readonly Statement[]
  readonly agrees: Statement | undefined
}

function wrongAmong(
  compared: readonly Compared[],
  cells: readonly Differing[],
): readonly Compared[] {
  return [
    ...cells.map(({ value, statement }) => ({ value, meant: [statement], agrees: undefined })),
    ...compared.filter(
      ({ agrees, meant, value }) =>
        agrees === undefined &&
        !meant.some(isCondition) &&
        !cells.some((each) => each.value === value),
    ),
  ]
}

/** Prices, limits and other figures of the product against the constants of the code. */
export function productValues(code: TrackCode, statements: readonly Statement[]): Part {
  const values = valuesOf(code)
  const compared = values.flatMap((value) => comparedWith(value, statements))
  const isTouched = ({ value }: Compared) => code.facts.touched.includes(value.path)
  const wrong = wrongAmong(compared, differingCells(code, statements))
  const prices = statements.filter(({ kind }) => kind === 'money')
  const remaining = prices.filter((each) => !isNowhere(each, values))
  // who keeps most prices of a document keeps them all
  const isWhole =
    remaining.length * 3 >= prices.length * 2 &&
    compared.filter((each) => isTouched(each) && each.agrees?.kind === 'money').length > 1
  const ofSections = sectionsKept(code, statements)
  const missing = statements.filter(
    (each) =>
      (isAsked(code, each) || (isWhole && prices.includes(each)) || ofSections.includes(each)) &&
      !wrong.some(({ meant }) => meant.includes(each)) &&
      !compared.some(({ agrees }) => agrees === each || isOfSame(agrees, each)),
  )
  const issues = [
    ...wrong.filter(isTouched).map(contradiction),
    ...wrongBoundaries(code, statements),
    ...missing
      .filter((each) =>
        isNowhere(
          each,
          ofSections.includes(each) ? values.filter((value) => fitsKind(value, each)) : values,
        ),
      )
      .map(nothingDecides),
  ]
  if (issues.length > 0) return unmet('values', about, issues)
  const right = compared.filter((each) => each.agrees !== undefined && isTouched(each))
  const [first] = right
  if (first !== undefined)
    return met(
      'values',
      about,
      `${right.length} figures agree, such as "${shorten(first.agrees?.text ?? '')}"`,
      `${first.value.path}:${first.value.line}`,
    )
  const [open] = [...missing, ...wrong.flatMap(({ meant }) => meant)]
  return open === undefined
    ? notApplicable('values', about, 'no figure of the document is about what the track touched')
    : undecided(
        'values',
        about,
        `whether the code keeps "${shorten(open.text)}" (${open.path}:${open.line})`,
      )
}

const figures = /(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g

/** A track that follows the product, and decides most figures of a section, decides all of them. */
function sectionsKept(code: TrackCode, statements: readonly Statement[]): readonly Statement[] {
  if (!/\bproduct\.md\b/.test(code.facts.spec)) return []
  const decided = decidedFigures(code, statements)
  // a figure may also stand in a text, such as a pattern
  const written = new Set(
    code.touched('source', 'script').flatMap(({ text }) => text.match(figures) ?? []),
  )
  const isWritten = ({ text }: Statement) =>
    (text.match(figures) ?? []).some((each) => written.has(each))
  return [...Map.groupBy(statements, ({ section }) => section).values()].flatMap((own) => {
    const remaining = own.filter((each) => decided.has(each))
    return remaining.length > 1 && remaining.length * 2 > own.length
      ? own.filter((each) => !remaining.includes(each) && !isWritten(each))
      : []
  })
}

/** Two values for one thing: that of the product, and that of the spec. */
const isOfSame = (one: Statement | undefined, other: Statement): boolean =>
  one !== undefined && one.words === other.words && one.kind === other.kind

/** "10 or more get 10 % off": a figure that something else depends on is no limit of its own. */
const isCondition = ({ text, kind }: Statement): boolean =>
  kind !== 'money' && /\b\d[\d.,]*\s+(?:\w+\s+)?or more\b[^|]*\d/i.test(text)

/** The statements that say most about a value. */
function comparedWith(value: CodeValue, statements: readonly Statement[]): readonly Compared[] {
  const spoken = statements.filter((statement) => isAbout(value, statement))
  const most = Math.max(0, ...spoken.map((each) => scoreOf(value, each)))
  const meant = spoken.filter((each) => scoreOf(value, each) === most)
  // a sentence with several figures may mean another of them
  const beside = statements.filter((each) =>
    meant.some(({ path, line }) => path === each.path && line === each.line),
  )
  const agrees = (
    meant.length > 0
      ? [...meant, ...beside.filter((each) => fitsKind(value, each))]
      : statements.filter((each) => mayBeAbout(value, each))
  ).find((statement) => isSame(value, statement))
  return meant.length === 0 && agrees === undefined ? [] : [{ value, meant, agrees }]
}

const contradiction = ({ value: { value, path, line }, meant: [statement] }: Compared): Issue => ({
  message: `the code has ${shown(value)} where ${statement?.path}:${statement?.line} says "${shorten(statement?.text ?? '')}"`,
  path,
  line,
  fix: `make it ${shown(statement?.value ?? 0)}, or have the document changed`,
})

const nothingDecides = ({ path, line, text, value }: Statement): Issue => ({
  message: `${path} says "${shorten(text)}", and nothing in the code decides it: ${shown(value)} is nowhere`,
  path,
  line,
  fix: 'write the rule down in the code, and test it',
})

const isNowhere = (statement: Statement, values: readonly CodeValue[]): boolean =>
  typeof statement.value === 'number' &&
  Number.isFinite(statement.value) &&
  !values.some(({ value }) => typeof value === 'number' && sameNumber(value, statement))

const shown = (value: number | boolean): string =>
  typeof value === 'boolean' ? String(value) : Number.isFinite(value) ? String(value) : 'unlimited'

/** Whether the spec speaks of a statement in one of its lines. */
function isAsked({ facts }: TrackCode, { words, kind }: Statement): boolean {
  return facts.spec.split('\n').some((line) => {
    const spoken = new Set(wordsOf(line))
    const specific = [...words].filter((word) => !generic.has(word))
    return (
      specific.length >= (kind === 'money' ? 1 : 2) &&
      specific.every((word) => spoken.has(word)) &&
      (kind !== 'money' || /pric|cost|charg|[$€£]/i.test(line))
    )
  })
}
