import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { readCommits } from './commits.ts'
import type { TrackCommit } from './facts.ts'
import { findImpact, readSyncFlag } from './impact.ts'
import { readPlan } from './plan.ts'
import { checkStructure, type StructuralFacts } from './structural.ts'

const commit = (
  files: readonly string[],
  changes: readonly string[] = [],
  sha = 'a'.repeat(40),
): TrackCommit => ({
  sha,
  subject: 'feat',
  files,
  isMerged: true,
  changes: changes.map((text, index) => ({
    path: files[0] ?? '',
    type: text.startsWith('-') ? 'removed' : 'added',
    line: index + 1,
    text: text.slice(1),
  })),
})

const done = '- [x] Task 1.1: Quote function <!-- aaaaaaa -->\n  - Files: src/quote.ts'

function structure(plan: string, given: Partial<StructuralFacts> = {}) {
  return checkStructure({
    folder: 'conductor/tracks/t',
    spec: '# Quotes\n\nQuotes by seats.',
    plan: readPlan(plan),
    planText: plan,
    commits: [commit(['src/quote.ts'])],
    files: new Map(),
    repository: 'whole',
    measured: null,
    unmeasured: 'no sandbox',
    documents: new Map(),
    syncFlag: null,
    ...given,
  })
}

const told = ({ issues }: { readonly issues: readonly { readonly message: string }[] }) =>
  issues.map(({ message }) => message).join('\n')

describe('the plan of a track', () => {
  test.each([
    ['- [x] Task 1.1: Quote function', 'names no commit'],
    ['- [x] Task 1.1: Quote function <!-- bbbbbbb -->', 'which git does not know'],
    [
      '- [x] Task 1.1: Quote function <!-- aaaaaaa -->\n  - Files: src/quote.ts, test/quote.test.ts',
      'test/quote.test.ts of its files was never made',
    ],
    [
      '- [x] Task 1.1: Quote function <!-- aaaaaaa -->\n  - Files: src/other.ts',
      'touches none of its files',
    ],
    ['# Plan', 'has no tasks'],
    ['- [ ] Task 1.1: Quote function\n  - Deferred: later', 'no task of plan.md is marked done'],
  ])('is not up to date: %j', (plan, expected) => {
    const { planUpdated } = structure(plan)
    expect(planUpdated.status).toBe('unmet')
    expect(told(planUpdated)).toContain(expected)
  })

  test('may name a file where an issue was seen and mended elsewhere', () => {
    const fix = `${done}\n\n## Fix Phase 1\n\n- [x] Fix F1.1: src/other.ts:4 has 39 <!-- aaaaaaa -->`
    expect(structure(fix).planUpdated.issues).toEqual([])
  })

  test('names commits of another branch, and of a clone that lacks history', () => {
    const apart = { ...commit(['src/quote.ts']), isMerged: false }
    expect(told(structure(done, { commits: [apart] }).planUpdated)).toContain(
      'not part of what is checked out',
    )
    expect(structure(done, { repository: 'shallow' }).planUpdated.status).toBe('undecided')
    expect(structure(done, { repository: 'none', commits: [] }).planUpdated.status).toBe(
      'undecided',
    )
    expect(structure(done).planUpdated.status).toBe('met')
  })

  test('3.20: skips nothing without a word', () => {
    const skipped = (plan: string) => structure(`${done}\n${plan}`).noSkipped
    expect(told(skipped('- [ ] Task 1.2: Discounts'))).toBe(
      'task 1.2 "Discounts" is not done and not deferred',
    )
    expect(told(skipped('- [!] Task 1.2: Discounts'))).toContain('blocked without a reason')
    expect(skipped('- [ ] Task 1.2: Discounts\n  - Deferred: needs a price list').status).toBe(
      'met',
    )
    const boxes = (mark: string) =>
      structure(`${done}\n  - [${mark}] one\n  - [ ] two`).noSkipped.status
    expect([boxes(' '), boxes('x')]).toEqual(['met', 'unmet'])
    expect(skipped('\n## Discovered Work\n\n- [ ] Round to cents').status).toBe('met')
  })

  test('speaks of every file that was changed', () => {
    const scope = (files: readonly string[], plan = done) =>
      structure(plan, { commits: [commit(files)] }).scope
    expect(told(scope(['src/quote.ts', 'src/billing/ledger.ts']))).toContain(
      'src/billing/ledger.ts was changed',
    )
    for (const file of [
      'src/quote.test.ts',
      'tests/quote.test.ts',
      'src/seats.ts',
      'package-lock.json',
      'README.md',
      'conductor/tracks/t/plan.md',
    ])
      expect(scope(['src/quote.ts', file]).status, file).toBe('met')
    const created = (file: string) =>
      structure(done, {
        commits: [{ ...commit(['src/quote.ts', file]), created: [file] }],
      }).scope
    expect(told(created('src/telemetry.ts'))).toContain('src/telemetry.ts was changed')
    for (const file of ['src/seats.ts', 'src/quote.test.ts', 'src/utils.ts'])
      expect(created(file).status, file).toBe('met')
    expect(told(scope(['.github/workflows/ci.yml']))).toContain('ci.yml was changed')
    expect(
      scope(
        ['src/billing/ledger.ts'],
        `${done}\n\n## Discovered Work\n\n- The ledger rounded wrongly`,
      ).status,
    ).toBe('met')
  })
})

describe('the documents of the business', () => {
  const impact = (path: string, changes: readonly string[]) =>
    findImpact([commit([path], changes)], { spec: '', documents: new Map() }).map(
      ({ kind }) => kind,
    )

  test.each([
    ['src/plans.ts', ['-  pro: { price: 29 },', '+  pro: { price: 39 },'], ['pricing', 'pricing']],
    ['src/prices.ts', ['+export const prices = { pro: 39 }'], ['pricing']],
    ['src/app/pricing.tsx', ['+<p>Only $19 a month</p>'], ['pricing']],
    ['src/limits.ts', ['+const tierLimits = {', '+  projectLimit: 10,'], ['pricing']],
    [
      'src/generate.ts',
      ["-const model = 'gpt-4o'", "+const model = 'gemini-2.5-flash'"],
      ['model'],
    ],
    ['package.json', ['+    "stripe": "^17.0.0",'], ['package']],
    [
      'package.json',
      [
        '-{"name":"a","version":"1.0.0","dependencies":{"zod":"^4.0.0"}}',
        '+{"name":"a","version":"1.0.0","dependencies":{"zod":"^4.0.0","stripe":"^17.0.0"}}',
      ],
      ['package'],
    ],
    ['public/hero.webp', [], ['assets']],
  ])('follow a change of %s', (path, changes, expected) => {
    expect(impact(path, changes)).toEqual(expected.slice(0, impact(path, changes).length))
    expect(impact(path, changes).length).toBeGreaterThan(0)
  })

  test.each([
    ['src/list.ts', ['+const pageLimit = 20']],
    ['src/page.ts', ['+export const pricing = () => `<h1>Pricing</h1>`']],
    ['src/plans.test.ts', ['+  expect(price("pro")).toBe(39)']],
    ['src/plans.ts', ['-  pro: { price: 29 },', '+    pro: { price: 29 },']],
    ['package.json', ['+    "vitest": "^5.0.0",', '+    "version": "1.2.0",']],
    ['package.json', ['-    "zod": "^4.1.0",', '+    "zod": "^4.2.0",']],
    ['src/plan.ts', ['+// the price was $29']],
    ['docs/guide.md', ['+It costs $29.']],
  ])('do not follow a change of %s like %j', (path, changes) => {
    expect(impact(path, changes)).toEqual([])
  })

  test('3.6: must be flagged, with the documents that are affected', () => {
    const commits = [commit(['src/plans.ts'], ['-  pro: { price: 29 },', '+  pro: { price: 39 },'])]
    const flagged = (text: string) =>
      structure(done, { commits, syncFlag: readSyncFlag([{ path: 'plan.md', text }]) })
    expect(told(flagged('').businessDocs)).toContain('changes a price')
    expect(flagged('**Business Doc Sync Required**: No').businessDocs.status).toBe('unmet')
    // the text of the fix is not the fix
    const fix = 'add "Business Doc Sync Required: Yes" with "Affected Docs: conductor/product.md"'
    expect(flagged(`- Issue: ${fix}`).businessDocs.status).toBe('unmet')
    expect(told(flagged('Business Doc Sync Required: Yes').businessDocs)).toContain(
      'no affected document is listed',
    )
    const right = flagged(
      '- Business Doc Sync Required: Yes\n- Reason: price\n- Affected Docs:\n  - conductor/product.md\n',
    )
    expect(right.businessDocs).toMatchObject({ status: 'met' })
    expect(right.syncRequired).toBe(true)
  })

  test('are held against the spec', () => {
    const documents = new Map([['conductor/product.md', 'Pro costs $29.']])
    const found = (spec: string) => findImpact([], { spec, documents }).map(({ line }) => line)
    expect(found('# Page\n\nPro costs $29.')).toEqual([])
    expect(found('# Page\n\nPro costs $39.')).toEqual([3])
    const rows = '| Tier | Price | Tools |\n|---|---|---|\n| Free | $9 | 1 |\n| Pro | $29 | 5 |'
    documents.set('conductor/product.md', rows)
    expect(found('# Page\n\nPro may borrow 8 tools.')).toEqual([3])
    expect(found('# Page\n\nFree costs $29.')).toEqual([3])
    expect(found('# Page\n\nPro may borrow 5 tools.\nFree students pay $29.')).toEqual([])
    documents.set('conductor/product.md', 'Our persona is a small town library.')
    expect(found('# Page\n\nThe persona is a small town library.')).toEqual([])
    expect(found('# Page\n\nA second persona: retired collectors.')).toEqual([3])
  })
})

describe('git', () => {
  let folder: string
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  const ask = (args: readonly string[]) => {
    try {
      return Promise.resolve(git(...args))
    } catch {
      return Promise.resolve(null)
    }
  }
  const save = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    git('add', '-A')
    git('commit', '-qm', `Change ${path}`)
    return git('rev-parse', 'HEAD').trim()
  }

  test('tells of all commits at once: files, lines, and whether they are here', async () => {
    folder = freshFolder()
    git('init', '-q', '-b', 'main')
    const first = save('src/é a.ts', 'one\ntwo\n')
    const second = save('src/é a.ts', 'one\n2\n')
    git('checkout', '-q', '-b', 'apart', first)
    const apart = save('b.ts', 'b\n')
    git('checkout', '-q', 'main')
    const { commits, repository } = await readCommits(ask, [
      first.slice(0, 7),
      second,
      apart,
      'deadbeef',
      '; rm -rf',
    ])
    expect(repository).toBe('whole')
    expect(commits.map(({ sha, isMerged, files }) => [sha, isMerged, files])).toEqual([
      [first, true, ['src/é a.ts']],
      [second, true, ['src/é a.ts']],
      [apart, false, ['b.ts']],
    ])
    expect(commits[1]?.changes).toEqual([
      { path: 'src/é a.ts', type: 'removed', line: 2, text: 'two' },
      { path: 'src/é a.ts', type: 'added', line: 2, text: '2' },
    ])
    expect(await readCommits(() => Promise.resolve(null), [first])).toEqual({
      commits: [],
      repository: 'none',
    })
  })
})

describe('a figure of product.md', () => {
  const product =
    '# Tide clock\n\n| Plan | Price a month |\n|---|---|\n| skiff | 4 EUR |\n| harbour | 19 EUR |\n\n- Berths: 12\n'
  const impact = (path: string, ...lines: readonly string[]) =>
    findImpact([commit([path], lines)], {
      spec: '# Warnings',
      documents: new Map([['conductor/product.md', product]]),
    }).map(({ what }) => what)

  test.each([
    [
      [
        '-export const all = { skiff: 4, harbour: 19 }',
        '+export const all = { skiff: 4, harbour: 24 }',
      ],
    ],
    [['-  "harbour": 1900,', '+  "harbour": 2400,']],
    [['-  harbour: 17,', '+  harbour: 19,']],
    [['-  harbour: 19,']],
  ])('is changed by %j, whatever the file is called', (lines) => {
    expect(impact('src/all.js', ...lines)).toEqual([
      expect.stringContaining('changes a figure of conductor/product.md:6'),
    ])
  })

  test.each([
    // what the document states is only carried out
    [['+export const all = { skiff: 4, harbour: 19 }']],
    // a line that only grew
    [['-const all = { harbour: 19 }', '+const all = { harbour: 19, colour: 3 }']],
    // neither figure is the document's
    [['-  harbour: 300,', '+  harbour: 320,']],
    [['-  width: 19,', '+  width: 24,']],
  ])('is not changed by %j', (lines) => {
    expect(impact('src/all.js', ...lines)).toEqual([])
  })
})

test('of a history that is cut off, its first commit says nothing of what it changed', async () => {
  const whole = freshFolder()
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      cwd,
      encoding: 'utf8',
    }).trim()
  git(whole, 'init', '-q', '-b', 'main')
  const shas = ['a', 'b', 'c'].map((name) => {
    writeFileSync(join(whole, name), name)
    git(whole, 'add', '-A')
    git(whole, 'commit', '-qm', name)
    return git(whole, 'rev-parse', 'HEAD')
  })
  const cut = join(freshFolder(), 'cut')
  git(whole, 'clone', '-q', '--depth', '2', `file://${whole}`, cut)
  const ask = (args: readonly string[]) => Promise.resolve(git(cut, ...args))
  const { commits, repository } = await readCommits(ask, shas)
  expect([repository, commits.map(({ files }) => files)]).toEqual(['shallow', [['c']]])
})

test('an executor who says that no document is affected is not believed where no commit can be seen', () => {
  const syncFlag = readSyncFlag([{ path: 'summary.md', text: 'Business Doc Sync Required: No' }])
  const docs = (given: Partial<StructuralFacts>) =>
    structure(done, { syncFlag, ...given }).businessDocs.status
  expect(docs({})).toBe('met')
  expect(docs({ commits: [], repository: 'none' })).toBe('undecided')
  expect(docs({ repository: 'shallow' })).toBe('undecided')
})

test('an address that nobody asked for is out of scope, also beside planned files', () => {
  const scope = (line: string) =>
    told(
      structure(done, {
        commits: [commit(['src/routes.ts'], [line])],
      }).scope,
    )
  expect(scope("+route('GET', '/api/quotes', list)")).toBe('')
  expect(scope("+route('POST', '/api/newsletter', subscribe)")).toContain('src/routes.ts')
  expect(
    told(
      structure(`${done}\n- [ ] Task 1.2: Send a newsletter\n  - Deferred: later\n`, {
        commits: [commit(['src/routes.ts'], ["+route('POST', '/api/newsletter', subscribe)"])],
      }).scope,
    ),
  ).toContain('src/routes.ts')
})

test.each(['`[aaaaaaa]`', '`aaaaaaa`', '[aaaaaaa]', '(commit: `aaaaaaa`)', '(aaaaaaa)'])(
  'a commit may be named as %s',
  (named) => {
    expect(structure(`- [x] Task 1.1: Quote function ${named}`).planUpdated.status).toBe('met')
  },
)

describe('a new file beside planned ones', () => {
  const made = (path: string, given: Partial<StructuralFacts> = {}) =>
    structure(
      '- [x] Task 1.1: Quotes of the service <!-- aaaaaaa -->\n  - Files: src/services/quote.ts',
      {
        commits: [{ ...commit(['src/services/quote.ts', path]), created: [path] }],
        ...given,
      },
    ).scope.status
  test('is explained by its own name, not by that of its folder', () => {
    expect(made('src/services/newsletter.ts')).toBe('unmet')
    expect(made('src/services/quote-lines.ts')).toBe('met')
    expect(made('src/services/index.ts')).toBe('met')
  })
})

describe('prices in code', () => {
  const impact = (line: string) =>
    findImpact([commit(['src/plans.ts'], [`+${line}`])], { spec: '', documents: new Map() })
  test.each(['  regular: { monthly: 2900 },', 'const LEAST_CENTS = 500', 'yearly: 99_00,'])(
    'are those of %s',
    (line) => expect(impact(line)).toHaveLength(1),
  )
  test.each([
    "text.replaceAll(/:(\\w+)/g, '(?<$1>[^/]+)')",
    "db.query('SELECT id FROM users WHERE email = $1', [email])",
    'const CENTS_PER_EURO = 100',
  ])('are none in %s', (line) => expect(impact(line)).toEqual([]))
})
