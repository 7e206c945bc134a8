import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Case, loadCases } from './acceptance/load.ts'
import { loopCases } from './acceptance/loops.ts'
import { publicCases } from './acceptance/public.ts'
import { type Answer, type How, runCase, spawned } from './acceptance/run-case.ts'
import { tableOf, wrongOnes } from './acceptance/table.ts'

/** `node bench/acceptance.ts`: wrong and right work through the command line, judged by its exit codes alone. */
const { values } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: [] },
    agents: { type: 'boolean', default: false },
    public: { type: 'boolean', default: true },
    json: { type: 'boolean', default: false },
    old: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    cases: { type: 'string', default: join(import.meta.dirname, 'acceptance') },
    bin: { type: 'string', default: resolve(import.meta.dirname, '..', 'bin', 'loopwright.mjs') },
  },
  allowNegative: true,
})
const log = (text: string) => void process.stderr.write(`${text}\n`)
const wanted = (id: string, kind: string): boolean =>
  (values.kind.length === 0 || values.kind.includes(kind)) &&
  (values.only.length === 0 || values.only.some((part) => id.startsWith(part)))

const own = loadCases(resolve(values.cases))
const cases: readonly Case[] = [
  ...[...own, ...loopCases(own)].filter(({ id, kind }) => wanted(id, kind)),
  ...(values.public ? await publicCases(log, wanted) : []),
]
const bin = resolve(values.bin)
const { stdout: help } = spawnSync(process.execPath, [bin, 'check', '--help'], { encoding: 'utf8' })
const how: How = {
  run: spawned(bin),
  help,
  agents: values.agents,
  old: values.old,
  keep: values.keep,
}

const answers: Answer[] = []
const queue = [...cases]
await Promise.all(
  [1, 2].map(async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const answer = await runCase(one, how)
      answers.push(answer)
      log(`${answers.length}/${cases.length} ${answer.exit} ${one.id}`)
    }
  }),
)
answers.sort((a, b) => cases.indexOf(a.case) - cases.indexOf(b.case))
if (values.json) {
  const lines = answers.map(({ case: { id, kind, right, category }, exit, findings }) => ({
    id,
    kind,
    right,
    category,
    exit,
    findings,
  }))
  process.stdout.write(`${JSON.stringify(lines, null, 2)}\n`)
} else process.stdout.write(`${tableOf(answers)}\n${wrongOnes(answers)}`)
process.exitCode = answers.some(({ case: { right }, exit }) => !right && exit === 0) ? 1 : 0
