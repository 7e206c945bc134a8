import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { git, improveWorkspace, reportOf, startTaxes, told } from '../support/improve-workspace.ts'
import { lw } from '../support/workspace.ts'
import { launch, quiet } from './loop-process.ts'
import { figure, isTorture, kills, seed, seeded } from './random.ts'

const history = (folder: string): string =>
  join(folder, '.loopwright', 'improve', 'taxes', 'history.jsonl')

const eventsOf = (folder: string): readonly string[] =>
  existsSync(history(folder))
    ? readFileSync(history(folder), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { event: string }).event)
    : []

/** The loop up to its question, what was approved, and on to its last question. */
const run = (folder: string) => {
  const events = eventsOf(folder)
  if (events.length === 0) return launch(folder, startTaxes('--max-iterations', '2'))
  const isAsked = events.at(-1) === 'gate_opened' && !events.includes('gate_answered')
  return isAsked
    ? launch(folder, ['answer', 'taxes', 'approve', '--only', 'i1-1', '--by', 'ada'])
    : launch(folder, ['resume', 'taxes', '--quiet'])
}

const isOver = (folder: string): boolean =>
  eventsOf(folder).filter((event) => event === 'gate_opened').length === 2

/** Until it waits for the last answer. */
async function carry(folder: string): Promise<void> {
  for (let tries = 0; !isOver(folder); tries += 1) {
    const { code, said } = await run(folder).ended
    expect(code, said).toBe(3)
    expect(tries, said).toBeLessThan(4)
  }
}

const plain = (text: string): string =>
  text
    .replaceAll(/built in \d+ s/g, 'built in some time')
    .replaceAll(/\b[0-9a-f]{10,40}\b/g, 'commit')

/** What must be the same however often it was interrupted. */
async function ending(folder: string) {
  const { iterations, improvements, proposals, question } = await told(folder)
  const agents = join(folder, 'agents')
  return {
    events: eventsOf(folder),
    scores: iterations.map(({ score }) => score),
    improvements: improvements.map(({ id, status, actual }) => [id, status, actual]),
    proposals,
    question,
    reports: [1, 2].map((number) => plain(reportOf(folder, number))),
    commits: git(agents, 'log', '--format=%s', 'loopwright/improve-taxes'),
    rules: git(agents, 'show', 'loopwright/improve-taxes:AGENTS.md'),
    checkout: git(agents, 'status', '--porcelain'),
  }
}

describe('a loop over applications whose process is killed', () => {
  // it builds six applications and more: only where there is time for torture
  test.runIf(isTorture)(
    '[TORTURE-1] after any line of its history comes to the same scores, improvements and questions',
    async () => {
      const calm = improveWorkspace()
      await carry(calm)
      const expected = await ending(calm)
      const random = seeded(seed + 16)
      const all = Array.from({ length: expected.events.length - 1 }, (_, index) => index + 1)
      const stories = [
        all.filter(() => random() < kills / all.length),
        ...all.map((line) => [line]),
      ]
      let hit = 0
      for (const lines of stories) {
        const folder = improveWorkspace()
        const message = `TORTURE_SEED=${seed}, killed after lines ${lines.join(', ')}`
        for (const line of lines)
          while (eventsOf(folder).length < line) {
            const { child, ended } = run(folder)
            while (child.exitCode === null && eventsOf(folder).length < line) await wait(5)
            if (child.exitCode === null && child.kill('SIGKILL')) hit += 1
            await ended
            await quiet(folder)
          }
        // files are written behind their events: who was killed after the last one has not written all of them
        if (isOver(folder)) await launch(folder, ['resume', 'taxes', '--quiet']).ended
        await carry(folder)
        expect(await ending(folder), message).toEqual(expected)
        const verified = await lw(folder, ['verify', 'taxes'])
        expect(verified.status, message + verified.stdout).toBe(0)
      }
      figure('loops over applications killed', { kills: hit, stories: stories.length })
    },
    3_600_000,
  )
})
