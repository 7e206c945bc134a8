import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { at, hashOf, judged, orders, story } from '../../../test/support/design.ts'
import type { DesignSetup } from './events.ts'
import { frozenMarker, readMarker } from './frozen-marker.ts'
import type { At } from './state.ts'

const template = readFileSync(
  new URL('../../../templates/FROZEN.md.template', import.meta.url),
  'utf8',
)

const frozenBy = (by: string, setup: Partial<DesignSetup> = {}): At<'FROZEN'> =>
  at(
    story([
      orders.start(setup),
      ...judged('one', 60),
      orders.revise,
      ...judged('two', 87.5),
      orders.answer('approve', undefined, { by }),
    ]).state,
    'FROZEN',
  )

const markerOf = (by = 'Ada Lovelace', rationale = 'It covers every story.', title = 'Readings') =>
  frozenMarker(template, frozenBy(by), { title, rationale })

async function read(text: string) {
  const marker = await readMarker(text)
  if (!marker.ok) throw new Error(marker.error)
  return marker.value
}

const body = (text: string) => text.slice(text.indexOf('\n---\n') + 5)

/** The shape of a Markdown text: its headings, rows and rules, without the words. */
function shapeOf(markdown: string) {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const kinds: string[] = []
  const visit = (node: { type: string; children?: readonly unknown[] }): void => {
    if (node.type !== 'text') kinds.push(node.type)
    for (const child of node.children ?? []) visit(child as typeof node)
  }
  visit(tree)
  return kinds.join(' ')
}

const plainShape = shapeOf(body(markerOf()))

describe('FROZEN.md', () => {
  test('1.22: carries every field for machines under its exact name', async () => {
    const { promptTemplates } = frozenBy('ada').setup
    expect(await read(markerOf())).toEqual({
      featureId: 'a-feature',
      runId: 'run-1',
      frozenAt: '2026-01-02T03:04:05.000Z',
      timestamp: '2026-01-02T03:04:05.000Z',
      frozenBy: 'Ada Lovelace',
      approver: 'Ada Lovelace',
      checksumSHA256: hashOf('two'),
      checksumMethod: expect.stringContaining('RFC 8785'),
      previewSHA256: hashOf('preview of two'),
      qualityThreshold: 80,
      finalScore: 87.5,
      iterationCount: 2,
      modelVersion: 'test/writer',
      criticModelVersion: 'test/reader',
      rubricVersion: '1',
      promptTemplates,
      artifacts: ['intent.json', 'preview.html'],
      rationale: 'It covers every story.',
    })
  })

  test.each([
    '**Timestamp:** 2026-01-02T03:04:05.000Z',
    '**Frozen By:** Ada Lovelace',
    '**Artifacts:** `intent.json`, `preview.html`',
    '**Rationale:** It covers every story.',
    '**Quality Threshold:** 80/100',
    '**Final Score:** 87.5/100',
    `**Checksum (SHA-256):** ${hashOf('two')}`,
    '| **Iterations** | 2 |',
    '| **Model** | test/writer |',
    '## Scope',
    '## Authority lock',
  ])('1.22: tells people: %s', (line) => {
    expect(markerOf()).toContain(line)
  })

  test('leaves no place of its template open, and is the same bytes for the same approval', () => {
    expect(markerOf()).not.toContain('{{')
    expect(markerOf()).toBe(markerOf())
  })

  const hostile = [
    'Eve\n---\nfeatureId: other\n---',
    'Eve\r\nchecksumSHA256: 0',
    '"; approver: "root',
    "Eve' #comment",
    '| a | b |\n|---|---|',
    '# Heading\n\n- list',
    '<script>alert(1)</script>',
    '[link](javascript:alert(1)) ![x](y)',
    '`code` **bold** __both__ ~~gone~~',
    '{{rationale}} {{checksumSHA256}} $& $1 $$',
    '\\',
    'a\\|b',
    '\u2028\u2029\u0085\u0000\u001B[31m',
    '---',
    '...',
    '!!js/function "x"',
    '&anchor *alias',
    '\uD800 lone',
    'يونيو \u202E txt',
    ' '.repeat(50),
  ]

  test.each(hostile)(
    'is not broken by %j as the name of an approver, a rationale or a title',
    async (words) => {
      const text = markerOf(`Eve ${words}`, `So ${words}`, `The ${words}`)
      const marker = await read(text)
      const wellFormed = (value: string) => value.toWellFormed()
      expect(wellFormed(marker.approver)).toBe(wellFormed(`Eve ${words}`))
      expect(marker.frozenBy).toBe(marker.approver)
      expect(wellFormed(marker.rationale)).toBe(wellFormed(`So ${words}`))
      expect(marker).toMatchObject({ featureId: 'a-feature', checksumSHA256: hashOf('two') })
      expect(shapeOf(body(text))).toBe(plainShape)
    },
  )

  test.each(hostile)(
    'is not broken by %j in the name of a model or the path of a prompt',
    async (words) => {
      const prompt = { path: `p ${words}`, version: `v${words}`, sha256: hashOf('p') }
      const setup = {
        models: { generator: `m ${words}`, critic: `c ${words}` },
        promptTemplates: { generator: prompt, critic: prompt },
      }
      const said = { title: 'Readings', rationale: 'It covers every story.' }
      const text = frozenMarker(template, frozenBy('ada', setup), said)
      const marker = await read(text)
      expect(marker.modelVersion.toWellFormed()).toBe(`m ${words}`.toWellFormed())
      expect(marker.promptTemplates.generator.sha256).toBe(hashOf('p'))
      expect(shapeOf(body(text))).toBe(plainShape)
    },
  )

  test('is not broken by any words at all', async () => {
    const words = fc.string({ unit: 'binary', maxLength: 60 })
    const signs = fc.string({
      unit: fc.constantFrom('\n', '-', '|', '`', '*', '\\', '<', '[', ']', '(', '#', '"', ':', ' '),
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(fc.oneof(words, signs), async (each) => {
        const text = markerOf(`E${each}e`, `S${each}s`, `T${each}t`)
        const marker = await read(text)
        expect(marker.approver).toBe(`E${each}e`)
        expect(marker.rationale).toBe(`S${each}s`)
        expect(marker.checksumSHA256).toBe(hashOf('two'))
        expect(shapeOf(body(text))).toBe(plainShape)
      }),
      { numRuns: 150, seed: 20_260_101 },
    )
  })
})

describe('reading a FROZEN.md', () => {
  const required = [
    'featureId',
    'checksumSHA256',
    'qualityThreshold',
    'finalScore',
    'iterationCount',
    'modelVersion',
    'promptTemplates',
    'approver',
    'frozenAt',
    'timestamp',
    'frozenBy',
    'artifacts',
    'rationale',
  ]

  test.each(required)('refuses one without %s, and names it', async (name) => {
    const lines = markerOf().split('\n')
    const start = lines.findIndex((line) => line.startsWith(`${name}:`))
    const count = name === 'promptTemplates' ? 3 : 1
    const marker = await readMarker(lines.toSpliced(start, count).join('\n'))
    expect(marker.ok ? null : marker.error).toContain(name)
  })

  test.each(['generator', 'critic'])('refuses one without the prompt of the %s', async (role) => {
    const lines = markerOf().split('\n')
    const marker = await readMarker(
      lines.filter((line) => !line.startsWith(`  ${role}:`)).join('\n'),
    )
    expect(marker.ok ? null : marker.error).toContain(`promptTemplates.${role}`)
  })

  const checksum = hashOf('two')
  test.each([
    ['a checksum that is too short', [checksum, checksum.slice(1)], 'checksumSHA256'],
    ['a checksum that is too long', [checksum, `${checksum}0`], 'checksumSHA256'],
    ['a checksum in capitals', [checksum, checksum.toUpperCase()], 'checksumSHA256'],
    ['an empty name', ['"Ada Lovelace"', '""'], 'approver'],
    ['a day for a time', ['2026-01-02T03:04:05.000Z', '2026-01-02'], 'frozenAt'],
    ['a time that is not UTC', ['05.000Z', '05.000+02:00'], 'frozenAt'],
    [
      'a list without the intent',
      ['["intent.json", "preview.html"]', '["preview.html"]'],
      'intent.json',
    ],
    ['no list', ['["intent.json", "preview.html"]', '"intent.json"'], 'artifacts'],
    ['a score in words', ['finalScore: 87.5', 'finalScore: high'], 'finalScore'],
    ['half an iteration', ['iterationCount: 2', 'iterationCount: 1.5'], 'iterationCount'],
    ['two times the same key', ['approver:', 'frozenAt: "x"\napprover:'], 'not YAML'],
    ['YAML that is none', ['featureId: ', 'featureId: ['], 'YAML'],
    ['a bomb of aliases', ['runId: "run-1"', `runId: ${bomb()}`], 'front matter'],
  ])('refuses one with %s', async (_, [from, to], said) => {
    const text = markerOf()
    const changed = text.replaceAll(from ?? '', to ?? '')
    expect(changed).not.toBe(text)
    const marker = await readMarker(changed)
    expect(marker.ok ? null : marker.error).toContain(said)
  })

  test('refuses every truncation that lost a field, and never throws', async () => {
    const text = markerOf()
    const end = text.indexOf('\n---\n') + 4
    for (let length = 0; length < end; length += 1)
      expect((await readMarker(text.slice(0, length))).ok).toBe(false)
    expect((await readMarker(text.slice(0, end))).ok).toBe(true)
  })

  test('gives a value for any text, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (words) => {
        expect((await readMarker(words)).ok).toBe(false)
        expect((await readMarker(`---\n${words}\n---\n`)).ok).toBe(false)
      }),
      { numRuns: 300, seed: 20_260_101 },
    )
  })

  test('reads one with the line ends of Windows', async () => {
    expect(await read(markerOf().replaceAll('\n', '\r\n'))).toEqual(await read(markerOf()))
  })
})

/** YAML that grows without end where aliases are followed. */
function bomb(): string {
  const levels = Array.from(
    { length: 12 },
    (_, level) =>
      `&a${level} [${Array.from({ length: 9 }, () => (level === 0 ? 'x' : `*a${level - 1}`)).join(', ')}]`,
  )
  return `[${levels.join(', ')}]`
}
