import type { Workbench } from '../../ports/workbench.ts'
import { reportFolder } from './instrument.ts'

const folder = (root: string): string => `${root}/${reportFolder}/v8`

/** What makes every Node that the tests start say which of its code ran. */
export const nodeCoverageEnv = (root: string): Readonly<Record<string, string>> => ({
  NODE_V8_COVERAGE: folder(root),
})

/**
 * Turns what Node said into lcov, in the sandbox. Only files that ran as they are written are counted: the
 * ranges of others speak of text that a tool made of them.
 */
const program = (root: string): string => `
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
const [root, from, to] = ${JSON.stringify([root, folder(root), `${root}/${reportFolder}/coverage-0.info`])}
const hits = new Map()
const named = (() => { try { return readdirSync(from) } catch { return [] } })()
for (const name of named.filter((each) => each.endsWith('.json')).slice(0, 500)) {
  const report = JSON.parse(readFileSync(from + '/' + name, 'utf8'))
  const made = report['source-map-cache'] ?? {}
  for (const { url, functions } of report.result ?? []) {
    if (!url.startsWith('file://') || made[url] !== undefined) continue
    const path = fileURLToPath(url)
    if (!path.startsWith(root + '/') || path.includes('/node_modules/')) continue
    const text = readFileSync(path, 'utf8')
    const ran = new Uint8Array(text.length).fill(1)
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges)
        ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
    const lines = hits.get(path) ?? new Map()
    hits.set(path, lines)
    let at = 0
    for (const [index, line] of text.split('\\n').entries()) {
      const bare = line.trim()
      const start = at + line.indexOf(bare)
      at += line.length + 1
      if (bare === '' || /^(?:\\/\\/|\\/?\\*|[\\])}{(;,]+$|import\\b|#!)/.test(bare)) continue
      const seen = ran.subarray(start, start + bare.length).some((each) => each === 1) ? 1 : 0
      lines.set(index + 1, Math.max(lines.get(index + 1) ?? 0, seen))
    }
  }
}
const records = [...hits].map(([path, lines]) =>
  ['SF:' + path, ...[...lines].map(([line, count]) => 'DA:' + line + ',' + count), 'end_of_record'].join('\\n'))
if (named.length > 0) writeFileSync(to, records.join('\\n') + '\\n')
`

/** Leaves a report where those of the runners are; nothing where no Node said anything. */
export async function reportNodeCoverage(bench: Workbench, signal: AbortSignal): Promise<void> {
  const path = `${reportFolder}/node-coverage.mjs`
  await bench.write(path, program(bench.root))
  await bench.run({ argv: ['node', path], limits: { wallMs: 60_000 } }, signal)
}
