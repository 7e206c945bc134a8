import { expect, test } from 'vitest'
import { judgeStatic } from './judge-page.ts'
import { brokenObligations, mustPassObligations, unseenObligations } from './rule-obligations.ts'
import { aPage, aStaticPage, aView, noContract, staticFacts } from './score/sample-page.contract.ts'
import { judgePage } from './judge-page.ts'

const statuses = (list: ReturnType<typeof brokenObligations>) =>
  Object.fromEntries(list.map(({ id, status }) => [id, status]))

test('a page that nobody saw owes everything, and its files may show what is broken', () => {
  const of = (text: string) => {
    const files = staticFacts({
      pages: [aStaticPage({ texts: [{ file: 'index.html', line: 3, column: 1, tag: 'p', text }] })],
    })
    return statuses(unseenObligations(judgeStatic(files, noContract), 'x', 'there was no browser'))
  }
  expect(of('Bread')).toEqual({ 'rule.renders': 'undecided' })
  expect(of('Text')).toEqual({ 'rule.renders': 'undecided' })
  expect(of('Lorem ipsum dolor sit amet')).toEqual({
    'rule.renders': 'undecided',
    'rule.copy/placeholder-in-source': 'unmet',
  })
})

test('a page without anything on it is broken, and an ordered one owes every must-pass rule', () => {
  const nothing = { blocks: [], images: [], texts: [], frames: [] }
  const empty = aPage({
    views: [aView(375, nothing), aView(1280, nothing)],
  })
  expect(statuses(brokenObligations(empty, 'x'))).toMatchObject({ 'rule.renders': 'unmet' })
  const owed = mustPassObligations(judgePage(empty, noContract), 'x', empty)
  expect(statuses(owed)).toMatchObject({ 'rule.must-pass': 'met', 'rule.renders': 'unmet' })
})

test('a file of a folder that only a build makes is not called missing', () => {
  const of = (raw: string, path: string) => {
    const link = {
      file: 'examples/a.html',
      line: 3,
      column: 1,
      selector: 'script',
      attribute: 'src',
      raw,
      verdict: { type: 'missing-file', path },
    } as const
    const pages = [aStaticPage({ file: 'examples/a.html', links: [link] })]
    const files = staticFacts({ pages, files: ['examples/a.html', 'css/a.css'] })
    const facts = { ...aPage(), page: 'examples/a.html', static: files }
    return statuses(brokenObligations(facts, 'x'))['rule.files']
  }
  expect(of('../dist/app.js', 'dist/app.js')).toBe('met')
  expect(of('../css/b.css', 'css/b.css')).toBe('unmet')
  expect(of('scripts/app.js', 'examples/scripts/app.js')).toBe('unmet')
})

test('a page that is empty because the look held something back is not called broken', () => {
  const nothing = { blocks: [], images: [], texts: [], frames: [] }
  const app = {
    url: 'https://cdn.example.org/app.js',
    type: 'script',
    method: 'GET',
    status: null,
    bytes: 0,
    failure: null,
    blocked: 'third-party',
    duringProbe: false,
  } as const
  const views = [aView(375, nothing), aView(1280, nothing)]
  const of = (network: Partial<ReturnType<typeof aPage>['network']>) =>
    statuses(brokenObligations(aPage({ views, network: { ...aPage().network, ...network } }), 'x'))
  expect(of({ requests: [app] })['rule.renders']).toBe('undecided')
  const worker = { kind: 'service-worker', detail: 'sw.js', duringProbe: false } as const
  expect(of({ attempts: [worker] })['rule.renders']).toBe('undecided')
  expect(of({})['rule.renders']).toBe('unmet')
  const later = { after: 'some minutes', view: aView(375), links: [] }
  const slow = brokenObligations(aPage({ views, later }), 'x')
  expect(statuses(slow)['rule.renders']).toBe('met')
})
