import { diffLines } from 'diff'
import { parseFile } from '../../src/checks/code/syntax.ts'
import { isFunction } from '../../src/checks/integrity/source.ts'
import { plantedLine, type Defect, type Family, type Trees } from './cases.ts'
import type { Found } from './layers.ts'

/** Whether a finding points at the planted place: its line or the next, or the function around it. */
export async function pointsAt(defect: Defect, trees: Trees, found: Found): Promise<boolean> {
  const { path } = defect.at
  if (found.path !== path) return false
  const planted = plantedLine(defect, trees)
  // of a file that is gone or new there is only the file to point at
  if (planted === null || trees.after[path] === undefined) return true
  if (found.line === null) return false
  const lines = [planted.line]
  if (planted.side === 'before') lines.push(lineAfter(trees, path, planted.line))
  if (lines.some((line) => Math.abs(line - (found.line ?? 0)) <= 1)) return true
  const text = trees[planted.side][path] ?? ''
  const around = await functionAround(path, text, planted.line)
  return around !== null && found.line >= around.first && found.line <= around.last
}

/** Where in the new text the gap is that a line of the old one left. */
function lineAfter({ before, after }: Trees, path: string, line: number): number {
  let old = 1
  let now = 1
  for (const part of diffLines(before[path] ?? '', after[path] ?? '')) {
    if (!part.added && line < old + part.count) return part.removed ? now : now + line - old
    if (!part.added) old += part.count
    if (!part.removed) now += part.count
  }
  return now
}

const longestFunction = 60

async function functionAround(
  path: string,
  text: string,
  line: number,
): Promise<{ readonly first: number; readonly last: number } | null> {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return null
  const { nodes } = await parseFile(path, text)
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const around = nodes
    .filter(isFunction)
    .map((node) => ({ first: lineOf(node.start), last: lineOf(node.end) }))
    .filter(({ first, last }) => first <= line && last >= line && last - first <= longestFunction)
    .toSorted((one, other) => one.last - one.first - (other.last - other.first))
  return around[0] ?? null
}

/** Which rules are about which kind of defect. */
const families: Readonly<Record<Family, RegExp>> = {
  'tests-removed': /test/,
  'tests-skipped': /test/,
  'tests-weakened': /test|expect|assert|mutation/,
  'test-script': /script|test|runner|pipeline|setting/,
  coverage: /coverage/,
  strictness: /setting|strict|compiler|lint|type|script|build/,
  suppression: /suppress|silenc|disable/,
  types: /type|cast|any|guard|suppress|non-null|assert/,
  secret: /secret/,
  environment: /environment|test|sniff/,
  'hard-coded': /answer|hard|literal/,
  stub: /stub|placeholder|todo|unfinished|empty|leftover/,
  'public-api': /interface|export|api|signature|package/,
  errors: /error|swallow|catch|exit/,
  promises: /promise|await|async|floating/,
  logic: /mutation|logic|untested/,
  security: /secur|inject|eval|shell|tls|danger|secret|sink|random/,
  'dead-code': /dead|unused|unreach|comment|waste|leftover/,
  duplicate: /duplicat|copy|copied|waste/,
  leftover: /leftover|debug|console|conflict|scratch|unused/,
  dependency: /dependenc|package|lock|install|script/,
  pipeline: /pipeline|workflow|ci/,
  scope: /scope|built|artifact|generated|ignored/,
  size: /complex|size|long|large|metrics/,
}

export const isOfFamily = (family: Family, rule: string): boolean =>
  families[family].test(rule.replace(/^metrics\/lint/, 'metrics/lint-type-promise-unused'))
