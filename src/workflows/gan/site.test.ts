import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, readSite, siteAsText, SiteFiles, siteFrom, SitePath, siteText } from './site.ts'

const file = (path: string, content = 'x') => ({ path, content, encoding: 'utf8' as const })

describe('a site', () => {
  test.each([
    '../x.html',
    'a/../b.html',
    '/etc/passwd',
    'C:\\x',
    'a\\b',
    '.hidden',
    'a//b',
    'a/',
    '',
    'x\0.html',
    'a b.html',
    '..',
  ])('has no file at %j', (path) => {
    expect(SitePath.safeParse(path).success).toBe(false)
  })

  test('has files at plain relative places', () => {
    for (const path of ['index.html', 'css/main.css', 'img/a-b_c.1.png'])
      expect(SitePath.safeParse(path).success).toBe(true)
  })

  test('of the same files is the same text, in whatever order they came', () => {
    const files = ['index.html', 'a.css', 'b/c.js', 'Z.html'].map((path) => file(path))
    fc.assert(
      fc.property(fc.shuffledSubarray(files, { minLength: files.length }), (shuffled) => {
        expect(siteText(shuffled)).toBe(siteText(files))
        expect(readSite(siteText(shuffled)).map(({ path }) => path)).toEqual([
          'Z.html',
          'a.css',
          'b/c.js',
          'index.html',
        ])
      }),
      { numRuns: 20, seed: 20_260_101 },
    )
  })

  test('read from a disk and written again has the same bytes, text or not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const [source] = siteFrom(new Map([['logo.png', bytes]]))
        expect(Buffer.from(bytesOf(source!))).toEqual(Buffer.from(bytes))
      }),
      { numRuns: 100, seed: 20_260_101 },
    )
  })

  test('that is too large or has too many files is refused', () => {
    const many = Array.from({ length: 300 }, (_, index) => file(`page-${index}.html`))
    expect(SiteFiles.safeParse([...many, file('index.html')]).error?.issues[0]?.message).toContain(
      '300 files',
    )
    const large = [file('index.html', 'x'.repeat(5_000_001))]
    expect(SiteFiles.safeParse(large).error?.issues[0]?.message).toContain('5 MB')
  })

  test('can be read as one text, file by file, without the bytes of pictures', () => {
    const files = [
      file('index.html', '<h1>Bread</h1>'),
      { ...file('logo.png', 'AAAA'), encoding: 'base64' as const },
    ]
    expect(siteAsText(siteText(files))).toBe(
      '==> index.html <==\n<h1>Bread</h1>\n\n==> logo.png <==\n(4 characters of base64)\n',
    )
  })
})
