import { describe, expect, test } from 'vitest'
import { verdictOfPass } from '../evaluation.ts'
import { aPage, aSection, inViews, white } from '../../page/score/sample-page.contract.ts'
import { evaluateUiUx } from './evaluate.ts'
import { modules } from './samples/modules.contract.ts'
import { plain } from './samples/plain.contract.ts'
import { plants } from './samples/plants.contract.ts'
import { tailwind } from './samples/tailwind.contract.ts'
import { planted, trackOf, verdictsOf, wrongIn } from './samples/track-facts.contract.ts'
import { vue } from './samples/vue.contract.ts'

describe('a user interface of which only the files are known', () => {
  test.each(Object.entries({ plain, modules, tailwind, vue }))(
    'has nothing wrong where it is well made: %s',
    async (_style, files) => {
      expect(await wrongIn(trackOf(files))).toEqual([])
    },
  )

  test.each(plants)('$what: pass $pass, $part', async ({ pass, part, files }) => {
    const wrong = await wrongIn(trackOf(files))
    expect(wrong.filter((each) => each.startsWith(`${pass}/${part} `))).not.toEqual([])
  })

  test('is not judged by files that the track never touched', async () => {
    const old = { ...plain, 'public/styles/old.css': '.old { color: #ff0000; outline: none }' }
    const touched = Object.keys(plain)
    expect(await wrongIn(trackOf(old, { touched }))).toEqual([])
  })

  test('leaves open what only a browser can see, with the reason', async () => {
    const passes = await evaluateUiUx(trackOf(plain, { notStarted: 'npm start ended with 1' }))
    const open = passes.flatMap(({ parts }) => parts.filter(({ status }) => status === 'undecided'))
    expect(open.map(({ id }) => id)).toContain('truncation')
    expect(open.find(({ id }) => id === 'truncation')?.reason).toBe('npm start ended with 1')
  })

  test('is left to a judge where scripts make the styles', async () => {
    const script = { 'src/card.tsx': "import styled from 'styled-components'\n" }
    const verdicts = await verdictsOf(trackOf({ ...plain, ...script }))
    expect([0, 4, 5].map((index) => verdicts[index])).toEqual(Array(3).fill('NOT DECIDED'))
  })

  test('is not there in a track that only touches a server', async () => {
    const files = { 'src/server.ts': 'export const port = 3000\n' }
    expect(new Set(await verdictsOf(trackOf(files)))).toEqual(new Set(['N/A']))
  })

  test('may say by a double denial that motion is for those who want it', async () => {
    const path = 'public/styles/site.css'
    const asked = '(prefers-reduced-motion: reduce)'
    const file = Object.keys(plain).find((each) => plain[each]?.includes(asked)) ?? path
    const denied = planted(plain, file, asked, 'not (prefers-reduced-motion: no-preference)')
    expect(await wrongIn(trackOf(denied))).toEqual([])
  })

  test('styles each kind of toast that it shows', async () => {
    const toast = (styles: string) => ({
      ...plain,
      'public/scripts/toast.js':
        "export const show = (page, kind) => { page.className = `toast toast-${kind}` }\nexport const kinds = ['success', 'error', 'info']\n",
      'public/styles/toast.css': styles,
    })
    const wrong = async (styles: string) =>
      (await wrongIn(trackOf(toast(styles)))).filter((each) => each.includes('toast has no look'))
    const rule = (kind: string) => `.toast-${kind} { color: var(--color-ink); }\n`
    expect(await wrong(rule('success') + rule('info'))).toHaveLength(1)
    expect(await wrong(rule('success') + rule('info') + rule('error'))).toEqual([])
  })

  test('has the same cards on all pages', async () => {
    const item = (radius: number, padding: number, signature: string) => ({
      signature,
      background: white,
      radius,
      shadow: null,
      borderWidth: 1,
      padding,
      icon: null,
      heading: true,
      sentences: 1,
    })
    const page = (card: ReturnType<typeof item>) =>
      aPage({
        views: inViews({
          sections: [
            aSection({ repeats: { selector: '#cards', count: 3, columns: 3, item: card } }),
          ],
        }),
      })
    const wrong = async (second: ReturnType<typeof item>) =>
      (
        await wrongIn(trackOf(plain, {}, { '/': page(item(16, 24, 'h2p')), '/b': page(second) }))
      ).filter((each) => each.includes('the cards of'))
    expect(await wrong(item(16, 24, 'h3p'))).toEqual([])
    expect(await wrong(item(14, 24, 'h3p'))).toEqual([])
    expect(await wrong(item(4, 12, 'h3p'))).toHaveLength(1)
    expect(await wrong(item(4, 24, 'h2p'))).toHaveLength(1)
    const odd = { selector: '#cards > li:nth-of-type(2)', item: item(4, 24, 'h2p') }
    const one = item(16, 24, 'h2p')
    const repeats = { selector: '#cards', count: 3, columns: 3, item: one, odd: [odd] }
    const mixed = aPage({ views: inViews({ sections: [aSection({ repeats })] }) })
    expect((await wrongIn(trackOf(plain, {}, { '/': mixed }))).join()).toContain(
      'and those beside it have others',
    )
  })

  test('has eight passes, in their order', async () => {
    const passes = await evaluateUiUx(trackOf(plain))
    expect(passes.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const [open, pass] = ['NOT DECIDED', 'PASS'] as const
    expect(passes.map(verdictOfPass)).toEqual([pass, pass, open, open, pass, pass, open, open])
  })
})
