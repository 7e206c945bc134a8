import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findChromium, buildWalls } from '../../../adapters/browser-chromium/launch.ts'
import { openChromium } from '../../../adapters/browser-chromium/open-chromium.ts'
import { judgePage } from '../judge-page.ts'
import { noContract } from '../score/sample-page.contract.ts'
import { contentTypeOf, readSite } from '../read-site.ts'
import { mutantsOf } from './mutants-of.ts'
import type { Site } from './operator.ts'

const installed = await findChromium(undefined)
const walls = installed.ok ? await buildWalls(installed.value, 'bwrap') : null
if (walls?.ok === true) await walls.value.remove()
const there = installed.ok && walls?.ok === true
if (!there) console.error('\n*** NO BROWSER: the gate is not tried on planted defects. ***\n')

const browser = openChromium({})
afterAll(() => browser.close())

const clean = join(import.meta.dirname, '../../../../bench/page-mutants/clean')

function siteOf(name: string): Site {
  const folder = join(clean, name)
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const files = paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const)
  return { entry: 'index.html', files: Object.fromEntries(files) }
}

/** What the gate says of a page without any contract, each rule and dimension once. */
async function said({ entry, files }: Site): Promise<ReadonlySet<string>> {
  const encoder = new TextEncoder()
  const served = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      {
        bytes: typeof content === 'string' ? encoder.encode(content) : content,
        contentType: contentTypeOf(path),
      },
    ]),
  )
  const options = { page: entry, signal: new AbortController().signal, timeoutMs: 60_000 }
  const { seen: result } = await readSite(browser, { type: 'files', files: served }, options)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  const { findings } = judgePage(result.value, noContract)
  return new Set(findings.filter(({ severity }) => severity !== 'info').map(({ ruleId }) => ruleId))
}

/** One of each class that needs no contract, the same ones each time. */
const sampleOf = (site: Site) =>
  Object.values(Object.groupBy(mutantsOf(site, 11), (mutant) => mutant.class)).flatMap((some) =>
    (some ?? []).filter(({ class: kind }) => !['copy', 'tokens'].includes(kind)).slice(0, 1),
  )

describe.skipIf(!there)('the gate on planted defects', () => {
  test('says nothing of clean pages and notices nearly all of a sample', async () => {
    const missed: string[] = []
    const site = siteOf('museum')
    expect([...(await said(site))]).toEqual([])
    expect([...(await said(siteOf('clinic')))]).toEqual([])
    const sample = sampleOf(site)
    for (const mutant of sample)
      if ((await said(mutant.site)).size === 0) missed.push(mutant.operator)
    expect(sample.length).toBeGreaterThanOrEqual(7)
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(1)
  }, 600_000)
})
