import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { loadCases } from '../bench/acceptance/load.ts'
import { type Run, runCase } from '../bench/acceptance/run-case.ts'
import { main } from '../src/entrypoints/cli/main.ts'

/** A part of bench/acceptance that is fast enough for every run of the suite. */
const tasks = [
  'config/chess-toml',
  'config/choir-workflow',
  'config/tide-env',
  'docs/seedbank-readme',
  'docs/ferry-runbook',
  'openapi/permits',
  'code/seat-plan',
]
const inProcess: Run = async (args, cwd) => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockReturnValue(true)
  const exit = await main([...args, '--cwd', cwd, '-o', join(cwd, 'report.json')])
  vi.restoreAllMocks()
  return { exit, output: readFileSync(join(cwd, 'report.json'), 'utf8') }
}
const how = {
  run: inProcess,
  help: '--task-file --brief --copy --requirements ',
  agents: false,
  old: false,
  keep: false,
}
const cases = loadCases(resolve(import.meta.dirname, '../bench/acceptance')).filter(({ task }) =>
  tasks.includes(task),
)

test('accepts no wrong work through the command line', async () => {
  const accepted: string[] = []
  for (const one of cases) {
    const { exit } = await runCase(one, how)
    expect([0, 1, 3], one.id).toContain(exit)
    if (exit === 0 && !one.right) accepted.push(one.id)
  }
  expect(accepted).toEqual([])
  expect(cases.length).toBeGreaterThan(25)
})
