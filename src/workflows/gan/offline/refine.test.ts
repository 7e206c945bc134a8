import { describe, expect, test } from 'vitest'
import type { SiteFiles } from '../site.ts'
import { applyFixes, buildSite } from './build-site.ts'
import { Finding } from './ask-input.ts'
import { exampleInputs, examples } from './example-inputs.contract.ts'
import { type Look, lookOn } from './look.ts'
import { groundsOf } from './page/grounds.ts'

const inputs = await exampleInputs(examples[0])
const asked = { inputs, files: null, findings: [], guidance: [], approach: 0, items: [] }
const first = buildSite(asked)

const found = (ruleId: string, more: object = {}): Finding =>
  Finding.parse({ ruleId, dimension: 'Design Quality', message: 'seen', ...more })

const lookOfSite = (files: SiteFiles): Pick<Look, 'layout' | 'palette' | 'type'> | null =>
  lookOn(files.find(({ path }) => path === 'index.html')?.content ?? '')

const after = (findings: readonly Finding[]) =>
  buildSite({ ...asked, files: first.files, findings })

describe('refining a page without a model', () => {
  test('the first version uses the tokens as given, poor contrast makes it choose others', () => {
    expect(lookOfSite(first.files)).toEqual({
      layout: 'ledger',
      palette: 'as-given',
      type: 'large',
    })
    const refined = after([found('contrast-text')])
    expect(lookOfSite(refined.files)?.palette).toBe('readable')
    expect(refined.notes).toContain('nearest token')
    const [given, readable] = (['as-given', 'readable'] as const).map(
      (palette) => groundsOf(inputs.tokens, palette, 'light').paper.ink,
    )
    expect(given).toBe('text')
    expect(readable).toMatch(/^neutral\./)
  })

  test('keeps what was gained: a readable palette stays readable', () => {
    const readable = after([found('contrast-text')])
    const next = buildSite({
      ...asked,
      files: readable.files,
      findings: [found('slop/stock-cards')],
    })
    expect(lookOfSite(next.files)).toMatchObject({ palette: 'readable' })
    expect(lookOfSite(next.files)?.layout).not.toBe('ledger')
  })

  test('weak originality changes the layout, words that do not fit the size of the type', () => {
    expect(lookOfSite(after([found('slop/same-structure')]).files)?.layout).not.toBe('ledger')
    const smaller = after([found('layout/phone-overflow')])
    expect(lookOfSite(smaller.files)).toMatchObject({ layout: 'ledger', type: 'modest' })
    expect(smaller.files).not.toEqual(first.files)
  })

  test('listens to people: a named layout, another one, more contrast', () => {
    const told = (...guidance: readonly string[]) =>
      lookOfSite(buildSite({ ...asked, files: first.files, guidance: [...guidance] }).files)
    expect(told('Make it more like a magazine.')?.layout).toBe('editorial')
    expect(told('Please try another layout.')?.layout).not.toBe('ledger')
    expect(told('The text is too pale.')).toMatchObject({ layout: 'ledger', palette: 'readable' })
    expect(lookOfSite(buildSite({ ...asked, approach: 1 }).files)?.layout).not.toBe('ledger')
  })

  test('a page that would come out the same is not handed in again', () => {
    const again = after([found('keyboard-trap')])
    expect(lookOfSite(again.files)?.layout).not.toBe('ledger')
    expect(again.notes).toContain('is tried instead')
    expect(after([]).files).toEqual(first.files)
    const words = after([found('copy/missing-section')])
    expect(words.files).toEqual(first.files)
    expect(words.notes).toContain('copy.json has no others')
  })

  test('says so when it draws a page anew that somebody else had changed', () => {
    const changed = first.files.map((file) => ({ ...file, content: `${file.content}\n` }))
    const findings = [found('contrast-text')]
    expect(buildSite({ ...asked, files: changed, findings }).notes).toContain('drawn anew')
    expect(after(findings).notes).not.toContain('drawn anew')
  })

  test('makes the repairs that findings carry, from the end, none over another', () => {
    const files: SiteFiles = [{ path: 'index.html', content: 'abcdef', encoding: 'utf8' }]
    const fix = (start: number, end: number, text: string, file = 'index.html') =>
      found('tokens/colour', { fix: { title: `${text}!`, edits: [{ file, start, end, text }] } })
    const fixed = applyFixes(files, [
      fix(0, 1, 'AA'),
      fix(4, 6, 'E'),
      fix(5, 6, 'over'),
      fix(2, 3, ''),
      fix(0, 99, 'far'),
      fix(0, 1, 'no', 'other.css'),
    ])
    expect(fixed.files[0]?.content).toBe('AAbdE')
    expect(fixed.titles).toEqual(['AA!', 'E!', '!'])
    const title = after([
      found('tokens/colour', {
        fix: { title: 'Mend it', edits: [{ file: 'mark.svg', start: 0, end: 0, text: '<!---->' }] },
      }),
    ])
    expect(title.notes).toBe('Mend it')
    expect(title.files.find(({ path }) => path === 'mark.svg')?.content).toMatch(/^<!---->/)
  })
})
