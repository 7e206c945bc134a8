import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bandOf } from '../../../model/records-values.ts'
import { ComplexityWeights } from '../../../model/workorder-config.ts'
import { analyticsBandOf, complexityOf, weighted } from './complexity.ts'
import { factorsOf, filesTouched, type Task } from './factors.ts'
import { hardStopsIn } from './hard-stops.ts'
import { roughComplexity, scopeScore, scopeVerdict } from './scope-score.ts'

const weights = ComplexityWeights.parse({})
const task = (parts: Partial<Task> = {}): Task => ({
  title: 'Rename a label',
  description: 'Show the word Save on the button.',
  criteria: [],
  files: ['src/button.tsx'],
  contextChars: 0,
  ...parts,
})

describe('complexity', () => {
  test('is the weighted sum of seven factors, from their baselines upwards', () => {
    const plain = complexityOf(task(), { weights })
    expect(plain.factors).toMatchObject({
      codeComplexity: 0.1,
      contextRequirements: 0.1,
      securityImplications: 0.2,
      architecturalImpact: 0.2,
      reasoningDepth: 0.3,
      coordinationComplexity: 0.1,
    })
    const memory = (task().description.length / 4 + 500) / (128_000 * 0.8)
    expect(plain.factors.memoryPressure).toBeCloseTo(memory, 12)
    const sum = 0.1 * 0.2 + 0.1 * 0.1 + 0.2 * 0.2 + 0.2 * 0.2 + 0.3 * 0.1 + memory * 0.1 + 0.1 * 0.1
    expect(plain.score).toBeCloseTo(sum, 3)
    expect(plain).toMatchObject({ wording: 'low', band: '0.1-0.2', strongest: false })
  })

  test.each([
    [2_000, 0.1],
    [2_001, 0.3],
    [10_000, 0.3],
    [10_001, 0.5],
    [20_000, 0.5],
    [20_001, 0.7],
    [40_000, 0.7],
    [40_001, 0.9],
  ])('counts %s tokens of context as %s', (tokens, expected) => {
    const bare = task({ title: '', description: '', files: [] })
    const own = '\n'.length
    const { factors } = factorsOf({ ...bare, contextChars: tokens * 4 - own })
    expect(factors.contextRequirements).toBe(expected)
  })

  test('fills memory by description, context and a guess of the answer, at most 1', () => {
    const of = (files: number, contextChars: number) =>
      factorsOf(
        task({ description: '', files: Array.from({ length: files }, () => 'a'), contextChars }),
      ).factors.memoryPressure
    expect(of(1, 0)).toBeCloseTo(500 / 102_400, 12)
    expect(of(3, 0)).toBeCloseTo(2_000 / 102_400, 12)
    expect(of(4, 0)).toBeCloseTo(4_000 / 102_400, 12)
    expect(of(1, 4 * 50_000)).toBeCloseTo(50_500 / 102_400, 12)
    expect(of(1, 10_000_000)).toBe(1)
  })

  test.each([
    ['touch 7 files', [], 7],
    ['12 source files change', [], 12],
    ['multiple places', [], 3],
    ['across the code', [], 4],
    ['the entire tree', [], 10],
    ['multiple places across 2 files', ['a', 'b', 'c', 'd', 'e'], 5],
    ['nothing said', [], 1],
    ['multiplexer of crosses', [], 1],
  ])('reads from "%s" how many files are touched', (description, files, expected) => {
    const given = task({ title: '', description, files })
    expect(filesTouched(given, description)).toBe(expected)
    expect(factorsOf(given).factors.coordinationComplexity).toBe(
      Math.min(1, Math.max(0.1, expected / 10)),
    )
  })

  test('stays from 0 to 1, and no word makes an order easier', () => {
    const words = fc.constantFrom(
      ...'algorithm parse queue password migrate database api design debug entire across'.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(words, fc.string())),
        words,
        fc.nat(1e9),
        (said, more, chars) => {
          const before = task({ description: said.join(' '), contextChars: chars })
          const after = { ...before, description: `${before.description} ${more}` }
          const one = complexityOf(before, { weights })
          const two = complexityOf(after, { weights })
          for (const value of [one.score, ...Object.values(one.factors)]) {
            expect(value).toBeGreaterThanOrEqual(0)
            expect(value).toBeLessThanOrEqual(1)
          }
          expect(two.score).toBeGreaterThanOrEqual(one.score)
        },
      ),
    )
  })

  test('reaches every wording, and all ones give 1', () => {
    const ones = {
      codeComplexity: 1,
      contextRequirements: 1,
      securityImplications: 1,
      architecturalImpact: 1,
      reasoningDepth: 1,
      memoryPressure: 1,
      coordinationComplexity: 1,
    }
    expect(weighted(ones, weights)).toBe(1)
    const hard =
      'Design a distributed algorithm for authentication with encrypted passwords and access tokens: concurrency, transactions, parsing; a breaking architecture migration of the database and the wire protocol across the entire system; investigate trade-offs, ambiguous invariants'
    expect(
      complexityOf(task({ description: hard, contextChars: 400_000 }), { weights }).wording,
    ).toBe('high')
    const middling =
      'Add an endpoint with caching and validation to the API; migrate the table; check permissions and sessions in 5 files'
    expect(complexityOf(task({ description: middling }), { weights }).wording).toBe('medium')
  })

  test('has bands of a tenth, and 1.0 belongs to 0.9-1.0 (decision 2.13)', () => {
    expect(bandOf(1)).toBe('0.9-1.0')
    expect(bandOf(0.95)).toBe('0.9-1.0')
    for (let tenth = 0; tenth < 9; tenth += 1)
      expect(bandOf(tenth / 10)).toBe(`0.${tenth}-0.${tenth + 1}`)
    expect(bandOf(0.1 + 0.2)).toBe('0.3-0.4')
    expect([0, 0.29, 0.3, 0.5, 0.69, 0.7, 1].map(analyticsBandOf)).toEqual(
      '0-0.3 0-0.3 0.3-0.5 0.5-0.7 0.5-0.7 0.7-1 0.7-1'.split(' '),
    )
  })
})

describe('hard stops', () => {
  test('[ROUTE-3] are twelve of security and eight of architecture', () => {
    const { security, architecture } = hardStopsIn(
      [
        'authentication, authorisation, passwords, encryption, credentials, private keys, JWT, SAML',
        'SQL injection, CSRF, payments, vulnerabilities',
        'service architecture, microservices, distributed locks, schema migrations',
        'breaking changes, CQRS, multi-tenancy, sharding',
      ].join('; '),
    )
    expect([security.length, architecture.length]).toEqual([12, 8])
  })

  test.each([
    ['Authenticate users by their e-mail', ['authentication']],
    ['a field userPassword', ['password']],
    ['PASSWORDS are hashed', ['password']],
    ['edit src/auth/hashPassword.ts', ['password']],
    ['encrypts the file', ['cryptography']],
    ['rotate the API keys', ['credentials']],
    ['refresh_token', ['access token']],
    ['OAuth2 client', ['single sign-on']],
    ['prevents SQL injection', ['injection']],
    ['cross-site scripting', ['cross-site attack']],
    ['role-based access control', ['authorisation']],
    ['a schema migration', ['schema migration']],
    ['split into micro-services', ['microservices']],
    ['backward incompatible', ['breaking change']],
    ['Multi-tenant storage', ['multi-tenancy']],
  ])('[ROUTE-3] "%s" is one of %j', (text, expected) => {
    const { security, architecture } = hardStopsIn(text)
    expect([...security, ...architecture]).toEqual(expected)
    expect(complexityOf(task({ description: text }), { weights }).strongest).toBe(true)
  })

  test.each([
    'Show the author of a post',
    'Log each login page view',
    'tokenise the text into words',
    'a keyword list with primary keys',
    'Migrate to the new button',
    'the payload of a request',
    'dependency injection',
    'break long lines',
    'the cost of a passing test',
  ])('[ROUTE-3] "%s" is none', (text) => {
    expect(complexityOf(task({ description: text }), { weights }).strongest).toBe(false)
  })

  test('[ROUTE-3] can be added to by words of one’s own', () => {
    const settings = { weights, strongest_for: ['billing engine', 'c++ (core)'] }
    expect(complexityOf(task({ description: 'the BillingEngine' }), settings).strongest).toBe(true)
    expect(complexityOf(task({ description: 'two billing engines' }), settings).strongest).toBe(
      true,
    )
    expect(complexityOf(task({ description: 'billing' }), settings).strongest).toBe(false)
  })
})

describe('the size of an order', () => {
  test('is the sum of files, criteria, dependencies, tokens and risk', () => {
    const medium = {
      files: 3,
      criteria: 4,
      dependencies: 1,
      tokens: 2_000,
      risk: 'medium',
    } as const
    expect(scopeScore(medium)).toBe(0.47)
    expect(
      scopeScore({ files: 6, criteria: 8, dependencies: 4, tokens: 4_000, risk: 'high' }),
    ).toBe(1)
    expect(scopeScore({ files: 0, criteria: 0, dependencies: 0, risk: 'low' })).toBe(0.07)
    expect(scopeScore({ files: 12, criteria: 16, dependencies: 4, risk: 'high' })).toBeGreaterThan(
      1,
    )
    expect([0.54, 0.55, 0.69, 0.7].map(scopeVerdict)).toEqual([
      'healthy',
      'review_recommended',
      'review_recommended',
      'likely_oversized',
    ])
  })

  test('is guessed from counts alone, within its three limits', () => {
    expect(roughComplexity({ criteria: 3, files: 2, contextBudget: 2_800 })).toBe(0.5)
    expect(roughComplexity({ criteria: 90, files: 90, contextBudget: 90_000 })).toBe(1)
    expect(roughComplexity({ criteria: 0, files: 0, contextBudget: 500 })).toBe(0)
  })
})
