import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBrandVoice, parseTargetAudience, parseVisualIdentity } from './parse-brand.ts'

const example = (name: string) =>
  readFileSync(resolve(import.meta.dirname, `../../../../examples/gan/brand/${name}`), 'utf8')
const voice = example('brand-voice.md')
const visual = example('visual-identity.md')
const audience = example('target-audience.md')

describe('the brand files', () => {
  test('give voice, look and audience from headings, lists, tables and YAML', async () => {
    expect(await parseBrandVoice(voice)).toMatchObject({
      ok: true,
      value: {
        name: 'Kettle & Chain',
        tone: ['warm', 'exact', 'dry'],
        avoidedTerms: ['solution', 'journey', 'premium', 'experience'],
      },
    })
    const look = await parseVisualIdentity(visual)
    expect(look).toMatchObject({
      ok: true,
      value: {
        colours: { primary: '#1F4D3A', background: '#FBF7EF', surface: '#FFFFFF' },
        fonts: { heading: 'Georgia, Times New Roman, serif' },
        borderRadiusStyle: 'sharp',
        darkModeSupport: false,
      },
    })
    expect(look.ok && Object.keys(look.value.neutralScale)).toHaveLength(11)
    expect(await parseTargetAudience(audience)).toMatchObject({
      ok: true,
      value: {
        kind: 'consumers',
      },
    })
  })

  test('are the same whether written as YAML, as bullets or as a table', async () => {
    const forms = [
      '```yaml\nprimary: "#abc"\nfonts:\n  heading: Georgia\nborder_radius_style: pill\n```\n',
      '- **Primary:** #abc\n- Fonts:\n  - Heading: Georgia\n- `border_radius_style`: pill\n',
      '| Field | Value |\n|---|---|\n| Primary | `#abc` (pale) |\n| Heading font | Georgia |\n| Border radius style | pill |\n',
      'primary: #abc\n\n## Fonts\n\nHeading: Georgia\n\n## Border radius style\n\npill\n',
    ]
    for (const form of forms)
      expect(await parseVisualIdentity(form)).toMatchObject({
        ok: true,
        value: {
          colours: { primary: '#AABBCC' },
          fonts: { heading: 'Georgia' },
          borderRadiusStyle: 'pill',
        },
      })
  })

  test.each([
    ['voice', parseBrandVoice, voice, 'BRAND_VOICE_INCOMPLETE', 'brand-voice.md'],
    ['look', parseVisualIdentity, visual, 'BRAND_DESIGN_MISSING_IDENTITY', 'visual-identity.md'],
    ['audience', parseTargetAudience, audience, 'BRAND_AUDIENCE_INCOMPLETE', 'target-audience.md'],
  ] as const)(
    'stop the work where the %s is missing, empty or has a _TBD_',
    async (...[, parse, text, code, path]) => {
      expect(await parse(null)).toMatchObject({ ok: false, error: [{ code, path }] })
      expect(await parse('')).toMatchObject({ ok: false, error: [{ code, path }] })
      const blank = text.replace(/^- (?!".*")(.+)$/m, (line) => `${line.split(':')[0]}: _TBD_`)
      const line = text.split('\n').findIndex((each) => each.startsWith('- ')) + 1
      const stopped = await parse(blank)
      expect(stopped).toMatchObject({ ok: false, error: [{ code, path, line }] })
      expect(!stopped.ok && stopped.error[0]?.what).toContain('_TBD_')
      expect((await parse(`${text}\n<!-- write _TBD_ where you do not know yet -->\n`)).ok).toBe(
        true,
      )
    },
  )

  test.each([
    [
      parseBrandVoice,
      voice.replace('- Tone: warm, exact, dry\n', ''),
      'BRAND_VOICE_INCOMPLETE',
      'tone',
    ],
    [
      parseVisualIdentity,
      visual.replace('| Primary |', '| Main |'),
      'BRAND_DESIGN_MISSING_IDENTITY',
      'primary',
    ],
    [
      parseVisualIdentity,
      visual.replace('## Fonts', '## Letters'),
      'BRAND_DESIGN_MISSING_IDENTITY',
      'fonts',
    ],
    [
      parseTargetAudience,
      audience.replace('## Persona', '## Someone'),
      'BRAND_AUDIENCE_INCOMPLETE',
      'persona',
    ],
    [parseVisualIdentity, visual.replace('#1F4D3A', 'forest'), 'BRAND_FILE_INVALID', 'primary'],
    [
      parseVisualIdentity,
      visual.replace('style: sharp', 'style: soft'),
      'BRAND_FILE_INVALID',
      'border_radius_style',
    ],
    [
      parseTargetAudience,
      audience.replace('kind: consumers', 'kind: everyone'),
      'BRAND_FILE_INVALID',
      'audience_kind',
    ],
  ])('name the field that is missing or does not fit (%#)', async (parse, text, code, at) => {
    const parsed = await parse(text)
    expect(parsed).toMatchObject({ ok: false, error: [{ code, at }] })
    expect(!parsed.ok && parsed.error[0]?.expected).not.toBe('')
  })

  test('never throw, whatever the text', async () => {
    const marks = fc.constantFrom(
      '## Tone\n',
      '- primary: ',
      '| a | b |\n',
      '|-|-|\n',
      '```yaml\n',
      'a: {b: [',
      '\n',
      '  - x: y\n',
      '#abc',
      '_TBD_',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(marks, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 40 }),
        async (parts) => {
          const text = parts.join('')
          for (const parse of [parseBrandVoice, parseVisualIdentity, parseTargetAudience]) {
            const parsed = await parse(text)
            if (!parsed.ok) expect(parsed.error.length).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
