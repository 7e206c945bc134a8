import { z } from 'zod'
import { openChromium } from '../../src/adapters/browser-chromium/open-chromium.ts'
import type { Site } from '../../src/checks/page/audit/operator.ts'
import { judgePage } from '../../src/checks/page/judge-page.ts'
import type { PageContract } from '../../src/checks/page/page-rule.ts'
import { contentTypeOf, readSite } from '../../src/checks/page/read-site.ts'
import type { Gate } from './measure.ts'

const Copy = z.object({ sections: z.record(z.string(), z.object({ primary: z.unknown() })) })
const Tokens = z.looseObject({
  colors: z.record(z.string(), z.unknown()),
  typography: z.looseObject({ fontFamily: z.record(z.string(), z.string()) }),
})

type Text = { readonly pointer: string; readonly text: string }

const texts = (value: unknown, pointer: string): readonly Text[] => {
  if (typeof value === 'string') return [{ pointer, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${pointer}/${key}`))
}

/** What the page must agree with, from the files beside it. */
function contractOf({ files }: Site): PageContract {
  const copy = Copy.parse(JSON.parse(String(files['copy.json'])))
  const tokens = Tokens.parse(JSON.parse(String(files['tokens.json'])))
  return {
    copy: texts(copy.sections, '/sections'),
    sections: Object.keys(copy.sections),
    tokens,
    brand: {
      palette: texts(tokens.colors, '').map(({ text }) => text),
      fonts: Object.values(tokens.typography.fontFamily),
    },
  }
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

/** The page gate as the product runs it, with a warm browser. */
export async function openGate(): Promise<{ readonly judge: Gate; close(): Promise<void> }> {
  const browser = openChromium({})
  const judge: Gate = async (site) => {
    const files = new Map(
      Object.entries(site.files).map(([path, content]) => [
        path,
        { bytes: bytesOf(content), contentType: contentTypeOf(path) },
      ]),
    )
    const look = () =>
      readSite(
        browser,
        { type: 'files', files },
        { page: site.entry, signal: new AbortController().signal, timeoutMs: 60_000 },
      )
    const first = await look()
    // a browser that went away on a busy machine says nothing about the page
    const sighting = first.seen.ok ? first : await look()
    if (!sighting.seen.ok) throw new Error(JSON.stringify(sighting.seen.error))
    const { findings } = judgePage(sighting.seen.value, contractOf(site))
    return findings.map(({ place, ...finding }) => ({ ...finding, ...place }))
  }
  return { judge, close: () => browser.close() }
}
