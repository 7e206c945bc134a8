import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aPage } from '../../checks/page/score/sample-page.contract.ts'
import { contentTypeOf } from '../../checks/page/read-site.ts'
import { ok } from '../../model/result.ts'
import type { Browser, SiteFile } from '../../ports/browser.ts'
import { auditAsJson, auditPretty } from '../../views/page/audit.ts'
import { auditPage } from './audit.ts'
import { auditSite, chooseMutants, cleanTwin } from './audit-mutants.ts'

const folder = join(import.meta.dirname, '../../..', 'bench/page-mutants/clean/bakery')
const files: ReadonlyMap<string, SiteFile> = new Map(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [
      name,
      { bytes: readFileSync(join(folder, name)), contentType: contentTypeOf(name) },
    ]),
)
const site = cleanTwin(auditSite(files, 'index.html'))

/** Sees the same good page, whatever stands in the files. */
const blind: Browser = {
  look: () => Promise.resolve(ok(aPage())),
  close: () => Promise.resolve(),
}

describe('auditing the page gate', () => {
  test('the same seed plants the same defects, spread over the classes; another seed others', () => {
    const places = (seed: number) =>
      chooseMutants(site, seed, 24).map(({ operator, place }) => [operator.id, place])
    expect(places(1)).toEqual(places(1))
    expect(places(1)).not.toEqual(places(2))
    const chosen = chooseMutants(site, 1, 24)
    expect(chosen).toHaveLength(24)
    expect(new Set(chosen.map(({ operator }) => operator.class)).size).toBeGreaterThan(8)
    expect(
      new Set(chosen.map(({ operator, place }) => JSON.stringify([operator.id, place]))).size,
    ).toBe(24)
  })

  test('a gate that sees the same page everywhere misses its goal, and each miss is named', async () => {
    const clock = { now: () => new Date(0), elapsedMs: () => 0 }
    const audited = await auditPage(
      { browser: blind, clock },
      {
        files,
        page: 'index.html',
        contract: { copy: null, sections: null, tokens: null, brand: null },
        seed: 1,
        count: 20,
        goal: 0.98,
        signal: new AbortController().signal,
        timeoutMs: 1_000,
        anyway: true,
        concurrency: 2,
        onProgress: () => undefined,
      },
    )
    if (!audited.ok) throw new Error(JSON.stringify(audited.error))
    expect(audited.value.reached).toBe(false)
    const { recall, missed, trials } = auditAsJson(audited.value)
    // the files are still read, so what stands in them alone is noticed
    expect(recall).toBeLessThan(0.7)
    expect(missed).toBeGreaterThan(3)
    const shown = auditPretty(audited.value, (_, text) => text, 100)
    for (const { operator, outcome } of trials)
      if (outcome === 'missed') expect(shown).toContain(`missed  ${operator}`)
    expect(shown).toMatch(/FAIL {2}\d+ of \d+ noticed/)
  })
})
