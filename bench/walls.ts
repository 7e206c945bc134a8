import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCommandAgent } from '../src/adapters/agent-command/open-command-agent.ts'
import { openWorkspace } from '../src/app.ts'
import type { AgentRequest } from '../src/model/agent.ts'
import { spread } from './measure.ts'

/** What walls and limits cost a call: the same program with and without them, in turns, in one process. */
const rounds = Number(process.argv[2] ?? 40)
const warmUps = 5
const mostMs = 60

const folder = mkdtempSync(join(tmpdir(), 'loopwright-bench-walls-'))
const command = ['sh', '-c', 'cat > /dev/null; echo done'] as const
const request: AgentRequest = {
  protocol: 1,
  workflow: 'reflex',
  run_id: 'bench',
  iteration: 1,
  phase: 'PLAN',
  role: 'planner',
  prompt: 'x',
  input: {},
  output_schema: null,
  workspace: null,
  attempt: 1,
}

async function behindWalls() {
  mkdirSync(join(folder, '.loopwright'))
  const config = { agents: { default: { kind: 'command', command } } }
  writeFileSync(join(folder, 'loopwright.yaml'), JSON.stringify(config))
  const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state'), LOOPWRIGHT_TRUST: 'all' }
  const house = await openWorkspace({ cwd: folder, env })
  if (!house.ok) throw new Error(house.error.what)
  const bound = await house.value.openAgent('default')
  if (!bound.ok) throw new Error(bound.error.what)
  return { agent: bound.value, kind: await (await house.value.resources()).kind() }
}

try {
  const walled = await behindWalls()
  const bare = openCommandAgent({ command: [...command], cwd: folder, timeoutMs: 10_000 })
  const times = { walled: new Array<number>(), bare: new Array<number>() }
  for (let round = -warmUps; round < rounds; round++)
    for (const [name, asked] of [
      ['walled', walled.agent],
      ['bare', bare],
    ] as const) {
      const begun = performance.now()
      const answered = await asked.ask(request, new AbortController().signal)
      if (!answered.ok) throw new Error(JSON.stringify(answered.error))
      if (round >= 0) times[name].push(performance.now() - begun)
    }
  const of = (values: readonly number[]) => {
    const { median, p10, p90 } = spread(values)
    return `${median.toFixed(1)} ms (${p10.toFixed(1)}..${p90.toFixed(1)})`
  }
  const over = times.walled.map((ms, index) => ms - (times.bare[index] ?? 0))
  const ratios = times.walled.map((ms, index) => ms / (times.bare[index] ?? 1))
  const { median } = spread(over)
  process.stdout.write(
    [
      `${rounds} calls each, in turns; limits by ${walled.kind}`,
      `behind walls    ${of(times.walled)}`,
      `without walls   ${of(times.bare)}`,
      `overhead        ${of(over)}; ${spread(ratios).median.toFixed(2)}×; goal at most ${mostMs} ms: ${median <= mostMs ? 'kept' : 'MISSED'}`,
      '',
    ].join('\n'),
  )
  process.exitCode = median <= mostMs ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
