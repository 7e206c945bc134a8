import { integrityRules } from '../../src/checks/integrity/rules.ts'
import { pageRules } from '../../src/checks/page/rules.ts'
import type { Power } from '../../src/model/power.ts'
import { wilson } from '../../src/model/wilson.ts'
import type { Judged } from './judge.ts'
import type { Label } from './labels.ts'
import { openLabels } from './labels.ts'
import type { Kind } from './sources.ts'

export type Row = {
  readonly rule: string
  readonly kind: Kind
  /** Pieces of published work that the rule looked at, and findings that would block. */
  readonly looked: number
  readonly fired: number
  readonly right: number
  readonly wrong: number
  /** Wrong ones of before that are silent now. */
  readonly mended: number
  readonly power: Power
  readonly reason: string
}

const kinds: Readonly<Record<string, Kind>> = {
  integrity: 'change',
  page: 'page',
  document: 'docs',
  configuration: 'config',
  openapi: 'openapi',
  code: 'code',
}

const brokenPages = ['renders', 'placeholder', 'links', 'files', 'readable', 'fields', 'phone']
const ofFiles = [
  ...['sound', 'endpoints', 'schemas', 'examples', 'auth'].map((name) => `openapi/${name}`),
  ...['compiles', 'logic', 'functions', 'input-validation'].map((name) => `code/${name}`),
  ...['syntax', 'required', 'no-secrets'].map((name) => `configuration/${name}`),
  ...'sections subject node-version licence no-dependencies variable default install script program flag name link'
    .split(' ')
    .map((name) => `document/${name}`),
]

/** Every rule that may block. */
const blocking: readonly string[] = [
  ...integrityRules.filter(({ severity }) => severity === 'fail').map(({ id }) => id),
  ...brokenPages.map((name) => `page/${name}`),
  ...pageRules.filter((rule) => rule.mustPass).map(({ id }) => `page/${id}`),
  ...ofFiles,
]

/** What each rule did on published work, and what it may do for that. */
export function rowsOf(judged: readonly Judged[], labels: readonly Label[]): readonly Row[] {
  const labelOf = openLabels(labels)
  const looked = (kind: Kind) =>
    judged.filter(({ subject, problem }) => subject.source.kind === kind && problem === null).length
  return blocking.toSorted().map((rule) => {
    const kind = kinds[rule.split('/')[0] ?? ''] ?? 'docs'
    const found = judged.flatMap(({ subject, blockers, ordered }) =>
      [...blockers, ...ordered]
        .filter((each) => each.rule === rule)
        .map((each) => labelOf(subject.id, each)),
    )
    const right = found.filter((label) => label?.right === true).length
    const wrong = found.filter((label) => label?.right === false).length
    const known = labels.filter((label) => label.rule === rule && !label.right)
    const counts = { looked: looked(kind), fired: found.length, right, wrong }
    const mended = known.filter((label) => !found.includes(label)).length
    return { rule, kind, ...counts, mended, ...powerFor(counts) }
  })
}

const rightShare = 0.95
const mostMayBeWrong = 0.06

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** A rule blocks where it is right 95 times in 100, or where it has never spoken of work that is fine. */
function powerFor({
  looked,
  fired,
  right,
  wrong,
}: Pick<Row, 'looked' | 'fired' | 'right' | 'wrong'>): Pick<Row, 'power' | 'reason'> {
  const labelled = right + wrong
  if (fired === 0) {
    const { high } = wilson(0, looked)
    return high <= mostMayBeWrong
      ? {
          power: 'blocks',
          reason: `silent on ${looked} pieces of work, so wrong about ${percent(high)} at most`,
        }
      : { power: 'advises', reason: `only ${looked} pieces of work were looked at` }
  }
  if (labelled === 0) return { power: 'advises', reason: `${fired} findings that nobody labelled` }
  const reason = `right in ${right} of ${labelled}, ${percent(wilson(right, labelled).low)} at least`
  return { power: right / labelled >= rightShare ? 'blocks' : 'advises', reason }
}
