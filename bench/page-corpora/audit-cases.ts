import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentTypeOf } from '../../src/checks/page/read-site.ts'
import type { SiteFile } from '../../src/ports/browser.ts'
import { auditFitting } from './audit-fitting.ts'
import type { CorpusCase } from './case.ts'

const listed = (folder: string, at: string): readonly (readonly [string, SiteFile])[] =>
  readdirSync(join(folder, at), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => {
      const path = `${at}/${name}`
      return [
        path,
        { bytes: readFileSync(join(folder, path)), contentType: contentTypeOf(path) },
      ] as const
    })

/** Test names begin with their class: `forms-empty-label-found`. */
const classes = [
  'buttons',
  'colour-and-contrast',
  'content',
  'css',
  'forms',
  'frames',
  'headings',
  'html',
  'images',
  'keyboard-access',
  'language-of-content',
  'links',
  'lists',
  'multimedia',
  'navigation',
  'page-layout',
  'page-title',
  'tables',
  'typography',
]

const heading = (html: string): string => /<h1>(.*?)<\/h1>/s.exec(html)?.[1]?.trim() ?? ''

/** Some tests are pages of their own, and the page of the test only links to them. */
const exampleIn = (html: string): string | null =>
  /href="\.?\.?\/?(example-pages\/[\w.-]+)"/.exec(html)?.[1] ?? null

/** The pages of the tool audit: each has one fault, none has none. */
export function auditCases(folder: string): readonly CorpusCase[] {
  const shared = [
    'assets/stylesheets',
    'assets/javascript',
    'assets/test_images',
    'example-pages',
  ].flatMap((at) => listed(folder, at))
  return listed(folder, 'tests').map(([path, file]): CorpusCase => {
    const html = new TextDecoder().decode(file.bytes)
    const name = path.replace(/^tests\//, '').replace(/\.html$/, '')
    const group = classes.find((each) => name.startsWith(`${each}-`)) ?? 'other'
    return {
      id: name,
      group,
      groupName: group,
      title: heading(html),
      expected: 'failed',
      page: exampleIn(html) ?? path,
      files: new Map([[path, file], ...shared]),
      beyondAA: name.endsWith('-aaa'),
      fitting: auditFitting[name] ?? null,
    }
  })
}
