import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hasBrowser } from '../support/browser.ts'
import { bakery, plainPage, siteWith, spoil } from '../support/pages.ts'
import { lw } from '../support/workspace.ts'

const Audit = z.object({
  loopwright: z.literal(1),
  kind: z.literal('page-audit'),
  seed: z.number(),
  goal: z.number(),
  reached: z.boolean(),
  clean_passes: z.boolean(),
  planted: z.number(),
  noticed: z.number(),
  other: z.number(),
  missed: z.number(),
  recall: z.number(),
  standing: z.array(z.unknown()),
  classes: z.array(z.object({ name: z.string(), planted: z.number(), noticed: z.number() })),
  rules: z.array(z.object({ rule: z.string(), noticed: z.number() })),
  trials: z.array(
    z.object({
      operator: z.string(),
      class: z.string(),
      outcome: z.enum(['noticed', 'other', 'missed', 'without-effect']),
      planted: z.array(z.string()).min(1),
    }),
  ),
})

describe.skipIf(!hasBrowser)('audit', () => {
  test('plants defects of every class and counts what was noticed; the page is not touched', async () => {
    const folder = bakery()
    const before = readFileSync(join(folder, 'site/index.html'), 'utf8')
    const one = await lw(folder, 'audit site --count 2 --goal 0.1 --json'.split(' '))
    const audit = Audit.parse(JSON.parse(one.stdout))
    expect(one.status).toBe(0)
    expect(audit).toMatchObject({ reached: true, clean_passes: true, standing: [] })
    expect(audit.trials).toHaveLength(2)
    expect(new Set(audit.trials.map((trial) => trial.class)).size).toBe(2)
    expect(audit.planted).toBe(audit.noticed + audit.other + audit.missed)
    expect(audit.noticed).toBeGreaterThan(0)
    expect(audit.rules.length).toBeGreaterThan(0)
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toBe(before)
  })

  test('a page that does not pass is refused with its findings, unless --anyway', async () => {
    const folder = bakery()
    spoil(folder, 'index.html', '<html lang="en">', '<html>')
    const [refused, anyway] = await Promise.all([
      lw(folder, ['audit', 'site']),
      lw(folder, ['audit', 'site', '--anyway', '--count', '1', '--goal', '0']),
    ])
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('the page does not pass itself')
    expect(refused.stderr).toContain('--anyway')
    expect(anyway.status).toBe(0)
    expect(anyway.stdout).toMatch(/! \d+ findings? on the page as it is/)
  })

  test('a page that nobody can look at is exit 1, a look that broke exit 5', async () => {
    const folder = siteWith({ 'index.html': plainPage('<p>Hello.</p>') })
    const broken = await lw(folder, ['audit', 'site'], { LOOPWRIGHT_BROWSER: '/bin/false' })
    expect(broken.status).toBe(5)
    const unseen = await lw(folder, ['audit', 'site'], { LOOPWRIGHT_BROWSER: '/nope' })
    expect(unseen.status).toBe(1)
    expect(unseen.stderr).toContain('nobody could look at the page')
  })
})

describe('audit of what is no page', () => {
  test('a server, a missing folder and wrong figures are refused with exit 2', async () => {
    const folder = bakery()
    const said = async (...args: readonly string[]) => {
      const { status, stderr } = await lw(folder, ['audit', ...args])
      expect(status).toBe(2)
      return stderr
    }
    expect(await said('http://127.0.0.1:9/')).toContain('must lie in a folder')
    expect(await said('nowhere')).toContain('there is no such folder')
    expect(await said('site', '--count', '0')).toContain('--count must be from 1 to 2000')
    expect(await said('site', '--goal', '2')).toContain('--goal must be from 0 to 1')
  })
})
