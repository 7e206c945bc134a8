import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { browser, hasBrowser } from '../../../../test/support/browser.ts'
import { judgePage } from '../judge-page.ts'
import { noContract } from '../score/sample-page.contract.ts'
import { contentTypeOf, readSite } from '../read-site.ts'
import { mutantsOf } from './mutants-of.ts'
import type { Site } from './operator.ts'

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
  const signal = new AbortController().signal
  const options = { page: entry, signal, timeoutMs: 60_000, pictures: false }
  const { seen: result } = await readSite(browser, { type: 'files', files: served }, options)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  const { findings } = judgePage(result.value, noContract)
  return new Set(findings.filter(({ severity }) => severity !== 'info').map(({ ruleId }) => ruleId))
}

/** One of each of these classes, the same ones each time; bench/page-mutants tries all. */
const sampleOf = (site: Site) =>
  ['contrast', 'mobile', 'dead', 'keyboard'].flatMap((kind) =>
    mutantsOf(site, 11)
      .filter((mutant) => mutant.class === kind)
      .slice(0, 1),
  )

describe.skipIf(!hasBrowser)('the gate on planted defects', () => {
  test('says nothing of a clean page and notices a sample', async () => {
    const site = siteOf('museum')
    expect([...(await said(site))]).toEqual([])
    const sample = sampleOf(site)
    for (const mutant of sample)
      expect((await said(mutant.site)).size, mutant.operator).toBeGreaterThan(0)
    expect(sample).toHaveLength(4)
  })
})
