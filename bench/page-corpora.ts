import { parseArgs } from 'node:util'
import { actCases } from './page-corpora/act-cases.ts'
import { auditCases } from './page-corpora/audit-cases.ts'
import { halfOf } from './page-corpora/case.ts'
import { openLooker } from './page-corpora/look.ts'
import { measure } from './page-corpora/measure.ts'
import { figuresOf, table } from './page-corpora/report.ts'

// Holds the page gate, and axe alone, against pages that others made and marked as good or bad.
// The pages are not part of this repository: the README beside says where they are public.

const { values } = parseArgs({
  options: {
    act: { type: 'string' },
    audit: { type: 'string' },
    half: { type: 'string', default: 'both' },
    only: { type: 'string' },
    keep: { type: 'string' },
    details: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const log = (text: string) => void process.stderr.write(`${text}\n`)
const { act, audit, half } = values
const all = act === undefined ? (audit === undefined ? null : auditCases(audit)) : actCases(act)

if (all === null || !['both', 'tuned', 'held'].includes(half)) {
  log('give --act <folder> or --audit <folder>, and --half tuned, held or both')
  process.exitCode = 2
} else {
  const only = values.only === undefined ? null : new RegExp(values.only)
  const cases = all.filter(
    (one) =>
      (half === 'both' || halfOf(one) === half) &&
      (only?.test(`${one.group} ${one.groupName} ${one.title}`) ?? true),
  )
  const looker = openLooker(values.keep ?? null)
  const report = await measure(cases, looker, log)
  await looker.close()
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ figures: figuresOf(report.trials), ...report }, null, 2)}\n`
      : `${table(report, values.details)}\n`,
  )
}
