import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { makeProject, withScripts } from '../support/small-project.ts'
import { lw } from '../support/workspace.ts'
import { isWhole } from './budget.ts'
import { plainGit } from './hostile-repository.ts'

const lifecycle =
  'preinstall install postinstall prepare prepublish pretest posttest prebuild prelint'

/** A project in which every setting and script runs a program that tries to get out. */
function hostileProject(outside: string, port: number): string {
  const evil = `const { writeFileSync } = require('node:fs')
const who = process.env.WHO ?? process.argv[2] ?? 'options'
try { writeFileSync('${outside}/' + who + '-' + process.pid, 'owned') } catch {}
try { require('node:net').connect(${port}, '127.0.0.1').on('error', () => {}).unref() } catch {}
`
  const run = (name: string) => `node evil.cjs ${name}`
  const names = lifecycle.split(' ')
  const folder = makeProject({
    ...withScripts({
      build: 'tsc -p tsconfig.json',
      test: 'vitest run',
      ...Object.fromEntries(names.map((name) => [name, run(name)])),
    }),
    'evil.cjs': evil,
    '.npmrc': 'node-options=--require ./evil.cjs\nscripts-prepend-node-path=true\n',
    '.env': 'NODE_OPTIONS=--require ./evil.cjs\nLD_PRELOAD=./evil.so\n',
    '.node-version': '0.10\n',
    'vitest.config.ts': `process.env.WHO = 'vitest'\nawait import('./evil.cjs')\nexport default {}\n`,
    'eslint.config.js': `process.env.WHO = 'eslint'\nawait import('./evil.cjs')\nexport default []\n`,
    'tsconfig.base.json': JSON.stringify({
      compilerOptions: { plugins: [{ name: './evil.cjs' }], types: [] },
    }),
  })
  plainGit(folder, 'init', '-q', '-b', 'main')
  plainGit(folder, 'add', '-A')
  plainGit(folder, 'commit', '-qm', 'base')
  return folder
}

describe('a project under test', () => {
  test('[ATTACK-27] gets out by none of its scripts and settings; without a sandbox it does', async () => {
    const outside = freshFolder()
    let calls = 0
    const server = createServer((socket) => {
      calls += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((go) => server.once('listening', go))
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const folder = hostileProject(outside, port)
    const ran = await lw(folder, ['check', 'code', '.'])
    expect(ran.stdout + ran.stderr).toContain('behind walls, no network')
    expect(readdirSync(outside)).toEqual([])
    expect(calls).toBe(0)
    if (!isWhole) return
    writeFileSync(join(folder, 'loopwright.yaml'), 'sandbox: { kind: none }\n')
    await lw(folder, ['check', 'code', '.'])
    expect(readdirSync(outside).map((name) => name.split('-')[0])).toContain('vitest')
    expect(calls).toBeGreaterThan(0)
  })
})

describe('a file by a hostile name', () => {
  const names = [
    'a\u001b]0;owned\u0007.md',
    'b\n::error::owned.md',
    'c\u202e\u009b2J.md',
    "d';id;.md",
  ]

  test.each(['pretty', 'json', 'sarif', 'junit', 'markdown'])(
    '[ATTACK-18] does not steer a terminal that shows it as %s, and machines read it as it is',
    async (format) => {
      const folder = freshFolder()
      for (const name of names) writeFileSync(join(folder, name), '# T\n\nTODO\n')
      const ran = await lw(folder, ['check', 'docs', ...names, '--format', format])
      const said = ran.stdout + ran.stderr
      expect(said).toContain("d'")
      expect(said.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
      expect(said).not.toMatch(/^::error::owned/m)
      if (format !== 'json') return
      const { files } = JSON.parse(ran.stdout) as { files: readonly { path: string }[] }
      expect(files.map(({ path }) => path)).toEqual(names)
    },
  )
})
