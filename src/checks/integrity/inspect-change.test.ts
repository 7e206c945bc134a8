import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { careLosses } from '../../../test/support/integrity/care-losses.ts'
import type { Edit, Tree } from '../../../test/support/integrity/case.ts'
import { cheats, honest } from '../../../test/support/integrity/cases.ts'
import { changed, inspect, loud } from '../../../test/support/integrity/inspection.ts'
import { also, base, edited } from '../../../test/support/integrity/shop.ts'
import type { IntegrityFinding } from './rule.ts'
import { integrityRules } from './rules.ts'

describe('what a change did besides its task', () => {
  test.each(
    cheats.map(([rule, message, edits, severity]) => ({ rule, told: message, edits, severity })),
  )('[INTEG-1] sees $rule: $told', async ({ rule, edits, severity }) => {
    const from = { ...base, ...also }
    const asked = rule === 'out-of-scope' ? { scope: ['src/cart.ts'] } : {}
    const findings = await inspect(from, edited(edits, from), asked)
    const own = findings.filter((each) => each.rule === `integrity/${rule}`)
    expect(
      own.map((each) => each.severity),
      JSON.stringify(findings, null, 1),
    ).not.toEqual([])
    const known = integrityRules.find(({ id }) => id === `integrity/${rule}`)
    expect(own[0]?.severity).toBe(severity ?? known?.severity)
    expect(own[0]?.dimension).toBe(known?.dimension)
    expect(own[0]?.place.path).toBeDefined()
  })

  test('has a planted case for every rule, and knows no other', () => {
    const all = [...cheats.map(([rule]) => rule), ...careLosses.map(({ rule }) => rule)]
    const planted = new Set(all.map((rule) => `integrity/${rule}`))
    expect(integrityRules.map(({ id }) => id).filter((id) => !planted.has(id))).toEqual([])
    expect(new Set(integrityRules.map(({ id }) => id)).size).toBe(integrityRules.length)
    expect([...planted].filter((id) => !integrityRules.some((rule) => rule.id === id))).toEqual([])
  })

  test.each(honest.map(([message, edits, asked]) => ({ told: message, edits, asked })))(
    '[INTEG-3] has nothing against $told',
    async ({ edits, asked }) => {
      expect(loud(await changed(edits, asked))).toEqual([])
    },
  )

  test.each([
    ['src/temperature.ts', false],
    ['src/template.js', false],
    ['src/debugger-panel.tsx', false],
    ['src/temp.ts', true],
    ['tmp-check.mjs', true],
    ['src/scratch2.ts', true],
  ])('knows whether %s was only for the work', async (path, isScratch) => {
    const findings = await inspect(base, { ...base, [path]: 'export const one = 1\n' })
    expect(findings.some(({ rule }) => rule === 'integrity/scratch-left')).toBe(isScratch)
  })

  test('says nothing of a tree that did not change, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.constantFrom(...Object.keys(base), 'src/new.ts', 'a.json'), fc.string()),
        ),
        fc.subarray([...cheats]),
        async (odd, planted) => {
          const tree: Record<string, string> = { ...base, ...also, ...Object.fromEntries(odd) }
          for (const [, , edits] of planted)
            for (const [path, text, put] of edits)
              if (put === undefined && text !== null) tree[path] = text
          expect(await inspect(tree, tree)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('never throws, whatever the files hold, and gives the same answer again', async () => {
    const seen: number[] = []
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...cheats], { minLength: 1, maxLength: 4 }),
        fc.array(
          fc.tuple(fc.constantFrom(...Object.keys(base)), fc.nat(400), fc.string({ maxLength: 6 })),
          { maxLength: 5 },
        ),
        async (planted, damage) => {
          const after: Record<string, string> = { ...base }
          for (const [, , edits] of planted)
            for (const [path, find, put] of edits)
              if (find === null) delete after[path]
              else
                after[path] =
                  put === undefined ? find : (after[path] ?? '').replace(find, () => put)
          for (const [path, at, text] of damage)
            after[path] =
              `${(after[path] ?? '').slice(0, at)}${text}${(after[path] ?? '').slice(at)}`
          const findings = await inspect(base, after)
          seen.push(findings.length)
          expect(await inspect(base, after)).toEqual(findings)
        },
      ),
      { numRuns: 60 },
    )
    expect(Math.max(...seen)).toBeGreaterThan(2)
  })

  test('points at the line, shows it and says what to do', async () => {
    const [finding] = await changed([
      ['src/money.ts', `  return Math`, `  debugger\n  return Math`],
    ])
    expect(finding).toMatchObject({
      rule: 'integrity/debugging-left',
      severity: 'error',
      dimension: 'readability',
      place: { path: 'src/money.ts', line: 2 },
      evidence: 'debugger',
    })
    expect(finding?.message).toContain('Take it out')
  })

  test('shows no secret that it found', async () => {
    const findings = await changed([
      [
        'src/money.ts',
        `export function`,
        `const apiKey = 'q7Zp0vX3mK9rT2wB8nL4'\n\nexport function`,
      ],
    ])
    expect(findings.map(({ rule }) => rule)).toContain('integrity/secret-added')
    expect(
      JSON.stringify(findings.filter(({ rule }) => rule === 'integrity/secret-added')),
    ).not.toContain('q7Zp0vX3')
  })

  test('reads a project of 300 files with 20 changed ones within seconds', async () => {
    const large: Record<string, string> = { ...base }
    for (let index = 0; index < 300; index++)
      large[`src/part-${index}.ts`] =
        `import { round } from './money.ts'\n\n${Array.from({ length: 12 }, (_, at) => `export function work${at}(value: number): number {\n  if (value > ${at}) return round(value * ${index})\n  return value\n}\n`).join('\n')}`
    const after = { ...large }
    for (let index = 0; index < 20; index++)
      after[`src/part-${index}.ts`] = `${large[`src/part-${index}.ts`] ?? ''}\ndebugger\n`
    await inspect(base, base)
    const start = process.cpuUsage()
    const findings = await inspect(large, after)
    const used = process.cpuUsage(start)
    expect(findings.filter(({ rule }) => rule === 'integrity/debugging-left')).toHaveLength(20)
    // about 0.3 s on a quiet machine; the rest is slack for a busy one
    expect((used.user + used.system) / 1e6).toBeLessThan(4)
  })

  test('says of every rule what it is about, why it matters and what to do', () => {
    for (const rule of integrityRules) {
      expect(rule.id).toMatch(/^integrity\/[a-z]+(-[a-z]+)*$/)
      for (const text of [rule.title, rule.why, rule.fix])
        expect(text.split(' ').length).toBeGreaterThan(2)
      expect(rule.why).toMatch(/\.$/)
    }
  })

  test.each(cheats.map(([rule, message, edits]) => ({ rule, told: message, edits })))(
    '[INTEG-3] says nothing of what stood there before: $rule, $told',
    async ({ edits }) => {
      const from = { ...base, ...also }
      const before = edited(edits, from)
      const after = Object.fromEntries(
        Object.entries(before).map(([path, text]) => [
          path,
          path.endsWith('.ts') ? `${text}\n// nothing more to be said here\n` : text,
        ]),
      )
      expect(loud(await inspect(before, after))).toEqual([])
    },
  )

  test('takes an answer that became part of a fuller one for kept, and no other', async () => {
    const of = (lines: string) => ({
      ...base,
      'test/order.test.ts': `import { expect, test } from 'vitest'\nimport { ask } from '../src/order.ts'\n\ntest('answers', async () => {\n${lines}})\n`,
    })
    const was = of(`  expect(ask(1).ok).toBe(true)\n`)
    expect(
      loud(await inspect(was, of(`  expect(ask(1)).toMatchObject({ ok: true, left: 2 })\n`))),
    ).toEqual([])
    expect(
      loud(await inspect(was, of(`  expect(ask(1)).toMatchObject({ left: 2 })\n`))),
    ).not.toEqual([])
    const twice = of(`  expect(ask(1)).toBe(429)\n  expect(ask(1)).toBe(200)\n`)
    expect(loud(await inspect(twice, of(`  expect(ask(1)).toBe(200)\n`)))).not.toEqual([])
  })

  test('takes a test that came from where the compiler did not look for no loss', async () => {
    const config = (rest: string) =>
      `{ "compilerOptions": { "strict": true }, "include": ["src"]${rest} }`
    const moved = base['test/text.test.ts'] ?? ''
    const { 'test/text.test.ts': _gone, ...others } = base
    const was = { ...base, 'tsconfig.json': config('') }
    const now = {
      ...others,
      'src/text.test.ts': moved.replace('../src/', './'),
      'tsconfig.json': config(', "exclude": ["src/**/*.test.ts"]'),
    }
    const narrowed = (findings: readonly IntegrityFinding[]) =>
      findings.filter(({ rule }) => rule === 'integrity/types-narrowed')
    expect(narrowed(await inspect(was, now))).toEqual([])
    const hidden = { ...was, 'tsconfig.json': config(', "exclude": ["src/text.ts"]') }
    expect(narrowed(await inspect(was, hidden))).not.toEqual([])
  })

  test('sees other data for all tests of a file only where the code they call changed', async () => {
    const of = (data: string, code: string) => ({
      ...base,
      'src/text.ts': (base['src/text.ts'] ?? '').replace('.toLowerCase()', code),
      'test/shared.test.ts': `import { expect, test } from 'vitest'\nimport { slug } from '../src/text.ts'\n\nconst title = '${data}'\n\ntest('is short', () => {\n  expect(slug(title)).toHaveLength(3)\n})\n`,
    })
    const was = of('A-B', '.toLowerCase()')
    const told = async (now: Tree) =>
      (await inspect(was, now)).filter(({ rule }) => rule === 'integrity/input-changed').length
    expect(await told(of('a-b', '.trim()'))).toBe(1)
    expect(await told(of('a-b', '.toLowerCase()'))).toBe(0)
    expect(await told(of('A-B', '.trim()'))).toBe(0)
  })

  test('takes a test that went into another one for the same test', async () => {
    const merged: Edit = [
      'test/cart.test.ts',
      `    expect(total([])).toBe(0)
  })

  it('refuses negative prices', () => {
    expect(() => total([{ name: 'tea', price: -1 }])).toThrow('negative price')
  })`,
      `    expect(total([])).toBe(0)
    expect(() => total([{ name: 'tea', price: -1 }])).toThrow('negative price')
  })`,
    ]
    expect(loud(await changed([merged]))).toEqual([])
  })
})
