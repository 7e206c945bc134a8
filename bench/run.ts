import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openCalm } from './calm.ts'
import { measureEvaluation } from './evaluation.ts'
import { measureManyRuns } from './many-runs.ts'
import { kept, type Line, type Options } from './measure.ts'
import { withFigures } from './page.ts'
import { plotSvg } from './plot.ts'
import { measureOrders } from './orders.ts'
import { measureResume } from './resume.ts'
import { measureScale } from './scale.ts'
import { measureStart } from './start.ts'
import { measureSteps } from './steps.ts'
import { fileSystemOf, tableOf } from './table.ts'

const [own = ''] = process.argv.splice(
  2,
  ['acceptance', 'reality', 'walls'].includes(process.argv[2] ?? '') ? 1 : 0,
)
if (own !== '') {
  await import(`./${own}.ts`)
  process.exit()
}

/** `npm run bench`: everything that is measured, in one table, as JSON and as a plot. */
const root = resolve(import.meta.dirname, '..')
const parts: Readonly<Record<string, (options: Options) => Promise<readonly Line[]>>> = {
  steps: measureSteps,
  resume: measureResume,
  runs: measureManyRuns,
  orders: measureOrders,
  scale: measureScale,
  evaluation: measureEvaluation,
  start: measureStart,
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
  },
})
const unknown = values.only.filter((name) => !(name in parts))
if (unknown.length > 0) {
  process.stderr.write(
    `there is no part ${unknown.join(', ')}; choose of ${Object.keys(parts).join(', ')}\n`,
  )
  process.exit(2)
}

mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache', 'bench-run-'))
const log = (text: string) => void process.stderr.write(`${text}\n`)
const options: Options = {
  quick: values.quick,
  tiny: values.tiny,
  peers: !values['no-peers'],
  folder,
  log,
  calm: openCalm({ quick: values.quick, tiny: values.tiny, log }),
}
const lines: Line[] = []
try {
  for (const [name, measure] of Object.entries(parts))
    if (values.only.length === 0 || values.only.includes(name))
      lines.push(...(await measure(options)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

process.stdout.write(tableOf(lines))
// a partial or short run is shown, and kept only where it was asked for
const whole = !values.quick && !values.tiny && options.peers && values.only.length === 0
const out = values.out ?? (whole ? join(root, 'docs', 'benchmarks') : null)
if (out !== null) {
  mkdirSync(out, { recursive: true })
  const report = {
    measured: new Date().toISOString().slice(0, 10),
    machine: {
      cores: availableParallelism(),
      file_system: fileSystemOf(root),
      node: process.versions.node.split('.')[0],
    },
    lines: lines.map((line) => ({ ...line, kept: kept(line) })),
  }
  writeFileSync(join(out, 'latest.json'), `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(join(out, 'latest.svg'), plotSvg(lines))
  const page = join(root, 'docs', 'benchmarks.md')
  if (whole) writeFileSync(page, withFigures(readFileSync(page, 'utf8'), lines))
}
const missed = lines.filter((line) => kept(line) === false)
for (const { what } of missed) process.stderr.write(`missed: ${what}\n`)
