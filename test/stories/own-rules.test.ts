import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { lw } from '../support/workspace.ts'

const rules = `rules:
  - id: shop/no-todo
    about: Nothing waits to be done
    on: text
    pattern: TODO
    passes: done
    fails: TODO
  - id: shop/no-console
    about: Nothing is written to the console
    on: change
    syntax: CallExpression[callee.object.name="console"]
    passes: { after: { a.ts: f() } }
    fails: { after: { a.ts: console.log() } }
`

/** A small project under version control, held to two rules. */
function shop(): string {
  const folder = freshFolder()
  const files = {
    '.gitignore': '.loopwright\n',
    'loopwright.rules.yaml': rules,
    'package.json': '{"name":"shop","type":"module","scripts":{"test":"node --test"}}\n',
    'notes.txt': 'buy flour\nTODO ask Ada\n',
    'price.js': 'console.log(1)\nexport const cents = (euros) => euros * 100\n',
    'price.test.js':
      "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { cents } from './price.js'\ntest('cents', () => assert.equal(cents(2), 200))\n",
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  git(folder, 'init', '-q')
  git(folder, 'add', '-A')
  git(folder, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'one')
  return folder
}

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', [...args], { cwd: folder, stdio: 'ignore' })

const edit = (folder: string, path: string, change: (text: string) => string) =>
  writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')))

describe('rules of a user', () => {
  test('[RULES-1] are asked of files, in all reports, and by name', async () => {
    const folder = shop()
    const plain = await lw(folder, ['check', 'text', 'notes.txt'])
    expect(plain.status).toBe(1)
    expect(plain.stdout).toContain('notes.txt:2:1: error: Nothing waits to be done [shop/no-todo]')
    const sarif = await lw(folder, [
      'check',
      'docs',
      'notes.txt',
      '--only',
      'shop',
      '--format',
      'sarif',
    ])
    expect(sarif.status).toBe(1)
    expect(sarif.stdout).toContain('"ruleId": "shop/no-todo"')
    for (const format of ['junit', 'markdown', 'json']) {
      const other = await lw(folder, ['check', 'text', 'notes.txt', '--format', format])
      expect(other.stdout).toContain('shop/no-todo')
    }
    expect((await lw(folder, ['check', 'text', 'notes.txt', '--only', 'nobody'])).status).toBe(2)
  })

  test('[RULES-1] do what their power says', async () => {
    const folder = shop()
    const power = (word: string) =>
      writeFileSync(
        join(folder, 'loopwright.yaml'),
        `acceptance: { rules: { shop/no-todo: ${word} } }\n`,
      )
    power('advises')
    const advised = await lw(folder, ['check', 'text', 'notes.txt'])
    expect(advised.status).toBe(0)
    expect(advised.stdout).toContain('warning: Nothing waits to be done')
    power('off')
    expect((await lw(folder, ['check', 'text', 'notes.txt'])).status).toBe(2)
    const explained = await lw(folder, ['rules', 'explain', 'shop/no-todo'])
    expect(explained.stdout).toContain('off: acceptance.rules in loopwright.yaml says so')
  })

  test('[RULES-1] see of a change only what it brought in, and what it does to rules is for a person', async () => {
    const folder = shop()
    const check = () => lw(folder, ['check', 'code', '.', '--base', 'HEAD', '--only', 'shop'])
    edit(folder, 'price.js', (text) => text.replace('euros * 100', 'Math.round(euros * 100)'))
    expect((await check()).status).toBe(0)
    edit(folder, 'price.js', (text) => `${text}console.log(cents(1))\n`)
    const caught = await check()
    expect(caught.status).toBe(1)
    expect(caught.stdout).toContain('price.js:3:1: Nothing is written to the console')
    edit(folder, 'loopwright.rules.yaml', (text) =>
      text.slice(0, text.indexOf('  - id: shop/no-con')),
    )
    const bent = await check()
    expect(bent.status).toBe(3)
    expect(bent.stdout).toContain('the change alters loopwright.rules.yaml')
  })

  test('[CLI-CHECK-4] one that runs out of its time sends to the rule, not to the machine', async () => {
    const folder = shop()
    const slow = `  - id: shop/slow\n    about: It is quick\n    on: text\n    pattern: '^(a+)+$'\n    passes: b\n    fails: aaa\n`
    writeFileSync(join(folder, 'loopwright.rules.yaml'), rules + slow)
    writeFileSync(join(folder, 'a.txt'), `${'a'.repeat(40)}!\n`)
    const ran = await lw(folder, ['check', 'text', 'a.txt'])
    expect(ran.status).toBe(5)
    expect(ran.stdout).toContain('loopwright rules test shop/slow')
    expect(ran.stdout).not.toContain('doctor')
  })

  test('[RULES-2] that do not behave stop every check with exit 2', async () => {
    const folder = shop()
    edit(folder, 'loopwright.rules.yaml', (text) => text.replace('fails: TODO', 'fails: all well'))
    for (const args of [
      ['check', 'text', 'notes.txt'],
      ['check', 'code', '.'],
      ['rules', 'test'],
    ]) {
      const refused = await lw(folder, args)
      expect(refused.status).toBe(2)
      expect(refused.stdout + refused.stderr).toContain('finds nothing in the example')
    }
  })

  test('[TRUST-1] that came with a repository are asked only after a person agreed, and again when they changed', async () => {
    const folder = shop()
    git(folder, 'remote', 'add', 'origin', 'https://example.org/shop.git')
    const check = () => lw(folder, ['check', 'text', 'notes.txt'])
    const asked = await check()
    expect(asked.status).toBe(2)
    expect(asked.stderr).toContain('loopwright trust')
    expect((await lw(folder, ['trust'])).status).toBe(0)
    expect((await check()).status).toBe(1)
    edit(folder, 'loopwright.rules.yaml', (text) => text.replace('pattern: TODO', 'pattern: TOD'))
    expect((await check()).status).toBe(2)
  })

  test('[RULES-2] begin with one that passes its own test, of every kind', async () => {
    const folder = freshFolder()
    const kinds = ['page', 'code', 'change', 'openapi', 'config', 'docs', 'design', 'text']
    for (const kind of kinds)
      expect((await lw(folder, ['rules', 'new', `shop/${kind}`, '--on', kind])).status).toBe(0)
    expect((await lw(folder, ['rules', 'new', 'shop/module', '--module'])).status).toBe(0)
    expect((await lw(folder, ['rules', 'new', 'shop/text'])).status).toBe(2)
    expect((await lw(folder, ['rules', 'new', 'page/mine'])).status).toBe(2)
    const tested = await lw(folder, ['rules', 'test'])
    expect(tested.status, tested.stdout).toBe(0)
    expect(tested.stdout.match(/^✓ /gm)).toHaveLength(kinds.length + 1)
  })

  test('keep what a person says of findings, and what that would earn', async () => {
    const folder = shop()
    mkdirSync(join(folder, 'more'))
    writeFileSync(join(folder, 'more/b.txt'), 'TODO as a quote\n')
    const label = (...args: readonly string[]) =>
      lw(folder, ['rules', 'label', 'shop/no-todo', ...args])
    expect((await label('notes.txt:2', 'right')).status).toBe(0)
    expect((await label('more/b.txt', 'wrong', '--reason', 'a quote')).status).toBe(0)
    expect((await label('notes.txt:1', 'right')).status).toBe(2)
    const { stdout } = await lw(folder, ['rules', 'test', 'shop/no-todo'])
    expect(stdout).toMatch(/2 findings in \d files · 1 right, 1 wrong/)
    expect(stdout).toContain('advises, right in 1 of 2')
    rmSync(join(folder, 'loopwright.labels.yaml'))
    expect((await lw(folder, ['rules', 'test'])).stdout).toContain('0 right, 0 wrong')
  })
})

test('every built-in rule is listed with its power and explained by example', async () => {
  const { stdout } = await lw(freshFolder(), ['rules', 'list', '--json'])
  const { rules: all } = JSON.parse(stdout) as {
    readonly rules: readonly {
      readonly id: string
      readonly about: string
      readonly example: { readonly bad: string; readonly better: string }
      readonly power: { readonly power: string; readonly reason: string; readonly change: string }
    }[]
  }
  expect(all.length).toBeGreaterThan(250)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const silent = all.filter(({ about, example, power }) =>
    [about, example.bad, example.better, power.reason, power.change].some((text) => text === ''),
  )
  expect(silent).toEqual([])
  const powers = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../src/obligations/powers.json'), 'utf8'),
  ) as Record<string, string>
  // what was measured is the power that is shown
  for (const [id, power] of Object.entries(powers))
    expect(power, id).toMatch(new RegExp(`^${all.find((rule) => rule.id === id)?.power.power}: `))
})
