import { crc32, deflateRawSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from './bundle-limits.ts'
import { cleanSvg } from './clean-svg.ts'
import { importBundle } from './import-bundle.ts'

type Given = {
  readonly name: string
  readonly data?: string | Uint8Array
  readonly mode?: number
  readonly flags?: number
  readonly stored?: boolean
  readonly localName?: string
  readonly claimed?: number
  readonly extra?: Uint8Array
  readonly at?: number
  readonly crc?: number
}
const source = { path: 'design.zip', supportedVersions: ['1.0'], fallback: 'code_based' }
const manifest: Given = {
  name: 'manifest.json',
  data: '{"format_version":"1.0","claude_design_version":"3.1","created_at":"2026-09-01"}',
}
const tokens: Given = {
  name: 'tokens.json',
  data: '{"brand_color":"#1F4D3A","typography":{"fontFamily":{"body":"Arial"}},"spacing":{"base":4}}',
}

/** A ZIP archive made by hand, so that it can lie. */
function zip(
  entries: readonly Given[],
  { comment = '' }: { readonly comment?: string } = {},
): Uint8Array {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const given of entries) {
    const data = Buffer.from(given.data ?? '')
    const packed = given.stored ? data : deflateRawSync(data)
    const fields = Buffer.alloc(22)
    fields.writeUInt16LE(given.flags ?? 0x800, 0)
    fields.writeUInt16LE(given.stored ? 0 : 8, 2)
    fields.writeUInt32LE(given.crc ?? crc32(data), 8)
    fields.writeUInt32LE(packed.length, 12)
    fields.writeUInt32LE(given.claimed ?? data.length, 16)
    const name = Buffer.from(given.name)
    const localName = Buffer.from(given.localName ?? given.name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    fields.copy(local, 6, 0, 20)
    local.writeUInt16LE(localName.length, 26)
    parts.push(local, localName, packed)
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(0x314, 4)
    head.writeUInt16LE(20, 6)
    fields.copy(head, 8, 0, 20)
    head.writeUInt16LE(name.length, 28)
    head.writeUInt16LE(given.extra?.length ?? 0, 30)
    head.writeUInt32LE(((given.mode ?? 0o100644) << 16) >>> 0, 38)
    head.writeUInt32LE(given.at ?? offset, 42)
    central.push(head, name, Buffer.from(given.extra ?? []))
    offset += 30 + localName.length + packed.length
  }
  const size = central.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return new Uint8Array(Buffer.concat([...parts, ...central, end, Buffer.from(comment)]))
}
const take = (bytes: Uint8Array | null) => importBundle(bytes, source)
const codeOf = (bytes: Uint8Array | null) => {
  const taken = take(bytes)
  return taken.ok ? 'taken' : taken.error.code
}
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

describe('a design bundle', () => {
  test('is a list of files to write, with tokens in their normal form and the renames told', () => {
    const taken = take(
      zip([
        manifest,
        tokens,
        { name: 'components/', stored: true, mode: 0o040755 },
        { name: 'components/hero.html', data: '<section></section>' },
        { name: 'copy.json', data: '{}', stored: true },
        { name: '__MACOSX/._x', data: 'junk' },
      ]),
    )
    if (!taken.ok) throw new Error(taken.error.what)
    const { files, version, tokens: read, renamed } = taken.value
    expect(files.map(({ path }) => path)).toEqual([
      'components/hero.html',
      'copy.json',
      'import-warnings.json',
      'manifest.json',
      'tokens.json',
    ])
    expect(version).toBe('1.0')
    expect(read).toMatchObject({
      colors: { primary: '#1F4D3A' },
      source: 'claude-design',
      bundle_version: '1.0',
    })
    expect(renamed).toEqual([{ from: 'brand_color', to: 'colors.primary' }])
    const warned: unknown = JSON.parse(textOf(files[2]?.bytes))
    expect(warned).toMatchObject({ renamed })
    expect(JSON.parse(textOf(files[4]?.bytes))).toEqual(read)
  })

  test('may lie in one folder of its own', () => {
    const taken = take(
      zip([manifest, tokens].map((each) => ({ ...each, name: `export/${each.name}` }))),
    )
    expect(taken.ok && taken.value.files.map(({ path }) => path)).toEqual([
      'import-warnings.json',
      'manifest.json',
      'tokens.json',
    ])
  })

  test('that is missing, or no ZIP and no HTML, or cut off, is named as such', () => {
    expect(codeOf(null)).toBe('DESIGN_IMPORT_NOT_FOUND')
    expect(codeOf(new TextEncoder().encode('%PDF-1.7'))).toBe('DESIGN_IMPORT_UNSUPPORTED_FORMAT')
    expect(codeOf(new Uint8Array())).toBe('DESIGN_IMPORT_UNSUPPORTED_FORMAT')
    expect(codeOf(zip([manifest]).subarray(0, 80))).toBe('DESIGN_IMPORT_UNSUPPORTED_FORMAT')
  })

  test.each([
    [[tokens]],
    [[]],
    [[{ name: 'manifest.json', data: 'no json' }]],
    [[{ name: 'manifest.json', data: '{"created_at":"x"}' }]],
    [[{ name: 'a/manifest.json', data: manifest.data ?? '' }, { name: 'b/x.css' }]],
  ] as readonly [readonly Given[]][])(
    'without a manifest that can be read is refused (%#)',
    (entries) => {
      expect(codeOf(zip(entries))).toBe('DESIGN_IMPORT_MISSING_MANIFEST')
    },
  )

  test('of another version is refused with what was found, what can be read, and how to go on', () => {
    const taken = take(
      zip([{ ...manifest, data: '{"format_version":"2.0","claude_design_version":"9"}' }, tokens]),
    )
    if (taken.ok) throw new Error('taken')
    expect(taken.error.code).toBe('DESIGN_IMPORT_UNSUPPORTED_VERSION')
    expect(taken.error.what).toContain('"2.0"')
    expect(taken.error.what).toContain('nothing was written')
    expect(taken.error.expected).toContain('1.0')
    expect(taken.error.expected).toContain('code_based')
    for (const version of ['"1.0"', '"1.0.3"', '1.0'])
      expect(codeOf(zip([{ ...manifest, data: `{"format_version":${version}}` }, tokens]))).toBe(
        'taken',
      )
    for (const version of ['"1.01"', '"10.0"', '"1"', '2'])
      expect(codeOf(zip([{ ...manifest, data: `{"format_version":${version}}` }]))).toBe(
        'DESIGN_IMPORT_UNSUPPORTED_VERSION',
      )
  })

  const hostile: readonly (readonly [string, readonly Given[], string])[] = [
    ...['run.sh', 'a/setup.EXE', 'x.bat', 'x.cmd', 'x.ps1', 'x.py', 'x.rb', 'x.pl'].map(
      (name) => [name, [{ name }], 'executable'] as const,
    ),
    ['a link', [{ name: 'assets/x', data: '/etc/passwd', mode: 0o120777 }], 'symbolic link'],
    ['a device', [{ name: 'assets/x', mode: 0o020666 }], 'device'],
    ['..', [{ name: '../x.css' }], '..'],
    ['.. within', [{ name: 'a/../../x.css' }], '..'],
    ['absolute', [{ name: '/etc/x.css' }], 'absolute'],
    ['backslash', [{ name: '..\\x.css' }], 'backslash'],
    ['drive', [{ name: 'C:x.css' }], 'drive'],
    ['stream', [{ name: 'a.css:x' }], 'colon'],
    ['NUL', [{ name: 'a.css\0.png' }], 'NUL'],
    ['dot', [{ name: 'x.css.' }], 'dot'],
    ['system name', [{ name: 'a/nul.css' }], 'system'],
    ['a repository', [{ name: '.git/config', data: '[core]\n\tfsmonitor = ./x' }], 'hidden'],
    ['settings', [{ name: 'a/.npmrc' }], 'hidden'],
    ['a configuration of ours', [{ name: 'a/loopwright.yaml' }], 'settings of Loopwright'],
    ['a line break', [{ name: 'a\nb.css' }], 'control character'],
    ['nested by name', [{ name: 'more.zip' }], 'archive'],
    ['nested by bytes', [{ name: 'more.png', data: zip([manifest]) }], 'archive'],
    ['program by bytes', [{ name: 'x.png', data: '\u007FELF' }], 'program'],
    ['script by bytes', [{ name: 'x.txt', data: '#!/bin/sh' }], 'script'],
    ['twice', [{ name: 'a.css' }, { name: 'a.css' }], 'twice'],
    ['by case', [{ name: 'a.css' }, { name: 'A.CSS' }], 'clashes'],
    ['file and folder', [{ name: 'a' }, { name: 'a/b.css' }], 'below'],
    ['encrypted', [{ name: 'a.css', flags: 0x801 }], 'encrypted'],
    ['two names', [{ name: 'a.css', localName: 'b.css' }], 'differs'],
    [
      'a second name',
      [{ name: 'a.css', extra: new Uint8Array([0x75, 0x70, 0, 0]) }],
      'second name',
    ],
    ['a bomb by ratio', [{ name: 'a.css', data: new Uint8Array(5_000_000) }], 'times its size'],
    ['a bomb by size', [{ name: 'a.css', claimed: 900_000_000 }], 'unpacks to 900000000'],
    ['more than it says', [{ name: 'a.css', data: 'x'.repeat(5000), claimed: 10 }], 'announces'],
    ['wrong checksum', [{ name: 'a.css', data: 'x', crc: 7 }], 'checksum'],
    ['too many', Array.from({ length: 1001 }, (_, index) => ({ name: `${index}.css` })), 'entries'],
    ['broken SVG', [{ name: 'a.svg', data: '<svg><script>' }], 'SVG'],
  ]
  test.each(hostile)('[GANIN-74] with a trap is refused whole: %s', (_, entries, what) => {
    const taken = take(zip([manifest, tokens, ...entries]))
    if (taken.ok) throw new Error('taken')
    expect(taken.error.code).toBe('DESIGN_IMPORT_SECURITY_REJECT')
    expect(taken.error.what).toContain(what)
  })

  test('[GANIN-74] whose entries share their bytes is refused', () => {
    const inner = zip([{ name: 'b.css', data: 'x', stored: true }]).subarray(0, 36)
    const shared = zip([
      { name: 'a.css', data: inner, stored: true },
      { name: 'b.css', data: 'x', stored: true, at: 35 },
    ])
    expect(take(shared)).toMatchObject({
      error: {
        code: 'DESIGN_IMPORT_SECURITY_REJECT',
        what: '"b.css" shares its bytes with another entry',
      },
    })
  })

  test('[GANIN-74] with a second end record, bytes before it or too many bytes is refused', () => {
    const inner = Buffer.from(zip([])).toString('latin1')
    expect(codeOf(zip([manifest], { comment: inner }))).toBe('DESIGN_IMPORT_SECURITY_REJECT')
    const one = zip([manifest])
    expect(codeOf(new Uint8Array([...one.subarray(0, 4), 0, ...one.subarray(4)]))).toBe(
      'DESIGN_IMPORT_SECURITY_REJECT',
    )
    expect(importBundle(one, source, { ...defaultLimits, archiveBytes: 10 })).toMatchObject({
      error: { code: 'DESIGN_IMPORT_SECURITY_REJECT' },
    })
  })

  test('has scripts taken out of its drawings, and says so', () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>alert(1)</script><path d="M0 0"/></svg>'
    const taken = take(zip([manifest, tokens, { name: 'assets/a.svg', data: drawing }]))
    if (!taken.ok) throw new Error(taken.error.what)
    const clean = textOf(taken.value.files.find(({ path }) => path === 'assets/a.svg')?.bytes)
    expect(clean).not.toMatch(/script|onload|alert/)
    expect(clean).toContain('<path d="M0 0"/>')
    expect(taken.value.warnings.filter((each) => each.startsWith('assets/a.svg'))).toHaveLength(2)
  })

  test.each([
    '<svg><a href="java&#115;cript:x()">y</a></svg>',
    '<svg><a xlink:href=" java\nscript:x()">y</a></svg>',
    '<svg><s:script>x</s:script></svg>',
    '<svg><SCRIPT/></svg>',
    '<svg><script><![CDATA[</script>]]>x()</script></svg>',
    '<svg><foreignObject><iframe src="x"/></foreignObject></svg>',
    '<svg><set attributeName="onclick" to="x()"/></svg>',
    '<svg><use href="data:image/svg+xml,x"/></svg>',
    '<svg><image href="https://example.org/x.png"/></svg>',
    '<!DOCTYPE svg [<!ENTITY x "<script>y</script>">]><svg>&x;</svg>',
  ])('has nothing left that runs: %s', (drawing) => {
    const clean = cleanSvg(drawing)
    expect(clean?.removed.length).toBeGreaterThan(0)
    expect(clean?.text).not.toMatch(/script|iframe|onclick|data:|https|ENTITY/i)
  })

  test('keeps a drawing that only draws', () => {
    const drawing =
      '<?xml version="1.0"?><svg viewBox="0 0 9 9"><a href="https://example.org">z</a><use href="#a"/><style><![CDATA[a > b {}]]></style></svg>'
    expect(cleanSvg(drawing)).toEqual({ text: drawing, removed: [] })
  })

  test('may be one HTML page, whose custom properties are its tokens', () => {
    const page =
      '<!doctype html><script type="application/json" id="manifest">{"format_version":"1.0"}</script><style>:root{--color-primary:#1f4d3a;--space-4:16px;--font-body:Arial;--color-x:var(--y)}</style><script>1</script>'
    const taken = take(new TextEncoder().encode(page))
    if (!taken.ok) throw new Error(taken.error.what)
    expect(taken.value).toMatchObject({
      format: 'html',
      version: '1.0',
      tokens: { colors: { primary: '#1F4D3A' }, spacing: { scale: [16] } },
    })
    expect(taken.value.files.map(({ path }) => path)).toEqual([
      'import-warnings.json',
      'index.html',
      'tokens.json',
    ])
    expect(taken.value.warnings).toContain('the page runs 1 script of its own')
    const html = (text: string) => codeOf(new TextEncoder().encode(text))
    expect(html(page.replace('"1.0"', '"7"'))).toBe('DESIGN_IMPORT_UNSUPPORTED_VERSION')
    expect(html(page.replace('"1.0"', ''))).toBe('DESIGN_IMPORT_MISSING_MANIFEST')
    expect(html('<html>\0')).toBe('DESIGN_IMPORT_SECURITY_REJECT')
    expect(html('<html><p>no manifest</p>')).toBe('taken')
  })

  test('never makes the import throw, whatever its bytes', () => {
    const whole = zip([manifest, tokens, { name: 'a.svg', data: '<svg><path/></svg>' }])
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void take(bytes)))
    let refused = 0
    const flips = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(flips, (changes) => {
        const bytes = new Uint8Array(whole)
        for (const [at, value] of changes) bytes[at] = value
        if (!take(bytes).ok) refused += 1
      }),
      { numRuns: 1000 },
    )
    expect(refused).toBeGreaterThan(300)
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void cleanSvg(`<svg ${text}`)))
  })
})
