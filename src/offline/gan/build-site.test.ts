import { describe, expect, test } from 'vitest'
import { isToken } from '../../checks/page/tokens/literals.ts'
import { tokenScale } from '../../checks/page/tokens/token-scale.ts'
import { contentTypeOf } from '../../checks/page/read-site.ts'
import { readStatic } from '../../checks/page/static/read-static.ts'
import { BuildOutput } from '../../workflows/gan/contracts.ts'
import { copyBlocks } from '../../workflows/gan/inputs/copy-blocks.ts'
import { normaliseCopy } from '../../workflows/gan/inputs/review-copy.ts'
import { pageContract } from '../../workflows/gan/page-contract.ts'
import type { SiteFiles } from '../../workflows/gan/site.ts'
import { evidenceProblems } from '../../workflows/gan/verify-evidence.ts'
import { buildSite, drawSite } from './build-site.ts'
import { proposeContract } from '../../workflows/gan/propose-contract.ts'
import { exampleInputs, examples, inputsOf, sourcesOf } from './example-inputs.contract.ts'

const [kettle] = examples
const inputs = await exampleInputs(kettle)
const asked = { files: null, guidance: [], approach: 0, items: [] }

const fileOf = (files: SiteFiles, path: string): string =>
  files.find((file) => file.path === path)?.content ?? ''

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const textOf = (html: string): string =>
  normaliseCopy(
    html
      .replace(/<head>.*<\/head>/s, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? ''),
  )

const staticOf = (files: SiteFiles) =>
  readStatic(
    new Map(
      files.map(({ path, content }) => [
        path,
        { bytes: new TextEncoder().encode(content), contentType: contentTypeOf(path) },
      ]),
    ),
  )

const palettes = ['as-given', 'readable'] as const

describe('building a page without a model', () => {
  test('[OFFLINE-2] the same inputs give the same bytes', async () => {
    const first = buildSite({ ...asked, inputs })
    expect(buildSite({ ...asked, inputs: await exampleInputs(kettle) })).toEqual(first)
    expect(BuildOutput.parse(first).files.map(({ path }) => path)).toEqual([
      'index.html',
      'styles.css',
      'mark.svg',
    ])
  })

  test.each(examples)('$name shows every text of the copy, in its order', async (example) => {
    const own = await exampleInputs(example)
    const files = drawSite(own, 'as-given')
    const page = textOf(fileOf(files, 'index.html').split('</header>')[1] ?? '')
    let from = 0
    const missing = copyBlocks(own.copy).filter(({ text }) => {
      const at = page.indexOf(normaliseCopy(text), from)
      from = at === -1 ? from : at
      return at === -1
    })
    expect(missing).toEqual([])
  })

  test.each(examples)('$name uses no value that its tokens do not have', async (example) => {
    const own = await exampleInputs(example)
    const scale = tokenScale({ ...own.tokens })
    for (const palette of palettes) {
      const facts = await staticOf(drawSite(own, palette))
      expect(facts.literals.filter((literal) => !isToken(literal, scale))).toEqual([])
      expect(facts.styleErrors).toEqual([])
    }
  })

  test('every link leads to a place in the page, a mail or the site itself', async () => {
    for (const example of examples) {
      const own = await exampleInputs(example)
      for (const palette of palettes) {
        const html = fileOf(drawSite(own, palette), 'index.html')
        const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
        expect(new Set(ids).size).toBe(ids.length)
        const anchors = [...html.matchAll(/(?:href|action)="#([^"]*)"/g)].map(([, id]) => id)
        expect(anchors.filter((id) => !ids.includes(id))).toEqual([])
        expect(html).not.toMatch(/https?:\/\//)
      }
    }
  })

  test('calls lead where the brief says, and the last one does something', async () => {
    const html = fileOf(buildSite({ ...asked, inputs }).files, 'index.html')
    expect(html).toContain('<a href="#book" class="button">Book your slot</a>')
    expect(html).toContain('<a href="#pricing" class="quiet-link">See the prices</a>')
    expect(html).toContain('<section id="book"')
    expect(html.match(/<input type="radio" name="plan" value="[a-z-]+" required>/g)).toHaveLength(3)
    const workspace = await exampleInputs(examples[3])
    expect(fileOf(buildSite({ ...asked, inputs: workspace }).files, 'index.html')).toContain(
      'action="mailto:hello@tide-house.example"',
    )
  })

  test('dark only where the brand supports it, still where motion is unwanted', async () => {
    const dark = '@media (prefers-color-scheme: dark)'
    const styles = async (example: (typeof examples)[number]) =>
      fileOf(buildSite({ ...asked, inputs: await exampleInputs(example) }).files, 'styles.css')
    expect(await styles(kettle)).not.toContain(dark)
    expect(await styles(examples[3])).toContain(dark)
    expect(await styles(kettle)).toContain('@media (prefers-reduced-motion: reduce)')
  })

  test('asked again it chooses tokens that can be read, once; then it says what it cannot do', () => {
    const { files } = buildSite({ ...asked, inputs })
    const refined = buildSite({ ...asked, inputs, files })
    expect(fileOf(refined.files, 'styles.css')).toContain('--ink: var(--color-neutral-900)')
    expect(refined.notes).toContain('tokens that can be read')
    const last = buildSite({ ...asked, inputs, files: refined.files, guidance: ['Bolder.'] })
    expect(last.files).toEqual(refined.files)
    expect(last.notes).toContain('one layout')
    expect(last.notes).toContain('need a model')
  })

  test('claims rest on evidence that stands in the files', () => {
    const items = proposeContract({ brief: inputs.brief, priority: 'Originality', checklist: [] })
    const { files, claims } = buildSite({ ...asked, inputs, items: items.acceptance_checklist })
    expect(claims.length).toBeGreaterThan(5)
    const ground = { files, judgement: null, screenshots: [], sections: [] }
    expect(claims.flatMap(({ evidence }) => evidenceProblems(evidence, ground))).toEqual([])
  })

  test('builds from copy alone, and says what the brief left open', async () => {
    const sources = sourcesOf(examples[1])
    const copy = JSON.parse(sources.copy ?? '')
    delete copy.sections.pricing
    const own = await inputsOf({
      projectId: 'bare',
      brief: '# BRIEF: Bare\n\n## Goal\n\nSell.\n\n## Audience\n\nPeople.\n\n## Brand\n\nPlain.\n',
      copy: JSON.stringify(copy),
      tokens: null,
      brand: null,
    })
    const { files, notes } = buildSite({ ...asked, inputs: own })
    expect(fileOf(files, 'index.html')).toContain('type="email"')
    expect(notes).toContain('asks for an e-mail address')
    expect(pageContract(own).copy?.length).toBeGreaterThan(0)
  })
})
