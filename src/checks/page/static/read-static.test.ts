import { describe, expect, test } from 'vitest'
import type { SiteFile } from '../../../ports/browser.ts'
import { contentTypeOf } from '../read-site.ts'
import { readStatic } from './read-static.ts'

const filesOf = (texts: Readonly<Record<string, string>>): ReadonlyMap<string, SiteFile> =>
  new Map(
    Object.entries(texts).map(([path, text]) => [
      path,
      { bytes: new TextEncoder().encode(text), contentType: contentTypeOf(path) },
    ]),
  )

const page = (body: string, head = '') =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Boats</title>\n${head}</head>\n<body>\n${body}\n</body>\n</html>\n`

const readOne = async (body: string, head = '', more: Readonly<Record<string, string>> = {}) => {
  const facts = await readStatic(filesOf({ 'index.html': page(body, head), ...more }))
  const first = facts.pages.find(({ file }) => file === 'index.html')
  if (first === undefined) throw new Error('no page was read')
  return { facts, first }
}

describe('the static pre-pass', () => {
  test('reads doctype, language, title and meta data', async () => {
    const { first } = await readOne(
      '<p>Hello</p>',
      '<meta name="viewport" content="width=device-width"><meta name="description" content="All about boats">',
    )
    expect(first).toMatchObject({
      doctype: 'html5',
      lang: 'en',
      title: 'Boats',
      charset: 'utf-8',
      viewport: 'width=device-width',
      description: 'All about boats',
    })
    const bare = await readStatic(filesOf({ 'a.html': '<p>x', 'b.html': old }))
    expect(bare.pages.map(({ doctype, lang, title }) => [doctype, lang, title])).toEqual([
      ['none', null, null],
      ['legacy', null, null],
    ])
  })

  test('names images without alt and nameless links and buttons, with line and selector', async () => {
    const { first } = await readOne(
      [
        '<main><img src="a.png"><img src="a.png" alt=""><img src="a.png" role="presentation">',
        '<a href="#x"></a><a href="#x"><img src="a.png" alt="Home"></a><a href="#x" aria-label="Home"></a>',
        '<button></button><button><svg><title>Close</title></svg></button><input type="button">',
        '</main>',
      ].join('\n'),
    )
    expect(first.imagesWithoutAlt).toEqual([
      {
        file: 'index.html',
        line: 8,
        column: 7,
        selector: 'body > main > img:nth-of-type(1)',
        html: '<img src="a.png">',
      },
    ])
    expect(first.emptyLinks.map(({ line, selector }) => [line, selector])).toEqual([
      [9, 'body > main > a:nth-of-type(1)'],
    ])
    expect(first.emptyButtons.map(({ html }) => html)).toEqual([
      '<button>',
      '<input type="button">',
    ])
  })

  test('judges every reference by the files of the site, and contacts nothing', async () => {
    const { first } = await readOne(
      [
        '<a href="about.html#team">1</a><a href="about.html#gone">2</a><a href="nowhere.html">3</a>',
        '<a href="#">4</a><a href="javascript:void 0">5</a><a href="mailto:a@b.example">6</a>',
        '<a href="mailto:nobody">7</a><a href="https://example.com/">8</a><a href="/">9</a><a href="http://[">10</a>',
        '<img src="gone.png" alt=""><img srcset="a.png 1x, b.png 2x" alt=""><form action=""></form><a href="docs">11</a>',
      ].join(''),
      '<style>body{background:url(paper.png)}</style>',
      {
        'about.html': page('<p id="team">We</p>'),
        'docs/index.html': page('<p>Docs</p>'),
        'a.png': 'x',
      },
    )
    expect(first.links.map(({ raw, verdict }) => [raw, verdict.type])).toEqual([
      ['about.html#team', 'present'],
      ['about.html#gone', 'missing-fragment'],
      ['nowhere.html', 'missing-file'],
      ['#', 'nowhere'],
      ['javascript:void 0', 'nowhere'],
      ['mailto:a@b.example', 'scheme'],
      ['mailto:nobody', 'scheme'],
      ['https://example.com/', 'external'],
      ['/', 'present'],
      ['http://[', 'malformed'],
      ['gone.png', 'missing-file'],
      ['a.png', 'present'],
      ['b.png', 'missing-file'],
      ['docs', 'present'],
      ['paper.png', 'missing-file'],
    ])
    expect(first.links[6]?.verdict).toMatchObject({ wellFormed: false })
  })

  test('finds literals in sheets, style elements and attributes exactly where they stand', async () => {
    const files = filesOf({
      'index.html': page(
        '<p style="color: #123456; margin: 7px 0">x</p>',
        '<style>\n:root { --sea: teal; --radius-md: 8px }\n.a { border-radius: 5px; color: var(--sea); font: 700 18px/1.4 Georgia, serif }\n</style>',
      ),
      'site.css':
        '.b{box-shadow:0 1px 2px rgba(0, 0, 0, .3);gap:calc(4px * 2);background:url(red.png) white}',
    })
    const { literals, customProperties } = await readStatic(files)
    expect(
      literals.map(({ file, kind, value, where, property }) => [
        file,
        kind,
        value,
        where,
        property,
      ]),
    ).toEqual([
      ['site.css', 'shadow', '0 1px 2px rgba(0, 0, 0, .3)', 'rule', 'box-shadow'],
      ['site.css', 'colour', 'rgba(0, 0, 0, .3)', 'rule', 'box-shadow'],
      ['site.css', 'spacing', '4px', 'rule', 'gap'],
      ['site.css', 'colour', 'white', 'rule', 'background'],
      ['index.html', 'colour', 'teal', 'token', '--sea'],
      ['index.html', 'radius', '8px', 'token', '--radius-md'],
      ['index.html', 'radius', '5px', 'rule', 'border-radius'],
      ['index.html', 'font-size', '18px', 'rule', 'font'],
      ['index.html', 'font-family', 'Georgia, serif', 'rule', 'font'],
      ['index.html', 'colour', '#123456', 'inline', 'color'],
      ['index.html', 'spacing', '7px', 'inline', 'margin'],
    ])
    for (const { file, start, value, line, column } of [...literals, ...customProperties]) {
      const text = new TextDecoder().decode(files.get(file)?.bytes)
      expect(text.slice(start ?? 0, (start ?? 0) + value.length)).toBe(value)
      const lines = text.split('\n')
      const before = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
      // the place is that of the declaration, shortly before the value
      expect((start ?? 0) - (before + column - 1)).toBeGreaterThan(0)
      expect((start ?? 0) - (before + column - 1)).toBeLessThan(60)
    }
  })

  test('makes values of damaged files, and never throws', async () => {
    const noise = String.fromCharCode(...Array.from({ length: 400 }, (_, at) => (at * 7919) % 256))
    const facts = await readStatic(
      filesOf({
        'index.html': `<div <p ${noise} </table><a href="%E0%A4%A"></a><style>.a { color: </style><p style="{{{">`,
        'broken.css': '.a { color: red; ',
        'noise.css': noise,
        'empty.html': '',
        'deep.html': '<div>'.repeat(3_000),
      }),
    )
    expect(facts.styleErrors.length).toBeGreaterThan(0)
    expect(facts.styleErrors[0]).toMatchObject({ file: 'broken.css', line: 1 })
    expect(facts.pages.map(({ file }) => file)).toEqual(['deep.html', 'empty.html', 'index.html'])
  })

  test('leaves what is for paper only out of the literals', async () => {
    const css = '@media print { body { color: #000 } } @media screen, print { p { color: #111 } }'
    const { facts } = await readOne('<p>Hi</p>', `<style>${css}</style>`)
    expect(facts.literals.map(({ value }) => value)).toEqual(['#111'])
  })
})

const old =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><p>x'
