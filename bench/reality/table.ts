import type { Judged } from './judge.ts'
import { openLabels, type Label } from './labels.ts'
import { kindOfRule, type Row } from './powers.ts'
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

/** The tables of before with the lines of the kinds that were judged now. */
export function withLines(before: string, now: string, kinds: ReadonlySet<Kind>): string {
  const kindOf = (line: string): Kind | null => {
    const named = Object.entries(names).find(([, name]) => line.startsWith(`| ${name} |`))
    const rule = /^\| (?:\d+ other rules of )?`([\w/-]+)`/.exec(line)?.[1]
    return rule === undefined ? ((named?.[0] as Kind | undefined) ?? null) : kindOfRule(rule)
  }
  const isJudged = (line: string) => {
    const kind = kindOf(line)
    return kind === null || kinds.has(kind)
  }
  const old = before.split('\n')
  const fresh = now.split('\n')
  const merged = (isRow: (line: string) => boolean) =>
    [
      ...old.filter((line) => isRow(line) && !isJudged(line)),
      ...fresh.filter((line) => isRow(line) && isJudged(line)),
    ].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  // kinds as they are named above, then rules by their id, then families
  const keyOf = (line: string) =>
    /^\| `(.+?)`/.exec(line)?.[1] ??
    /^\| \d+ other rules of `(.+?)`/.exec(line)?.[1]?.padStart(20, '~') ??
    String(Object.values(names).findIndex((name) => line.startsWith(`| ${name} |`)))
  const heads = fresh.filter((line) => kindOf(line) === null)
  const gap = heads.indexOf('')
  return [
    ...heads.slice(0, gap),
    ...merged((line) => /^\| [^`\d]/.test(line) && kindOf(line) !== null),
    ...heads.slice(gap, -1),
    ...merged((line) => /^\| [`\d]/.test(line) && kindOf(line) !== null),
    '',
  ].join('\n')
}

/** The powers of before with those of the kinds that were judged now. */
export function withPowers(before: string, rows: readonly Row[], kinds: ReadonlySet<Kind>): string {
  const known: Readonly<Record<string, string>> = JSON.parse(before)
  const lines = rows.flatMap(({ rule, kind, power, reason }): readonly [string, string][] => {
    const line = kinds.has(kind) ? `${power}: ${reason}` : known[rule]
    return line === undefined ? [] : [[rule, line]]
  })
  return `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`
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
