import type { Judged } from './judge.ts'
import { openLabels, type Label } from './labels.ts'
import type { Row } from './powers.ts'
import type { Kind } from './sources.ts'
import { wilson } from '../../src/model/wilson.ts'

const names: Readonly<Record<Kind, string>> = {
  docs: 'READMEs in their packages',
  openapi: 'API descriptions',
  page: 'pages',
  config: 'configuration files',
  code: 'files of code',
  change: 'merged commits',
}

const share = (part: number, whole: number): string => {
  if (whole === 0) return '-'
  const { low, high } = wilson(part, whole)
  const percent = (value: number) => (100 * value).toFixed(1)
  return `${part} of ${whole} (${percent(low)} to ${percent(high)} %)`
}

/** How much of each kind of work is blocked with the powers that were earned, and how much of it wrongly. */
export function kindsTable(
  judged: readonly Judged[],
  rows: readonly Row[],
  labels: readonly Label[],
): string {
  const labelOf = openLabels(labels)
  const strong = new Set(rows.filter(({ power }) => power === 'blocks').map(({ rule }) => rule))
  const lines = Object.keys(names).map((kind) => {
    const own = judged.filter(({ subject, problem }) => {
      return subject.source.kind === kind && problem === null
    })
    const blocked = own.filter(({ blockers }) => blockers.some(({ rule }) => strong.has(rule)))
    const wrongly = blocked.filter(({ subject, blockers }) =>
      blockers
        .filter(({ rule }) => strong.has(rule))
        .every((each) => labelOf(subject.id, each)?.right !== true),
    )
    const asked = own.filter(({ undecided, blockers }) => undecided > 0 && blockers.length === 0)
    const name = names[kind as Kind]
    return `| ${name} | ${own.length} | ${share(blocked.length, own.length)} | ${share(wrongly.length, own.length)} | ${asked.length} |`
  })
  return [
    '| what | pieces | blocked | wrongly blocked | left to a person |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

/** One line a rule that ever spoke; those that never did are counted by family. */
export function rulesTable(rows: readonly Row[]): string {
  const spoke = rows.filter(({ fired, mended }) => fired + mended > 0)
  const lines = spoke.map(
    ({ rule, fired, right, wrong, mended, power, reason }) =>
      `| \`${rule}\` | ${fired} | ${right} | ${wrong} | ${mended} | ${power} | ${reason} |`,
  )
  const silent = Map.groupBy(
    rows.filter((row) => !spoke.includes(row)),
    ({ rule, power }) => `${rule.split('/')[0] ?? ''} ${power}`,
  )
  const rest = [...silent].map(([name, own]) => {
    const [family = '', power = ''] = name.split(' ')
    return `| ${own.length} other rules of \`${family}\` | 0 | 0 | 0 | 0 | ${power} | ${own[0]?.reason ?? ''} |`
  })
  return [
    '| rule | fired | right | wrong | wrong before, silent now | power | reason |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    ...rest,
  ].join('\n')
}
