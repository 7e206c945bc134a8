import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Obligation, ObligationStatus, Verdict } from '../../src/model/obligation.ts'
import { pageFormats, pageOptions } from '../../src/entrypoints/cli/commands/check-page-options.ts'
import { hasBrowser } from '../support/browser.ts'
import { freshFolder } from '../support/folder.ts'
import { bakery, plainPage, siteWith, spoil } from '../support/pages.ts'
import { lw } from '../support/workspace.ts'

const Finding = z.strictObject({
  rule: z.string(),
  dimension: z.enum(['Design Quality', 'Originality', 'Completeness', 'Functionality']),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string().min(1),
  selector: z.string().optional(),
  file: z.string().optional(),
  line: z.number().int().positive().optional(),
  width: z.number().optional(),
  measured: z.strictObject({ value: z.number(), needed: z.number(), unit: z.string() }).optional(),
  fix: z.object({ title: z.string(), edits: z.array(z.unknown()) }).optional(),
  boxes: z.array(
    z.strictObject({
      viewport: z.enum(['1280x720', '375x667']),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
    }),
  ),
})
const share = z.number().min(0).max(1)

/** The shape that scripts may rely on. */
const Report = z.strictObject({
  loopwright: z.literal(1),
  kind: z.literal('page'),
  passed: z.boolean(),
  exit: z.literal([0, 1, 3, 5]),
  seconds: z.number(),
  contract: z.array(z.strictObject({ part: z.string(), path: z.string() })),
  notes: z.array(z.string()),
  pages: z.array(
    z.strictObject({
      page: z.string(),
      path: z.string(),
      title: z.string(),
      passed: z.boolean(),
      verdict: Verdict,
      obligations: z.array(Obligation.extend({ counts_as: ObligationStatus })),
      score: share,
      threshold: share,
      accessibility: z.number().min(0).max(100).nullable(),
      sight: z.looseObject({ type: z.enum(['seen', 'static', 'broken']) }),
      seconds: z.number(),
      fixed: z.array(z.string()),
      dropped: z.array(z.string()),
      dimensions: z.array(
        z.strictObject({
          name: z.string(),
          weight: share,
          score: share,
          anchor: share,
          rubric: z.string(),
          caps: z.array(z.strictObject({ at: z.number(), reason: z.string() })),
          parts: z.array(z.strictObject({ id: z.string(), title: z.string(), anchor: share })),
        }),
      ),
      must_pass: z.strictObject({
        asked: z.number(),
        failed: z.array(
          z.strictObject({
            rule: z.string(),
            about: z.string(),
            why: z.enum(['failed', 'not-checked']),
            reason: z.string(),
          }),
        ),
      }),
      not_checked: z.array(z.strictObject({ rule: z.string(), reason: z.string() })),
      findings: z.array(Finding),
      screenshots: z.array(
        z.strictObject({
          viewport: z.string(),
          width: z.number(),
          height: z.number(),
          sha256: z.string().length(64),
        }),
      ),
    }),
  ),
})

const read = (text: string) => Report.parse(JSON.parse(text))

const firstPage = (text: string) => {
  const [page] = read(text).pages
  if (page === undefined) throw new Error('no page was judged')
  return page
}

describe.skipIf(!hasBrowser)('check page', () => {
  test('a page without a defect passes with exit 0, in words and in figures', async () => {
    const folder = bakery()
    const [shown, json] = await Promise.all([
      lw(folder, ['check', 'page', 'site']),
      lw(folder, ['check', 'page', 'site/index.html', '--json']),
    ])
    expect(shown.stdout).toMatch(
      /^site\/index\.html: accepted: all \d+ obligations are met {2}Kornblum/,
    )
    expect(shown.stdout).toMatch(/seen at 375, 768, 1024 and 1280 in Chromium [\d.]+, walled off/)
    expect(shown.stdout).toMatch(/Overall +█{20} {2}1\.00 {2}threshold 0\.75/)
    expect(shown.stdout).toMatch(/Must pass +✓ all \d+ hold/)
    expect(shown.stdout).toContain('one page more is in the folder: add --all-pages')
    expect(shown.status).toBe(0)
    expect(json.status).toBe(0)
    const page = firstPage(json.stdout)
    expect(page).toMatchObject({ passed: true, score: 1, accessibility: 100 })
    expect(page.screenshots.map(({ viewport }) => viewport)).toEqual(['1280x720', '375x667'])
    expect(
      read(json.stdout)
        .contract.map(({ part }) => part)
        .toSorted(),
    ).toEqual(['brand', 'brief', 'copy', 'tokens'])
  })

  test('planted defects fail it with exit 1, each in its dimension and at its place', async () => {
    const folder = bakery()
    spoil(folder, 'index.html', /<img([^>]*?) alt="[^"]+"/, '<img$1')
    spoil(folder, 'index.html', '<html lang="en">', '<html>')
    spoil(folder, 'index.html', 'Your bread is still warm', 'Our bread is still warm')
    spoil(folder, 'index.html', 'href="#hours"', 'href="#nowhere"')
    spoil(folder, 'style.css', /$/, '\n#hero p { color: #d8cbb5; }\n.hours { width: 900px; }\n')
    const { status, stdout } = await lw(folder, ['check', 'page', 'site', '--json'])
    const page = firstPage(stdout)
    expect(status).toBe(1)
    expect(page.passed).toBe(false)
    const found = (rule: RegExp) => page.findings.filter((each) => rule.test(each.rule))
    expect(found(/^axe-wcag$|alt/)[0]).toMatchObject({ dimension: 'Functionality' })
    expect(found(/^interaction\/dead-link$/)[0]).toMatchObject({ file: 'index.html' })
    expect(found(/^copy\/changed$/)[0]).toMatchObject({ dimension: 'Completeness' })
    expect(found(/^contrast-text$/)[0]).toMatchObject({
      dimension: 'Design Quality',
      measured: { needed: 4.5, unit: ':1' },
    })
    expect(found(/^contrast-text$/)[0]?.boxes.length).toBeGreaterThan(0)
    expect(found(/^contrast-text$/)[0]?.line).toBeGreaterThan(1)
    expect(page.must_pass.failed.map(({ rule }) => rule)).toContain('copy/changed')
  })

  test('--only asks for the named rules alone, and an unknown rule is refused', async () => {
    const folder = bakery()
    spoil(folder, 'index.html', 'Your bread is still warm', 'Our bread is still warm')
    const [other, own] = await Promise.all([
      lw(folder, ['check', 'page', 'site', '--only', 'interaction', '--json']),
      lw(folder, ['check', 'page', 'site', '--only', 'copy/changed,slop', '--json']),
    ])
    expect(other.status).toBe(0)
    expect(firstPage(other.stdout).findings).toEqual([])
    expect(own.status).toBe(1)
    expect(firstPage(own.stdout).findings.map(({ rule }) => rule)).toEqual(['copy/changed'])
    expect((await lw(folder, ['check', 'page', 'site', '--only', 'nothing'])).status).toBe(2)
  })

  test('[CHECKPAGE-4] --fix writes only what makes the page better, and shows it', async () => {
    const spoilt = () => {
      const folder = bakery()
      const drift = '$1\n  padding-left: 13px;\n  color: #9d8f80;'
      spoil(folder, 'style.css', /(\.lede\s*\{|p\s*\{)/, drift)
      return folder
    }
    const folder = spoilt()
    const untouched = readFileSync(join(folder, 'site/index.html'), 'utf8')
    const [before, fixed] = await Promise.all([
      lw(spoilt(), ['check', 'page', 'site', '--json']),
      lw(folder, ['check', 'page', 'site', '--fix']),
    ])
    const after = await lw(folder, ['check', 'page', 'site', '--json'])
    const errors = (text: string) =>
      firstPage(text).findings.filter(({ severity }) => severity === 'error').length
    expect(errors(before.stdout)).toBeGreaterThan(0)
    expect(errors(after.stdout)).toBeLessThan(errors(before.stdout))
    expect(firstPage(after.stdout).score).toBeGreaterThanOrEqual(firstPage(before.stdout).score)
    expect(fixed.stdout).toMatch(/^-.*13px/m)
    expect(fixed.stdout).toMatch(/\d+ repairs? made/)
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toBe(untouched)
    expect(readdirSync(join(folder, 'site')).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('the HTML report holds both pictures, and passes the gate for accessibility itself', async () => {
    const folder = bakery()
    spoil(folder, 'style.css', /$/, '\n#hero p { color: #d8cbb5; }\n')
    const shots = join(folder, 'shots')
    const wanted = 'check page site --format html -o report/index.html --screenshots shots'
    const made = await lw(folder, wanted.split(' '))
    expect(made.status).toBe(1)
    const html = readFileSync(join(folder, 'report/index.html'), 'utf8')
    expect(html.match(/data:image\/png;base64,/g)).toHaveLength(2)
    expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/)
    expect(readdirSync(shots)).toEqual(
      expect.arrayContaining(['1280x720.png', '375x667.png', expect.stringContaining('contrast')]),
    )
    const judged = await lw(folder, ['check', 'page', 'report', '--json'])
    const page = firstPage(judged.stdout)
    expect(page.accessibility).toBe(100)
    expect(page.findings.filter(({ rule }) => !rule.startsWith('weight/'))).toEqual([])
    expect(judged.status).toBe(0)
  })

  test('[BROWSER-33] hostile pages are judged, not obeyed: dialogs, windows, downloads, other hosts, broken code', async () => {
    const folder = siteWith({
      'index.html': plainPage('<p>Welcome to a small site.</p>'),
      'alerts.html': plainPage('<script>for (let i = 0; i < 50; i++) alert(i)</script>'),
      'windows.html': plainPage(
        '<script>open("https://example.org/"); location.href = "file:///etc/passwd"</script><a download href="data:text/plain,x" id="d">Take it</a><script>document.getElementById("d").click()</script>',
      ),
      'others.html': plainPage(
        '<p>Text</p>',
        '<link rel="stylesheet" href="https://fonts.example.org/a.css"><script src="http://203.0.113.9/x.js"></script>',
      ),
      'broken.html': plainPage(
        '<p>Text that stands there without any script, in words enough for a reader to use the page.</p><script>this is no script</script>',
        '<style>p { color: red; } } { :: </style>',
      ),
    })
    const wanted = 'check page site --all-pages --json --timeout 15'
    const { status, stdout } = await lw(folder, wanted.split(' '))
    expect(status).toBe(0)
    const pages = new Map(read(stdout).pages.map((page) => [page.page, page]))
    const rules = (page: string) => (pages.get(page)?.findings ?? []).map(({ rule }) => rule)
    expect([...pages.values()].filter(({ sight }) => sight.type === 'broken')).toEqual([])
    expect(rules('others.html')).toContain('interaction/third-party')
    expect(rules('broken.html')).toContain('interaction/page-error')
    expect(rules('windows.html')).toContain('interaction/unasked-attempt')
    expect(
      pages.get('index.html')?.findings.filter(({ severity }) => severity === 'error'),
    ).toEqual([])
  })

  test('[BROWSER-30] a page that never comes to rest is given up in time and does not pass', async () => {
    const folder = siteWith({ 'index.html': plainPage('<script>for (;;);</script>') })
    const { status, stdout } = await lw(folder, ['check', 'page', 'site', '--timeout', '3'])
    expect(stdout).toContain('NOBODY LOOKED AT THE PAGE: the page did not come to rest within 3 s')
    expect(stdout).toMatch(/not checked/)
    expect(status).toBe(3)
  })

  test('an address on this machine is judged, a page that is not there is refused', async () => {
    const server = createServer((request, response) => {
      const isPage = request.url === '/' || request.url === '/about'
      response.statusCode = isPage ? 200 : 404
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(plainPage('<p>Served from this machine.</p>'))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
    const { port } = server.address() as AddressInfo
    const folder = freshFolder()
    const at = (path: string, env = {}) =>
      lw(folder, ['check', 'page', `http://127.0.0.1:${port}${path}`, '--json'], env)
    // with a browser of its own, as users start one
    const [front, missing] = [await at('/', { LOOPWRIGHT_BROWSER: '' }), await at('/nothing')]
    const url = `http://127.0.0.1:${port}/about`
    const unseen = await lw(folder, ['check', 'page', url, '--static', '--json'])
    server.close()
    expect(firstPage(unseen.stdout).sight).toMatchObject({ type: 'static', why: 'asked' })
    expect(unseen.status).toBe(3)
    expect(firstPage(front.stdout)).toMatchObject({
      title: 'A page to try',
      sight: { type: 'seen', walls: 'bubblewrap' },
    })
    expect(missing.status).toBe(2)
    expect(missing.stdout).toContain('404')
  })

  test('[CHECKPAGE-10] a browser that does not start is a fault of the evaluator: exit 5, nothing is known', async () => {
    const folder = bakery()
    const { status, stdout } = await lw(folder, ['check', 'page', 'site'], {
      LOOPWRIGHT_BROWSER: '/bin/false',
    })
    expect(stdout).toContain('the look broke')
    expect(status).toBe(5)
  })
})

describe('check page without a browser', () => {
  test('[CHECKPAGE-10] no browser is said loudly, the files are judged, and nothing unchecked passes', async () => {
    const folder = bakery()
    const { status, stdout } = await lw(folder, ['check', 'page', 'site'], {
      LOOPWRIGHT_BROWSER: '/nope',
    })
    expect(stdout).toContain('NOBODY LOOKED AT THE PAGE')
    expect(stdout).toContain('apt-get install chromium-headless-shell')
    expect(stdout).toMatch(/Must pass +✗ .*not checked/)
    expect(status).toBe(3)
    const page = firstPage(
      (await lw(folder, ['check', 'page', 'site', '--static', '--json'])).stdout,
    )
    expect(page.sight).toMatchObject({ type: 'static', why: 'asked' })
    expect(page.must_pass.failed.every(({ why }) => why === 'not-checked')).toBe(true)
    expect(page.accessibility).toBeNull()
    const easy = await lw(folder, [
      'check',
      'page',
      'site',
      '--static',
      '--threshold',
      '0',
      '--json',
    ])
    expect(firstPage(easy.stdout).findings.filter(({ severity }) => severity === 'error')).toEqual(
      [],
    )
    expect(easy.status).toBe(3)
  })

  test('SARIF, JUnit and Markdown name the file and line of what the files alone show', async () => {
    const folder = bakery()
    spoil(folder, 'style.css', /(h1[^{]*\{)/, '$1\n  color: #123456;')
    const as = async (format: string) =>
      (await lw(folder, ['check', 'page', 'site', '--static', '--format', format])).stdout
    const sarif = z
      .object({
        runs: z.array(
          z.object({
            results: z.array(z.object({ ruleId: z.string(), locations: z.array(z.unknown()) })),
          }),
        ),
      })
      .parse(JSON.parse(await as('sarif')))
    const colour = sarif.runs[0]?.results.find(({ ruleId }) => ruleId === 'tokens/colour')
    expect(JSON.stringify(colour?.locations)).toMatch(/"uri":"site\/style\.css".*"startLine":\d/)
    expect(await as('junit')).toMatch(/<testcase name="tokens\/colour"[^>]*>\s*<failure/)
    expect(await as('markdown')).toMatch(/`site\/style\.css:\d+`/)
  })

  test('--fail-fast does not look at a page whose files alone have errors, and says so', async () => {
    const folder = bakery()
    spoil(folder, 'style.css', /(h1[^{]*\{)/, '$1\n  color: #123456;')
    const { status, stdout } = await lw(folder, ['check', 'page', 'site', '--fail-fast'], {
      LOOPWRIGHT_BROWSER: '/bin/false',
    })
    expect(stdout).toContain('NOBODY LOOKED AT THE PAGE: the files alone have errors')
    // what nobody looked at is undecided
    expect(status).toBe(3)
  })

  test('doctor looks at a page for real, or says how to get a browser', async () => {
    const folder = freshFolder()
    const without = await lw(folder, ['doctor'], { LOOPWRIGHT_BROWSER: '/nope' })
    expect(without.stdout).toMatch(/! browser +\/nope does not serve/)
    expect(without.stdout).toContain('→ apt-get install chromium-headless-shell')
    const { stdout } = await lw(folder, ['doctor'])
    if (hasBrowser)
      expect(stdout).toMatch(/✓ browser +Chromium [\d.]+ at \S+; the first look takes/)
  })

  test('docs/check-page.md names every option that only pages take', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/check-page.md'), 'utf8')
    for (const name of Object.keys(pageOptions))
      expect(text).toMatch(new RegExp(`\`--${name}[ \`]`))
    for (const format of pageFormats) expect(text).toContain(`\`${format}\``)
  })

  const wrong = async (args: readonly string[], folder = bakery()) => {
    const { status, stderr } = await lw(folder, ['check', 'page', ...args])
    expect(status).toBe(2)
    return stderr
  }

  test('what is no page on this machine is refused with exit 2 and what to do', async () => {
    const folder = bakery()
    writeFileSync(join(folder, 'site/picture.html'), new Uint8Array([137, 80, 78, 71, 0, 0, 1]))
    mkdirSync(join(folder, 'empty'))
    const cases: readonly (readonly [args: readonly string[], said: string])[] = [
      [['nowhere'], 'there is no such folder or page'],
      [['empty'], 'no index.html'],
      [['https://example.org/'], 'example.org is not this machine'],
      [['http://127.0.0.1.example.org/'], 'is not this machine'],
      [['file:///etc/passwd'], 'name the file itself'],
      [['http://127.0.0.1:1/'], 'nobody answers there'],
      [[''], 'the name is empty'],
      [['ftp://localhost/x'], 'nothing that a page is served by'],
      [['site/style.css'], 'this is no HTML page'],
      [['site/picture.html'], 'this is no text'],
      [['site', '--threshold', '7'], '--threshold must be from 0 to 1'],
      [['site', '--tokens', 'site/index.html'], 'DESIGN_TOKENS_INVALID'],
      [['site', '--copy', 'gone.json'], 'there is no such file'],
      [['site', '--level', 'A'], 'does not take --level'],
    ]
    const ran = await Promise.all(
      cases.map(async ([args, said]) => {
        const { status, stderr } = await lw(folder, ['check', 'page', ...args])
        return { args, status, says: stderr.includes(said), remedy: stderr.includes('→') }
      }),
    )
    expect(ran.filter(({ status, says }) => status !== 2 || !says)).toEqual([])
    expect(ran.filter(({ remedy }) => !remedy).map(({ args }) => args)).toEqual([
      ['site', '--threshold', '7'],
    ])
  })

  test('a link out of the folder is not followed, and a folder that is too large is refused', async () => {
    const folder = bakery()
    writeFileSync(join(folder, 'secret.css'), 'p { color: #123457; }')
    symlinkSync(join(folder, 'secret.css'), join(folder, 'site/out.css'))
    symlinkSync('/', join(folder, 'site/everything'))
    spoil(folder, 'index.html', /<\/head>/, '<link rel="stylesheet" href="out.css"></head>')
    const { stdout } = await lw(folder, ['check', 'page', 'site', '--static'])
    expect(stdout).toContain('left out: out.css: a link out of the folder')
    expect(stdout).not.toContain('#123457')
    writeFileSync(join(folder, 'site/huge.html'), `<p>${'x'.repeat(9_000_000)}`)
    expect(await wrong(['site', '--all-pages'], folder)).toContain('more than 8 MB of HTML')
    writeFileSync(join(folder, 'site/huge.html'), '')
    writeFileSync(join(folder, 'site/huge.bin'), new Uint8Array(61_000_000))
    expect(await wrong(['site', '--all-pages'], folder)).toContain('more than 60 MB')
  })

  test('a contract found beside the page that cannot be read is left out and said', async () => {
    const folder = bakery()
    writeFileSync(join(folder, 'site/tokens.json'), '{ "colors": ')
    const { stdout } = await lw(folder, ['check', 'page', 'site', '--static'])
    expect(stdout).toMatch(/site\/tokens\.json is not used: DESIGN_TOKENS_INVALID/)
    expect(stdout).toMatch(
      /held against site\/BRIEF\.md, site\/copy\.json, site\/visual-identity\.md/,
    )
  })
})
