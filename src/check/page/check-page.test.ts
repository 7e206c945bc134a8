import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PageJudgement } from '../../checks/page/judge-page.ts'
import type { PageFinding } from '../../checks/page/page-rule.ts'
import { pageRules } from '../../checks/page/rules.ts'
import { parsePage } from '../../checks/page/static/html-facts.ts'
import type { SiteFile } from '../../ports/browser.ts'
import { repairSite } from '../../checks/page/repair-site.ts'
import { judgeSite } from '../../checks/page/judge-site.ts'
import { pageRulesText } from './rules-text.ts'
import { matches } from '../../checks/page/selector.ts'

const noContract = { copy: null, sections: null, tokens: null, brand: null }

const fileOf = (text: string): SiteFile => ({
  bytes: new TextEncoder().encode(text),
  contentType: 'text/css',
})

/** A verdict that counts how often a word stands in the style sheet, each a finding with this fix. */
async function verdictBy(find: (css: string) => readonly PageFinding[], css: string) {
  const files = new Map([
    ['index.html', fileOf('<!doctype html><html lang="en"><title>A</title><h1>A</h1></html>')],
    ['style.css', fileOf(css)],
  ])
  const site = { type: 'files', files } as const
  const base = await judgeSite(null, {
    site,
    page: 'index.html',
    contract: noContract,
    signal: new AbortController().signal,
    timeoutMs: 1_000,
  })
  if (base.type !== 'static') throw new Error(base.type)
  const judgement: PageJudgement = { ...base.judgement, mustPassFailures: [], findings: find(css) }
  return { site, verdict: { ...base, judgement } }
}

const finding = (
  css: string,
  { from, to }: { readonly from: string; readonly to: string },
): readonly PageFinding[] => {
  const start = css.indexOf(from)
  if (start < 0) return []
  const edits = [{ file: 'style.css', start, end: start + from.length, text: to }]
  return [
    {
      ruleId: `no-${from}`,
      dimension: 'Design Quality',
      severity: 'error',
      message: `there is ${from}`,
      place: { file: 'style.css', line: 1 },
      fix: { title: `${to} for ${from}`, edits },
    },
  ]
}

describe('repairing a page', () => {
  test('[CHECKPAGE-4] keeps a repair that lowers the findings and drops one that makes others', async () => {
    // to write "green" is as bad as "red" was; to write "blue" for "pink" helps
    const find = (css: string) => [
      ...finding(css, { from: 'red', to: 'green' }),
      ...finding(css, { from: 'green', to: 'red' }),
      ...finding(css, { from: 'pink', to: 'blue' }),
    ]
    const { site, verdict } = await verdictBy(find, 'a { color: red } b { color: pink }')
    const seen: string[] = []
    const done = await repairSite(verdict, site, {
      judge: async (next) => {
        const css = new TextDecoder().decode(next.files.get('style.css')?.bytes)
        seen.push(css)
        return (await verdictBy(find, css)).verdict
      },
      onProgress: () => undefined,
    })
    const after = new TextDecoder().decode(done.site.files.get('style.css')?.bytes)
    expect(after).toContain('blue')
    expect(done.applied).toContain('blue for pink')
    expect(done.verdict.judgement.findings.length).toBeLessThan(verdict.judgement.findings.length)
    expect(done.changes.map(({ file }) => file)).toEqual(['style.css'])
    expect(seen.length).toBeLessThanOrEqual(12)
  })

  test('[CHECKPAGE-4] leaves a page alone that no repair makes better', async () => {
    const find = (css: string) => [
      ...finding(css, { from: 'red', to: 'green' }),
      ...finding(css, { from: 'green', to: 'red' }),
    ]
    const { site, verdict } = await verdictBy(find, 'a { color: red }')
    const done = await repairSite(verdict, site, {
      judge: async (next) => {
        const css = new TextDecoder().decode(next.files.get('style.css')?.bytes)
        return (await verdictBy(find, css)).verdict
      },
      onProgress: () => undefined,
    })
    expect(done.changes).toEqual([])
    expect(done.applied).toEqual([])
    expect(done.dropped).toEqual(['green for red'])
  })
})

describe('finding an element by its selector', () => {
  test('reads the selectors of the browser, of axe and of the mutants', async () => {
    const html =
      '<!doctype html><html><body><main id="a:b"><p>1</p><div class="x y"><p>2</p><p title="t">3</p></div></main></body></html>'
    const { nodes } = await parsePage('index.html', html)
    const found = (selector: string) =>
      nodes.filter(({ element }) => matches(element, selector)).map(({ selector: own }) => own)
    const third = nodes.find(({ attributes }) => attributes.get('title') === 't')?.selector
    expect(found(String.raw`#a\:b > div > p:nth-of-type(2)`)).toEqual([third])
    expect(found('.x.y > p:last-child')).toEqual([third])
    expect(found('body > main:nth-child(1) > div:nth-child(2) > p:nth-child(2)')).toEqual([third])
    expect(found('main p[title="t"]')).toEqual([third])
    expect(found('p[title$="t"]')).toEqual([third])
    expect(found('div p')).toHaveLength(2)
    expect(found('main > p:nth-child(2)')).toEqual([])
    expect(found('p:has(b) + %')).toEqual([])
  })
})

describe('docs/page-rules.md', () => {
  test('explains every rule and is what the rules say now', () => {
    const path = join(import.meta.dirname, '../../..', 'docs', 'page-rules.md')
    const text = readFileSync(path, 'utf8')
    expect(text, 'write it again: node scripts/write-page-rules.mjs').toBe(pageRulesText())
    for (const { id } of pageRules) expect(text).toContain(`| \`${id}\` |`)
  })
})
