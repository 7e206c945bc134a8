import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { contentTypeOf } from '../../src/checks/page/read-site.ts'
import type { SiteFile } from '../../src/ports/browser.ts'
import { actFitting, beyondAA } from './act-fitting.ts'
import type { CorpusCase } from './case.ts'

const Listed = z.object({
  testcases: z.array(
    z.object({
      ruleId: z.string(),
      ruleName: z.string(),
      expected: z.enum(['passed', 'failed', 'inapplicable']),
      testcaseId: z.string(),
      testcaseTitle: z.string(),
      relativePath: z.string(),
    }),
  ),
})

/** Where the pages expect themselves and what they use to be. */
const home = 'WAI/content-assets/wcag-act-rules/'

const fileOf = (path: string): SiteFile => ({
  bytes: readFileSync(path),
  contentType: contentTypeOf(path),
})

const filesUnder = (folder: string, at: string): readonly string[] =>
  readdirSync(join(folder, at)).flatMap((name) => {
    const path = `${at}/${name}`
    return statSync(join(folder, path)).isDirectory() ? filesUnder(folder, path) : [path]
  })

/** The files beside those that the page names: pictures, films, and the pages of its links. */
function assetsOf(folder: string, html: string): readonly string[] {
  const named = [...html.matchAll(/test-assets\/([\w.-]+)/g)].map(([, name]) => name ?? '')
  return [...new Set(named)].flatMap((name) => {
    const at = `test-assets/${name}`
    try {
      return statSync(join(folder, at)).isDirectory() ? filesUnder(folder, at) : [at]
    } catch {
      return []
    }
  })
}

/** The test cases of the ACT rules, from a folder with `testcases.json`. */
export function actCases(folder: string): readonly CorpusCase[] {
  const { testcases } = Listed.parse(
    JSON.parse(readFileSync(join(folder, 'testcases.json'), 'utf8')),
  )
  const known = new Set<string>()
  return testcases.flatMap((each): readonly CorpusCase[] => {
    // only pages: a drawing or a data file on its own is nothing the gate is asked about
    if (!each.relativePath.endsWith('.html') || known.has(each.relativePath)) return []
    known.add(each.relativePath)
    const html = fileOf(join(folder, each.relativePath))
    const page = `${home}${each.relativePath}`
    const assets = assetsOf(folder, new TextDecoder().decode(html.bytes))
    return [
      {
        id: each.testcaseId,
        group: each.ruleId,
        groupName: each.ruleName,
        title: each.testcaseTitle,
        expected: each.expected,
        page,
        files: new Map([
          [page, html],
          ...assets.map((path) => [`${home}${path}`, fileOf(join(folder, path))] as const),
        ]),
        beyondAA: beyondAA.has(each.ruleId),
        fitting: actFitting[each.ruleId] ?? null,
      },
    ]
  })
}
