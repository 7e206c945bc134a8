import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkspace } from '../../app.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { browser, hasBrowser } from '../../../test/support/browser.ts'
import { checkPages } from './check-page.ts'

let root = ''
let workspace: Workspace
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'page-exam-'))
  const opened = await openWorkspace({ cwd: root, env: {}, openBrowser: async () => browser })
  if (!opened.ok) throw new Error(opened.error.what)
  workspace = opened.value
})
afterAll(() => rm(root, { recursive: true, force: true }))

let count = 0

/** The verdict on a page, and what is unmet or undecided. */
async function verdictOn(
  files: Readonly<Record<string, string>>,
  { task = '', criteria = '' }: { readonly task?: string; readonly criteria?: string } = {},
) {
  const folder = join(root, `p${(count += 1)}`)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const checked = await checkPages(workspace, {
    targets: [folder],
    contract: {},
    texts: { task, criteria },
    threshold: null,
    fix: false,
    isStatic: false,
    failFast: false,
    allPages: false,
    only: [],
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  if (!checked.ok) throw new Error(checked.error.what)
  const [page] = checked.value.report.pages
  const musts = page?.obligations.filter(({ weight }) => weight === 'must') ?? []
  const of = (status: string) =>
    musts.filter((each) => each.status === status).map(({ statement }) => statement)
  return { verdict: page?.verdict.verdict, unmet: of('unmet'), undecided: of('undecided') }
}

const style = `body{font:18px/1.6 Georgia,serif;color:#14110e;background:#fbf7ef;margin:0 auto;max-width:60rem;padding:1rem}
a,button{color:#fff;background:#1f4d3a;display:inline-block;padding:.8rem 1.2rem;border:0;font:inherit;min-height:44px;box-sizing:border-box;border-radius:3px}
a:hover,button:hover{background:#14110e}a:focus-visible,button:focus-visible,input:focus-visible,textarea:focus-visible{outline:3px solid #14110e;outline-offset:3px}a:active,button:active{background:#332e26}
input,textarea{display:block;font:inherit;padding:.6rem;min-height:44px;box-sizing:border-box;width:100%;border:2px solid #4c4539;color:#14110e;background:#fff}label{display:block}`

const pageOf = (body: string, { title = 'Korn, a bakery', script = '' } = {}) => ({
  'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="Rye bread from a wood oven, baked every morning."><title>${title}</title><link rel="icon" href="data:,"><style>${style}</style></head><body>${body}${script === '' ? '' : `<script>${script}</script>`}</body></html>`,
})

const nav = '<header><nav aria-label="Main"><a href="#bread">Our bread</a></nav></header>'
const hero =
  '<h1>Korn bakes rye bread every morning</h1><p>Our bakery fires the oven at four, and the first loaf leaves at six.</p>'
const bread =
  '<section id="bread"><h2>What a loaf costs</h2><ul><li>Rye, one kilo: 6 €</li><li>Spelt, one kilo: 7 €</li></ul></section>'
const hours =
  '<section><h2>When we are open</h2><p>Tuesday to Saturday, 6:00 to 13:00.</p></section>'
const form = (fields: string) =>
  `<section id="order"><h2>Order a loaf</h2><form action="index.html" method="post">${fields}<button type="submit">Send the order</button></form></section>`
const name = '<label for="n">Name</label><input id="n" name="name" autocomplete="name" required>'
const mail =
  '<label for="e">Email</label><input id="e" type="email" name="email" autocomplete="email" required>'
const note = '<label for="m">Message</label><textarea id="m" name="message"></textarea>'
const loaves = (bounds: string) =>
  `<label for="l">Loaves</label><input id="l" type="number" name="loaves" ${bounds} required>`
const dialog = (onclick: string) =>
  `<button type="button" onclick="${onclick}">For regulars</button><dialog aria-label="For regulars"><p>Ask for the end of the loaf.</p></dialog>`
const phone = (href: string) => `<p><a href="${href}">Call 030 1234567</a></p>`
const whole = (inner: string) =>
  `${nav}<main>${hero}${inner}</main><footer><p>Korn, Ackerstraße 1, 10115 Berlin</p></footer>`

/** A task, the page that does it, and pages that do not, with what each is blamed for. */
const pairs: readonly {
  readonly title: string
  readonly task: string
  readonly right: string
  readonly wrong: readonly (readonly [body: string, blamed: RegExp, script?: string])[]
}[] = [
  {
    title: 'sections under headings of their own',
    task: 'A landing page for the bakery Korn with sections: Pricing, Opening hours and Footer.',
    right: whole(bread + hours),
    wrong: [
      [whole(hours), /section Pricing/],
      [whole(bread + '<section><h2>Opening hours</h2></section>'), /Opening hours/],
      [
        whole(
          '<section id="pricing"><h2>Pricing</h2><p>Fair and honest, as always.</p></section>' +
            hours,
        ),
        /Pricing/,
      ],
    ],
  },
  {
    title: 'the fields of a form',
    task: 'The page has an order form with name, email (required) and message.',
    right: whole(bread + form(name + mail + note)),
    wrong: [
      [whole(bread + form(name + mail)), /message/],
      [whole(bread + form(name + mail.replace(' required', '') + note)), /email/],
      [whole(bread), /form/],
    ],
  },
  {
    title: 'the bounds of a field, in brackets with a comma',
    task: 'A form with name and loaves (number, 1 to 6).',
    right: whole(bread + form(name + loaves('min="1" max="6"'))),
    wrong: [
      [whole(bread + form(name + loaves('min="1" max="60"'))), /loaves/],
      [whole(bread + form(name + loaves('min="1"'))), /loaves/],
    ],
  },
  {
    title: 'what nobody can see or use',
    task: 'A form with name and email. The button "Send the order".',
    right: whole(bread + form(name + mail)),
    wrong: [
      [whole(bread + form(name + mail).replace('<button', '<button disabled')), /Send the order/],
      [
        whole(bread + form(name + mail)),
        /form|Send the order/,
        "document.forms[0].addEventListener('submit', (event) => { event.preventDefault(); throw new Error('no') })",
      ],
      [
        `${whole(bread + form(name + mail))}<div style="position:fixed;inset:0;background:#fbf7ef;z-index:9">We are closed.</div>`,
        /Send the order|form/,
      ],
    ],
  },
  {
    title: 'a text that stands in a dialog',
    task: 'It says "Ask for the end of the loaf".',
    right: whole(bread + dialog('this.nextElementSibling.showModal()')),
    wrong: [[whole(bread + dialog('void 0')), /end of the loaf/]],
  },
  {
    title: 'elements that must not be there',
    task: 'It has no `iframe`.',
    right: whole(bread),
    wrong: [[whole(`${bread}<iframe title="Oven" srcdoc="<p>Fire</p>"></iframe>`), /iframe/]],
  },
  {
    title: 'a call to action that calls',
    task: 'The button "Call 030 1234567" leads to tel:+49301234567.',
    right: whole(bread + phone('tel:+49301234567')),
    wrong: [
      [whole(`${bread}<div id="problem">${phone('#problem')}</div>`), /Call 030/],
      [whole(bread + phone('tel:+49301234568')), /Call 030/],
      [whole(bread + '<p>Call 030 1234567</p>'), /Call 030/],
    ],
  },
  {
    title: 'a link that leads to a place',
    task: 'The link "Our bread" leads to #bread.',
    right: whole(bread),
    wrong: [
      [
        whole(bread)
          .replace('href="#bread"', 'href="#hours"')
          .replace('<h2>What', '<h2 id="hours">What'),
        /Our bread/,
      ],
    ],
  },
  {
    title: 'colours and fonts',
    task: 'Primary colour #1F4D3A. The font is Georgia.',
    right: whole(bread),
    wrong: [
      [
        `<style>a{background:#7c3aed!important}body{font-family:Arial!important}</style>${whole(bread)}`,
        /#1F4D3A|Georgia/,
      ],
    ],
  },
  {
    title: 'the subject',
    task: 'A landing page for the bakery Korn.',
    right: whole(bread),
    wrong: [
      [
        '<main><h1>Cloud storage for teams</h1><p>Share files with everyone in your company.</p></main>',
        /bakery Korn/,
      ],
    ],
  },
  {
    title: 'words that must and must not stand there',
    task: 'It says "the first loaf leaves at six". It does not say "premium".',
    right: whole(bread),
    wrong: [
      [whole(bread).replace('leaves at six', 'leaves at seven'), /first loaf/],
      [whole(`${bread}<p>Premium bread for premium people.</p>`), /premium/],
    ],
  },
  {
    title: 'pages that change later',
    task: 'It says "the first loaf leaves at six".',
    right: whole(bread),
    wrong: [
      [
        whole(bread),
        /first loaf/,
        "setTimeout(() => { document.querySelector('main').textContent = 'This domain is for sale.' }, 15000)",
      ],
    ],
  },
  {
    title: 'pages that look for robots',
    task: 'It says "the first loaf leaves at six".',
    right: whole(bread),
    wrong: [
      [
        whole(bread),
        /first loaf/,
        "if (!navigator.webdriver && !/Headless/.test(navigator.userAgent)) document.querySelector('main').textContent = 'This domain is for sale, call us.'",
      ],
    ],
  },
  {
    title: 'an echo of the task',
    task: 'The page has a price list. A loaf of rye bread costs "6 €" at the counter of our shop in Ackerstraße.',
    right: whole(bread),
    wrong: [
      [
        '<main><h1>Task</h1><p>The page has a price list. A loaf of rye bread costs "6 €" at the counter of our shop in Ackerstraße.</p></main>',
        /./,
      ],
    ],
  },
]

describe.skipIf(!hasBrowser)('a page and what was asked', () => {
  for (const { title, task, right, wrong } of pairs)
    test(title, async () => {
      const good = await verdictOn(pageOf(right), { task })
      expect(good).toMatchObject({ unmet: [] })
      if (title !== 'an echo of the task') expect(good.verdict).toBe('accepted')
      for (const [body, blamed, script = ''] of wrong) {
        const bad = await verdictOn(
          pageOf(body, { title: /Korn/.test(body) ? 'Korn, a bakery' : 'Cloud storage', script }),
          { task },
        )
        expect(bad.verdict).not.toBe('accepted')
        expect([...bad.unmet, ...bad.undecided].join('\n')).toMatch(blamed)
      }
    })

  test('what no form can read is for a judge or a person', async () => {
    const { verdict, undecided } = await verdictOn(pageOf(whole(bread)), {
      criteria: 'The tone is warm and a little dry.',
    })
    expect([verdict, undecided]).toEqual(['undecided', ['The tone is warm and a little dry']])
  })

  test('without a task only what is surely broken counts', async () => {
    expect(await verdictOn(pageOf(whole(bread)))).toMatchObject({ verdict: 'accepted' })
    const broken: readonly (readonly [string, RegExp])[] = [
      [whole('<p><a href="prices.html">Prices</a></p>'), /missing file/],
      [whole('<p><a href="#nowhere">Prices</a></p>'), /missing file/],
      [whole('<img src="loaf.jpg" alt="A loaf">'), /files that the page needs/],
      [
        whole(
          '<p style="color:#eee;background:#fff">These words are painted so faintly that nobody can read them.</p>',
        ),
        /background/,
      ],
      ['<script>document.body.innerHTML = ""; throw new Error("gone")</script>', /shows something/],
    ]
    for (const [body, blamed] of broken) {
      const { verdict, unmet } = await verdictOn(pageOf(body))
      expect([body, verdict]).toEqual([body, 'not_accepted'])
      expect(unmet.join('\n')).toMatch(blamed)
    }
  })

  test('text that waits to be replaced fails a page that was ordered, and is a warning on others', async () => {
    const body = whole(`${bread}<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>`)
    expect(await verdictOn(pageOf(body))).toMatchObject({ verdict: 'accepted' })
    const asked = await verdictOn(pageOf(body), { task: 'A page for the bakery Korn.' })
    expect(asked.verdict).toBe('not_accepted')
    expect(asked.unmet.join('\n')).toMatch(/replaced/)
  })

  test('must be seen on every screen, and colours are compared as colours', async () => {
    const body =
      '<main><h1>Korn bakes rye bread</h1><p>A bakery.</p><section id="prices"><h2>Prices</h2><p>Rye 4 euros, wheat 3 euros</p></section></main>'
    const asked = { task: 'A page for the bakery Korn with a Prices section.' }
    const hidden = '<style>@media(max-width:700px){#prices{display:none}}</style>'
    expect(await verdictOn(pageOf(body), asked)).toMatchObject({ verdict: 'accepted' })
    expect((await verdictOn(pageOf(hidden + body), asked)).verdict).not.toBe('accepted')
    const gone = 'if (innerWidth < 1000) document.querySelector("#prices").remove()'
    expect(await verdictOn(pageOf(body, { script: gone }), asked)).toMatchObject({
      verdict: 'not_accepted',
      unmet: ['has section Prices'],
    })
    const painted = (colour: string) => pageOf(`<style>h1{color:${colour}}</style>${body}`)
    for (const colour of ['oklch(40% 0.1 250)', 'hsl(0.5turn 60% 20%)', 'rebeccapurple']) {
      const task = `A page for the bakery Korn. The primary colour is ${colour}.`
      expect((await verdictOn(painted(colour), { task })).verdict).toBe('accepted')
      expect((await verdictOn(painted('#112233'), { task })).verdict).toBe('not_accepted')
    }
  })
})
