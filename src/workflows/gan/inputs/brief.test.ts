import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { standardMustPass } from './brief.ts'
import { defaultChecklist } from './default-checklist.ts'
import { inputErrorText } from './input-error.ts'
import { type BriefSource, parseBrief } from './parse-brief.ts'

const example = readFileSync(
  resolve(import.meta.dirname, '../../../../examples/gan/BRIEF.md'),
  'utf8',
)
const minimum = '# Shop\n\n## Goal\n\nSell.\n\n## Audience\n\nRiders.\n\n## Brand\n\nWarm.\n'

const read = async (text: string, source: BriefSource = {}) => {
  const parsed = await parseBrief(text, source)
  if (!parsed.ok) throw new Error(parsed.error.map(inputErrorText).join('\n'))
  return parsed.value
}
const errorsOf = async (text: string, source: BriefSource = {}) => {
  const parsed = await parseBrief(text, source)
  return parsed.ok ? [] : parsed.error
}

describe('a BRIEF', () => {
  test('is complete with Goal, Audience and Brand', async () => {
    const { brief, warnings } = await read(minimum)
    expect(brief).toMatchObject({
      title: 'Shop',
      goal: 'Sell.',
      audience: 'Riders.',
      brand: 'Warm.',
      brandSource: 'brief',
      requirements: [],
    })
    expect(brief.mustPass).toEqual(standardMustPass)
    expect(warnings).toEqual([])
  })

  test.each([
    ['Goal', minimum.replace('Sell.', ''), 3],
    ['Goal', minimum.replace('Sell.', '_TBD_'), 3],
    ['Goal', minimum.replace('Sell.', '- Objective: _TBD_\n- Outcome: [what changes]'), 3],
    ['Goal', minimum.replace('Sell.', '<!-- what the page is for -->'), 3],
    ['Audience', minimum.replace('Riders.', '...'), 7],
    ['Brand', minimum.replace('Warm.', '  '), 11],
    ['Audience', minimum.replace('## Audience\n\nRiders.\n', ''), undefined],
    ['Goal', minimum.replace('## Goal', '```\n## Goal').replace('Sell.', 'Sell.\n```'), undefined],
  ])(
    '[GANIN-21] is refused with BRIEF_SECTION_INCOMPLETE where %s is empty or missing: %j',
    async (section, text, line) => {
      const errors = await errorsOf(text)
      expect(errors).toHaveLength(1)
      expect(errors[0]).toMatchObject({ code: 'BRIEF_SECTION_INCOMPLETE', at: section })
      expect(errors[0]?.line).toBe(line)
      expect(errors[0]?.expected).toContain(`## ${section}`)
    },
  )

  test('[GANIN-21] names every incomplete section at once', async () => {
    expect((await errorsOf('')).map(({ at }) => at)).toEqual(['Goal', 'Audience', 'Brand'])
  })

  const brandFiles = [
    { path: 'brand/brand-voice.md', text: '# Voice\n\n- Tone: warm\n\n## Terms\n\n- bicycle\n' },
    { path: 'brand/visual-identity.md', text: 'Primary\n-------\n\n#1F4D3A\n' },
    { path: 'brand/target-audience.md', text: '---\nx: 1\n---\nMara rides to work.\n' },
  ]

  test.each([
    ['empty', minimum.replace('Warm.', '')],
    ['blank', minimum.replace('Warm.', '_TBD_')],
    ['missing', minimum.replace('## Brand\n\nWarm.\n', '')],
    ['in the middle', '## Brand\n\n## Goal\n\nSell.\n\n## Audience\n\nRiders.\n'],
  ])('has an %s Brand filled from the brand files, each with its source', async (_, text) => {
    const { brief } = await read(text, { brandFiles })
    expect(brief.brandSource).toBe('brand-files')
    expect(brief.brand.match(/^> source: .*$/gm)).toEqual([
      '> source: brand/brand-voice.md',
      '> source: brand/visual-identity.md',
      '> source: brand/target-audience.md',
    ])
    expect(brief.brand).toContain('- bicycle')
    expect(brief.brand).toContain('#1F4D3A')
    expect(brief.brand).toContain('Mara rides to work.')
    expect(brief.goal).toBe('Sell.')
    expect(brief.audience).toBe('Riders.')
    // reading the filled text again changes nothing
    const again = await read(brief.text, { brandFiles })
    expect(again.brief.text).toBe(brief.text)
    expect(again.brief.brand).toBe(brief.brand)
  })

  test('keeps a Brand that is there', async () => {
    const { brief } = await read(minimum, { brandFiles })
    expect(brief.brand).toBe('Warm.')
    expect(brief.text).toBe(minimum)
  })

  test('is read whole after the full template', async () => {
    const { brief, warnings } = await read(example)
    expect(warnings).toEqual([])
    expect(brief.requirements.map(({ section, need }) => `${section} ${need}`)).toEqual([
      'Hero must',
      'Problem must',
      'Solution must',
      'Features must',
      'Pricing should',
      'Call to action must',
    ])
    expect(brief.callsToAction.map(({ label }) => label)).toEqual([
      'Book your slot',
      'See the prices',
    ])
    expect(brief.mustPass).toHaveLength(6)
  })

  test.each([
    'Deliverables',
    'Technical Constraints',
    'Evaluation Criteria',
    'Content Requirements',
  ])('after the full template needs %s as well', async (section) => {
    const errors = await errorsOf(example.replace(`## ${section}`, '## Something else'))
    expect(errors).toMatchObject([{ code: 'BRIEF_SECTION_INCOMPLETE', at: section }])
  })

  test.each([
    ['BRIEF-20260914-001', 'BRIEF-1', 'Metadata.ID'],
    ['| approved |', '| maybe |', 'Metadata.Status'],
  ])('is refused for metadata that does not fit: %s -> %s', async (from, to, at) => {
    const [error] = await errorsOf(example.replace(from, to))
    expect(error).toMatchObject({ code: 'BRIEF_INVALID', at })
    expect(error?.line).toBeGreaterThan(3)
  })

  test('is doubted, not refused, for a priority that does not fit', async () => {
    const { warnings, brief } = await read(
      example.replace('| Home | Pricing | should |', '| Home | Pricing | sometime |'),
    )
    expect(warnings.map(({ at, expected }) => [at, expected])).toEqual([
      ['Pricing', 'must, should or nice; it is taken as must'],
    ])
    expect(brief.requirements[4]?.need).toBe('must')
  })

  test('has requirements in tables alone, and takes a profile from the front matter', async () => {
    const { brief } = await read(
      `---\nevaluator_profile: strict\n---\n${minimum}\n## Content Requirements\n\n- [must] Hero: what we do\n\n| Section | Must |\n|---|---|\n| Prices | yes |\n`,
    )
    expect(brief.evaluatorProfile).toBe('strict')
    expect(brief.requirements.map(({ section, need }) => [section, need])).toEqual([
      ['Prices', 'must'],
    ])
  })

  test('gives the checklist that is scored where there is no contract (decision 0.14)', async () => {
    const { brief } = await read(example)
    const items = defaultChecklist(brief)
    expect(items).toHaveLength(6 + 2 + 6)
    expect(items[0]).toEqual({
      id: 'AC-01',
      criterion: 'Home: Hero is present (what we do, how fast, a button to book)',
      verification: 'Find the section Hero on the page',
      dimension: 'Completeness',
      need: 'must',
      section: 'Hero',
      line: 41,
    })
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(items.filter(({ line }) => line === null).map(({ dimension }) => dimension)).toEqual([
      'Design Quality',
      'Functionality',
      'Completeness',
      'Functionality',
      'Functionality',
      'Functionality',
    ])
    expect(defaultChecklist((await read(minimum)).brief)).toHaveLength(standardMustPass.length)
  })

  test('never throws, whatever the text', async () => {
    const marks = fc.constantFrom(
      '## Goal\n',
      '## Brand\n',
      '- ',
      '| a | b |\n',
      '|---|---|\n',
      '```yaml\n',
      'must: ',
      '<!--',
      '\n',
      '[',
      '>',
      '&x: *x\n',
      '---\n',
    )
    const texts = fc.array(fc.oneof(marks, fc.string({ unit: 'binary', maxLength: 12 })), {
      maxLength: 40,
    })
    let complete = 0
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), async (parts, full) => {
        const text = `${full ? minimum : ''}${parts.join('')}`
        const parsed = await parseBrief(text, { brandFiles: [{ path: 'a', text: parts.join('') }] })
        if (parsed.ok) complete += 1
      }),
      { numRuns: 300 },
    )
    expect(complete).toBeGreaterThan(50)
  })
})
