import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCheats } from './code-cheats/measure.ts'
import { textOf } from './code-cheats/report.ts'

/** `node bench/code-cheats.ts`: what the gates notice of defects that agents leave, and of honest changes. */
const root = resolve(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    held: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    'all-mutants': { type: 'boolean', default: false },
    limit: { type: 'string' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
})
const report = await runCheats({
  set: values.held ? 'held' : 'seen',
  limit: values.limit === undefined ? Infinity : Number(values.limit),
  seed: values.seed,
  slow: !values.quick,
  allMutants: values['all-mutants'],
  cache: values.fresh ? null : join(root, '.cache', 'code-cheats'),
  log: (text) => void process.stderr.write(`${text}\n`),
})
if (values.out !== undefined) {
  mkdirSync(dirname(resolve(values.out)), { recursive: true })
  writeFileSync(values.out, JSON.stringify(report, null, 1))
}
process.stdout.write(textOf(report))
