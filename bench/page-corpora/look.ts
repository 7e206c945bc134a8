import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { openChromium } from '../../src/adapters/browser-chromium/open-chromium.ts'
import { readSite } from '../../src/checks/page/read-site.ts'
import type { PageFacts } from '../../src/model/page-facts.ts'
import type { CorpusCase } from './case.ts'

export type Looker = {
  /** The facts of a case, or why there are none. */
  look(one: CorpusCase): Promise<PageFacts | string>
  close(): Promise<void>
}

/** Pictures are big, and no rule reads them. */
const slim = (facts: PageFacts): PageFacts => ({
  ...facts,
  screenshots: facts.screenshots.map((shot) => ({ ...shot, png: new Uint8Array() })),
})

/** Looks with a warm browser. With a folder the facts are kept there, so that rules run again at once. */
export function openLooker(keep: string | null): Looker {
  const browser = openChromium({})
  if (keep !== null) mkdirSync(keep, { recursive: true })
  return {
    async look({ id, page, files }) {
      const kept = keep === null ? null : join(keep, `${id.replaceAll(/[^\w-]/g, '_')}.facts`)
      // oxlint-disable-next-line typescript/no-unsafe-return -- written below, by this very tool
      if (kept !== null && existsSync(kept)) return deserialize(readFileSync(kept))
      const signal = new AbortController().signal
      const { seen: result } = await readSite(
        browser,
        { type: 'files', files },
        { page, signal, timeoutMs: 60_000 },
      )
      if (!result.ok) return JSON.stringify(result.error)
      const facts = slim(result.value)
      if (kept !== null) writeFileSync(kept, serialize(facts))
      return facts
    },
    close: () => browser.close(),
  }
}
