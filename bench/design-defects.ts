import { parseArgs } from 'node:util'
import { fresh } from './design-defects/fresh/set.ts'
import { measure } from './design-defects/measure.ts'
import { figures, passes, table } from './design-defects/report.ts'
import { held, seen } from './design-defects/sets.ts'

// Plants defects in clean designs and counts how many the critic names at their place.
// The classes are in two sets. Rules may be tuned on the first. The held ones (--held) are for
// measuring, not for tuning: whoever writes a rule looks at their figures and not at their cases.
// The third (--fresh) was measured once before any rule knew of it and may be tuned on since.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '810' },
    held: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
})

const [seed, count] = [Number(values.seed), Number(values.count)]
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1) {
  process.stderr.write('--seed and --count take whole numbers, --count one above zero\n')
  process.exitCode = 2
} else {
  const set = values.fresh ? fresh() : values.held ? held() : seen()
  const report = measure(set, seed, count)
  const shown = { ...figures(report), ...(values.misses ? { trials: report.trials } : {}) }
  process.stdout.write(
    `${values.json ? JSON.stringify(shown, null, 2) : table(report, values.misses)}\n`,
  )
  process.exitCode = passes(report) ? 0 : 1
}
