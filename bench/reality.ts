import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Judged } from './reality/judge.ts'
import { readLabels } from './reality/labels.ts'
import { rowsOf } from './reality/powers.ts'
import { readResults, writeResults } from './reality/results.ts'
import { judgeAll } from './reality/run.ts'
import { sources } from './reality/sources.ts'
import { kindsTable, rulesTable, withLines, withPowers } from './reality/table.ts'

/** `npm run bench -- reality`: what the gates say of work that others published, and whether it is right. */
const { values } = parseArgs({
  options: {
    sources: { type: 'string', multiple: true, default: ['sources.txt', 'unseen.txt'] },
    kind: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    repositories: { type: 'string' },
    results: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const only = new RegExp(values.only)
const judged =
  values.results.length > 0
    ? newest(values.results.flatMap((file) => readResults(file)))
    : await judgeAll(
        values.sources
          .flatMap((file) => sources(file))
          .filter(({ kind }) => values.kind.length === 0 || values.kind.includes(kind)),
        {
          repositories: values.repositories ?? process.env['LOOPWRIGHT_REPOSITORIES'] ?? null,
          wanted: ({ id }) => only.test(id),
          log: (text) => void process.stderr.write(`${text}\n`),
        },
      )
if (values.json !== undefined) writeResults(values.json, judged)
if (values.list)
  for (const { subject, blockers, ordered } of judged)
    for (const { rule, place, message } of [...blockers, ...ordered])
      process.stdout.write(`${rule} ${subject.id} ${place} ${message}\n`)

const labels = readLabels()
const rows = rowsOf(judged, labels)
const tables = `${kindsTable(judged, rows, labels)}\n\n${rulesTable(rows)}\n`
process.stdout.write(tables)
if (values.write) {
  const root = resolve(import.meta.dirname, '..')
  const page = join(root, 'docs', 'reality.md')
  const powers = join(root, 'src', 'obligations', 'powers.json')
  const old = { page: readFileSync(page, 'utf8'), powers: readFileSync(powers, 'utf8') }
  const kinds = new Set(judged.map(({ subject }) => subject.source.kind))
  const marks = /(?<=<!-- written by the bench -->\n)[^]*(?=<!-- end of what the bench wrote -->)/
  const [before = ''] = marks.exec(old.page) ?? []
  writeFileSync(
    page,
    old.page.replace(marks, () => withLines(before, tables, kinds)),
  )
  writeFileSync(powers, withPowers(old.powers, rows, kinds))
}

/** Of pieces of work that were judged again, the last result counts. */
function newest(all: readonly Judged[]): readonly Judged[] {
  return [
    ...new Map(
      all.map((each) => [`${each.subject.source.kind} ${each.subject.id}`, each]),
    ).values(),
  ]
}
