import { unkeyed } from '../src/kit/seal.contract.ts'
import { join } from 'node:path'
import { openFileCheckCache } from '../src/adapters/check-cache-files/check-cache.ts'
import { openNodeDisk } from '../src/adapters/disk-node/disk.ts'
import { openSandbox } from '../src/adapters/sandbox-bwrap/open-sandbox.ts'
import { runChecks } from '../src/checks/run-checks.ts'
import { PreparedCheck } from '../src/model/check.ts'
import { type Line, type Options, roundsOf, spread, unmeasured } from './measure.ts'

const command = (text: string) =>
  PreparedCheck.parse({ rule_id: 'a.command', type: 'executable', command: text })
const content = (search: string) =>
  PreparedCheck.parse({ rule_id: 'a.content', type: 'content', search })

/** One long check among short ones and searches. Each can fail, which is proven on a pass. */
function checksOf(longest: number) {
  const slow = (seconds: number, word: string) =>
    command(`grep -q '${word}' artifact.md || exit 1; sleep ${seconds.toFixed(2)}`)
  return [
    ...['Install', 'Usage', 'Options', '/(?:MIT|Apache)/', 'node', 'npm'].map(content),
    slow(longest / 4, 'Install'),
    slow(longest, 'Usage'),
    slow(longest / 4, 'Options'),
    slow(longest / 4, 'MIT'),
  ]
}

const artifact = '# Guide\n\n## Install\n\nnpm i\n\n## Usage\n\nnode it\n\n## Options\n\nMIT\n'

/** The wall time of an evaluation, and what it costs to evaluate the same artifact again. */
export async function measureEvaluation(options: Options): Promise<readonly Line[]> {
  const sandbox = await openSandbox({ kind: 'auto' })
  const lines = [
    {
      id: 'evaluation-wall',
      group: 'evaluation',
      what: 'evaluation, 10 checks',
      against: 'the longest check',
    },
    {
      id: 'evaluation-again',
      group: 'evaluation',
      what: 'evaluation of an unchanged artifact',
      against: 'the first evaluation',
    },
  ] as const
  if (sandbox.kind !== 'bwrap')
    return lines.map((line) => unmeasured(line, 'not measured: there is no sandbox here'))
  const subject = {
    artifact,
    task: { prompt: 'Write a guide', ideal_result: '' },
    project: { list: async () => [], read: async () => null },
  }
  const wall: number[] = []
  const again: number[] = []
  const times: { first: number; longest: number; again: number }[] = []
  const count = roundsOf(options, 15)
  const checks = checksOf(options.tiny ? 0.1 : 0.8)
  for (let round = 0; round < count + 1; round += 1) {
    const cache = openFileCheckCache(
      openNodeDisk(options.folder),
      join(options.folder, `cache-${round}`),
      unkeyed,
    )
    const evaluate = async () => {
      const begun = performance.now()
      const runs = await runChecks(checks, subject, {
        sandbox,
        cache,
        signal: new AbortController().signal,
      })
      if (runs.some((run) => run.outcome.verdict !== 'pass' || run.vacuous))
        throw new Error(`a check of the bench did not pass: ${JSON.stringify(runs)}`)
      return { ms: performance.now() - begun, longest: Math.max(...runs.map(({ ms }) => ms)) }
    }
    await options.calm()
    const first = await evaluate()
    const second = await evaluate()
    if (round === 0) continue
    wall.push(first.ms / first.longest)
    again.push(second.ms / first.ms)
    times.push({ first: first.ms, longest: first.longest, again: second.ms })
    options.log(`evaluation: round ${round} of ${count}`)
  }
  const ms = (key: keyof (typeof times)[number]) => spread(times.map((each) => each[key])).median
  return [
    {
      ...lines[0],
      figure: spread(wall),
      rounds: wall.length,
      goal: { most: 1.5 },
      note: '4 sandboxed commands, 6 searches, as many at once as cores; proof included that each can fail',
      extra: { ms: ms('first'), longest_ms: ms('longest') },
    },
    {
      ...lines[1],
      figure: spread(again),
      rounds: again.length,
      goal: { most: 0.05 },
      note: 'answered from the cache on disk',
      extra: { ms: ms('again'), first_ms: ms('first') },
    },
  ]
}
