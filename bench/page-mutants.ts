import { parseArgs } from 'node:util'
import { axeGate } from './page-mutants/axe-gate.ts'
import { openGate } from './page-mutants/gate.ts'
import { measure } from './page-mutants/measure.ts'
import { openPeers } from './page-mutants/peers.ts'
import { figures, passes, table } from './page-mutants/report.ts'
import { compareScores, scoreTable } from './page-mutants/scores.ts'
import { caseSet } from './page-mutants/sets.ts'
import { openStage } from './page-mutants/stage.ts'

// Plants defects in clean pages and counts how many the page gate names at their place and in
// their dimension; changes pages harmlessly and counts what it says without a reason.
// Two sets of classes and pages: rules may be tuned on the first. The held ones (--held) are for
// measuring: whoever writes a rule looks at their figures and not at their cases.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '400' },
    harmless: { type: 'string', default: '1' },
    held: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    scores: { type: 'boolean', default: false },
    only: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    gate: { type: 'string', default: 'page' },
    json: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
})

const [seed, count, harmlessEach] = [values.seed, values.count, values.harmless].map(Number)
const whole = (value: number | undefined): value is number => Number.isSafeInteger(value)
const log = (text: string) => void process.stderr.write(`${text}\n`)

if (!whole(seed) || !whole(count) || !whole(harmlessEach) || count < 1) {
  log('--seed, --count and --harmless take whole numbers, --count one above zero')
  process.exitCode = 2
} else if (values.scores) {
  const peers = await openPeers(log)
  if (typeof peers === 'string') log(`without peers: ${peers}`)
  else {
    process.stdout.write(`${scoreTable(await compareScores(peers))}\n`)
    peers.close()
  }
} else {
  const stage = await openStage()
  const gate =
    values.gate === 'axe'
      ? { judge: axeGate(stage), close: async () => undefined }
      : await openGate()
  const peers = values.peers ? await openPeers(log) : null
  if (typeof peers === 'string') log(`without peers: ${peers}`)
  const report = await measure({
    set: caseSet(values.held),
    seed,
    count,
    gate: gate.judge,
    stage,
    peers: typeof peers === 'string' ? null : peers,
    only: values.only === undefined ? null : new RegExp(values.only),
    harmlessEach,
    timeLeft: () => performance.now() < Number(values.minutes) * 60_000,
    log,
  })
  await gate.close()
  if (peers !== null && typeof peers !== 'string') peers.close()
  await stage.close()
  const shown = { ...figures(report), ...(values.misses ? { trials: report.trials } : {}) }
  process.stdout.write(
    `${values.json ? JSON.stringify(shown, null, 2) : table(report, values.misses)}\n`,
  )
  process.exitCode = passes(report) ? 0 : 1
}
