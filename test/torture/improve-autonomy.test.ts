import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, improveWorkspace, startTaxes, told } from '../support/improve-workspace.ts'
import { lw } from '../support/workspace.ts'
import { isTorture } from './random.ts'

describe('a loop that earned to decide by itself', () => {
  // it builds thirteen applications: only where there is time for torture
  test.runIf(isTorture)(
    '[IMPROVE-1] [IMPROVE-3] 2.25: ten supervised applications, then one that is taken back and one that is kept, without a question',
    async () => {
      const folder = improveWorkspace(
        '{ consecutive: 1, autonomous: true, max_iterations: 12 }',
        '- It runs by itself, rule by rule.\n',
      )
      const learn = startTaxes('--name', 'learn')
      expect((await lw(folder, learn)).status).toBe(3)
      for (let rule = 1; rule <= 9; rule += 1) {
        const early = await lw(folder, startTaxes('--autonomous'))
        expect(early.stderr).toContain(`(${rule} of 10)`)
        const built = await lw(folder, ['answer', 'learn', 'approve', '--by', 'ada'])
        expect(built.status, built.stderr).toBe(3)
      }
      await lw(folder, ['answer', 'learn', 'exit', '--by', 'ada'])

      const setup = ['--setup', 'agents@loopwright/improve-learn']
      const spec = ['improve', 'start', 'spec.md', '--target', '9', '--quiet', ...setup]
      const alone = await lw(folder, [...spec, '--autonomous', '--name', 'alone'])
      expect(alone.status, alone.stdout + alone.stderr).toBe(0)
      expect(await told(folder, 'alone')).toMatchObject({
        outcome: 'target_reached',
        improvements: [
          { id: 'i1-1', status: 'rolled back' },
          { id: 'i2-1', status: 'applied', actual: expect.stringContaining('(+') },
        ],
      })
      const commits = git(join(folder, 'agents'), 'log', '--format=%s', 'loopwright/improve-alone')
      expect(commits.split('\n').slice(0, 3)).toEqual([
        'Ask for tests',
        'Take back i1-1: Answer faster',
        'Answer faster',
      ])
      const week = await lw(folder, ['improve', 'report', '--weekly'])
      expect(week.stdout).toContain('11 proposals: 10 applied, 1 rolled back')

      const again = await lw(folder, [...spec, '--autonomous'])
      expect(again.status).toBe(2)
      expect(again.stderr).toContain('1 of 11 measured changes lowered the score, alone after')
    },
    3_600_000,
  )
})
