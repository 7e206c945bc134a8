import { integrityRules } from '../../src/checks/integrity/rules.ts'
import { pageRules } from '../../src/checks/page/rules.ts'
import type { Power } from '../../src/model/power.ts'
import { powerFor } from '../../src/obligations/power.ts'
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

export const kindOfRule = (rule: string): Kind => kinds[rule.split('/')[0] ?? ''] ?? 'docs'

const brokenPages = ['renders', 'placeholder', 'links', 'files', 'readable', 'fields', 'phone']
const ofFiles = [
  ...['sound', 'endpoints', 'schemas', 'examples', 'auth'].map((name) => `openapi/${name}`),
  ...['compiles', 'logic', 'functions', 'input-validation'].map((name) => `code/${name}`),
  ...['syntax', 'required', 'no-secrets'].map((name) => `configuration/${name}`),
  ...'sections subject licence node-version variable install script program flag name link'
    .split(' ')
    .map((name) => `document/${name}`),
]

/** Every rule that may block. */
const blocking: readonly string[] = [
  ...integrityRules.filter(({ severity }) => severity === 'error').map(({ id }) => id),
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
    const kind = kindOfRule(rule)
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
